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
    AT_SIZE,
    CASES,
    LATER,
    first_tried,
    outcome_of_variation,
    tried_on,
)

MANY = 64
"""Users of a case: more than a batch has, where libraries take them by batches."""


def vary_metric(
    metric: Metric,
    variant: Variant | None,
    measured: Mapping[Any, Measurement],
    calls: Calls,
    at_size: Mapping[Any, Measurement] | None = None,
) -> dict[str, str]:
    """What the metric makes of each variation of the first cases that it takes, of
    those that show what the variation may do before others, and, of other orders and
    ids, of what it gave `at_size`."""
    large = [*(at_size or {}).items()]
    taken = [(case, m) for case, m in measured.items() if isinstance(m, Value)]
    found = {}
    for name in (LATER, *tried_on(metric)):
        tried = [
            (case, before, varied(calls, metric, name, case))
            for case, before in [
                *first_tried(name, taken)[:CASES],
                *(large if name in AT_SIZE else ()),
            ]
        ]
        found[name] = str(outcome_of_variation(name, metric, variant, tried))
    return found


def of_many_users(measured: Mapping[Any, Measurement]) -> dict[Any, Measurement]:
    """The smallest of the cases of many users, with what was measured; nothing where
    there is none."""
    many = [case for case in measured if len(case.users) > MANY]
    smallest = min(many, key=lambda case: case.weight, default=None)
    return {smallest: measured[smallest]} if smallest else {}


def varied(calls: Calls, metric: Metric, name: str, case: Problem) -> Measurement:
    """What the metric gives on a variation of a case."""
    if name == LATER:
        return calls.ask(metric.name, case)
    measured = calls.ask(metric.name, {**request(case), "varied": name})
    calls.rows.append((metric.name, f"varied {name} {case.id}", measured))
    return measured
