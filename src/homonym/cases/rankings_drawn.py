"""Rankings that Hypothesis draws, to refute verdicts with.

Start at `draw_ranking_case`: the cut-off, the grades, how long lists are and how many
users there are; then every user's list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from hypothesis import strategies as st

from homonym.cases.drawn_rows import make_byte_rows, pick_option, sample_from
from homonym.reference.rankings.case import Case

PALETTES = (
    ("1",),
    ("1", "2", "3", "4", "5"),
    ("1", "1.5", "2.5", "4"),
    ("2", "4.5"),
    ("1", "3.5", "7", "10"),
)
"""Relevant grades. How a grade below 1 is taken is a convention with edge cases."""
CUT_OFFS = tuple(sorted([*range(1, 9), *range(1, 16), 10, 20, 20, 30, 50, 60, 100]))
"""Where people cut, and between: a formula may be wrong at one of them alone."""
LONGER = (0, 1, 3, 6, 6, 12, 40)
"""Ranks below the cut-off, at most: with 0 all lists are of one length, k."""
FEW = (*[(1, 1)] * 4, *[(1, 3)] * 6, *[(2, 5)] * 3)
USERS = (*FEW, (1, 60), (5, 15), (16, 35), (36, 60))
"""The fewest and the most: within such bounds few are likelier."""
MOST = 600
"""Ranks of all users together, at most: there are fewer users where lists are long."""
MISSED = 8
"""Relevant items that a list misses, at most."""
DENSITIES = ((1, 1), (3, 1), (9, 1), (1, 9))
"""How likely a rank holds no relevant item, and one."""

LOWEST = 0.02
"""Drawn scores are above this. How a library takes tiny scores, or hardly different
ones, is a convention with edge cases of its own, and refutes no formula."""
STEP = 2.0**-20
"""Drawn scores are at least so far apart."""
SCORES: dict[str, Callable[[int], float]] = {
    "usual": lambda place: round(0.98 - place * 0.0014, 4),
    "close": lambda place: round(0.5 - place * 1e-6, 6),
    "low": lambda place: round(0.031 - place * 0.0002, 4),
    "high": lambda place: round(1 - (place + 1) * 1e-6, 6),
}
"""Falling scores in (0, 1), for a tenth more places than `MOST`, since a full list may
get one more; the usual ones are those that follow from the line, but where those would
be too low."""
ODD = ("usual",) * 8 + ("close", "low", "high")
FIT = 50
"""Odd scores are of cases with so many ranks at most: there are no more low ones."""


@st.composite
def draw_ranking_case(
    draw: st.DrawFn,
    full: bool = False,
    one: bool = False,
    cut_offs: Sequence[int] = CUT_OFFS,
    users: Sequence[tuple[int, int]] = USERS,
) -> Case:
    """A well-formed case; `full`: nothing is unranked; `one`: one relevant item a
    user."""
    k = draw(sample_from(cut_offs))
    grades = draw(sample_from(PALETTES))
    longest = k + draw(sample_from(LONGER))
    fit = max(1, MOST // longest)
    least, most = (min(count, fit) for count in draw(sample_from(users)))
    user = draw_ranking_user(grades, k, longest, full, one)
    lines = draw(st.lists(user, min_size=least, max_size=most))
    return apply_score_kind(
        Case.parse(f"{' ; '.join(lines)} @{k}"), draw(sample_from(ODD))
    )


@st.composite
def draw_ranking_user(
    draw: st.DrawFn, grades: Sequence[str], k: int, longest: int, full: bool, one: bool
) -> str:
    """One user's part of a line."""
    none, some = draw(sample_from(DENSITIES))
    options = ["."] * (none * len(grades)) + [*grades] * some
    ranked = [pick_option(byte, options) for byte in draw(make_byte_rows(k, longest))]
    cut = not full and draw(st.booleans())
    missed = (
        [pick_option(byte, grades) for byte in draw(make_byte_rows(0, MISSED))]
        if cut
        else []
    )
    if one:
        ranked, missed = keep_one_relevant(ranked, missed, grades[0])
    if not missed and {*ranked} == {"."}:
        ranked[-1] = grades[0]
    if cut:
        return f"{' '.join(ranked)} | {' '.join(missed)}"
    return " ".join(ranked if "." in ranked else [*ranked, "."])


def keep_one_relevant(
    ranked: list[str], missed: list[str], grade: str
) -> tuple[list[str], list[str]]:
    """The list with its last relevant item alone, or the first that it misses; where it
    has none, one of that grade at its end."""
    hits = [place for place, mark in enumerate(ranked) if mark != "."]
    alone = ["."] * len(ranked)
    if not missed:
        last = hits[-1] if hits else -1
        alone[last] = ranked[last] if hits else grade
    return alone, missed[:1]


def apply_score_kind(case: Case, scores: str) -> Case:
    """The case with scores of that kind, where they fit."""
    lowest = min(score for user in case.users for score in user.scores)
    longest = max(len(user.grades) for user in case.users)
    if scores != "usual" and longest * len(case.users) <= FIT:
        return rescore_case(case, SCORES[scores])
    return case if lowest > LOWEST else rescore_case(case, SCORES["usual"])


def rescore_case(case: Case, score: Callable[[int], float]) -> Case:
    """The case with other scores, dealt to the users in turn."""
    many = len(case.users)
    users = tuple(
        replace(u, scores=tuple(score(i + many * n) for n in range(len(u.grades))))
        for i, u in enumerate(case.users)
    )
    return replace(case, users=users)
