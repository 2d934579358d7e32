"""Lists in the order of a column of ranks: start at `order_lists_by_rank`."""

from __future__ import annotations

import ibis
from ibis import _

from homonym.errors import UserError, render_option
from homonym.evaluation.backends.backend import Backend, IbisTable

BY_RANK = render_option("order", "rank", "order='rank'")


def order_lists_by_rank(backend: Backend, lists: IbisTable, name: str) -> IbisTable:
    """The predictions, whose rows stand in each list as their ranks say.

    name: of the predictions. Raises UserError for a rank that is no number, or stands
    again in a list.
    """
    without = lists.filter(_.rank.isnull()).order_by("user", "item").limit(1)
    for row in backend.fetch(without).to_pylist():
        raise UserError(
            f"{name}: the rank of user {row['user']} and item {row['item']} is no "
            f"finite number, and {BY_RANK} needs one in each row"
        )
    ranks = lists.group_by("user", "rank").aggregate(rows=_.count())
    again = ranks.filter(_.user.notnull() & (_.rows > 1))
    for row in backend.fetch(again.order_by("user", "rank").limit(1)).to_pylist():
        raise UserError(
            f"{name}: rank {row['rank']:g} stands more than once in the list of user "
            f"{row['user']}, and {BY_RANK} needs one order"
        )
    window = ibis.window(group_by="user", order_by=_.rank.asc())
    placed = lists.mutate(place=ibis.row_number().over(window)).drop("rank")
    return backend.keep(placed.order_by("user", "place"))
