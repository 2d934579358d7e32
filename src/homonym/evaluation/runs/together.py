"""What all lists together give: the reference's own last step, given how often each
item is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from ibis import _

from homonym.evaluation.lookups import Column
from homonym.evaluation.plan import Asked
from homonym.evaluation.runs.run import At

Number = float | None


def choices(asked: Asked, *but: str) -> dict[str, Callable[..., Any]]:
    """The reference's functions of a variant's choices."""
    return {axis: asked.function(axis) for axis in asked.names if axis not in but}


def people(at: At, truths: tuple[str, ...] = ()) -> Sequence[Any]:
    """The users, as far as these families look at them: the run that they share."""
    facts = at.run.facts
    run = SimpleNamespace(catalogue=facts.catalogue, counts=facts.counts, truths=truths)
    return [SimpleNamespace(run=run)]


def coverage(asked: Asked, at: At) -> Number:
    """What is reached: the lists stand for their items, or for their lengths."""
    if asked.names["of"] in ("users", "users_with_k"):
        lengths = at.run.backend.to_pyarrow(at.users_table.select("length"))
        lists: list[Any] = [range(row["length"]) for row in lengths.to_pylist()]
    else:
        lists = ["".join(at.shown_often)]
    every = choices(asked)
    return asked.variant.home.combine(lists, people(at, (at.hit_items,)), at.k, **every)


def gini(asked: Asked, at: At) -> Number:
    """How unequally the items are shown."""
    every = {**choices(asked), "users": lambda lists: at.shown_often}
    return asked.variant.home.combine([], people(at), at.k, **every)


def herfindahl(asked: Asked, at: At) -> Number:
    """How concentrated the items are that are shown."""
    every = {**choices(asked), "users": lambda lists: at.shown_often}
    return asked.variant.home.combine([], people(at), at.k, **every)


def weights_alike(at: At) -> dict[str, float]:
    """The sum of 1 / |L_u| over the lists that an item is in, over all users."""
    lengths = at.users_table.select("u", "length")
    rows = at.shown_table.inner_join(lengths, "u")
    each = rows.group_by("code").aggregate(weight=(1 / _.length).sum())
    count = at.run.one_row(at.users_table.aggregate(n=_.count()))["n"]
    found = at.run.backend.to_pyarrow(each).to_pylist()
    return {chr(row["code"]): row["weight"] / count for row in found}


def weights_by_length(at: At) -> dict[str, float]:
    """How often an item is shown, over all that is shown."""
    total = sum(at.shown_often.values())
    return {item: count / total for item, count in at.shown_often.items()}


LISTS_WEIGH: Mapping[str, Callable[[At], dict[str, float]]] = {
    "by_length": weights_by_length,
    "alike": weights_alike,
}
"""By the choice on `lists_weigh`: how much each item weighs."""


def shannon_entropy(asked: Asked, at: At) -> Number:
    """How evenly the items are shown."""
    weights = asked.chosen("lists_weigh", LISTS_WEIGH)(at)
    every = {
        **choices(asked),
        "users": lambda lists: at.shown_often,
        "lists_weigh": lambda lists, item: weights[item],
    }
    return asked.variant.home.combine([], people(at), at.k, **every)


OVERLAP: Mapping[str, Callable[[At], Column]] = {
    "k": lambda at: _.n * 0.0 + at.k**-0.5,
    "cosine": lambda at: _.length**-0.5,
}
"""By the choice on `overlap`: what an item of a list is worth, so that the product for
two lists is what each item in both adds."""


def inter_list_diversity(asked: Asked, at: At) -> Number:
    """One less the mean overlap of two lists: of each item the square of the sum over
    its lists, less the sum of the squares, is twice the sum over pairs of lists."""
    count = at.run.one_row(at.users_table.aggregate(n=_.count()))["n"]
    if count < 2:
        return None
    worth = asked.chosen("overlap", OVERLAP)(at)
    lengths = at.users_table.select("u", "length")
    rows = at.shown_table.inner_join(lengths, "u").mutate(worth=worth.cast("float64"))
    each = rows.group_by("item").aggregate(
        all=_.worth.sum(), own=(_.worth * _.worth).sum()
    )
    twice = each.aggregate(twice=(_["all"] * _["all"] - _.own).sum().fill_null(0.0))
    return 1 - float(at.run.one_row(twice)["twice"]) / (count * (count - 1))


TOGETHER: Mapping[str, Callable[[Asked, At], Number]] = {
    one.__name__: one
    for one in (coverage, gini, herfindahl, shannon_entropy, inter_list_diversity)
}
