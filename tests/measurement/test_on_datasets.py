"""Metrics on whole datasets: which part each is asked about, and what is kept."""

from __future__ import annotations

from dataclasses import replace
from math import isnan, nan
from typing import Any

import pytest
from fakes.scripted import Scripted, right

from homonym.adapters.contract import Failed, Measurement, Refused, Value
from homonym.measurement.calls import Calls
from homonym.measurement.datasets import (
    EXAMPLE,
    HOUR,
    compute_callers_mean,
    measure_example_data,
)


def test_a_metric_is_asked_about_the_first_ranks_or_full_rankings() -> None:
    """As it is made for; with an hour's patience. Of users' numbers the mean stands
    beside; metrics of other cases than tables hold are not asked."""
    asked: list[tuple[str, Any]] = []

    def gives(name: str, answer: Measurement) -> Any:
        def answered(case: Any, seed: int) -> Measurement:
            asked.append((name, case))
            return answer

        return answered

    library = Scripted(
        {
            "alpha_ndcg": right,
            "recall": gives("recall", Value(2 / 3)),
            "auc": gives("auc", Value(None, (0.5, 1.0))),
            "hit_rate": gives("hit_rate", Failed("KeyError: 1")),
        }
    )
    library.seconds = 1.0
    metrics = library.adapter.metrics
    metrics["auc"] = replace(metrics["auc"], full=True)
    calls = Calls(library)
    found = measure_example_data(calls, metrics)
    assert asked == [
        ("recall", {"example": "top"}),
        ("auc", {"example": "full"}),
        ("hit_rate", {"example": "top"}),
    ]
    assert found.data == EXAMPLE and library.seconds == HOUR == 3600
    assert found.values["recall"] == pytest.approx(2 / 3, abs=1e-9)
    assert found.values["hit_rate"] == "raises KeyError: 1"
    assert found.means == {"auc": 0.75} and isinstance(found.values["auc"], str)
    lines = [(name, line) for name, line, _ in calls.rows]
    assert lines == [
        ("recall", "example top"),
        ("auc", "example full"),
        ("hit_rate", "example top"),
    ]


def test_a_mean_with_a_user_without_a_number_is_none() -> None:
    """As whoever averages them gets it."""
    assert compute_callers_mean(Value(None, (0.5, 0.25))) == 0.375
    assert isnan(compute_callers_mean(Value(None, (0.5, None))))
    assert compute_callers_mean(Value(None, (1.0, nan))) != 0.5
    with pytest.raises(AssertionError):
        compute_callers_mean(Refused("none"))
