"""The properties: each metric agrees with its verdict on cases drawn by Hypothesis."""

from __future__ import annotations

import pytest

from homonym.gate.check import Result
from homonym.measurement.refute import TRIES


def test_metric_agrees_with_its_verdict_on_drawn_cases(
    result: Result, metric: str, pytestconfig: pytest.Config
) -> None:
    """As many well-formed cases as were asked for, and none refutes the verdict."""
    entry = result.record["metrics"].get(metric, {"unavailable": "no longer offered"})
    if not entry.get("variants"):
        pytest.skip(f"no verdict to refute: {entry.get('unavailable', 'unexplained')}")
    tried = entry["refuted"]
    assert tried["failed"] == 0, f"refuted by {entry['cases'][0]}"
    asked = pytestconfig.getoption("--homonym-max-examples") or TRIES
    assert tried["tried"] >= asked
