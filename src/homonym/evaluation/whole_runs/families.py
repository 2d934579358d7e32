"""Every family of whole runs over tables: start at `evaluate_run_variants`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

import ibis
from ibis import _

from homonym.evaluation.backends.backend import IbisTable
from homonym.evaluation.engine import (
    NamedColumns,
    aggregate_user_rows,
    combine_part_columns,
    join_lookups,
    join_user_numbers,
    name_part,
)
from homonym.evaluation.plan import Asked, PartColumns, Plan
from homonym.evaluation.rankings.users import FACTS
from homonym.evaluation.tables import Tables
from homonym.evaluation.whole_runs.groups import GROUPS, GroupNumbers
from homonym.evaluation.whole_runs.last_step import TOGETHER
from homonym.evaluation.whole_runs.lists import (
    average_popularity,
    efd,
    epc,
    intra_list_diversity,
    long_tail_share,
    novelty,
    self_information,
    serendipity,
    unexpectedness,
)
from homonym.evaluation.whole_runs.run import At, RunTables
from homonym.reference.variants import Variant

LISTS: Mapping[str, Callable[[Asked, At], PartColumns]] = {
    one.__name__: one
    for one in (
        average_popularity,
        self_information,
        novelty,
        efd,
        epc,
        unexpectedness,
        long_tail_share,
        serendipity,
        intra_list_diversity,
    )
}
"""A user's part."""
FAMILIES = (*LISTS, *TOGETHER, *GROUPS)
RunValue = GroupNumbers | None
"""A number, or one for each group; None where it is undefined."""


def evaluate_run_variants(
    run: RunTables, variants: Sequence[Variant], k: int
) -> dict[Variant, RunValue]:
    """What each variant gives at the cut-off."""
    at, plan = At(run, k), Plan(k)
    every = [Asked(plan, variant) for variant in variants]
    parts = {
        one.variant: LISTS[one.variant.family](one, at)
        for one in every
        if one.variant.family in LISTS
    }
    found: dict[Variant, RunValue] = {**combine_list_parts(at, parts)}
    for one in every:
        if together := TOGETHER.get(one.variant.family):
            found[one.variant] = together(one, at)
        if groups := GROUPS.get(one.variant.family):
            found[one.variant] = groups(one, at)
    return found


def combine_list_parts(
    at: At, parts: Mapping[Variant, PartColumns]
) -> dict[Variant, float | None]:
    """The numbers of users' parts."""
    if not parts:
        return {}
    users, tables = at.users_table, cast("Tables", at.run)
    if at.shown.asked:
        users = join_user_numbers(
            users, aggregate_user_rows(tables, add_training_columns(at), at.shown)
        )
    if at.pairs.asked:
        users = join_user_numbers(
            users, aggregate_user_rows(tables, pair_listed_items(at), at.pairs)
        )
    users = join_lookups(tables, users, at.users)
    columns: NamedColumns = {}
    named = {one: (name_part(columns, part),) for one, part in parts.items()}
    facts = [name for name in FACTS if name in users.columns]
    numbers = users.select(*facts, **dict(columns.values()))
    return combine_part_columns(at.run.backend, numbers, named)


def add_training_columns(at: At) -> IbisTable:
    """The rows of the cut lists, with how many training items their users have; where
    that is asked, how alike the item is to all of them together (likeness), and how
    many of them are in its group (same)."""
    had = at.run.users.select("u", "trained")
    rows, asked = at.shown_table.inner_join(had, "u"), repr(at.shown.asked)
    if "likeness" in asked:
        trained = at.run.train.rename({"other": "item"})
        both = rows.select("u", "item").inner_join(trained, "u")
        alike = both.inner_join(at.run.likeness, ["item", "other"])
        summed = alike.group_by("u", "item").aggregate(likeness=_.s.sum())
        known = rows.left_join(summed, ["u", "item"]).drop("u_right", "item_right")
        rows = known.mutate(likeness=_.likeness.fill_null(0.0))
    if "same" in asked:
        groups = at.run.items.select("item", "group")
        trained = at.run.train.inner_join(groups, "item").group_by("u", "group")
        counted = trained.aggregate(same=_.count())
        known = rows.left_join(counted, ["u", "group"]).drop("u_right", "group_right")
        rows = known.mutate(same=_.same.fill_null(0))
    return rows


def pair_listed_items(at: At) -> IbisTable:
    """Two items of a list: u, n (the rank of the second), length, the group of either,
    and how alike they are where that is asked."""
    rows = at.shown_table.select("u", "n", "item", "group")
    named = {"before": "n", "other": "item", "other_group": "group"}
    first = rows.rename(named)
    both = rows.join(first, ["u", rows.n > first.before])
    both = both.inner_join(at.users_table.select("u", "length"), "u")
    both = both.select("u", "n", "item", "other", "group", "other_group", "length")
    if "likeness" not in repr(at.pairs.asked):
        return both
    alike = both.left_join(at.run.likeness, ["item", "other"])
    return alike.mutate(likeness=ibis.coalesce(_.s, 0.0))
