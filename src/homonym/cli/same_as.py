"""`homonym same-as`: who computes the same number."""

from __future__ import annotations

import json
from pathlib import Path

from homonym.cases.conditions import ASKED
from homonym.cli.common import make_console, read_own_record
from homonym.errors import UserError, in_brief
from homonym.records import store
from homonym.records.lookup import find_identified_metric
from homonym.records.same_metric import (
    RecordedMetric,
    Same,
    find_same,
    list_identified_metrics,
)
from homonym.records.violations import describe_violations, format_violations


def list_same(
    name: str, when: list[str], as_json: bool, file: Path | None = None
) -> None:
    """List the metrics that compute what `LIBRARY[==VERSION].METRIC` does, or a metric
    of one's own record."""
    own = read_own_record(file)
    one = find_identified_metric(name, own)
    every = [*store.read_every(), *([own] if own else [])]
    found = find_same(one, list_identified_metrics(every), parse_when_conditions(when))
    if as_json:
        print(json.dumps(build_same_metrics_data(one, when, found), indent=2))
    else:
        show_same(one, when, found)


def parse_when_conditions(when: list[str]) -> list[str]:
    """The conditions as the rules call them."""
    for word in when:
        if word not in ASKED:
            known = ", ".join(ASKED)
            raise UserError(f"--when {in_brief(word)} is unknown; known are {known}")
    return [condition for word in when for condition in ASKED[word]]


def build_same_metrics_data(
    one: RecordedMetric, when: list[str], found: list[Same]
) -> dict[str, object]:
    """The answer for a machine."""
    return {
        "metric": str(one),
        "computes": one.entry.variants[0],
        "when": when,
        "violations": list(describe_violations(one.entry)),
        "same": [
            {
                "library": other.metric.library,
                "version": other.metric.version,
                "metric": other.metric.name,
                "computes": other.metric.entry.variants[0],
                "on": list(other.when),
                "violations": list(describe_violations(other.metric.entry)),
                "edges": {probe: [a, b] for probe, a, b in other.edges},
            }
            for other in found
        ],
    }


def show_same(one: RecordedMetric, when: list[str], found: list[Same]) -> None:
    """A line a metric, with the edge cases in which it differs."""
    from rich.table import Table

    given = f" when {' and '.join(when)}" if when else ""
    computes = f"{one.entry.variants[0]}{format_violations(one.entry)}"
    print(f"{one} computes {computes}; the same number{given}:")
    table = Table("metric", "computes", "differs in", box=None, pad_edge=False)
    for other in found:
        on = f" on {', '.join(other.when)}".replace("_", " ") if other.when else ""
        edges = ", ".join(probe for probe, _, _ in other.edges) or "no edge case"
        entry = other.metric.entry
        computes = f"{entry.variants[0]}{on}{format_violations(entry)}"
        table.add_row(str(other.metric), computes, edges)
    make_console().print(table) if found else print("  nobody else on record")
