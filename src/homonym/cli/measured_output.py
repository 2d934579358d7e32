"""What `homonym measure` prints beside a library's numbers, and how."""

from __future__ import annotations

from math import isfinite
from typing import Any

from homonym.cli.common import make_console
from homonym.datasets.edges_in_data import list_showing_probes
from homonym.records.lookup import describe_recorded_formula
from homonym.records.schema_entry import MetricEntry


def describe_recorded_verdict(entry: MetricEntry | None) -> str:
    """What the metric computes, if it is on record."""
    return describe_recorded_formula(entry) if entry else "no record"


def describe_refuted_record(computes: str) -> str:
    """The same where the number here is not that definition's.

    >>> describe_refuted_record("r_precision(cut=r)")
    'recorded as r_precision(cut=r), but differs'
    >>> describe_refuted_record("recall(divisor=r), but ids matter")
    'recorded as recall(divisor=r), but ids matter, and differs'
    """
    joined = "and" if ", but " in computes else "but"
    return f"recorded as {computes}, {joined} differs"


def list_situation_outcomes(
    held: dict[str, str], entries: dict[str, MetricEntry | None]
) -> list[dict[str, Any]]:
    """What the data holds that a convention decides, and what was recorded of each."""
    return [
        {
            "probe": probe,
            "data": words,
            "outcomes": {
                n: describe_recorded_outcome(entry, probe)
                for n, entry in entries.items()
            },
        }
        for probe, words in held.items()
    ]


def describe_recorded_outcome(entry: MetricEntry | None, probe: str) -> str:
    """What was recorded of the metric by the first probe that shows it."""
    known = entry.conventions if entry else {}
    shows = (known[one] for one in list_showing_probes(probe) if one in known)
    return next(shows, "not recorded")


def replace_nan_by_null(found: dict[str, Any]) -> dict[str, Any]:
    """The result with null for NaN and infinite values, which JSON does not have."""
    rows = [
        {**row, "value": None}
        if isinstance(row["value"], float) and not isfinite(row["value"])
        else row
        for row in found["metrics"]
    ]
    return {**found, "metrics": rows}


def show_measured(found: dict[str, Any]) -> None:
    """A row a metric, for the terminal."""
    from rich.table import Table

    title = f"{found['library']} {found['version']} at k = {found['k']}"
    more = ["evaluate"] if any("evaluate" in row for row in found["metrics"]) else []
    names = ["metric", "value", "computes", *more]
    table = Table(*names, box=None, pad_edge=False)
    for row in found["metrics"]:
        value = row["value"]
        text = f"{value:.6f}" if isinstance(value, float) else value
        cells = [row[name] for name in ("computes", *more)]
        table.add_row(row["metric"], text, *cells)
    print(title)
    make_console().print(table)
    show_conventions(found["conventions"])


def show_conventions(decided: list[dict[str, Any]]) -> None:
    """The conventions that the numbers rest on: metrics of one outcome on one line."""
    if decided:
        print("\ndecided by conventions on this data, not by the formula")
    for one in decided:
        print(f"  {one['data']} ({one['probe']})")
        groups: dict[str, list[str]] = {}
        for name, outcome in one["outcomes"].items():
            groups.setdefault(outcome, []).append(name)
        for outcome, names in groups.items():
            print(f"    {outcome}: {', '.join(names)}")
