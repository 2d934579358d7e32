"""`homonym check`: measure, hold to the record, say what drifted."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from homonym import records
from homonym.check import Broken, Result, check, statuses
from homonym.cli import BROKEN, DRIFT, HOLDS, NOTHING_RAN
from homonym.commands.common import checkout_of, console, progress
from homonym.drift import explain
from homonym.library import find_adapter


def run(
    library: str,
    accept: bool,
    checkouts: list[str],
    folder: Path | None,
    as_json: bool,
) -> int:
    """Check one library; return the exit code."""
    find_adapter(library)
    clone = checkout_of(library, checkouts)
    if accept and folder:
        records.make(folder)
    try:
        with progress(library) as moved:
            result = check(library, clone, moved, folder, example=accept, renew=accept)
    except Broken as broken:
        print(f"homonym: {broken}", file=sys.stderr)
        return BROKEN
    if accept:
        return accepted(result, folder)
    if as_json:
        print(json.dumps(summary(result), indent=2))
    else:
        show(result)
    return code(result)


def code(result: Result) -> int:
    """The exit code of a check."""
    if not result.cases_run:
        return NOTHING_RAN
    return DRIFT if result.drift or result.expected is None else HOLDS


def accepted(result: Result, folder: Path | None) -> int:
    """Write the record and print the difference."""
    if not result.cases_run:
        print("homonym: nothing ran, so nothing is recorded", file=sys.stderr)
        return NOTHING_RAN
    file = records.write(result.record, result.rows, folder)
    for line in result.drift or [
        "no difference" if result.expected else "a new record"
    ]:
        print(line)
    print(f"recorded in {file}")
    return HOLDS


def summary(result: Result) -> dict[str, object]:
    """The result for a machine."""
    return {
        "library": result.record["library"],
        "version": result.record["version"],
        "cases_run": result.cases_run,
        "metrics": {n: {"status": s, "drift": d} for n, s, d in statuses(result)},
        "drift": result.drift,
    }


def show(result: Result) -> None:
    """One line a metric, then the evidence for what drifted, then the sum."""
    from rich.table import Table

    record = result.record
    table = Table("metric", "computes", "status", box=None, pad_edge=False)
    for name, status, _ in statuses(result):
        table.add_row(name, computes(record["metrics"].get(name, {})), status)
    console().print(table)
    for line in explain(result):
        print(line)
    named = f"{record['library']} {record['version']}"
    if result.expected is None:
        print(
            f"\n{named} has no record yet: homonym check {record['library']} --accept"
        )
    elif not result.drift:
        print(f"\n{named} holds its record: {result.cases_run} measurements ran")
    else:
        print(f"\nmeant it?  homonym check {record['library']} --accept")


def computes(entry: dict[str, object]) -> str:
    """What a metric was found to compute, in a few words."""
    if "unavailable" in entry:
        return f"unavailable: {entry['unavailable']}"
    found = entry.get("variants") or ["unexplained"]
    assert isinstance(found, list)
    when = f" on {entry['when']}" if entry.get("when") else ""
    return " or ".join(found) + str(when).replace("_", " ")
