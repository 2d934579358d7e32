"""The shapes of a recorded library's functions, written beside those of the others."""

from __future__ import annotations

from pathlib import Path

from homonym.adapters import find_adapter
from homonym.errors import UserError
from homonym.records.lookup import of_versions
from homonym.records.target import write_whole
from homonym.scanning.known_shapes import (
    DATA,
    known_shapes,
    render_known_shapes,
    shapes_in,
    with_version,
)


def write_shapes(record: str, folder: Path, root: Path) -> str:
    """Write those of a version, and say how many there are; UserError for what is on no
    record, and for a folder without any of its files."""
    library, _equals, version = record.partition("==")
    adapter = find_adapter(library)
    if version not in (mine := of_versions(library)):
        raise UserError(f"{record!r} names no record; there are {', '.join(mine)}")
    found = list(shapes_in(folder, adapter))
    if not found:
        raise UserError(
            f"{folder} has no function named as a metric of {library} in "
            f"{', '.join(adapter.files)}"
        )
    file = root / "src/homonym/scanning" / DATA
    write_whole(
        {file: render_known_shapes(with_version(known_shapes(), found, version))}
    )
    return f"{record}: {len(found)} functions"
