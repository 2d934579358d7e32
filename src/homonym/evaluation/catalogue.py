"""How many items there are: start at `count_catalogue_items`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from homonym.errors import UserError, render_option
from homonym.evaluation.backends.backend import Backend
from homonym.evaluation.faults import LISTING
from homonym.evaluation.reading import Given


def count_catalogue_items(
    backend: Backend, catalogue: Given, kinds: Sequence[str]
) -> int | None:
    """How many items the catalogue has: those of its file, or of all tables where the
    training items are given; None where nothing says so.

    kinds: the tables that were read. Raises UserError for a catalogue that is smaller
    than what is listed, relevant or trained on.
    """
    if catalogue is None:
        return count_items(backend, kinds) if "train" in kinds else None
    size = read_catalogue_size(catalogue)
    there = count_items(backend, [kind for kind in kinds if kind in LISTING])
    if size < there:
        raise UserError(
            f"{render_option('catalogue')} {size}: the tables have {there} different "
            "items",
            "give a catalogue that has them all",
        )
    return size


def count_items(backend: Backend, kinds: Iterable[str]) -> int:
    """How many different items these tables have."""
    every = " UNION ".join(f"SELECT item FROM given_{kind}" for kind in kinds)
    return int(backend.rows_of(f"SELECT count(item) FROM ({every}) AS items")[0][0])


def read_catalogue_size(given: Given) -> int:
    """A number, or the distinct lines of a file below its header."""
    if isinstance(given, int):
        return given
    try:
        lines = Path(given).read_text(encoding="utf-8-sig").split("\n")[1:]
    except FileNotFoundError:
        raise UserError(f"there is no file {given}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{given} cannot be read: {error}") from None
    return len({line.strip() for line in lines if line.strip()})
