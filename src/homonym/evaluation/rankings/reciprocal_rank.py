"""Reciprocal rank over tables."""

from __future__ import annotations

from ibis import _, ifelse

from homonym.evaluation.lookups import Column, Running
from homonym.evaluation.plan import Asked, Part
from homonym.evaluation.rankings.ranks import found


def reciprocal_rank(asked: Asked) -> Part:
    """Reciprocal ranks, and what they are divided by."""
    part: Part = asked.chosen("counts", COUNTS)(asked)
    return part


def reciprocals(asked: Asked) -> Column:
    """1 / n of a hit among the ranks that are looked at, 0 of any other."""
    return ifelse(_.rel & asked.within, 1 / _.n, 0.0)


def summed(asked: Asked) -> Column:
    """Every hit's."""
    return asked.plan.hits.each(reciprocals(asked).sum())


def first(asked: Asked) -> Part:
    """The first hit's."""
    return Part(asked.plan.hits.each(reciprocals(asked).max()), 1)


def over_best(asked: Asked) -> Part:
    """Every hit's, over what the best list of k would give."""
    best = Running(lambda n: 1 / n)
    users = asked.plan.users
    called = f"best reciprocal ranks at {asked.k}"
    below = users.look_up(called, lambda r: best(min(r, asked.k)), _.r)
    return Part(summed(asked), below)


COUNTS = {
    "first": first,
    "sum": lambda asked: Part(summed(asked), 1),
    "sum_over_r": lambda asked: Part(summed(asked), _.r),
    "sum_over_hits": lambda asked: Part(summed(asked), found(asked.plan, asked.depth)),
    "normalised": over_best,
    "first_rank_only": lambda asked: Part(found(asked.plan, 1), 1),
}
