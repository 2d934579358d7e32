"""Whole runs over tables give what the reference gives."""

from collections.abc import Iterable
from typing import Any

import ibis
import pyarrow as pa
import pytest

from homonym.evaluation.backends.in_duckdb import DuckDb
from homonym.evaluation.whole_runs.families import FAMILIES, values
from homonym.evaluation.whole_runs.run import Run, make_run
from homonym.reference.beyond.case import RunCase
from homonym.reference.case import CaseError
from homonym.reference.corpus import core
from homonym.reference.large import large_cases
from homonym.reference.variants import Family, Variant, families

NEAR = 1e-12
HOMES = families(RunCase)
LINES = [case.id for case in core(RunCase)]
LARGE = [case.id for case in large_cases(RunCase)]
BY_HAND = ["a > bc = b ; ab > c = d | dcba @2", "ab > = c ; c > dab = a ; > d @1"]
GROUPS = {"groups", "euclidean"}


@pytest.fixture(scope="module")
def backend() -> Any:
    """DuckDB, in this process."""
    return DuckDb.opened()


def run_of(backend: Any, case: RunCase) -> Run:
    """The case as tables: who has nothing at all stands in the truth without an item,
    as who counts without a list does."""
    lists = [
        (user, item, n)
        for user, pairs in case.recommendations.items()
        for n, (item, _score) in enumerate(pairs, 1)
    ]
    truth = [(u, i) for u, pairs in case.truth.items() for i, _grade in pairs]
    nobody = {*case.recommendations} - {row[0] for row in [*lists, *truth]}
    train = [(u, i) for u, items in case.train.items() for i in items]
    placed = [(*row, place) for place, row in enumerate(train)]
    catalogue = [(item, place) for place, item in enumerate(case.catalogue)]
    return make_run(
        backend,
        frame(("user", "item", "n"), lists),
        frame(("user", "item"), [*truth, *((user, None) for user in nobody)]),
        frame(("user", "item", "place"), placed),
        frame(("item", "place"), catalogue),
        0,
    )


def frame(names: Iterable[str], rows: list[tuple[Any, ...]]) -> Any:
    """A table of rows."""
    columns = {
        name: pa.array([row[place] for row in rows], pa.int64())
        for place, name in enumerate(names)
    }
    return ibis.memtable(pa.table(columns))


def of_tables(home: Family) -> list[Variant]:
    """A family's definitions that are evaluated; those with a number for each user at
    their mean."""
    return [
        one
        for one in home.variants
        if one.names["users"] != "caller" and not GROUPS & {*one.names.values()}
    ]


def differing(backend: Any, case: RunCase) -> dict[str, Any]:
    """The definitions of which the tables give another number than the reference."""
    every = [one for name in FAMILIES for one in of_tables(HOMES[name])]
    wanted = {one: value for one in every if (value := value_of(one, case)) != "error"}
    found = values(run_of(backend, case), list(wanted), case.k)
    return {
        str(one): (wanted[one], found[one])
        for one in wanted
        if not alike(wanted[one], found[one])
    }


def value_of(variant: Variant, case: RunCase) -> Any:
    """The reference's number."""
    try:
        return variant.value(case)
    except CaseError:
        return "error"


def alike(wanted: Any, found: float | None) -> bool:
    """Whether the two are one number, or undefined."""
    if wanted is None or found is None:
        return wanted is found
    return abs(wanted - found) <= NEAR * max(1.0, abs(wanted))


@pytest.mark.parametrize("line", [*BY_HAND, *LINES[::40]])
def test_definitions_are_the_references(backend: Any, line: str) -> None:
    assert not differing(backend, RunCase.parse(line))


@pytest.mark.exhaustive
@pytest.mark.parametrize("line", [*LINES, *LARGE])
def test_definitions_are_the_references_on_every_case(backend: Any, line: str) -> None:
    assert not differing(backend, RunCase.parse(line))
