"""Each list in its order, ranks from 1 on: start at `rank_lists`."""

from __future__ import annotations

from dataclasses import dataclass

from ibis import _

from homonym.evaluation.backends.backend import Backend, IbisTable, SortKeys
from homonym.evaluation.conventions import RANDOM
from homonym.evaluation.lookups import Column

TIED: dict[str, SortKeys] = {
    "item": [("item", False)],
    "item-desc": [("item", True)],
    "item-text": [("text", False)],
    "item-text-desc": [("text", True)],
    "input": [("place", False)],
    "input-desc": [("place", True)],
    "optimistic": [("g", True), ("item", False)],
    "pessimistic": [("g", False), ("item", False)],
}
"""What items of equal scores are put in order by."""


@dataclass(frozen=True)
class OrderBy:
    """What puts lists in order. ties: what puts equal scores in order; by: `score`;
    otherwise the rows stand in their order, as in the file or by rank."""

    ties: str
    by: str

    @property
    def columns(self) -> SortKeys:
        """Columns, and whether each falls."""
        if self.by != "score":
            return [("place", False)]
        drawn = [("drawn", False), ("item", False)]
        return [("score", True), *TIED.get(self.ties, drawn)]


def rank_lists(
    backend: Backend,
    lists: IbisTable,
    seen: IbisTable,
    truth: IbisTable,
    by: OrderBy,
    cut: int | None,
) -> IbisTable:
    """user, item, score and n, the rank in the user's list.

    lists: user, item, score, place; seen: how each list stands (`Backend.see_lists`);
    cut: how many ranks are kept, None for all.
    """
    standing = seen.filter(is_list_sorted(by)).select("user", "first")
    counted = seen.aggregate(every=_.count(), these=is_list_sorted(by).sum())
    (stand,) = backend.fetch(counted).to_pylist()
    if stand["these"] == stand["every"]:
        return cut_at(as_they_stand(lists, standing), cut)
    if not stand["these"]:
        return cut_at(sort_user_lists(backend, lists, truth, by, cut), cut)
    apart = lists.anti_join(standing, "user")
    others = sort_user_lists(backend, apart, truth, by, cut)
    return cut_at(as_they_stand(lists, standing).union(others), cut)


def cut_at(ranked: IbisTable, cut: int | None) -> IbisTable:
    """The first ranks."""
    return ranked if cut is None else ranked.filter(_.n <= cut)


def is_list_sorted(by: OrderBy) -> Column:
    """Whether a list's rows follow one another in their order already."""
    whole = _.together & (_.unusable == 0)
    if by.by != "score":
        return whole
    return whole & ~(_.unsorted if by.ties == "input" else _.unsorted | _.tied)


def as_they_stand(lists: IbisTable, standing: IbisTable) -> IbisTable:
    """Those lists; standing: user, first, which is the place of the user's first
    row."""
    return lists.inner_join(standing, "user").select(
        "user", "item", "score", n=_.place - _.first + 1
    )


def sort_user_lists(
    backend: Backend, lists: IbisTable, truth: IbisTable, by: OrderBy, cut: int | None
) -> IbisTable:
    """The lists, put in order user by user."""
    if by.ties in ("optimistic", "pessimistic"):
        lists = lists.left_join(truth, ["user", "item"]).select(
            *(lists[name] for name in lists.columns), g=_.g.fill_null(0.0)
        )
    if by.ties in ("item-text", "item-text-desc"):
        lists = lists.mutate(text=_.item.cast("string"))
    if found := RANDOM.fullmatch(by.ties):
        row = _.user.cast("string") + " " + _.item.cast("string") + f" {found[1]}"
        lists = lists.mutate(drawn=row.hexdigest("md5"))
    ranked = backend.rank(lists, by.columns, cut)
    return ranked.select("user", "item", "score", "n")
