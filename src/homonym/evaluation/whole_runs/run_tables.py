"""The run that people's tables make: start at `run_of`."""

from __future__ import annotations

import ibis
from ibis import _, ifelse

from homonym.evaluation.backends.backend import IbisTable
from homonym.evaluation.group_tables import MEMBERS
from homonym.evaluation.inputs import Opened
from homonym.evaluation.ranked_lists import cut_at
from homonym.evaluation.whole_runs.run import RunTables, make_run
from homonym.reference.case import RELEVANT


def run_of(opened: Opened, deepest: int) -> RunTables:
    """Everyone with a list, and everyone in the truth who is not skipped; items are in
    the order of their ids. deepest: how many ranks are looked at."""
    backend, lists = opened.tables.backend, opened.tables.lists
    relevant = ifelse(_.g >= RELEVANT, _.item, ibis.null())
    truth = lists.truth.select("user", item=relevant)
    listed = cut_at(lists.ranked, deepest).select("user", "item", "n", "score")
    if lists.train is None:
        train = listed.limit(0).rename({"place": "n"})
    else:
        rows = backend.connection.table("given_train").select("user", "item", "place")
        train = rows.filter(_.user.notnull() & _.item.notnull())
    groups = {
        member: backend.connection.table(f"given_{kind}")
        for kind, member in MEMBERS.items()
        if kind in opened.kinds
    }
    grouped = [groups["item"]] if "item" in groups else []
    every = build_item_catalogue(lists.rows, lists.truth, train, *grouped)
    return make_run(backend, listed, truth, train, every, lists.items or 0, groups)


def build_item_catalogue(*tables: IbisTable) -> IbisTable:
    """Every item of the tables, with its place by id."""
    first, *others = (table.select("item") for table in tables)
    every = first.union(*others).filter(_.item.notnull()).distinct()
    by_id = ibis.row_number().over(ibis.window(order_by=every.item))
    return every.mutate(place=by_id)
