"""Reciprocal rank over tables."""

from __future__ import annotations

from ibis import _, ifelse

from homonym.evaluation.lookups import Column, Running
from homonym.evaluation.plan import Asked, PartColumns
from homonym.evaluation.rankings.ranks import count_hits_to_depth

RECIPROCAL = ifelse(_.rel, 1 / _.n, 0.0)
"""1 / n of a hit that is relevant."""


def reciprocal_rank(asked: Asked) -> PartColumns:
    """Reciprocal ranks, and what they are divided by."""
    part: PartColumns = asked.chosen("counts", COUNTS)(asked)
    return part


def sum_reciprocals(asked: Asked) -> Column:
    """Every hit's."""
    return asked.hits.each(RECIPROCAL.sum())


def find_first_reciprocal(asked: Asked) -> PartColumns:
    """The first hit's."""
    return PartColumns(asked.hits.each(RECIPROCAL.max()), 1)


def average_over_cut_offs(asked: Asked) -> PartColumns:
    """The first hit's at each cut-off from its rank to k: no later hit has more."""
    every = ifelse(_.rel, (asked.k + 1 - _.n) / _.n, 0.0)
    return PartColumns(asked.hits.each(every.max()), asked.k)


def find_reciprocal_or_behind(asked: Asked) -> PartColumns:
    """The first hit's, or that of the rank behind the first k."""
    best = find_first_reciprocal(asked).above
    return PartColumns(ifelse(best > 0, best, 1 / (asked.k + 1)), 1)


def normalise_reciprocals(asked: Asked) -> PartColumns:
    """Every hit's, over what the best list of k would give."""
    best = Running(lambda n: 1 / n)
    users = asked.plan.users
    called = f"best reciprocal ranks at {asked.k}"
    below = users.look_up(called, lambda r: best(min(r, asked.k)), _.r)
    return PartColumns(sum_reciprocals(asked), below)


COUNTS = {
    "first": find_first_reciprocal,
    "sum": lambda asked: PartColumns(sum_reciprocals(asked), 1),
    "sum_over_r": lambda asked: PartColumns(sum_reciprocals(asked), _.r),
    "sum_over_hits": lambda asked: PartColumns(
        sum_reciprocals(asked), count_hits_to_depth(asked.plan, asked.depth)
    ),
    "normalised": normalise_reciprocals,
    "mean_1_to_k": average_over_cut_offs,
    "miss_at_k_plus_one": find_reciprocal_or_behind,
    "first_rank_only": lambda asked: PartColumns(
        asked.plan.hits_to(asked.k).each((_.rel & (_.n == 1)).sum()), 1
    ),
}
