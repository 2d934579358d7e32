"""Ids of several types in people's tables: start at `count_id_types`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ibis import _

from homonym.datasets.column_names import Contents
from homonym.evaluation.backends.backend import IbisTable

ROLES = ("user", "item")
WHOLE, FLOATS, TEXTS = "whole numbers", "floats", "texts"
"""How ids are stored; a file without types has whole numbers where all of them are."""
TWO_TYPES, STORED = "{}_ids_of_two_types", "{}_ids_stored_otherwise"
"""The faults: ids that are read as texts in all tables, and as whole numbers."""


@dataclass(frozen=True)
class ReadTable:
    """A table with the columns that evaluation reads. stored: how its ids were stored,
    by their role; possible_grades: columns that may be its grades, where none is
    known as them; graded: whether one is."""

    rows: IbisTable
    stored: Mapping[str, str]
    possible_grades: Sequence[str] = ()
    graded: bool = True


def has_fractions(cell: Any) -> bool:
    """Whether a column is of floats, or of decimals with places behind the point."""
    kind = cell.type()
    return bool(kind.is_floating() or (kind.is_decimal() and kind.scale))


def name_stored_type(cell: Any, typed: bool) -> str:
    """How a column of ids is stored; typed: whether its table knows types."""
    if has_fractions(cell):
        return FLOATS
    return TEXTS if typed and cell.type().is_string() else WHOLE


def count_id_types(read: Mapping[Contents, ReadTable]) -> dict[str, int]:
    """How often each fault of ids' types stands in the tables: in how many ids are
    whole numbers that are texts in another; else, in how many they are stored as floats
    or as texts, where another's are stored otherwise."""
    found = {}
    for role in ROLES:
        its = [one for one in read.values() if role in one.stored]
        whole = [one.rows[role].type().is_integer() for one in its]
        stored = [one.stored[role] for one in its]
        if len({*whole}) > 1:
            found[TWO_TYPES.format(role)] = sum(whole)
        elif all(whole) and len({*stored}) > 1:
            found[STORED.format(role)] = len(stored) - stored.count(WHOLE)
    return found


def read_ids_as_texts(
    read: Mapping[Contents, ReadTable], faults: Iterable[str]
) -> dict[Contents, IbisTable]:
    """The tables, ids as texts in all where they are of two types.

    faults: of ids' types, those that there are.
    """
    found = {kind: one.rows for kind, one in read.items()}
    for role in ROLES:
        if TWO_TYPES.format(role) in faults:
            its = {kind: one for kind, one in found.items() if role in one.columns}
            as_text = {role: _[role].cast("string")}
            found |= {kind: one.mutate(**as_text) for kind, one in its.items()}
    return found
