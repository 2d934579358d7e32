"""The rows of a CSV or Parquet file, whichever it is: start at `read_rows`."""

from __future__ import annotations

import csv
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from homonym.errors import UserError

FileRow = tuple[int, Sequence[Any]]
"""The line it stands on (in Parquet its number), and its cells."""
INSTALL = 'pip install "homonym[parquet]"'
"""What brings DuckDB."""
BATCH = 10_000
"""So many rows of Parquet are Python's at a time."""
COMPRESSED = (b"\x1f\x8b", b"PK\x03\x04", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd")
"""What files begin with that gzip, zip, bzip2, xz and zstd made."""


def read_rows(path: Path) -> Iterator[FileRow]:
    """All rows that are not blank, the header first; UserError where the file cannot
    be read."""
    try:
        with open_seekable_file(path) as file:
            rows = _parquet_rows if is_parquet(file, path) else _csv_rows
            yield from rows(file, path)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise _make_unreadable_error(path, error) from None


@contextmanager
def open_seekable_file(path: Path) -> Iterator[Path]:
    """The file itself; of a pipe, which can be read once, a copy."""
    if path.is_file() or path.is_dir() or not path.exists():
        yield path
        return
    with tempfile.NamedTemporaryFile() as copy:
        with path.open("rb") as pipe:
            shutil.copyfileobj(pipe, copy)
        copy.flush()
        yield Path(copy.name)


def _csv_rows(file: Path, path: Path) -> Iterator[FileRow]:
    """(line, cells) of every row that is not blank, the header first."""
    with file.open(encoding="utf-8-sig", newline="") as opened:
        first = opened.readline()
        if not first.strip():
            raise UserError(f"{path} is empty: a header and rows are needed")
        opened.seek(0)
        reader = csv.reader(opened, delimiter=find_delimiter(first))
        for row in reader:
            if row:
                yield reader.line_num, row


def find_delimiter(header: str) -> str:
    """What stands between cells: the header shows it, for ids and numbers hold none of
    the three."""
    return max(",;\t", key=header.count)


def is_parquet(file: Path, path: Path) -> bool:
    """Whether a file is one of Parquet, by what it begins with or by the name given."""
    with file.open("rb") as opened:
        return opened.read(4) == b"PAR1" or path.suffix.lower() in (".parquet", ".pq")


def _parquet_rows(file: Path, path: Path) -> Iterator[FileRow]:
    """(row, cells), the column names first as row 0."""
    try:
        import duckdb
    except ImportError:
        raise UserError(
            f"{path} is a Parquet file, and reading those needs DuckDB",
            INSTALL,
        ) from None
    try:
        with duckdb.connect() as opened:
            found = opened.execute("SELECT * FROM read_parquet(?)", [str(file)])
            yield 0, [str(column[0]) for column in found.description or ()]
            number = 0
            while rows := found.fetchmany(BATCH):
                for row in rows:
                    number += 1
                    yield number, row
    except duckdb.Error as error:
        raise _make_unreadable_error(path, error) from None


def _make_unreadable_error(path: Path, error: Exception) -> UserError:
    if isinstance(error, FileNotFoundError):
        return UserError(f"there is no file {path}")
    if isinstance(error, IsADirectoryError):
        return UserError(f"{path} is a folder: a CSV or Parquet file is needed")
    return UserError(
        f"{path} cannot be read as a CSV or Parquet file: {describe_reading(error)}"
    )


def describe_reading(error: Exception) -> str:
    """Why a file could not be read, in words."""
    if isinstance(error, UnicodeDecodeError):
        if error.object.startswith(COMPRESSED):
            return "it is compressed: unpack it first"
        return f"it is no text in UTF-8, from byte {error.start} on"
    return str((isinstance(error, OSError) and error.strerror) or error)
