"""What groups of users or of items fare like: the reference's own last step, given what
each group has; start at `GROUPS`."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from ibis import _

from homonym.evaluation.backends.backend import IbisTable
from homonym.evaluation.plan import Asked
from homonym.evaluation.whole_runs.run import At
from homonym.reference.beyond.case import RunCase

GroupNumbers = float | Mapping[str, float]
"""A number, or one for each group, by the groups' names."""
HEADS = "items head", "items tail"
"""What groups are called that popularity makes."""


def name_item_groups(names: Sequence[str]) -> list[str]:
    """What groups of items are called beside their numbers."""
    return [f"items {name}" for name in names]


def name_group_numbers(numbers: Any, names: Sequence[str]) -> GroupNumbers:
    """A number, or one for each of the groups."""
    if isinstance(numbers, tuple):
        return dict(zip(names, numbers, strict=True))
    return float(numbers)


def compute_group_parity(
    asked: Asked, at: At, shown: Counter[str], could: Counter[str]
) -> GroupNumbers:
    """What is reported of groups of items; shown, could: how often each item is shown,
    and how often it could be."""
    run, head = at.run, asked.numbers["head"]
    groups = asked.function("groups")(run.facts, head)
    part = [tuple(sum(of[i] for i in its) for of in (shown, could)) for its in groups]
    own = {axis: asked.function(axis) for axis in ("users", "reported")}
    given = asked.names["groups"] == "given"
    names = name_item_groups(run.item_groups) if given else HEADS
    return name_group_numbers(
        asked.variant.home.combine([part], [], at.k, **own), names
    )


def rsp(asked: Asked, at: At) -> GroupNumbers:
    """Items shown, of those that could be: all that a user has not in training."""
    people, known = at.people, at.known_often
    could = Counter({item: people - known[item] for item in at.run.facts.catalogue})
    return compute_group_parity(asked, at, at.shown_often, could)


def reo(asked: Asked, at: At) -> GroupNumbers:
    """Hits, of the relevant items that a user has not in training."""
    unknown = at.run.truth.anti_join(at.run.train, ["u", "item"])
    hits = at.count(at.shown_table.filter(_.hit == 1))
    return compute_group_parity(asked, at, hits, at.count(at.with_items(unknown)))


def bias_disparity(asked: Asked, at: At) -> GroupNumbers:
    """What the users of a group are shown and had in training, by groups of items."""
    run = at.run
    users = range(1, len(run.user_groups) + 1)
    shown = count_rows_by_group(at, at.shown_table.drop("group"))
    known = count_rows_by_group(at, run.train)
    items = range(1, len(run.item_groups) + 1)
    parts = [[(shown[u, i], known[u, i]) for i in items] for u in users]
    people = [SimpleNamespace(group=user, run=run.facts) for user in users]
    own = {axis: asked.function(axis) for axis in ("users", "of")}
    names = [
        f"users {one}, {other}"
        for one in run.user_groups
        for other in name_item_groups(run.item_groups)
    ]
    return name_group_numbers(
        asked.variant.home.combine(parts, people, at.k, **own), names
    )


def count_rows_by_group(at: At, rows: IbisTable) -> Mapping[tuple[int, int], int]:
    """How many rows each group of users has of each group of items."""
    users = at.run.users.select("u", of="group")
    items = at.run.items.select("item", "group")
    both = rows.select("u", "item").inner_join(users, "u").inner_join(items, "item")
    counted = both.group_by("of", "group").aggregate(times=_.count())
    found = at.run.backend.fetch(counted).to_pylist()
    return defaultdict(int, {(row["of"], row["group"]): row["times"] for row in found})


def mad(asked: Asked, at: At) -> GroupNumbers:
    """By the reference itself, user by user."""
    return name_group_numbers(asked.variant.value(RunCase(at.listed_users, at.k)), [])


GROUPS: Mapping[str, Callable[[Asked, At], GroupNumbers]] = {
    one.__name__: one for one in (bias_disparity, mad, reo, rsp)
}
