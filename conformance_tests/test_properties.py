"""The properties: each metric agrees with its verdict on cases drawn by Hypothesis."""

from __future__ import annotations

import pytest

from homonym.gate.check import Result
from homonym.measurement.refute import TRIES


def test_metric_agrees_with_its_verdict_on_drawn_cases(
    result: Result, metric: str, pytestconfig: pytest.Config
) -> None:
    """As many well-formed cases as were asked for, and none refutes the verdict."""
    entry = result.record.metrics.get(metric)
    if entry is None:
        pytest.skip("no verdict to refute: no longer offered")
    if entry.refuted is None:
        why = entry.no_verdict.reason if entry.no_verdict else entry.status
        pytest.skip(f"no verdict to refute: {why}")
    assert entry.refuted.failed == 0, f"refuted by {entry.cases[0]}"
    asked = pytestconfig.getoption("--homonym-max-examples") or TRIES
    assert entry.refuted.tried >= asked
