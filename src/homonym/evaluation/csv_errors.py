"""What is wrong in a CSV file that DuckDB cannot read: `describe_engine_error`."""

from __future__ import annotations

import re
from pathlib import Path

from homonym.errors import format_error_line

LINE = re.compile(r"CSV Error on Line: (\d+)")
WIDTHS = re.compile(r"^Expected Number of Columns: (\d+) Found: (\d+)", re.MULTILINE)
QUOTE = "unterminated quote"


def describe_engine_error(path: Path, error: Exception) -> str:
    """A sentence on a file that cannot be read: the line, and what stands there, where
    DuckDB says it; else its first line."""
    text = str(error)
    if line := LINE.search(text):
        where = f"{path}, line {line[1]}"
        if widths := WIDTHS.search(text):
            header, row = widths.groups()
            cells = "cell" if row == "1" else "cells"
            return f"{where}: the row has {row} {cells} and the header {header}"
        if QUOTE in text:
            return f"{where}: a quote is not closed, or text stands behind one"
        return f"{where}, cannot be read as CSV"
    if path.is_file() and (number := find_other_line_end(path)):
        return (
            f"{path}, line {number}: the line does not end as the first does, with a "
            "carriage return before the line feed or without: write all lines alike"
        )
    return f"{path} cannot be read as CSV or Parquet: {format_error_line(error)}"


def find_other_line_end(path: Path) -> int | None:
    """The number of the first line that ends otherwise than the first one does, or
    None."""
    with path.open("rb") as file:
        ends = (line.endswith(b"\r\n") for line in file if line.endswith(b"\n"))
        first = next(ends, None)
        return next((n for n, end in enumerate(ends, 2) if end is not first), None)
