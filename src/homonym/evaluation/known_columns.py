"""What people's tables hold, as far as the names of their columns say it: start at
`find_number_kinds`."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from homonym.datasets.column_names import find_columns, normalise_column_name
from homonym.datasets.file_rows import is_parquet
from homonym.datasets.large_tables import read_csv_columns
from homonym.errors import UserError
from homonym.evaluation.trec_files import is_trec

NUMBERS = {
    "predicted ratings": {"prediction", "rating"},
    "chances": {"probability", "chance"},
}
"""What the numbers of the predictions are, by the names of their column."""


def find_number_kinds(predictions: Any, columns: Mapping[str, str]) -> tuple[str, ...]:
    """What the predictions' numbers are said to be; nothing where only that they are
    scores, and for tables that cannot be read."""
    try:
        header = read_column_names(predictions)
        path = Path("predictions")
        place = find_columns(path, header, "predictions", columns)[2]
    except (UserError, OSError, ValueError, csv.Error):
        return ()
    name = normalise_column_name(header[place or 0])
    return tuple(what for what, names in NUMBERS.items() if name in names)


def read_column_names(given: Any) -> Sequence[str]:
    """The names of a table's columns; none of a TREC file."""
    if not isinstance(given, str | Path):
        names: Any = getattr(given, "columns", ())
        return [str(name) for name in getattr(given, "column_names", names)]
    path = Path(given)
    if is_trec(path, "predictions"):
        return []
    if is_parquet(path, path):
        from pyarrow import parquet

        names = parquet.read_schema(path).names
        return [str(name) for name in names]
    return read_csv_columns(path)[0]
