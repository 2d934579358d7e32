"""Where a record may be written, and how it is: start at `check_target`, which is asked
before anything is measured, and `write_whole`."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from pathlib import Path

from homonym.errors import Broken, UserError

PACKAGES = frozenset(["site-packages", "dist-packages"])
"""Folders that packages are installed in."""
FOLDER = "give --records FOLDER, or --record FILE"


def check_target(file: Path) -> None:
    """Raise UserError where a record is not to be written: inside an installed package,
    in the place of its own raw measurements, where no file can be."""
    if PACKAGES & set(file.resolve().parts):
        raise UserError(
            f"{file} is inside an installed package, where no record is written", FOLDER
        )
    if file.suffix == ".tsv":
        raise UserError(
            f"{file} is the place of the raw measurements of a record",
            f"--record {file.with_suffix('.toml')}",
        )
    if file.is_dir():
        raise UserError(f"{file} is a folder: name the file of a record")
    folder = next(one for one in file.absolute().parents if one.exists())
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise UserError(f"{file} cannot be written: {folder} takes no files")


def write_whole(texts: Mapping[Path, str]) -> None:
    """Write files that belong together: each is there whole or as it was, and a link
    stays a link. Raises UserError where one cannot be written, Broken where the disk is
    full."""
    parts = {file: name_part_file(file) for file in texts}
    try:
        for file, part in parts.items():
            part.write_text(texts[file], encoding="utf-8")
        for file, part in parts.items():
            part.replace(file.resolve())
    except OSError as error:
        kind = Broken if error.errno == errno.ENOSPC else UserError
        raise kind(f"{file} cannot be written: {error.strerror}") from None
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)


def name_part_file(file: Path) -> Path:
    """Where a file is written first: beside what it is to replace."""
    whole = file.resolve()
    return whole.with_name(f".{whole.name}.part")
