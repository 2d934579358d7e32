"""How many items there are: start at `count_catalogue_items`."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from decimal import Decimal
from math import isfinite
from pathlib import Path
from typing import Any

from homonym.datasets.column_names import place_of
from homonym.datasets.file_rows import FileRow, read_rows
from homonym.datasets.large_tables import NUMBER
from homonym.errors import UserError, in_brief, render_option
from homonym.evaluation.backends.backend import Backend
from homonym.evaluation.faults import LISTING
from homonym.evaluation.reading import Given

ADVICE = "give a catalogue that has them all"
OWN = "catalogue.item"
"""How the column of its items is named, for this file alone."""
ZEROS = re.compile(r"^(-?)0+(?=\d+$)")
"""What makes no other whole number."""
WHOLE = re.compile(r"-?\d+")


def count_catalogue_items(
    backend: Backend,
    catalogue: Given,
    kinds: Sequence[str],
    columns: Mapping[str, str],
) -> int | None:
    """How many items the catalogue has: those of its file, or of all tables where the
    training items are given; None where nothing says so.

    kinds: the tables that were read; columns: names other than the usual, by role.
    Raises UserError for a number that is smaller than what is listed, relevant or
    trained on, and for a file that lacks some of it or has no header.
    """
    if catalogue is None:
        return count_items(backend, kinds) if "train" in kinds else None
    listing = [kind for kind in kinds if kind in LISTING]
    if not isinstance(catalogue, int):
        return count_file_items(backend, listing, Path(catalogue), columns)
    if catalogue < (there := count_items(backend, listing)):
        raise UserError(
            f"{render_option('catalogue')} {catalogue}: the tables have {there} "
            "different items",
            ADVICE,
        )
    return catalogue


def count_items(backend: Backend, kinds: Iterable[str]) -> int:
    """How many different items these tables have."""
    every = select_items(kinds)
    return int(backend.rows_of(f"SELECT count(item) FROM ({every}) AS items")[0][0])


def select_items(kinds: Iterable[str]) -> str:
    """The query for the different items of these tables."""
    return " UNION ".join(f"SELECT item FROM given_{kind}" for kind in kinds)


def count_file_items(
    backend: Backend, kinds: Iterable[str], path: Path, columns: Mapping[str, str]
) -> int:
    """How many different items a file has; UserError where it has no header, and where
    items of these tables are not among them."""
    items = [one for (one,) in backend.rows_of(select_items(kinds)) if one is not None]
    whole = all(isinstance(one, int) for one in items)
    cells = list_catalogue_cells(path, columns, {*map(str, items)}, whole)
    texts = (write_catalogue_id(cell, whole) for cell in cells)
    known = {text for text in texts if text}
    if unknown := sorted(one for one in items if str(one) not in known):
        others = f" and {len(unknown) - 1:,} more" if len(unknown) > 1 else ""
        raise UserError(
            f"{path} lacks items of the tables: {in_brief(unknown[0])}{others}", ADVICE
        )
    return len(known)


def list_catalogue_cells(
    path: Path, columns: Mapping[str, str], items: Container[str], whole: bool
) -> list[Any]:
    """What stands below the header in the column that is named for the item, or is
    known as its, or else in the first; UserError for a file that cannot be read or has
    no header.

    items: the tables'; whole: whether these are whole numbers.
    """
    if not path.exists():
        if re.fullmatch(NUMBER, str(path)):
            raise UserError(
                f"{render_option('catalogue', str(path))} is neither a whole number "
                "nor a file",
                "write how many items there are, in digits alone, or name their file",
            )
        raise UserError(f"there is no file {path}")
    first, *rows = read_rows(path)
    header = first[1]
    name = columns.get(OWN)
    if name is None and columns.get("item") in header:
        name = columns["item"]
    at = place_of(path, header, "item", name)
    if at is None:
        check_catalogue_header(path, first, items, whole)
    return [row[at or 0] for _line, row in rows if len(row) > (at or 0)]


def check_catalogue_header(
    path: Path, first: FileRow, items: Container[str], whole: bool
) -> None:
    """UserError where an id stands where the first column's name is needed; the names
    of Parquet's columns are no rows, and stand on line 0."""
    line, (cell, *_others) = first
    text = write_catalogue_id(cell, whole)
    if line and (text in items or (whole and WHOLE.fullmatch(text))):
        raise UserError(
            f"{path}, line {line}: {in_brief(cell)} stands where a header is needed: "
            "write item above it"
        )


def write_catalogue_id(cell: Any, whole: bool) -> str:
    """An id as the tables' are written, nothing where there is none; a float that is a
    whole number is that, and zeros before one make no other item.

    whole: whether the tables' ids are whole numbers.
    """
    if cell is None or (isinstance(cell, float) and not isfinite(cell)):
        return ""
    if isinstance(cell, float | Decimal) and cell % 1 == 0:
        cell = int(cell)
    text = str(cell).strip()
    return ZEROS.sub(r"\1", text) if whole else text
