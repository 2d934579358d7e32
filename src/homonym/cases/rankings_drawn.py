"""Rankings drawn by chance, to refute verdicts with.

Start at `drawn_cases`: the shape is drawn, and what a case of that shape is like.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from hypothesis import strategies as st

from homonym.reference.rankings.case import Case

PALETTES = (("1",), ("1", "2", "3", "4", "5"), ("1", "1.5", "2.5", "4"), ("2", "4.5"))
CUT_OFFS = (5, 10, 20, 50, 100)
"""Where people cut: a formula may be wrong at one of them alone."""


@dataclass(frozen=True)
class Shape:
    """What a drawn case is like: the most users and ranks, the cut-offs to choose from,
    and which scores; `full`: nothing is unranked; `one`: one relevant item a user."""

    users: int = 5
    ranks: int = 14
    cut_offs: Sequence[int] = range(1, 9)
    scores: str = "usual"
    full: bool = False
    one: bool = False


SHAPES = (
    *[Shape()] * 5,
    Shape(users=3, ranks=40, cut_offs=(10, 20)),
    Shape(users=60, ranks=10, cut_offs=range(1, 6)),
    Shape(users=2, ranks=120, cut_offs=CUT_OFFS),
    Shape(users=3, ranks=9, scores="close"),
    Shape(users=3, ranks=9, scores="low"),
    Shape(users=3, ranks=9, scores="high"),
)
"""Many of the cases are small; the others are large somewhere, or have odd scores."""

LOWEST = 0.02
"""Drawn scores are above this. How a library takes tiny scores, or hardly different
ones, is a convention with edge cases of its own, and refutes no formula."""
STEP = 2.0**-20
"""Drawn scores are at least so far apart."""
SCORES: dict[str, Callable[[int], float]] = {
    "usual": lambda place: 0.98 - place / 640,
    "close": lambda place: 0.5 - place * STEP,
    "low": lambda place: 2.0**-5 - place * 2.0**-12,
    "high": lambda place: 1 - (place + 1) * STEP,
}
"""Falling scores in (0, 1), for as many places as the shapes have; the usual ones are
those that follow from the line, but where they would be too low."""


@st.composite
def drawn_cases(draw: st.DrawFn, full: bool = False, one: bool = False) -> Case:
    """A well-formed case of one of the shapes.

    The shape is drawn, and the seed of the rest: Hypothesis limits how much it draws.
    """
    shape = replace(draw(st.sampled_from(SHAPES)), full=full, one=one)
    return built(shape, Random(draw(st.integers(0, 2**32))))


def built(shape: Shape, chance: Random) -> Case:
    """A case of that shape."""
    k = chance.choice(shape.cut_offs)
    grades = chance.choice(PALETTES)
    users = range(chance.randint(1, shape.users))
    lines = [user(shape, k, grades, chance) for _ in users]
    case = Case.parse(f"{' ; '.join(lines)} @{k}")
    lowest = min(score for user in case.users for score in user.scores)
    if shape.scores == "usual" and lowest > LOWEST:
        return case
    return rescore_case(case, SCORES[shape.scores])


def user(shape: Shape, k: int, grades: Sequence[str], chance: Random) -> str:
    """One user's part of a line: r and the list's length lie around k, or anywhere."""
    ranks = k + chance.choice((0, 0, 1, chance.randint(0, max(1, shape.ranks - k))))
    cut = not shape.full and chance.random() < 0.5
    ranks = ranks if cut else max(2, ranks)
    around = (1, k - 1, k, k + 1, chance.randint(1, ranks + 2))
    r = 1 if shape.one else max(1, chance.choice(around))
    listed = min(r, ranks if cut else ranks - 1)
    missed = chance.randint(0, listed) if cut else 0
    found = [chance.choice(grades) for _ in range(listed - missed)]
    row = [*found, *["."] * (ranks - len(found))]
    chance.shuffle(row)
    if not cut:
        return " ".join(row)
    unranked = [chance.choice(grades) for _ in range(missed + r - listed)]
    return f"{' '.join(row)} | {' '.join(unranked)}"


def rescore_case(case: Case, score: Callable[[int], float]) -> Case:
    """The case with other scores, dealt to the users in turn."""
    many = len(case.users)
    users = tuple(
        replace(u, scores=tuple(score(i + many * n) for n in range(len(u.grades))))
        for i, u in enumerate(case.users)
    )
    return replace(case, users=users)
