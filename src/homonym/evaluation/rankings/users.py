"""How users are combined into one number: an aggregate over the table of users."""

from __future__ import annotations

from collections.abc import Callable

import ibis
from ibis import _, ifelse

from homonym.evaluation.lookups import Column
from homonym.evaluation.plan import Part, Plan, without_expression
from homonym.evaluation.rankings.ranks import found
from homonym.reference.parts import ZERO

CALLER = "caller"


def facts(plan: Plan) -> None:
    """Ask what is looked at of a user beside the part: whether there is a hit."""
    plan.users_facts["hit"] = found(plan, plan.k) > 0


def combined(way: str, part: Part) -> Column:
    """The number of all users, by the choice on `users`."""
    return WAYS[way_of(way)](part)


def way_of(way: str) -> str:
    """The way of combining: who gets per-user numbers takes their mean. UserError for a
    choice that has none."""
    if way not in (*WAYS, CALLER):
        raise without_expression("users", way)
    return "mean" if way == CALLER else way


def mean(part: Part) -> Column:
    """The mean of the users."""
    return part.ratio.mean()


def mean_hit(part: Part) -> Column:
    """The mean of those with a hit in the first k."""
    return part.ratio.mean(where=_.hit)


def mean_nonzero(part: Part) -> Column:
    """The mean of those whose number is not 0; NaN is not."""
    value = part.ratio
    return value.mean(where=~(value.abs() <= ZERO) | value.isnan())


def pooled(part: Part) -> Column:
    """The sum of the numerators over that of the denominators."""
    above, below = (total(one, part.kept) for one in (part.above, part.below))
    return ifelse(below.abs() > ZERO, above / below, ibis.null())


def total(column: Column, kept: Column | None) -> Column:
    """The sum of a column, or of a number for each user, over those who are kept."""
    each = _.r * 0 + column
    return each.sum() if kept is None else each.sum(where=kept)


def by_r(part: Part) -> Column:
    """The mean, weighted by the number of relevant items."""
    return weighted(part, _.r)


def by_length(part: Part) -> Column:
    """The mean, weighted by the length of the list."""
    return weighted(part, _.length)


def weighted(part: Part, weight: Column) -> Column:
    """The weighted mean; null where the weights add up to 0."""
    weights = total(weight, part.kept)
    return (part.ratio * weight).sum() / weights.nullif(0)


def mean_or_zero(part: Part) -> Column:
    """The mean, or 0 as soon as one denominator is 0."""
    nothing = (_.r * 0 + part.below).abs() <= ZERO
    return ifelse(nothing.any(), 0.0, part.ratio.mean())


WAYS: dict[str, Callable[[Part], Column]] = {
    "mean": mean,
    "mean_hit": mean_hit,
    "mean_nonzero": mean_nonzero,
    "pooled": pooled,
    "by_r": by_r,
    "by_length": by_length,
    "mean_or_zero": mean_or_zero,
}
"""By the choice on `users`."""
