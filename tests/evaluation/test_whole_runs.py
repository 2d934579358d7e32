"""Whole runs over tables give what the reference gives."""

from typing import Any

import pytest
from runs_by_reference import differing, frame, of_tables, run_of
from samples import few_of

from homonym.evaluation.backends.in_duckdb import DuckDb
from homonym.evaluation.whole_runs.families import FAMILIES
from homonym.evaluation.whole_runs.run import number_training_users
from homonym.reference.beyond.case import RunCase
from homonym.reference.corpus import core
from homonym.reference.large import large_cases
from homonym.reference.variants import families

HOMES = families(RunCase)
EVERY = [one for name in FAMILIES for one in of_tables(HOMES[name])]
LINES = [case.id for case in core(RunCase)]
LARGE = [case.id for case in large_cases(RunCase)]
BY_HAND = [
    "a > bc = b ; ab > c = d | dcba @2",
    "ab > = c ; c > dab = a ; > d @1",
    "a > bc = b ; 2: ab > c = d ; 2: c > da = a | dc,ba @2",
]


@pytest.fixture(scope="module")
def backend() -> Any:
    """DuckDB, in this process."""
    return DuckDb.opened()


@pytest.mark.parametrize("line", few_of([*BY_HAND, *LINES, *LARGE], [BY_HAND[-1]]))
def test_definitions_are_the_references(backend: Any, line: str) -> None:
    assert not differing(backend, RunCase.parse(line), EVERY)


def test_a_surprise_is_far_from_all_that_a_user_has_in_training(backend: Any) -> None:
    """Of three items each of which is alike to what is shown."""
    case = RunCase.parse("abc > d = d ; abd > c = c | abcd @1")
    assert not differing(
        backend, case, [HOMES["serendipity"].variant(surprise="cooccurrence")]
    )


def test_lists_of_nothing_overlap_in_nothing(backend: Any) -> None:
    """Two users without a list are told apart, as the reference has it."""
    case = RunCase.parse("a > = b ; b > = a | ab @1")
    assert not differing(backend, case, of_tables(HOMES["inter_list_diversity"]))


def test_everyone_with_a_list_or_a_truth_is_a_user(backend: Any) -> None:
    """0 of what there is none of: who has no list, no truth, or no training."""
    users = run_of(backend, RunCase.parse(BY_HAND[1])).users.order_by("u")
    found = backend.fetch(users.select("u", "r", "length", "trained")).to_pylist()
    assert [tuple(row.values()) for row in found] == [
        (0, 1, 0, 2),
        (1, 1, 3, 1),
        (2, 0, 1, 0),
    ]


def test_who_is_in_training_alone_has_a_number_below_0(backend: Any) -> None:
    """Each a number of their own."""
    train = frame(("user", "item"), [(5, 1), (7, 1), (8, 2), (9, 1), (9, 3)])
    users = number_training_users(backend, train, frame(("user", "u"), [(5, 0)]))
    found = backend.fetch(users.order_by("u", "item")).to_pylist()
    assert [tuple(row.values()) for row in found] == [
        (-3, 1),
        (-3, 3),
        (-2, 2),
        (-1, 1),
        (0, 1),
    ]
