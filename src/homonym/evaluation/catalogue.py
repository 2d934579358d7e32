"""How many items there are: start at `count_catalogue_items`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from homonym.datasets.column_names import place_of
from homonym.datasets.file_rows import read_rows
from homonym.errors import UserError, in_brief, render_option
from homonym.evaluation.backends.backend import Backend
from homonym.evaluation.faults import LISTING
from homonym.evaluation.reading import Given

ADVICE = "give a catalogue that has them all"


def count_catalogue_items(
    backend: Backend, catalogue: Given, kinds: Sequence[str]
) -> int | None:
    """How many items the catalogue has: those of its file, or of all tables where the
    training items are given; None where nothing says so.

    kinds: the tables that were read. Raises UserError for a catalogue that is smaller
    than what is listed, relevant or trained on, and for a file that lacks some of it.
    """
    if catalogue is None:
        return count_items(backend, kinds) if "train" in kinds else None
    listing = [kind for kind in kinds if kind in LISTING]
    known = None if isinstance(catalogue, int) else read_catalogue_file(Path(catalogue))
    size = catalogue if known is None else len(known)
    there = count_items(backend, listing)
    if size < there:
        raise UserError(
            f"{render_option('catalogue')} {size}: the tables have {there} different "
            "items",
            ADVICE,
        )
    if known is not None:
        check_items_are_known(backend, listing, known, catalogue)
    return size


def count_items(backend: Backend, kinds: Iterable[str]) -> int:
    """How many different items these tables have."""
    every = select_items(kinds)
    return int(backend.rows_of(f"SELECT count(item) FROM ({every}) AS items")[0][0])


def select_items(kinds: Iterable[str]) -> str:
    """The query for the different items of these tables."""
    return " UNION ".join(f"SELECT item FROM given_{kind}" for kind in kinds)


def check_items_are_known(
    backend: Backend, kinds: Iterable[str], known: set[str], catalogue: Given
) -> None:
    """UserError where items of these tables are not among those of the catalogue's
    file; zeros before a whole number make no other item of it."""
    every = [
        item for (item,) in backend.rows_of(select_items(kinds)) if item is not None
    ]
    if all(isinstance(item, int) for item in every):
        known = {one.lstrip("0") or "0" for one in known}
    if unknown := sorted(text for text in map(str, every) if text not in known):
        others = f" and {len(unknown) - 1:,} more" if len(unknown) > 1 else ""
        raise UserError(
            f"{catalogue} lacks items of the tables: {in_brief(unknown[0])}{others}",
            ADVICE,
        )


def read_catalogue_file(path: Path) -> set[str]:
    """The different ids in the column of a file that is known as the item's, or else in
    the first, below its header. UserError for a file that cannot be read."""
    if not path.exists():
        raise UserError(f"there is no file {path}")
    (_line, header), *rows = read_rows(path)
    at = place_of(path, header, "item", None) or 0
    ids = {str(row[at]).strip() for _line, row in rows if len(row) > at}
    return ids - {""}
