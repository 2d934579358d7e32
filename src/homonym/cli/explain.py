"""`homonym explain`: what a variant computes, where it comes from, who computes it."""

from __future__ import annotations

import json
from typing import Any

from homonym.cli.common import tell_taken
from homonym.explain.variant import variant
from homonym.records import store
from homonym.records.lookup import computes, on_record

NONE = {"computed by": "none recorded", "relations": "none known"}
"""What stands below a heading that has nothing below it."""


def run(name: str, as_json: bool) -> None:
    """Explain a variant, an alias or a library's metric."""
    told = metric(name) or variant(name)
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


def metric(name: str) -> dict[str, Any] | None:
    """What the records say of `library.metric`, or of `library==version.metric`, and
    what its variant is; None for other names."""
    found = on_record(name)
    if not found:
        return None
    record, wanted = found
    entry = record["metrics"][wanted]
    told = recorded(record, wanted, entry)
    variants = entry.get("variants", ())
    if len(variants) == 1:
        told |= variant(variants[0])
    return dict(sorted(told.items(), key=lambda one: isinstance(one[1], list)))


def recorded(
    record: store.Record, wanted: str, entry: dict[str, Any]
) -> dict[str, Any]:
    """A metric's verdict in every record of its library, and one record's details."""
    library, version = record["library"], record["version"]
    mine = {
        r["version"]: r["metrics"] for r in store.every() if r["library"] == library
    }
    told: dict[str, Any] = {"metric": f"{library}.{wanted}", "claims": entry["claims"]}
    told["computes"] = [
        f"{v}: {computes(metrics[wanted])}"
        for v, metrics in mine.items()
        if wanted in metrics
    ]
    if promised := entry.get("documented"):
        told[f"documented at {version}"] = [
            promised["variant"],
            f"“{promised['quote']}” ({promised['where']})",
        ]
    conventions = entry.get("conventions", {}).items()
    told[f"conventions at {version}"] = [
        f"{n}: {outcome}" for n, outcome in conventions
    ]
    return told
