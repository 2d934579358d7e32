"""`homonym libraries`: what is followed, what is recorded, what is installed here."""

from __future__ import annotations

import json
from importlib import metadata

from homonym import records
from homonym.adapters import adapters
from homonym.commands.common import console


def run(as_json: bool) -> None:
    """List the libraries."""
    recorded: dict[str, list[str]] = {name: [] for name in adapters()}
    for record in records.every():
        recorded.setdefault(record["library"], []).append(record["version"])
    rows: list[dict[str, object]] = [
        {
            "library": name,
            "title": adapter.title,
            "metrics": len(adapter.metrics),
            "recorded": recorded[name],
            "installed": installed(name),
            "from": "a clone: --checkout" if adapter.checkout else "registry",
            "homepage": adapter.homepage,
        }
        for name, adapter in adapters().items()
    ]
    if as_json:
        print(json.dumps(rows, indent=2))
        return
    show(rows)


def installed(name: str) -> str | None:
    """The version installed here."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def show(rows: list[dict[str, object]]) -> None:
    from rich.table import Table

    columns = ("library", "metrics", "recorded", "installed", "from")
    table = Table(*columns, box=None, pad_edge=False)
    for row in rows:
        cells = {**row, "installed": row["installed"] or "-"}
        versions = row["recorded"]
        cells["recorded"] = ", ".join(versions) if isinstance(versions, list) else ""
        table.add_row(*(str(cells[column]) for column in columns))
    console().print(table)
