"""A run over tables: everyone's list, what was trained on, all items: `RunTables`.

The reference's functions that look at a whole run are called with its own `Run`, where
every item is a character: `RunItems` makes one of the items' counts alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from sys import maxunicode
from types import MappingProxyType

import ibis
from ibis import _, ifelse

from homonym.errors import UserError
from homonym.evaluation.backends.backend import Backend, IbisTable, fetch_only_row
from homonym.evaluation.group_tables import NONE, number_member_groups
from homonym.evaluation.plan import Rows
from homonym.reference.beyond import case as reference


@dataclass(frozen=True)
class RunItems(reference.Run):
    """What the reference reads of a run; by_id: all items; counted: how many users have
    each in training."""

    by_id: str = ""
    counted: Counter[str] = field(default_factory=Counter)

    @cached_property
    def catalogue(self) -> str:
        """All items that there are, in the order of their ids."""
        return self.by_id

    @cached_property
    def counts(self) -> Counter[str]:
        """How many users have each item in training."""
        return self.counted


@dataclass(frozen=True)
class RunTables:
    """lists: u, item, n (the rank), score; users: u, r (relevant items), length,
    trained, group (its place among user_groups, from 1 on); truth: u, item, the
    relevant ones; train: u, item; items: item, code (its place by id), count (users who
    have it in training) and group (as that of users); facts: the same for the
    reference's functions; item_groups, user_groups: what the groups are called."""

    backend: Backend
    lists: IbisTable
    users: IbisTable
    truth: IbisTable
    train: IbisTable
    items: IbisTable
    facts: RunItems
    item_groups: tuple[str, ...]
    user_groups: tuple[str, ...]

    @cached_property
    def likeness(self) -> IbisTable:
        """How alike two items are that somebody has both in training, one of them
        listed: item, other, s, the cosine of the sets of users who have them."""
        listed = self.train.semi_join(self.lists, "item")
        other = self.train.rename({"other": "item"})
        both = listed.inner_join(other, "u").group_by("item", "other")
        counts = self.items.select("item", n=_["count"])
        others = counts.rename({"other": "item", "m": "n"})
        counted = both.aggregate(both=_.count()).inner_join(counts, "item")
        alike = counted.inner_join(others, "other").select(
            "item", "other", s=_.both / (_.n * _.m).sqrt()
        )
        return self.backend.keep(alike)


@dataclass(frozen=True)
class At:
    """A run at a cut-off, and what is asked of it. shown: a row for each item of a cut
    list, with its score, code, count, group, hit (whether it is relevant) and known
    (whether the user has it in training); pairs: a row for two items of one; users: a
    row for each, where `length` is that of the cut list."""

    run: RunTables
    k: int
    shown: Rows = field(default_factory=lambda: Rows("shown"))
    pairs: Rows = field(default_factory=lambda: Rows("pairs"))
    users: Rows = field(default_factory=lambda: Rows("users"))

    @cached_property
    def shown_table(self) -> IbisTable:
        """The rows of `shown`."""
        run = self.run
        cut = run.lists.filter(_.n <= self.k).inner_join(run.items, "item")
        relevant = run.truth.mutate(hit=1).rename({"v": "u", "w": "item"})
        had = run.train.mutate(known=1).rename({"x": "u", "y": "item"})
        marked = cut.left_join(
            relevant, [cut.u == relevant.v, cut.item == relevant.w]
        ).drop("v", "w")
        both = marked.left_join(had, [marked.u == had.x, marked.item == had.y])
        rows = both.mutate(hit=_.hit.fill_null(0), known=_.known.fill_null(0))
        facts = "code", "count", "group", "hit", "known"
        rows = rows.select("u", "n", "item", "score", *facts)
        return run.backend.keep(rows)

    @cached_property
    def users_table(self) -> IbisTable:
        """The rows of `users`."""
        cut = ifelse(_.length < self.k, _.length, self.k)
        return self.run.users.mutate(length=cut)

    @cached_property
    def shown_often(self) -> Counter[str]:
        """In how many cut lists each item stands."""
        return self.count(self.shown_table)

    @cached_property
    def hit_items(self) -> str:
        """The items that are listed for a user to whom they are relevant."""
        return "".join(self.count(self.shown_table.filter(_.hit == 1)))

    @cached_property
    def known_often(self) -> Counter[str]:
        """How many of the users have each item in training."""
        return self.count(self.with_items(self.run.train.filter(_.u >= 0)))

    @cached_property
    def people(self) -> int:
        """How many users there are."""
        return int(
            fetch_only_row(self.run.backend, self.run.users.aggregate(n=_.count()))["n"]
        )

    @cached_property
    def listed_users(self) -> tuple[reference.Listed, ...]:
        """The users as the reference has them, their lists cut, without training."""
        run, facts = self.run, self.run.facts
        lists: Mapping[int, list[tuple[str, float]]] = defaultdict(list)
        truths: dict[int, str] = defaultdict(str)
        shown = self.shown_table.order_by("u", "n").select("u", "code", "score")
        for row in run.backend.fetch(shown).to_pylist():
            lists[row["u"]].append((chr(row["code"]), row["score"]))
        relevant = self.with_items(run.truth).select("u", "code")
        for row in run.backend.fetch(relevant).to_pylist():
            truths[row["u"]] += chr(row["code"])
        users = run.backend.fetch(run.users.select("u", "group").order_by("u"))
        return tuple(
            reference.Listed(
                "".join(item for item, _score in lists[row["u"]]),
                "",
                facts,
                truths[row["u"]],
                row["group"],
                tuple(score for _item, score in lists[row["u"]]),
            )
            for row in users.to_pylist()
        )

    def with_items(self, rows: IbisTable) -> IbisTable:
        """Rows with an item, and what is known of it."""
        return rows.inner_join(self.run.items, "item")

    def count(self, rows: IbisTable) -> Counter[str]:
        """How often each item stands in the rows."""
        counted = rows.group_by("code").aggregate(times=_.count()).order_by("code")
        found = self.run.backend.fetch(counted).to_pylist()
        return Counter({chr(row["code"]): row["times"] for row in found})


def make_run(
    backend: Backend,
    lists: IbisTable,
    truth: IbisTable,
    train: IbisTable,
    catalogue: IbisTable,
    size: int,
    groups: Mapping[str, IbisTable] = MappingProxyType({}),
) -> RunTables:
    """A run of tables: lists with user, item, n and score; truth and train with user
    and item, train with place too; catalogue with item and place; size: how many items
    there are in all, if more than those; groups: those of each user and of each item.
    Users are those of lists and truth."""
    pairs = {"user", "item"}
    train = train.group_by(*pairs).aggregate(place=_.place.min())
    counted = build_run_users(backend, lists, truth, train)
    users, user_groups = number_member_groups(
        backend, counted, "user", groups.get("user")
    )
    items, item_groups = number_member_groups(
        backend, number_run_items(train, catalogue), "item", groups.get("item")
    )
    numbered = users.select("user", "u")

    def with_u(table: IbisTable) -> IbisTable:
        return table.inner_join(numbered, "user").drop("user")

    relevant = truth.filter(_.item.notnull()).select("user", "item")
    kept = {
        name: backend.keep(table)
        for name, table in {
            "lists": with_u(lists.select("user", "item", "n", "score")),
            "truth": with_u(relevant),
            "train": number_training_users(backend, train, numbered),
            "items": items,
        }.items()
    }
    people = count_run_users(backend, train, users)
    facts = build_run_items(backend, kept["items"], people, size, item_groups)
    return RunTables(
        backend,
        kept["lists"],
        users.drop("user"),
        kept["truth"],
        kept["train"],
        kept["items"].select("item", "code", "count", "group"),
        facts,
        (*item_groups, NONE)[: len(facts.groups)],
        user_groups,
    )


def build_run_users(
    backend: Backend, lists: IbisTable, truth: IbisTable, train: IbisTable
) -> IbisTable:
    """user, u, r, length and trained, of everyone with a list or a truth."""
    lengths = lists.group_by("user").aggregate(length=_.count())
    relevant = truth.group_by("user").aggregate(r=_.item.count())
    had = train.group_by("user").aggregate(trained=_.count())
    both = lengths.outer_join(relevant, "user").mutate(
        user=ibis.coalesce(_.user, _.user_right)
    )
    counted = both.drop("user_right").left_join(had, "user")
    rows = counted.select(
        "user",
        u=ibis.row_number().over(ibis.window(order_by=counted.user)),
        r=_.r.fill_null(0),
        length=_.length.fill_null(0),
        trained=_.trained.fill_null(0),
    )
    return backend.keep(rows)


def number_training_users(
    backend: Backend, train: IbisTable, numbered: IbisTable
) -> IbisTable:
    """Everyone's training items, where who is not among the users has a number below
    0."""
    others = train.anti_join(numbered, "user").select("user").distinct()
    row = ibis.row_number().over(ibis.window(order_by=others.user))
    below = others.select("user", u=(-1 - row).cast("int64"))
    every = numbered.mutate(u=_.u.cast("int64")).union(below)
    return train.inner_join(every, "user").select("u", "item")


def number_run_items(train: IbisTable, catalogue: IbisTable) -> IbisTable:
    """item, code, count, place and seen (where it stands first in training)."""
    counts = train.group_by("item").aggregate(count=_.count(), seen=_.place.min())
    known = catalogue.left_join(counts, "item").drop("item_right")
    by_id = ibis.row_number().over(ibis.window(order_by=_.item))
    return known.mutate(code=by_id, count=_["count"].fill_null(0))


def count_run_users(backend: Backend, train: IbisTable, users: IbisTable) -> int:
    """How many users there are in all, those of the training data too."""
    every = users.select("user").union(train.select("user")).distinct()
    counted = backend.fetch(every.aggregate(people=_.count()))
    return int(counted.to_pylist()[0]["people"])


def build_run_items(
    backend: Backend, items: IbisTable, people: int, size: int, names: Sequence[str]
) -> RunItems:
    """What the reference reads of the items; names: of their groups. UserError for too
    many items."""
    rows = backend.fetch(items.order_by("place")).to_pylist()
    if max(size, len(rows)) > maxunicode:
        raise UserError(
            f"{max(size, len(rows)):,} items are more than the definitions of whole "
            f"runs are evaluated for, {maxunicode:,}"
        )
    more = "".join(chr(code) for code in range(len(rows), size))
    catalogue = "".join(chr(row["code"]) for row in rows) + more
    counts = Counter({chr(row["code"]): row["count"] for row in rows if row["count"]})
    seen = sorted((row["seen"], row["code"]) for row in rows if row["count"])
    first = "".join(chr(code) for _seen, code in seen)
    train = (first, *[""] * (people - 1))
    groups = list_group_items(rows, more, names)
    return RunItems(train, groups, (), (), catalogue, counts)


def list_group_items(
    rows: Sequence[Mapping[str, int]], more: str, names: Sequence[str]
) -> tuple[str, ...]:
    """The items of each group; those that are in no table have none."""
    found: list[list[str]] = [[] for _name in names]
    for row in rows:
        found[row["group"] - 1].append(chr(row["code"]))
    if more and names[-1] not in ("", NONE):
        found.append([])
    found[-1].append(more)
    return tuple(map("".join, found))
