"""What people's data holds that no formula decides: `situations`.

Each is one of the corpus's edge probes, found in data: where it occurs, a library's
number rests on its convention, which its record names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from homonym.reference.case import RELEVANT, TableCase

Found = dict[str, str]
"""What the data holds, in words, by the edge probe that shows what a library does."""
ALSO = {
    "zero_grade": ("zero_grade_above", "zero_grade_missed"),
    "negative_grade": ("negative_grade_above",),
}
"""The probes that show it where the first does not: recall is 1 in either case."""


def situations(case: TableCase) -> Found:
    """The edges that the data touches.

    >>> case = TableCase.of("data", [(1, 5, 0.9)], [(1, 5, 1.0), (2, 5, 1.0)], 2)
    >>> situations(case)["user_without_list"]
    'users of the truth without a list: 1'
    """
    counts = ((probe, count(case), words) for probe, count, words in SITUATIONS)
    return {probe: f"{words}: {number:,}" for probe, number, words in counts if number}


def _without_list(case: TableCase) -> int:
    return sum(not case.recommendations.get(user) for user in case.truth)


def _absent_from_truth(case: TableCase) -> int:
    return sum(user not in case.truth for user in case.recommendations)


def _without_relevant(case: TableCase) -> int:
    return sum(all(g < RELEVANT for _, g in pairs) for pairs in case.truth.values())


def _short(case: TableCase) -> int:
    return sum(0 < len(pairs) < case.k for pairs in case.recommendations.values())


def _tied(case: TableCase) -> int:
    scores = ([s for _, s in pairs] for pairs in case.recommendations.values())
    return sum(len(set(mine)) < len(mine) for mine in scores)


def _grades(case: TableCase) -> Iterable[float]:
    return (grade for pairs in case.truth.values() for _, grade in pairs)


def _zero(case: TableCase) -> int:
    return sum(0 <= grade < RELEVANT for grade in _grades(case))


def _negative(case: TableCase) -> int:
    return sum(grade < 0 for grade in _grades(case))


SITUATIONS: tuple[tuple[str, Callable[[TableCase], int], str], ...] = (
    ("user_without_list", _without_list, "users of the truth without a list"),
    ("user_absent_from_truth", _absent_from_truth, "lists of users without a truth"),
    ("user_without_relevant", _without_relevant, "users without a relevant item"),
    ("short_list", _short, "lists shorter than k"),
    ("ties", _tied, "lists with tied scores"),
    ("zero_grade", _zero, "judged pairs of grade 0 or between 0 and 1"),
    ("negative_grade", _negative, "judged pairs of a grade below 0"),
)
"""Edge probe, how often the data has it, what it is in words."""
