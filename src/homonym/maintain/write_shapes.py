"""The shapes of a recorded library's functions, written beside those of the others."""

from __future__ import annotations

from pathlib import Path

from homonym.adapters import find_adapter
from homonym.errors import UserError
from homonym.records.lookup import index_library_versions
from homonym.records.target import write_whole
from homonym.scanning.known_shapes import (
    DATA,
    merge_version_shapes,
    read_known_shapes,
    render_known_shapes,
    yield_library_shapes,
)


def write_shapes(record: str, folder: Path, root: Path) -> str:
    """Write those of a version, and say how many there are; UserError for what is on no
    record, and for a folder without any of its files."""
    library, _equals, version = record.partition("==")
    adapter = find_adapter(library)
    if version not in (mine := index_library_versions(library)):
        raise UserError(f"{record!r} names no record; there are {', '.join(mine)}")
    found = list(yield_library_shapes(folder, adapter))
    if not found:
        raise UserError(
            f"{folder} has no function named as a metric of {library} in "
            f"{', '.join(adapter.files)}"
        )
    file = root / "src/homonym/scanning" / DATA
    write_whole(
        {
            file: render_known_shapes(
                merge_version_shapes(read_known_shapes(), found, version)
            )
        }
    )
    return f"{record}: {len(found)} functions"
