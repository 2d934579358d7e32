"""`homonym explain`: what a variant computes, where it comes from, who computes it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from homonym.cli.common import read_own_record, tell_taken
from homonym.explain.unexplained import list_clues
from homonym.explain.variant import describe_variant
from homonym.records import store
from homonym.records.lookup import describe_recorded_formula, find_metric_in_records
from homonym.records.schema import Record
from homonym.records.schema_entry import MetricEntry

NONE = {"computed by": "none recorded", "relations": "none known"}
"""What stands below a heading that has nothing below it."""


def explain_name(name: str, file: Path | None, as_json: bool) -> None:
    """Explain a variant, an alias or a library's metric; file: one's own record."""
    own = read_own_record(file)
    told = build_metric_data(name, own)
    if told is None:
        told = describe_variant(name)
        tell_taken([name])
    if as_json:
        print(json.dumps(told, indent=2))
        return
    for key, value in told.items():
        if isinstance(value, list):
            print(f"\n{key}")
            print(
                "\n".join(f"  {line}" for line in value) or f"  {NONE.get(key, 'none')}"
            )
        else:
            print(f"{key:<10} {value}")


def build_metric_data(name: str, own: Record | None = None) -> dict[str, Any] | None:
    """What the records say of `library.metric`, or of `library==version.metric`, and
    what its variant is; None for other names."""
    found = find_metric_in_records(name, own)
    if not found:
        return None
    record, wanted = found
    entry = record.metrics[wanted]
    told = build_metric_verdicts_data(record, wanted, entry, record is own)
    if len(entry.variants) == 1:
        told |= describe_variant(entry.variants[0])
    return dict(sorted(told.items(), key=lambda one: isinstance(one[1], list)))


def read_library_records(library: str) -> list[Record]:
    """Every committed record of a library."""
    return [
        store.read_record_in_place(file) for file in store.list_record_files(library)
    ]


def build_metric_verdicts_data(
    record: Record, wanted: str, entry: MetricEntry, own: bool = False
) -> dict[str, Any]:
    """A metric's verdict in every record of its library, or in one's own alone, and one
    record's details."""
    library, version = record.library, record.version
    every = [record] if own else read_library_records(library)
    told: dict[str, Any] = {"metric": f"{library}.{wanted}", "claims": entry.claims}
    told["computes"] = [
        f"{one.version}: {describe_recorded_formula(one.metrics[wanted])}"
        for one in every
        if wanted in one.metrics
    ]
    if promised := entry.documented:
        told[f"documented at {version}"] = [
            " or ".join(promised.variants),
            f"{' '.join(f'“{quote}”' for quote in promised.quotes)} ({promised.where})",
        ]
    if next_steps := list_clues(entry):
        told[f"unexplained at {version}"] = next_steps
    told[f"conventions at {version}"] = [
        f"{n}: {outcome}" for n, outcome in entry.conventions.items()
    ]
    return told
