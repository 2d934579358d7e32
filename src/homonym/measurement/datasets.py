"""A library's metrics on whole datasets: start at `measure_example_data` and
`measure_movielens`."""

from __future__ import annotations

from collections.abc import Mapping
from math import nan
from pathlib import Path
from statistics import fmean

from homonym.adapters.contract import Measurement, Metric, Value
from homonym.cases.kinds import find_case_kind
from homonym.measurement.calls import Calls
from homonym.records.schema import OnData
from homonym.records.values import PER_USER, round_value, summarise_measurement
from homonym.verdicts.formula import find_metric_case_type

EXAMPLE = "homonym example, seed 1"
"""The data on which every library is run at k = 20."""
HOUR = 3600.0
"""The time a call on a whole dataset may take: it is no hang that is looked for."""

DataParts = Mapping[str, dict[str, str]]
"""How the child process is asked about the first k ranks (`top`), and about full
rankings (`full`)."""


def measure_example_data(calls: Calls, metrics: Mapping[str, Metric]) -> OnData:
    """The metrics on the example data."""
    parts = {part: {"example": part} for part in ("top", "full")}
    return measure_dataset(calls, "example", EXAMPLE, parts, metrics)


def measure_movielens(
    calls: Calls, metrics: Mapping[str, Metric], ratings: Path
) -> OnData:
    """The metrics on the ratings given."""
    from homonym.datasets.movielens_cases import open_movielens_cases

    with open_movielens_cases(ratings) as given:
        return measure_dataset(calls, "movielens", given.name, given.parts, metrics)


def measure_dataset(
    calls: Calls, name: str, data: str, parts: DataParts, metrics: Mapping[str, Metric]
) -> OnData:
    """Every metric on a dataset: its value, and the mean of per-user numbers."""
    calls.library.seconds = HOUR
    values: dict[str, float | str] = {}
    means: dict[str, float | str] = {}
    for metric in metrics.values():
        if not find_case_kind(find_metric_case_type(metric)).of_tables:
            continue
        part = "full" if metric.full else "top"
        measured = calls.ask(metric.name, parts[part])
        calls.rows.append((metric.name, f"{name} {part}", measured))
        values[metric.name] = summarise_measurement(measured)
        if values[metric.name] == PER_USER:
            means[metric.name] = compute_callers_mean(measured)
    return OnData(data=data, values=values, means=means)


def compute_callers_mean(measured: Measurement) -> float:
    """The mean of the users' numbers, as a caller takes it; NaN where one is none."""
    assert isinstance(measured, Value) and measured.per_user
    known = [n for n in measured.per_user if n is not None]
    return round_value(fmean(known)) if len(known) == len(measured.per_user) else nan
