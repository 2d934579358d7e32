"""What all lists together give: the reference's own last step, given how often each
item is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from ibis import _

from homonym.evaluation.backends.backend import fetch_only_row
from homonym.evaluation.lookups import Column
from homonym.evaluation.plan import Asked
from homonym.evaluation.whole_runs.run import At

RunNumber = float | None


def apply_last_step(
    asked: Asked, at: At, lists: Sequence[Any], **own: Callable[..., Any]
) -> RunNumber:
    """The family's own last step; own: choices that stand for what is known already."""
    functions = {axis: asked.function(axis) for axis in asked.names}
    facts = at.run.facts
    run = SimpleNamespace(
        catalogue=facts.catalogue, counts=facts.counts, truths=(at.hit_items,)
    )
    people = [SimpleNamespace(run=run)]
    found: Any = asked.variant.home.combine(lists, people, at.k, **{**functions, **own})
    return None if found is None else float(found)


def coverage(asked: Asked, at: At) -> RunNumber:
    """What is reached: the lists stand for their items, or for their lengths."""
    if asked.names["of"] in ("users", "users_with_k"):
        lengths = at.run.backend.fetch(at.users_table.select("length"))
        lists: list[Any] = [range(row["length"]) for row in lengths.to_pylist()]
    else:
        lists = ["".join(at.shown_often)]
    return apply_last_step(asked, at, lists)


def gini(asked: Asked, at: At) -> RunNumber:
    """How unequally the items are shown."""
    return apply_last_step(asked, at, [], users=lambda lists: at.shown_often)


def herfindahl(asked: Asked, at: At) -> RunNumber:
    """How concentrated the items are that are shown."""
    return apply_last_step(asked, at, [], users=lambda lists: at.shown_often)


def weigh_lists_alike(at: At) -> dict[str, float]:
    """The sum of 1 / |L_u| over the lists that an item is in, over all users."""
    lengths = at.users_table.select("u", "length")
    rows = at.shown_table.inner_join(lengths, "u")
    each = rows.group_by("code").aggregate(weight=(1 / _.length).sum())
    count = fetch_only_row(at.run.backend, at.users_table.aggregate(n=_.count()))["n"]
    found = at.run.backend.fetch(each).to_pylist()
    return {chr(row["code"]): row["weight"] / count for row in found}


def weigh_lists_by_length(at: At) -> dict[str, float]:
    """How often an item is shown, over all that is shown."""
    total = sum(at.shown_often.values())
    return {item: count / total for item, count in at.shown_often.items()}


LISTS_WEIGH: Mapping[str, Callable[[At], dict[str, float]]] = {
    "by_length": weigh_lists_by_length,
    "alike": weigh_lists_alike,
}
"""By the choice on `lists_weigh`: how much each item weighs."""


def shannon_entropy(asked: Asked, at: At) -> RunNumber:
    """How evenly the items are shown."""
    weights = asked.chosen("lists_weigh", LISTS_WEIGH)(at)
    return apply_last_step(
        asked,
        at,
        [],
        users=lambda lists: at.shown_often,
        lists_weigh=lambda lists, item: weights[item],
    )


OVERLAP: Mapping[str, Callable[[int], tuple[Column, int]]] = {
    "k": lambda k: (_.length * 0 + 1, k),
    "cosine": lambda k: (1 / _.length.cast("float64").sqrt(), 1),
}
"""By the choice on `overlap`: what an item is worth in a list, so that the product for
two lists is what it adds to their overlap, and what that is divided by."""


def inter_list_diversity(asked: Asked, at: At) -> RunNumber:
    """One less the mean overlap of two lists: of each item the square of the sum over
    its lists, less the sum of the squares, is twice the sum over pairs of lists."""
    count = int(
        fetch_only_row(at.run.backend, at.users_table.aggregate(n=_.count()))["n"]
    )
    if count < 2:
        return None
    worth, divisor = asked.chosen("overlap", OVERLAP)(at.k)
    lengths = at.users_table.select("u", "length")
    rows = at.shown_table.inner_join(lengths, "u").mutate(worth=worth)
    each = rows.group_by("item").aggregate(
        all=_.worth.sum(), own=(_.worth * _.worth).sum()
    )
    twice = each.aggregate(twice=(_["all"] * _["all"] - _.own).sum().fill_null(0))
    pairs = count * (count - 1)
    return float(1 - fetch_only_row(at.run.backend, twice)["twice"] / divisor / pairs)


TOGETHER: Mapping[str, Callable[[Asked, At], RunNumber]] = {
    one.__name__: one
    for one in (coverage, gini, herfindahl, shannon_entropy, inter_list_diversity)
}
