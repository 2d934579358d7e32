"""What a metric makes of variations that must not change its value: start at
`vary_metric`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from homonym.adapters.contract import Measurement, Metric, Value
from homonym.measurement.calls import Calls
from homonym.measurement.library_process import make_case_request
from homonym.reference.variants import Problem, Variant
from homonym.verdicts.invariances import (
    AT_LENGTH,
    AT_SIZE,
    CASES,
    LATER,
    judge_variation,
    list_metric_variations,
    order_cases_to_try,
)

MANY = 64
"""Users of a case: more than a batch has, where libraries take them by batches."""
LONG = 256
"""Items of a list: more than a library sorts at once that sorts the best alone."""
MeasuredCases = Mapping[Any, Measurement]
"""What a metric gave of cases."""


def vary_metric(
    metric: Metric,
    variant: Variant | None,
    measured: MeasuredCases,
    calls: Calls,
    large: MeasuredCases | None = None,
) -> dict[str, str]:
    """What the metric makes of each variation of the first cases that it takes, of
    those that show what the variation may do before others, and of large ones that are
    large in what the variation is about."""
    taken = [(case, m) for case, m in measured.items() if isinstance(m, Value)]
    found = {}
    for name in (LATER, *list_metric_variations(metric)):
        tried = [
            (case, before, ask_varied_case(calls, metric, name, case))
            for case, before in [
                *order_cases_to_try(name, taken)[:CASES],
                *select_large_cases(name, large or {}),
            ]
        ]
        found[name] = str(judge_variation(name, metric, variant, tried))
    return found


def select_large_cases(
    variation: str, measured: MeasuredCases
) -> list[tuple[Any, Measurement]]:
    """The cases that are large in what a variation is about, with what was measured."""
    if variation in AT_SIZE:
        return find_many_users_case(measured)
    return find_long_list_cases(measured) if variation in AT_LENGTH else []


def find_many_users_case(measured: MeasuredCases) -> list[tuple[Any, Measurement]]:
    """The smallest of the cases of many users, with what was measured; nothing where
    there is none."""
    many = [case for case in measured if len(case.users) > MANY]
    smallest = min(many, key=lambda case: case.weight, default=None)
    return [(smallest, measured[smallest])] if smallest else []


def find_long_list_cases(measured: MeasuredCases) -> list[tuple[Any, Measurement]]:
    """The cases with a long list, with what was measured: in some of them nothing is
    relevant down to the cut-off."""
    return [
        (case, gave)
        for case, gave in measured.items()
        if any(len(row) > LONG for row in case.recommendations.values())
    ]


def ask_varied_case(
    calls: Calls, metric: Metric, name: str, case: Problem
) -> Measurement:
    """What the metric gives on a variation of a case."""
    if name == LATER:
        return calls.ask(metric.name, case)
    measured = calls.ask(metric.name, {**make_case_request(case), "varied": name})
    calls.rows.append((metric.name, f"varied {name} {case.id}", measured))
    return measured
