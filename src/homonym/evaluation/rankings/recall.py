"""Recall over tables."""

from __future__ import annotations

from ibis import _, ifelse

from homonym.evaluation.lookups import Column, wrap_user_function
from homonym.evaluation.plan import Asked, PartColumns
from homonym.evaluation.rankings.ranks import COUNTED_AT, count_hits_by_rank
from homonym.reference.parts import ratio

DIVISORS = {"grades": _.grades}


def recall(asked: Asked) -> PartColumns:
    """Hits over the divisor at k, or a mean of such ratios."""
    part: PartColumns = asked.chosen("cut", CUTS)(asked)
    return part


def compute_recall_at_k(asked: Asked) -> PartColumns:
    """At k, or of the whole list."""
    return PartColumns(count_hits_by_rank(asked), asked.divisor("divisor", DIVISORS))


def mean_1_to_k(asked: Asked) -> PartColumns:
    """Each hit adds one over the divisor at all cut-offs from that at which it counts,
    to k."""
    first = asked.chosen("rank", COUNTED_AT)
    counts = asked.plan.hits.each
    at = ifelse(first < 1, 1, first)
    relevant = _.rel & (first <= asked.k)
    if asked.names["divisor"] in DIVISORS:
        later = counts(ifelse(relevant, asked.k + 1 - at, 0).sum())
        divisor = DIVISORS[asked.names["divisor"]] * asked.k
        return PartColumns(later, divisor)
    weights = sum_inverse_divisors(asked, ifelse(relevant, at, asked.k + 1))
    return PartColumns(counts(weights.sum()) / asked.k, 1)


def sum_inverse_divisors(asked: Asked, first: Column) -> Column:
    """The sum of one over the divisor at the cut-offs from the first to k; 0 where the
    hit does not count, or is none."""

    def weight(r: float, length: float, first: float) -> float:
        every = (
            wrap_user_function(asked.function("divisor"), m)(r, length)
            for m in range(int(first), asked.k + 1)
        )
        return sum(ratio((1, one)) for one in every)

    called = f"recall to k over {asked.names['divisor']}"
    return asked.plan.hits.look_up(called, weight, _.r, _.length, first)


CUTS = {"k": compute_recall_at_k, "mean_1_to_k": mean_1_to_k}
