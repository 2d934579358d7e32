"""The rows of a CSV or Parquet file, whichever it is: start at `read_rows`."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from homonym.errors import UserError

Row = tuple[int, Sequence[Any]]
"""The line it stands on (in Parquet its number), and its cells."""


def read_rows(path: Path) -> Iterator[Row]:
    """All rows that are not blank, the header first; UserError where the file cannot
    be read."""
    try:
        yield from _parquet_rows(path) if _is_parquet(path) else _csv_rows(path)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise _unreadable(path, error) from None


def _csv_rows(path: Path) -> Iterator[Row]:
    """(line, cells) of every row that is not blank, the header first."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        first = file.readline()
        if not first.strip():
            raise UserError(f"{path} is empty: a header and rows are needed")
        file.seek(0)
        # The header shows the delimiter: ids and numbers hold none of the three.
        reader = csv.reader(file, delimiter=max(",;\t", key=first.count))
        for row in reader:
            if row:
                yield reader.line_num, row


def _is_parquet(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"PAR1" or path.suffix.lower() in (".parquet", ".pq")


def _parquet_rows(path: Path) -> Iterator[Row]:
    """(row, cells), the column names first as row 0."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise UserError(
            f"{path} is a Parquet file, and reading those needs pyarrow",
            'pip install "homonym[parquet]"',
        ) from None
    try:
        with pq.ParquetFile(path) as file:
            yield 0, [str(name) for name in file.schema_arrow.names]
            number = 0
            for batch in file.iter_batches():
                columns = [column.to_pylist() for column in batch.columns]
                for row in zip(*columns, strict=True):
                    number += 1
                    yield number, row
    except pa.ArrowException as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: Exception) -> UserError:
    if isinstance(error, FileNotFoundError):
        return UserError(f"there is no file {path}")
    if isinstance(error, IsADirectoryError):
        return UserError(f"{path} is a folder: a CSV or Parquet file is needed")
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return UserError(f"{path} cannot be read as a CSV or Parquet file: {reason}")
