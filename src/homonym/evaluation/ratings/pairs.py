"""Every rating of the truth with its prediction: start at `RatingPairs`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf

from ibis import _, ifelse

from homonym.evaluation.backends.backend import Backend, IbisTable, fetch_only_row
from homonym.evaluation.lookups import Column
from homonym.evaluation.plan import Asked
from homonym.reference.case import Scale


@dataclass(frozen=True)
class RatingPairs:
    """table: user, r (the rating, or the label) and p (the prediction, null where there
    is none), a row for each pair of the truth; scale: the lowest and the highest
    rating, where it is given; seen: those that occur."""

    backend: Backend
    table: IbisTable
    scale: Scale | None
    seen: Scale


def pair_up(
    backend: Backend, truth: IbisTable, predictions: IbisTable, scale: Scale | None
) -> RatingPairs:
    """The pairs of tables with the columns user, item and number."""
    predicted = predictions.select("user", "item", p=_.number)
    table = truth.left_join(predicted, ["user", "item"]).select("user", "p", r=_.number)
    ends = table.aggregate(low=_.r.min(), high=_.r.max())
    low, high = fetch_only_row(backend, ends).values()
    return RatingPairs(backend, table, scale, (low, high))


def clip_column(column: Column, scale: Scale) -> Column:
    """The column, or the end of the scale that it passes."""
    low, high = scale
    return ifelse(column < low, low, ifelse(column > high, high, column))


ClipExpression = Callable[[Column, RatingPairs], Column]
CLIPPED: Mapping[str, ClipExpression] = {
    "as_given": lambda p, pairs: p,
    "to_scale": lambda p, pairs: clip_column(p, pairs.scale or pairs.seen),
    "to_seen": lambda p, pairs: clip_column(p, pairs.seen),
}
"""By the choice on `clipped`: the prediction that is compared."""
KNOWN = _.p.notnull()
EVERY = _.r.notnull()
MISSING: Mapping[str, tuple[Column, Column, Column]] = {
    "dropped": (_.p, KNOWN, KNOWN),
    "no_error": (_.p, KNOWN, EVERY),
    "lowest": (_.p.fill_null(-inf), EVERY, EVERY),
}
"""By the choice on `missing`: the prediction, which pairs have an error, and which are
counted."""


@dataclass(frozen=True)
class Kept:
    """The pairs of a variant as they are compared: the prediction, whether the pair has
    an error, and whether it counts."""

    p: Column
    compared: Column
    counted: Column


def select_kept_pairs(asked: Asked, pairs: RatingPairs, missing: str = "") -> Kept:
    """What the choices on `missing` and `clipped` make of the pairs; missing: the
    choice, where the family has none."""
    chosen = MISSING[missing] if missing else asked.chosen("missing", MISSING)
    p, compared, counted = chosen
    if "clipped" in asked.names:
        p = asked.chosen("clipped", CLIPPED)(p, pairs)
    return Kept(p, compared, counted)
