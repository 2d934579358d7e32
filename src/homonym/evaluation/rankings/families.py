"""Every family of rankings over tables, by its name."""

from __future__ import annotations

from collections.abc import Callable

from homonym.evaluation.lookups import Column
from homonym.evaluation.plan import Asked, Part
from homonym.evaluation.rankings.auc import auc, stacked
from homonym.evaluation.rankings.average_precision import average_precision
from homonym.evaluation.rankings.average_precision_interpolated import (
    average_precision_interpolated,
)
from homonym.evaluation.rankings.err import err
from homonym.evaluation.rankings.f_score import f_score, two_means
from homonym.evaluation.rankings.hit_rate import hit_rate
from homonym.evaluation.rankings.mean_average_recall import mean_average_recall
from homonym.evaluation.rankings.ndcg import ndcg
from homonym.evaluation.rankings.partial_auc import partial_auc
from homonym.evaluation.rankings.precision import precision
from homonym.evaluation.rankings.r_precision import r_precision
from homonym.evaluation.rankings.rbp import rbp
from homonym.evaluation.rankings.recall import recall
from homonym.evaluation.rankings.reciprocal_rank import reciprocal_rank
from homonym.evaluation.tables import Tables

PARTS: dict[str, Callable[[Asked], Part]] = {
    one.__name__: one
    for one in (
        precision,
        recall,
        hit_rate,
        f_score,
        reciprocal_rank,
        average_precision,
        average_precision_interpolated,
        mean_average_recall,
        r_precision,
        ndcg,
        rbp,
        err,
        auc,
        partial_auc,
    )
}
"""A user's part."""


def own_number(asked: Asked, tables: Tables) -> Column | None:
    """The number of a variant that no user has a part of; None of any other."""
    if asked.names["users"] != "stacked":
        return None
    return stacked(asked, tables)


def parts_of(asked: Asked) -> tuple[Part, ...]:
    """What a user brings to a variant: a part, two of an F score of two means, none of
    pairs that are stacked."""
    if two := two_means(asked):
        return two
    if asked.names["users"] == "stacked":
        return ()
    return (PARTS[asked.variant.family](asked),)
