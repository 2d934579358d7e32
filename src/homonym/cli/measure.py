"""`homonym measure`: a library's own metrics on people's data."""

from __future__ import annotations

import json
from math import isfinite
from pathlib import Path
from typing import Any

from homonym.adapters import find_adapter
from homonym.cli.common import console
from homonym.datasets.edges_in_data import showing, situations
from homonym.datasets.tables import load_case
from homonym.errors import UserError
from homonym.gate.check import not_imported
from homonym.measurement.process import LibraryProcess, checkout_of, handed
from homonym.records import store
from homonym.records.lookup import computes
from homonym.records.schema_entry import MetricEntry
from homonym.records.values import shown_measurement
from homonym.reference.case import TableCase

HOUR = 3600.0


def measure_tables(
    library: str,
    predictions: Path,
    truth: Path,
    k: int,
    wanted: list[str],
    version: str,
    columns: dict[str, str],
    checkouts: list[str],
    as_json: bool,
    seconds: float = HOUR,
) -> None:
    """Read the two files and print what each metric of the library returns."""
    adapter = find_adapter(library)
    known_names(library, list(adapter.metrics), wanted)
    case = load_case(predictions, truth, k, columns)
    with LibraryProcess(library, checkout_of(library, checkouts), seconds) as asked:
        about = installed_library(asked, version)
        known = verdicts_on_record(library, about["version"])
        names = wanted or list(adapter.offered(about["names"]))
        values = measure_metrics(asked, names, case)
    found = {
        "library": library,
        "version": about["version"],
        "k": k,
        "metrics": [
            {
                "metric": n,
                "value": values[n],
                "computes": verdict_on_record(known.get(n)),
            }
            for n in names
        ],
        "conventions": decided(situations(case), {n: known.get(n) for n in names}),
    }
    if as_json:
        print(json.dumps(without_nan(found), indent=2, allow_nan=False))
    else:
        show_measured(found)


def measure_metrics(
    asked: LibraryProcess, names: list[str], case: TableCase
) -> dict[str, float | str]:
    """What each metric returns on the case, which the library's process reads from a
    file."""
    with handed(case, asked) as request:
        return {name: shown_measurement(asked.measure(name, request)) for name in names}


def verdict_on_record(entry: MetricEntry | None) -> str:
    """What the metric computes, if it is on record."""
    return computes(entry) if entry else "no record"


def known_names(library: str, known: list[str], wanted: list[str]) -> None:
    """UserError for a metric asked for that no version of the library has."""
    for name in wanted:
        if name not in known:
            raise UserError(
                f"{library} has no metric {name!r}; known are {', '.join(known)}"
            )


def installed_library(asked: LibraryProcess, version: str) -> dict[str, Any]:
    """What the child says of the library; UserError when it is not the one wanted."""
    name, about = asked.adapter.library, asked.about
    if "error" in about:
        raise not_imported(asked.adapter, about["error"])
    if version and about["version"] != version:
        raise UserError(
            f"{name} {about['version']} is installed here, not {version}",
            f"pip install {name}=={version}",
        )
    return about


def verdicts_on_record(library: str, version: str) -> dict[str, MetricEntry]:
    """The recorded metrics of that version, if there is a record."""
    file = store.record_path(library, version)
    return store.read(file).metrics if file.exists() else {}


def decided(
    held: dict[str, str], entries: dict[str, MetricEntry | None]
) -> list[dict[str, Any]]:
    """What the data holds that a convention decides, and what was recorded of each."""
    return [
        {
            "probe": probe,
            "data": words,
            "outcomes": {
                n: outcome_on_record(entry, probe) for n, entry in entries.items()
            },
        }
        for probe, words in held.items()
    ]


def outcome_on_record(entry: MetricEntry | None, probe: str) -> str:
    """What was recorded of the metric by the first probe that shows it."""
    known = entry.conventions if entry else {}
    shows = (known[one] for one in showing(probe) if one in known)
    return next(shows, "not recorded")


def without_nan(found: dict[str, Any]) -> dict[str, Any]:
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
    table = Table("metric", "value", "computes", box=None, pad_edge=False)
    for row in found["metrics"]:
        value = row["value"]
        text = f"{value:.6f}" if isinstance(value, float) else value
        table.add_row(row["metric"], text, row["computes"])
    print(title)
    console().print(table)
    show_conventions(found["conventions"])


def show_conventions(decided: list[dict[str, Any]]) -> None:
    """The conventions that the numbers rest on: metrics of one outcome on one line."""
    if decided:
        print("\nwhat conventions decide on this data, not the formula")
    for one in decided:
        print(f"  {one['data']} ({one['probe']})")
        groups: dict[str, list[str]] = {}
        for name, outcome in one["outcomes"].items():
            groups.setdefault(outcome, []).append(name)
        for outcome, names in groups.items():
            print(f"    {outcome}: {', '.join(names)}")
