"""Tables that say which group a user or an item is in: start at `read_groups`."""

from __future__ import annotations

from collections.abc import Mapping

import ibis
from ibis import _

from homonym.datasets.column_names import Contents, find_pair
from homonym.errors import UserError
from homonym.evaluation.backends.backend import Backend, IbisTable
from homonym.evaluation.id_types import ReadTable
from homonym.evaluation.reading import (
    Given,
    as_ids,
    check_float_ids,
    name_stored_types,
    open_table_source,
)

MEMBERS: Mapping[Contents, str] = {"user_groups": "user", "item_groups": "item"}
"""Who the members are."""
NONE = "without a group"
"""What the group of those without a row is called."""


def read_groups(
    backend: Backend, kind: Contents, given: Given, columns: Mapping[str, str]
) -> ReadTable:
    """The columns user or item, group (whole numbers where all of them are, else texts)
    and place (where the row stands).

    Raises UserError for what cannot be read, and where no row has a group.
    """
    with open_table_source(backend, kind, given) as (source, path):
        places = find_pair(path, source.header, kind, columns)
        cells = [source.rows[f"c{place}"] for place in places]
        ids = {MEMBERS[kind]: cells[0]}
        check_float_ids(backend, source.rows, ids, path)
        member, group = as_ids(backend, source.rows, cells)
        named = {MEMBERS[kind]: member}
        table = backend.keep(source.rows.select(**named, group=group, place=_.place))
        first = table.filter(_.group.notnull()).limit(1)
        if not backend.fetch(first).num_rows:
            raise UserError(f"{path} has no row with a group")
        return ReadTable(table, name_stored_types(ids, given))


def number_member_groups(
    backend: Backend, members: IbisTable, member: str, groups: IbisTable | None
) -> tuple[IbisTable, tuple[str, ...]]:
    """The members, each with the place of its group among all, from 1 on, and what the
    groups are called. Of several rows of one member the first counts; who has none is
    in a group with all others who have none, the last; without a table all are in one.

    Raises UserError where a group is called as that of those who have none.
    """
    if groups is None:
        return members.mutate(group=ibis.literal(1)), ("",)
    rows = groups.filter(_[member].notnull() & _.group.notnull())
    window = ibis.window(group_by=member, order_by=_.place)
    first = rows.mutate(again=ibis.row_number().over(window)).filter(_.again == 0)
    named = first.select(member, named=_.group)
    known = members.left_join(named, member).drop(f"{member}_right")
    every = backend.fetch(known.select("named").distinct())["named"].to_pylist()
    names = sorted(one for one in every if one is not None)
    if None in every and NONE in names:
        raise UserError(
            f"a group of {member}s is called {NONE!r}, as that of the {member}s that "
            "are in none",
            "call it otherwise",
        )
    order = ibis.window(order_by=_.named.asc(nulls_first=False))
    place = ibis.dense_rank().over(order) + 1
    numbered = known.mutate(group=place.cast("int64")).drop("named")
    return numbered, (*map(str, names), *([NONE] if None in every else []))
