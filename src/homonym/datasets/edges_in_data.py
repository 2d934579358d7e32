"""What people's data holds that no formula decides: `find_edges_in_data`.

Each is one of the corpus's edge probes, found in data: where it occurs, a library's
number rests on its convention, which its record names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

from homonym.reference.case import RELEVANT, TableCase, is_relevant
from homonym.reference.corpus import edge

EdgesInData = dict[str, str]
"""What the data holds, in words, by the edge probe that shows what a library does."""


def find_edges_in_data(case: TableCase) -> EdgesInData:
    """The edges that the data touches.

    >>> case = TableCase.of("data", [(1, 5, 0.9)], [(1, 5, 1.0), (2, 5, 1.0)], 2)
    >>> find_edges_in_data(case)["user_without_list"]
    'users of the truth without a list: 1'
    """
    held = ((probe, count_edge(probe.id, case)) for probe in edge() if probe.in_data)
    return {one.id: f"{one.in_data}: {number:,}" for one, number in held if number}


def count_edge(probe: str, case: TableCase) -> int:
    """How often the data has the edge that a probe shows."""
    if case.columns:
        return case.columns.count(QUERIES[probe].format(k=case.k))
    return COUNTS[probe](case)


def list_showing_probes(probe: str) -> tuple[str, ...]:
    """The probes that show an edge, best first: where recall is 1 in either case, say,
    another has to.

    >>> list_showing_probes("zero_grade")
    ('zero_grade', 'zero_grade_above', 'zero_grade_missed')
    """
    return (probe, *(one.id for one in edge() if one.shows == probe))


def _without_list(case: TableCase) -> int:
    return sum(not case.recommendations.get(user) for user in case.truth)


def _absent_from_truth(case: TableCase) -> int:
    return sum(user not in case.truth for user in case.recommendations)


def _without_relevant(case: TableCase) -> int:
    return sum(
        not any(is_relevant(grade) for _, grade in pairs)
        for pairs in case.truth.values()
    )


def _count_short_lists(case: TableCase) -> int:
    return sum(0 < len(pairs) < case.k for pairs in case.recommendations.values())


def _count_tied_lists(case: TableCase) -> int:
    scores = ([s for _, s in pairs] for pairs in case.recommendations.values())
    return sum(len(set(mine)) < len(mine) for mine in scores)


def _count_unsorted_lists(case: TableCase) -> int:
    scores = ([s for _, s in pairs] for pairs in case.recommendations.values())
    return sum(any(a < b for a, b in pairwise(mine)) for mine in scores)


def _yield_truth_grades(case: TableCase) -> Iterable[float]:
    return (grade for pairs in case.truth.values() for _, grade in pairs)


def _count_zero_grades(case: TableCase) -> int:
    return sum(grade == 0 for grade in _yield_truth_grades(case))


def _below_one(case: TableCase) -> int:
    return sum(
        grade > 0 and not is_relevant(grade) for grade in _yield_truth_grades(case)
    )


def _count_negative_grades(case: TableCase) -> int:
    return sum(grade < 0 for grade in _yield_truth_grades(case))


COUNTS: dict[str, Callable[[TableCase], int]] = {
    "user_without_list": _without_list,
    "user_absent_from_truth": _absent_from_truth,
    "user_without_relevant": _without_relevant,
    "short_list": _count_short_lists,
    "ties": _count_tied_lists,
    "unsorted": _count_unsorted_lists,
    "zero_grade": _count_zero_grades,
    "grade_below_one": _below_one,
    "negative_grade": _count_negative_grades,
}
"""How often data has the edge of a probe that says by `in_data` what it is there."""

OF_USERS = "SELECT count(*) FROM (SELECT user FROM {0} GROUP BY user HAVING {1})"
OF_GRADES = "SELECT count(*) FROM truth WHERE {0}"
ABSENT = "SELECT count(DISTINCT user) FROM {0} WHERE user NOT IN (SELECT user FROM {1})"
BEFORE = "lag(score) OVER (PARTITION BY user ORDER BY place)"
TIED = "SELECT user FROM predictions GROUP BY user, score HAVING count(*) > 1"

QUERIES: dict[str, str] = {
    "user_without_list": ABSENT.format("truth", "predictions"),
    "user_absent_from_truth": ABSENT.format("predictions", "truth"),
    "user_without_relevant": OF_USERS.format("truth", f"max(relevance) < {RELEVANT}"),
    "short_list": OF_USERS.format("predictions", "count(*) < {k}"),
    "ties": f"SELECT count(DISTINCT user) FROM ({TIED})",
    "unsorted": "SELECT count(DISTINCT user) FROM "
    f"(SELECT user, score > {BEFORE} AS rises FROM predictions) WHERE rises",
    "zero_grade": OF_GRADES.format("relevance = 0"),
    "grade_below_one": OF_GRADES.format(f"relevance > 0 AND relevance < {RELEVANT}"),
    "negative_grade": OF_GRADES.format("relevance < 0"),
}
"""The same counts of tables in columns; `k` is the case's."""
