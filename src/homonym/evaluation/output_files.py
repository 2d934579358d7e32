"""Files that are written of an evaluation: start at `replace_file_when_done`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from homonym.errors import FULL, Broken, UserError, format_error_line

SUFFIXES = (".csv", ".parquet")
KEPT = 40
"""So many letters of a name, in any script, leave room for more behind them."""


def check_file(named: str, path: Path | None, suffixes: tuple[str, ...]) -> None:
    """UserError for a file that is not named as one of those that are written, or whose
    folder is not there."""
    if path and path.suffix not in suffixes:
        known = " or ".join(f"FILE{suffix}" for suffix in suffixes)
        raise UserError(f"{named}: write {known}")
    if path and path.is_dir():
        raise UserError(f"{named}: {path} is a folder, and a file is written")
    if path and not path.parent.is_dir():
        raise UserError(f"{named}: there is no folder {path.parent}")


def check_distinct_files(files: dict[str, Path | None]) -> None:
    """UserError where two options name one file."""
    seen: dict[Path, str] = {}
    for option, path in files.items():
        if path and (first := seen.setdefault(path.resolve(), option)) != option:
            raise UserError(f"{first} and {option} both name {path}: name two files")


def check_beside_runs(runs: object, files: Mapping[str, Path | None]) -> None:
    """UserError for a file to be written into a folder of runs: it would be one."""
    folder = runs.resolve() if isinstance(runs, Path) and runs.is_dir() else None
    for option, path in files.items():
        if path and path.resolve().parent == folder:
            raise UserError(
                f"{option} {path} would be one of the runs in {runs}: write it in "
                "another folder"
            )


def write_tables(path: Path, tables: Iterable[Any]) -> None:
    """Write tables of the same columns one below the other, as CSV or Parquet."""
    from pyarrow import csv, parquet

    writer = csv.CSVWriter if path.suffix == ".csv" else parquet.ParquetWriter
    every = iter(tables)
    first = next(every)
    with replace_file_when_done(path) as beside, writer(beside, first.schema) as file:
        file.write_table(first)
        for table in every:
            file.write_table(table)


def write_text(path: Path, text: str) -> None:
    """Write a text."""
    with replace_file_when_done(path) as beside:
        beside.write_text(text, encoding="utf-8")


@contextmanager
def replace_file_when_done(path: Path) -> Iterator[Path]:
    """The file to write to, which takes the name only when all is written: a link stays
    one, to what it leads to. UserError where that cannot be, Broken for a full disk."""
    meant = path.resolve()
    beside = meant.with_name(f".{meant.name[:KEPT]}.unfinished")
    try:
        yield beside
        beside.replace(meant)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else format_error_line(error)
        kind = Broken if error.errno in FULL else UserError
        raise kind(f"{path} cannot be written: {why}") from None
    finally:
        beside.unlink(missing_ok=True)
