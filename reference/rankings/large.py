"""Large rankings: start at `RULES`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from homonym.reference.large import in_turn, places
from homonym.reference.rankings.case import Case, Ranking

HIGHEST, LOWEST = 0.98, 0.02
"""All scores of a case lie between these, equally far apart, if they do not halve."""


@dataclass(frozen=True)
class Shape:
    """What a large case is like.

    users, ranks: how many; k: the cut-off; relevant: the fewest relevant items of a
    user and the most; items: the size of the catalogue, where lists are no full
    rankings of it; grades: those of relevant items, in turn; every: of so many users
    one has hits; halving: whether each score is about half of the one before, and the
    same for all users where nobody judged the item, rather than evenly far apart.
    """

    users: int
    ranks: int
    k: int
    relevant: tuple[int, int]
    items: int = 0
    grades: tuple[str, ...] = ("1",)
    every: int = 1
    halving: bool = False


def large(shape: Shape) -> Case:
    """The case of that shape."""
    users = (user_of(shape, number) for number in range(shape.users))
    return Case(tuple(users), shape.k)


def user_of(shape: Shape, number: int) -> Ranking:
    """One user: hits at places of the user's own; of a cut list some are missed."""
    fewest, most = shape.relevant
    r = fewest + 7 * number % (most - fewest + 1)
    listed = min(r, shape.ranks - 1)
    if shape.items:
        listed -= listed // 3 if number % 2 else 0
    if number % shape.every:
        listed = 0
    grades = tuple(map(float, in_turn(shape.grades, number, r)))
    row: list[float | None] = [None] * shape.ranks
    found = zip(places(number, shape.ranks), grades[:listed], strict=False)
    for place, grade in found:
        row[place] = grade
    falling = halves(shape, number, row) if shape.halving else scores(shape, number)
    if not shape.items:
        return Ranking(tuple(row), falling, train=1)
    missed = grades[listed:]
    others = shape.items - shape.ranks - len(missed)
    return Ranking(tuple(row), falling, missed, others)


def halves(shape: Shape, number: int, row: list[float | None]) -> tuple[float, ...]:
    """One user's scores, 1/2, 1/4, 1/8 …; less, by a part of the user's own that keeps
    the order, where the item is judged."""
    part = 1 - (number + 1) / (4 * shape.users)
    return tuple(
        0.5 ** (rank + 1) * (1 if grade is None else part)
        for rank, grade in enumerate(row)
    )


def scores(shape: Shape, number: int) -> tuple[float, ...]:
    """One user's falling scores, between those of the others."""
    step = (HIGHEST - LOWEST) / (shape.users * shape.ranks)
    return tuple(
        HIGHEST - step * (shape.users * rank + number) for rank in range(shape.ranks)
    )


SHAPES = {
    "users_257": Shape(257, 40, 15, (1, 20), items=90),
    "grades_to_10": Shape(12, 24, 10, (3, 14), 50, ("3.5", "10", "1", "7", "2")),
    "cut_off_30": Shape(8, 75, 30, (1, 40), items=150),
    "full_rankings_300": Shape(6, 300, 20, (2, 40)),
    "items_1100": Shape(20, 50, 20, (1, 24), items=1100),
    "cut_off_200_of_400": Shape(3, 400, 200, (201, 300), grades=("1", "2")),
    "one_relevant_of_300_users": Shape(300, 30, 10, (1, 1)),
    "users_65": Shape(65, 12, 3, (1, 40), items=90, grades=("1", "2", "3.5", "5")),
    "cut_off_60": Shape(3, 90, 60, (20, 80), items=200),
    "cut_off_150": Shape(2, 220, 150, (90, 200), items=450),
    "full_rankings_of_130_users": Shape(130, 40, 5, (1, 12)),
    "full_rankings_1100": Shape(2, 1100, 50, (30, 120)),
    "one_relevant_of_1100": Shape(5, 1100, 100, (1, 1)),
    "one_relevant_cut_at_15": Shape(40, 101, 15, (1, 1)),
    "items_1200_with_grades_of_258_users": Shape(
        258, 30, 12, (1, 14), 1200, ("6", "1", "8", "2", "9", "3", "7")
    ),
    "full_rankings_with_half_grades_of_130_users": Shape(
        130, 60, 10, (2, 24), 0, ("1.5", "8.5", "4", "6.5", "9.5", "2", "7.5", "5.5")
    ),
    "cut_off_100_with_grades_of_150_users": Shape(
        150, 160, 100, (1, 60), 300, ("1", "4.5", "2.5", "5", "3.5")
    ),
    "scores_that_halve_of_30_users": Shape(30, 16, 8, (1, 8), 60, halving=True),
    "hits_of_4_users_of_100": Shape(100, 100, 20, (20, 40), 250, every=25),
    "full_rankings_1199": Shape(2, 1199, 200, (200, 215)),
    "scores_that_halve_cut_at_15": Shape(40, 20, 15, (1, 12), 90, halving=True),
}

RULES: Mapping[str, Callable[[], Case]] = {
    name: partial(large, shape) for name, shape in SHAPES.items()
}
"""What makes each large case, by name, those that show most first."""
