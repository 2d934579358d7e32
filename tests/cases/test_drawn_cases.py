"""What the cases reach that Hypothesis draws: never more than is written here, and all
of it where many are drawn.

How often a size comes is left to the modules that draw, and to Hypothesis.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from functools import cache
from typing import Any

import pytest
from hypothesis.strategies import SearchStrategy

from homonym.cases.kinds import find_case_kind
from homonym.cases.rankings import list_ranking_flaws
from homonym.cases.rankings_drawn import draw_ranking_case
from homonym.measurement.drawing import draw_cases
from homonym.reference.beyond.case import Listed, RunCase
from homonym.reference.diversity.case import AspectCase
from homonym.reference.off_policy.case import LoggedCase
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.rating_error.case import RatingCase

FEW, MANY = 10, 300
TRIES = pytest.mark.parametrize(
    "tries", [FEW, pytest.param(MANY, marks=pytest.mark.exhaustive)]
)
LONG_RUN = 25
"""So many users have a list of every length that is likely."""


@cache
def drawn(strategy: SearchStrategy[Any], tries: int) -> tuple[Any, ...]:
    """So many cases, the same for every test."""
    found: list[Any] = []
    draw_cases(strategy, tries, 1, found.append)
    return tuple(found)


@cache
def of_many(*cut_offs: int, full: bool = False) -> SearchStrategy[Case]:
    """Rankings of sixty users, or of as many as there is room for."""
    return draw_ranking_case(full=full, cut_offs=cut_offs, users=((60, 60),))


def cut(case: Case) -> list[Ranking]:
    """The users whose lists do not hold all items."""
    return [user for user in case.users if user.unranked]


def left(user: Listed) -> int:
    """How many items a user was not trained on."""
    return len(user.run.catalogue) - len(user.train)


RANKINGS, FULL = find_case_kind(Case).drawn()[:2]
RUNS, TRAINED_RUNS = find_case_kind(RunCase).drawn()
ASPECTS, ONE_ASPECT = find_case_kind(AspectCase).drawn()
(LOGS,) = find_case_kind(LoggedCase).drawn()
RATINGS, _ = find_case_kind(RatingCase).drawn()
Values = Collection[Any]
Look = Callable[[Any], Iterable[Any]]
Row = tuple[SearchStrategy[Any], Look, Values, Values]
"""What is drawn, what is looked at, what that may be, and what is reached for sure."""
CUTS = (*range(1, 16), 20, 30, 50, 60, 100)
ITEMS_AND_K = {
    *((6, 2), (6, 3), (9, 2), (9, 3), (9, 4), (12, 2), (12, 3), (12, 4), (12, 6)),
    *((17, 2), (17, 3), (17, 4), (17, 7), (17, 8)),
    *((26, 2), (26, 3), (26, 4), (26, 7), (26, 13)),
}
"""k is at most half of the items."""
RANKS = {(most + 2, rank) for most in (2, 4, 8) for rank in range(1, most + 2)}


def exactly(strategy: SearchStrategy[Any], looked_at: Look, values: Values) -> Row:
    """The row of what may be all that is reached."""
    return strategy, looked_at, values, values


REACHED: dict[str, Row] = {
    "rankings: users": (
        RANKINGS,
        lambda case: [len(case.users)],
        range(1, 61),
        (1, 2, 3, 4, 5),
    ),
    "rankings: k": (RANKINGS, lambda case: [case.k], CUTS, CUTS),
    "rankings: missed": (
        RANKINGS,
        lambda case: [len(user.missed) for user in case.users],
        range(9),
        range(9),
    ),
    "rankings: grades": exactly(
        RANKINGS,
        lambda case: [grade for user in case.users for grade in user.relevant],
        (1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 7, 10),
    ),
    "rankings: flaws": (RANKINGS, list_ranking_flaws, (), ()),
    "full rankings: flaws": (FULL, list_ranking_flaws, (), ()),
    "runs: users": exactly(RUNS, lambda case: [len(case.users)], (2, 3, 5, 9, 30)),
    "runs: items and k": (
        RUNS,
        lambda case: [(len(case.catalogue), case.k)],
        ITEMS_AND_K,
        ITEMS_AND_K,
    ),
    "runs: items of the first group": (
        RUNS,
        lambda case: [len(case.users[0].run.groups[0])],
        range(1, 26),
        (1,),
    ),
    "runs: items of the last group": (
        RUNS,
        lambda case: [len(case.users[0].run.groups[-1])],
        range(1, 26),
        (1,),
    ),
    "runs: items in training": (
        RUNS,
        lambda case: [len(case.users[0].run.counts)],
        range(5, 27),
        (5, 26),
    ),
    "runs: relevant of three items or more": exactly(
        RUNS,
        lambda case: [len(user.truth) for user in case.users if left(user) >= 3],
        (1, 2, 3),
    ),
    "runs: whether all other items are listed": exactly(
        RUNS,
        lambda case: [len(user.items) == left(user) for user in case.users],
        (False, True),
    ),
    "runs: items beyond k": (
        RUNS,
        lambda case: [len(user.items) - case.k for user in case.users],
        range(25),
        range(6),
    ),
    "runs: groups of users": exactly(
        RUNS,
        lambda case: [user.group for user in case.users],
        (1, 2),
    ),
    "aspects: users": exactly(
        ASPECTS,
        lambda case: [len(case.users)],
        (1, 2, 3, 4, 5),
    ),
    "aspects: of an item": exactly(
        ASPECTS,
        lambda case: [len(i.aspects) for u in case.users for i in u.candidates],
        (1, 2, 3),
    ),
    "one aspect: of an item": exactly(
        ONE_ASPECT,
        lambda case: [len(i.aspects) for u in case.users for i in u.candidates],
        (1,),
    ),
    "aspects: of twenty items or more": exactly(
        ASPECTS,
        lambda case: (
            [len(case.users[0].catalogue)]
            if sum(len(u.candidates) for u in case.users) >= 20
            else []
        ),
        (2, 3, 4, 5, 6),
    ),
    "aspects: whether an ideal is of all that is judged": exactly(
        ASPECTS,
        lambda case: [
            Counter(user.ideal) == Counter(user.judged) for user in case.users
        ],
        (True,),
    ),
    "logs: trajectories": (
        LOGS,
        lambda case: [len(case.users)],
        range(1, 21),
        (1, 2, 3, 4, 5, 20),
    ),
    "logs: chances and the ranks of what was shown": (
        LOGS,
        lambda case: [
            (len(log.bias), one.rank)
            for log in case.users
            for one in log.impressions
            if one.rank and one.reward is not None
        ],
        RANKS,
        RANKS,
    ),
    "logs: whether something was never shown": exactly(
        LOGS,
        lambda case: [
            any(one.reward is None for one in log.impressions) for log in case.users
        ],
        (False, True),
    ),
    "ratings: users": (
        RATINGS,
        lambda case: [len(case.users)],
        range(1, 31),
        (1, 2, 3, 4, 5, 30),
    ),
    "ratings: pairs of the first user beside two": (
        RATINGS,
        lambda case: [len(case.users[0].pairs) - 2],
        range(41),
        (0, 1, 2, 3, 10),
    ),
    "ratings: most pairs of many users": (
        RATINGS,
        lambda case: (
            [max(len(user.pairs) for user in case.users[1:])]
            if len(case.users) >= LONG_RUN
            else []
        ),
        (3, *range(8, 41)),
        (3, 10),
    ),
}


@TRIES
@pytest.mark.parametrize("what", REACHED)
def test_drawn_cases_reach_these_sizes_and_no_others(what: str, tries: int) -> None:
    """All of them, where many are drawn."""
    strategy, looked_at, may_be, reached = REACHED[what]
    found = {one for case in drawn(strategy, tries) for one in looked_at(case)}
    assert found <= {*may_be}
    if tries == MANY:
        assert found >= {*reached}


@TRIES
def test_where_all_items_are_trained_on_two_users_share_them(tries: int) -> None:
    """The first has the first half, the second the second, one item more if they are
    odd; the others have any, as all have where items may be new."""
    others = []
    for case in drawn(TRAINED_RUNS, tries):
        items = "".join(sorted(case.users[0].run.catalogue))
        middle = len(items) // 2
        halves = (
            items[: len(items) - middle],
            (items[middle:] + items[:middle])[: len(items) - middle],
        )
        assert tuple(user.train for user in case.users[:2]) == halves
        others += [user.train in halves for user in case.users[2:3]]
    for case in drawn(RUNS, tries):
        items = "".join(sorted(case.users[0].run.catalogue))
        others.append(case.users[0].train == items[: len(items) - len(items) // 2])
    assert sum(others) < len(others) / 5


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("k", "users"), [(10, {60, 54, 46, 37, 27, 12}), (1, {60, 46, 14})]
)
def test_there_are_as_many_users_as_fit_into_six_hundred_ranks(
    k: int, users: set[int]
) -> None:
    """Of lists of k, or of k and at most 1, 3, 6, 12 or 40 more."""
    cases = drawn(of_many(k), 80)
    assert {len(case.users) for case in cases} == users
    longest = [
        max(len(user.grades) for user in cut(case)) - k
        for case in cases
        if len(cut(case)) > 9
    ]
    assert {0, 1, 3, 6} <= {*longest}


@pytest.mark.exhaustive
def test_a_rank_of_a_user_is_relevant_in_one_of_four_densities() -> None:
    """A half, a quarter, a tenth or nine tenths of the ranks, and nothing between."""
    case_of_five = draw_ranking_case(cut_offs=(100,), users=((5, 5),))
    shares: dict[float, list[float]] = {0.1: [], 0.25: [], 0.5: [], 0.9: []}
    for case in drawn(case_of_five, 80):
        for user in case.users:
            share = sum(user.hits) / len(user.hits)
            nearest = min(shares, key=lambda one: abs(one - share))
            shares[nearest].append(share)
    for density, found in shares.items():
        assert len(found) > 30
        assert sum(found) / len(found) == pytest.approx(density, abs=0.03)


@pytest.mark.exhaustive
def test_a_list_without_a_relevant_item_gets_the_least_grade_at_its_end() -> None:
    """So that this grade and this rank come more often than others."""
    grades: Counter[str] = Counter()
    for case in drawn(of_many(1, full=True), 60):
        found = [grade for user in case.users for grade in user.relevant]
        if min(found) < max(found):
            grades["least"] += found.count(min(found))
            grades["greatest"] += found.count(max(found))
    assert grades["least"] > 1.5 * grades["greatest"]
    lists = [user for case in drawn(of_many(10), 80) for user in cut(case)]
    alone = [user.hits for user in lists if user.r == 1 and not user.missed]
    assert len(alone) > 20
    assert sum(hits[-1] for hits in alone) > len(alone) / 3


def missing(case: RatingCase) -> list[bool]:
    """Whether a prediction is missing, of each where some are."""
    pairs = [pair for user in case.users[1:] for pair in user.pairs]
    found = [prediction is None for _, prediction in pairs]
    return found if any(found) else []


def never_shown(case: LoggedCase) -> list[bool]:
    """Whether something was never shown, of each trajectory."""
    return [any(one.reward is None for one in log.impressions) for log in case.users]


def unjudged(case: AspectCase) -> list[bool]:
    """Whether a listed item is not judged, of each."""
    return [item.rating is None for user in case.users for item in user.ranked]


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("strategy", "whether", "share"),
    [(RATINGS, missing, 0.2), (LOGS, never_shown, 0.2), (ASPECTS, unjudged, 0.4)],
    ids=["ratings", "logs", "aspects"],
)
def test_about_so_many_lack_something(
    strategy: SearchStrategy[Any],
    whether: Callable[[Any], list[bool]],
    share: float,
) -> None:
    """One in five predictions and trajectories, and two in five of listed items."""
    found = [one for case in drawn(strategy, MANY) for one in whether(case)]
    assert len(found) > 1000
    assert sum(found) / len(found) == pytest.approx(share, rel=0.3)
