"""Each list in its order, ranks from 1 on: start at `rank_lists`."""

from __future__ import annotations

from typing import Any

import ibis
from ibis import _

from homonym.evaluation.conventions import RANDOM

Table = Any


def rank_lists(lists: Table, truth: Table, ties: str, by: str) -> Table:
    """user, item, score and n, the rank in the user's list.

    lists: user, item, score, place; ties: what puts equal scores in order; by: `score`,
    or `file` for the order of the rows.
    """
    falling = [_.score.desc(), *tied_order(ties)]
    order = [_.place.asc()] if by == "file" else falling
    if ties in ("optimistic", "pessimistic"):
        lists = lists.left_join(truth, ["user", "item"]).select(
            *(lists[name] for name in lists.columns), g=_.g.fill_null(0.0)
        )
    window = ibis.window(group_by=_.user, order_by=order)
    return lists.select("user", "item", "score", n=ibis.row_number().over(window) + 1)


def tied_order(ties: str) -> list[Any]:
    """What items of equal scores are put in order by."""
    if found := RANDOM.fullmatch(ties):
        return [(_.item.cast("string") + f" {found[1]}").hash(), _.item.asc()]
    return {
        "item": [_.item.asc()],
        "item-desc": [_.item.desc()],
        "input": [_.place.asc()],
        "optimistic": [_.g.desc(), _.item.asc()],
        "pessimistic": [_.g.asc(), _.item.asc()],
    }[ties]
