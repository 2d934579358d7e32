"""Every family of whole runs over tables: start at `values`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

import ibis
from ibis import _

from homonym.evaluation.backends.backend import Table
from homonym.evaluation.engine import (
    Columns,
    added_up,
    joined,
    looked_up,
    name_part,
    numbers_of,
)
from homonym.evaluation.plan import Asked, Part, Plan
from homonym.evaluation.rankings.users import FACTS
from homonym.evaluation.tables import Tables
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
from homonym.evaluation.whole_runs.run import At, Run
from homonym.evaluation.whole_runs.together import TOGETHER
from homonym.reference.variants import Variant

LISTS: Mapping[str, Callable[[Asked, At], Part]] = {
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
FAMILIES = (*LISTS, *TOGETHER)


def values(
    run: Run, variants: Sequence[Variant], k: int
) -> dict[Variant, float | None]:
    """What each variant gives at the cut-off; None where it is undefined."""
    at, plan = At(run, k), Plan(k)
    every = [Asked(plan, variant) for variant in variants]
    parts = {
        one.variant: LISTS[one.variant.family](one, at)
        for one in every
        if one.variant.family in LISTS
    }
    found = of_lists(at, parts)
    for one in every:
        if together := TOGETHER.get(one.variant.family):
            found[one.variant] = together(one, at)
    return found


def of_lists(at: At, parts: Mapping[Variant, Part]) -> dict[Variant, float | None]:
    """The numbers of users' parts."""
    if not parts:
        return {}
    users, tables = at.users_table, cast("Tables", at.run)
    if at.shown.asked:
        users = joined(users, added_up(tables, with_likeness(at), at.shown))
    if at.pairs.asked:
        users = joined(users, added_up(tables, pairs_of(at), at.pairs))
    users = looked_up(tables, users, at.users)
    columns: Columns = {}
    named = {one: (name_part(columns, part),) for one, part in parts.items()}
    facts = [name for name in FACTS if name in users.columns]
    numbers = users.select(*facts, **dict(columns.values()))
    return numbers_of(at.run.backend, numbers, named)


def with_likeness(at: At) -> Table:
    """The rows of the cut lists, with how many training items their users have, and
    how alike the item is to all of them together where that is asked."""
    had = at.run.users.select("u", "trained")
    rows = at.shown_table.inner_join(had, "u")
    if "likeness" not in repr(at.shown.asked):
        return rows
    both = rows.select("u", "item").inner_join(
        at.run.train.rename({"other": "item"}), "u"
    )
    alike = both.inner_join(at.run.likeness, ["item", "other"])
    summed = alike.group_by("u", "item").aggregate(likeness=_.s.sum())
    known = rows.left_join(summed, ["u", "item"]).drop("u_right", "item_right")
    return known.mutate(likeness=_.likeness.fill_null(0.0))


def pairs_of(at: At) -> Table:
    """Two items of a list: u, n (the rank of the second), length, and how alike they
    are."""
    rows = at.shown_table.select("u", "n", "item")
    first = rows.rename({"before": "n", "other": "item"})
    both = rows.join(first, ["u", rows.n > first.before])
    alike = both.left_join(at.run.likeness, ["item", "other"])
    lengths = at.users_table.select("u", "length")
    known = alike.inner_join(lengths, "u")
    return known.select("u", "n", "length", likeness=ibis.coalesce(known.s, 0.0))
