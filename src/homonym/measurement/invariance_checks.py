"""What a metric makes of variations that must not change its value: start at
`vary_metric`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from homonym.adapters.contract import Measurement, Metric, Value
from homonym.measurement.calls import Calls
from homonym.measurement.process import request
from homonym.reference.variants import Problem, Variant
from homonym.verdicts.invariances import (
    CASES,
    LATER,
    first_tried,
    outcome_of_variation,
    tried_on,
)


def vary_metric(
    metric: Metric,
    variant: Variant | None,
    measured: Mapping[Any, Measurement],
    calls: Calls,
) -> dict[str, str]:
    """What the metric makes of each variation of the first cases that it takes, of
    those that show what the variation may do before others."""
    taken = [(case, m) for case, m in measured.items() if isinstance(m, Value)]
    found = {}
    for name in (LATER, *tried_on(metric)):
        tried = [
            (case, before, varied(calls, metric, name, case))
            for case, before in first_tried(name, taken)[:CASES]
        ]
        found[name] = str(outcome_of_variation(name, metric, variant, tried))
    return found


def varied(calls: Calls, metric: Metric, name: str, case: Problem) -> Measurement:
    """What the metric gives on a variation of a case."""
    if name == LATER:
        return calls.ask(metric.name, case)
    measured = calls.ask(metric.name, {**request(case), "varied": name})
    calls.rows.append((metric.name, f"varied {name} {case.id}", measured))
    return measured
