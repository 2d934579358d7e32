"""Whole runs over tables give what the reference gives."""

from typing import Any

import pytest
from runs_by_reference import differing, of_tables
from samples import few_of

from homonym.evaluation.backends.in_duckdb import DuckDb
from homonym.evaluation.whole_runs.families import FAMILIES
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
