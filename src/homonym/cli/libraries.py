"""`homonym libraries`: what is followed, what is recorded, what is installed here.

The repositories of papers stand after the libraries, and are said to be that. Also
what the registry has that is not recorded yet, and all records as one archive.
"""

from __future__ import annotations

import json
from pathlib import Path

from homonym.adapters import adapters
from homonym.cli.common import make_console
from homonym.cli.registry import REGISTRY, fetch_newest_release
from homonym.records import archive, store
from homonym.records.extracts import extract_in_place
from homonym.reports.findings.repositories import is_paper_repository
from homonym.versions import find_installed_version

__all__ = [
    "REGISTRY",
    "list_libraries",
    "list_outdated_libraries",
    "write_archive_of_records",
]

LibraryRow = dict[str, object]


def list_libraries(as_json: bool) -> None:
    """List the libraries."""
    rows: list[LibraryRow] = [
        {
            "library": name,
            "kind": "repository" if is_paper_repository(name) else "library",
            "title": adapter.title,
            "metrics": len(adapter.metrics),
            "recorded": versions,
            "installed": find_installed_version(adapter.distribution),
            "from": "a clone: --checkout" if adapter.checkout else "registry",
            "homepage": adapter.homepage,
        }
        for name, adapter in sorted(
            adapters().items(), key=lambda one: is_paper_repository(one[0])
        )
        for versions in [list_recorded_versions(name)]
    ]
    columns = ("library", "kind", "metrics", "recorded", "installed", "from")
    show_library_rows(rows, columns, as_json)


def list_outdated_libraries(registry: str, as_json: bool) -> None:
    """List the libraries of which the registry has a release that is not recorded."""
    rows: list[LibraryRow] = []
    for name, adapter in adapters().items():
        versions = list_recorded_versions(name)
        if adapter.checkout or not versions:
            continue
        release = fetch_newest_release(adapter.distribution, registry)
        if release and release not in versions:
            row = {"library": name, "distribution": adapter.distribution}
            rows.append({**row, "recorded": versions[-1], "newest": release})
    if rows or as_json:
        show_library_rows(rows, ("library", "recorded", "newest"), as_json)
    else:
        print("every library's newest release is recorded")


def write_archive_of_records(file: Path) -> None:
    """Write all records into one archive."""
    count = archive.write_archive(file)
    print(f"{count} records written to {file}")


def list_recorded_versions(library: str) -> list[str]:
    """The recorded versions of a library, the newest last."""
    return [extract_in_place(f, ()).version for f in store.list_record_files(library)]


def show_library_rows(
    rows: list[LibraryRow], columns: tuple[str, ...], as_json: bool
) -> None:
    """The rows as JSON, or some of their columns as a table."""
    from rich.table import Table

    if as_json:
        print(json.dumps(rows, indent=2))
        return
    table = Table(*columns, box=None, pad_edge=False)
    for row in rows:
        table.add_row(*(as_cell(row[column]) for column in columns))
    make_console().print(table)


def as_cell(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "-" if value is None else str(value)
