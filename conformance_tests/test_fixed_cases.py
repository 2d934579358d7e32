"""The fixed cases: each metric computes what its record says, edges included."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import pytest

from homonym.adapters import find_adapter
from homonym.gate.check import Result
from homonym.gate.drift import (
    MetricChange,
    list_metric_changes,
    list_other_changes,
    yield_edge_lines,
)


def find_change_from_record(result: Result, metric: str) -> MetricChange | None:
    """How a metric differs from its record; without a record nothing can hold."""
    if result.expected is None:
        pytest.fail(f"no record yet: homonym check {result.record.library} --accept")
    return next((c for c in list_metric_changes(result) if c.metric == metric), None)


def name_tested_version(result: Result) -> str:
    """The library and its version, as lines begin."""
    return f"{result.record.library} {result.record.version}"


def test_every_public_metric_name_is_accounted_for(result: Result) -> None:
    """Each is wrapped, or out of scope with a reason."""
    assert result.unlisted == ()


def test_something_ran(result: Result) -> None:
    """A run in which no metric returned a value is no run."""
    assert result.cases_run > 0


def test_metric_holds_its_definition(result: Result, metric: str) -> None:
    """On the core cases the metric computes the recorded variants; what follows from
    another definition is told here, and fails nowhere else."""
    change = find_change_from_record(result, metric)
    if change and (change.redefined or change.own):
        pytest.fail("\n".join(change.lines(name_tested_version(result))), pytrace=False)


def test_metric_holds_its_conventions(result: Result, metric: str) -> None:
    """On the edge cases the metric does what is recorded."""
    change = find_change_from_record(result, metric)
    if change and change.redefined and change.status != "new":
        pytest.skip(f"{change.headline}: see its definition")
    lines = (
        [line for row in change.edges for line in yield_edge_lines(row)]
        if change
        else []
    )
    if lines:
        pytest.fail(
            "\n".join([f"{name_tested_version(result)}: {metric}", *lines]),
            pytrace=False,
        )


def test_nothing_else_drifted(result: Result, pytestconfig: pytest.Config) -> None:
    """The record as a whole is equal, provenance aside."""
    tested = find_adapter(pytestconfig.getoption("--homonym-library")).metrics
    told = [*describe_untested_changes(result, tested), *list_other_changes(result)]
    if result.drift and told:
        pytest.fail("\n".join([name_tested_version(result), *told]), pytrace=False)


def describe_untested_changes(result: Result, tested: Collection[str]) -> Iterator[str]:
    """How metrics differ that no other test looks at: those that the adapter no longer
    has, and the variations of those that are defined as before."""
    for change in list_metric_changes(result):
        if change.metric not in tested:
            yield from change.lines(name_tested_version(result))
        elif not change.redefined:
            rest = (one for one in change.rest if one not in change.own)
            yield from (f"{change.metric}: {one.within}" for one in rest)
