"""The fixed cases: each metric computes what its record says, edges included."""

from __future__ import annotations

import pytest

from homonym.gate.check import Result, statuses
from homonym.gate.drift import explain_drift
from homonym.records.differences import Difference

DEFINITION = ("variants", "status", "when", "core", "precision", "values", "nearest")


def differences(result: Result, metric: str) -> list[Difference]:
    """The metric's differences from its record; without a record nothing can hold."""
    if result.expected is None:
        pytest.fail(f"no record yet: homonym check {result.record.library} --accept")
    return next(d for name, _, d in statuses(result) if name == metric)


def test_every_public_metric_name_is_accounted_for(result: Result) -> None:
    """Each is wrapped, or out of scope with a reason."""
    assert result.unlisted == ()


def test_something_ran(result: Result) -> None:
    """A run in which no metric returned a value is no run."""
    assert result.cases_run > 0


def test_metric_holds_its_definition(result: Result, metric: str) -> None:
    """On the core cases the metric computes the recorded variants."""
    drifted = [
        str(one)
        for one in differences(result, metric)
        if not one.part or one.head in DEFINITION
    ]
    assert not drifted, "\n".join([*drifted, *explain_drift(result)])


def test_metric_holds_its_conventions(result: Result, metric: str) -> None:
    """On the edge cases the metric does what is recorded."""
    drifted = [d for d in differences(result, metric) if d.head == "conventions"]
    assert not drifted, "\n".join(map(str, drifted))


def test_nothing_else_drifted(result: Result) -> None:
    """The record as a whole is equal, provenance aside."""
    assert not result.drift, "\n".join(explain_drift(result))
