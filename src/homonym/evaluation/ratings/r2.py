"""The explained share over tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ibis import _

from homonym.evaluation.backends.backend import fetch_only_row
from homonym.evaluation.lookups import Column
from homonym.evaluation.plan import Asked
from homonym.evaluation.ratings.pairs import RatingPairs, select_kept_pairs
from homonym.reference.parts import quotient

CONSTANT: Mapping[str, Callable[[Any], Column]] = {
    "counts": lambda middle: _.e * _.e,
    "forgiven": lambda middle: (_.e - middle) * (_.e - middle),
}
"""By the choice on `constant`: what an error adds, of their mean."""
USERS: Mapping[str, Column] = {"pooled": _.p.notnull()}
"""By the choice on `users`: which pairs are compared."""


def r2(asked: Asked, pairs: RatingPairs) -> float | None:
    """One minus the share of the variance that is left."""
    pair = select_kept_pairs(asked, pairs, "dropped")
    some = pairs.table.filter(asked.chosen("users", USERS)).mutate(e=_.r - pair.p)
    means = fetch_only_row(pairs.backend, some.aggregate(r=_.r.mean(), e=_.e.mean()))
    if means["r"] is None:
        return None
    spread = (_.r - means["r"]) * (_.r - means["r"])
    error = asked.chosen("constant", CONSTANT)(means["e"])
    sums = fetch_only_row(
        pairs.backend, some.aggregate(left=error.sum(), spread=spread.sum())
    )
    left = quotient((sums["left"], sums["spread"]))
    return None if left is None else 1 - left
