"""Each list in its order, ranks from 1 on: start at `rank_lists`."""

from __future__ import annotations

from typing import Any

import ibis
from ibis import _

from homonym.evaluation.conventions import RANDOM

Table = Any


def rank_lists(lists: Table, seen: Table, truth: Table, ties: str, by: str) -> Table:
    """user, item, score and n, the rank in the user's list.

    lists: user, item, score, place; seen: how each list stands, as
    `homonym.evaluation.standing` tells; ties: what puts equal scores in order; by:
    `score`, or `file` for the order of the rows.
    """
    standing = in_order(seen, ties, by).select("user", "first")
    every, these = (one.count().to_pyarrow().as_py() for one in (seen, standing))
    if these == every:
        return as_they_stand(lists, standing)
    if not these:
        return put_in_order(lists, truth, ties, by)
    others = put_in_order(lists.anti_join(standing, "user"), truth, ties, by)
    return as_they_stand(lists, standing).union(others)


def in_order(seen: Table, ties: str, by: str) -> Table:
    """The lists whose rows follow one another in their order already."""
    whole = seen.filter(_.together & (_.unusable == 0))
    if by == "file":
        return whole
    return whole.filter(~_.unsorted if ties == "input" else ~(_.unsorted | _.tied))


def as_they_stand(lists: Table, standing: Table) -> Table:
    """Those lists; standing: user, first, which is the place of the user's first
    row."""
    return lists.inner_join(standing, "user").select(
        "user", "item", "score", n=_.place - _.first + 1
    )


def put_in_order(lists: Table, truth: Table, ties: str, by: str) -> Table:
    """The lists, put in order user by user."""
    order = [_.place.asc()] if by == "file" else [_.score.desc(), *tied_order(ties)]
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
