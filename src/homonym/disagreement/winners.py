"""How often the best model is another by another measure: start at `count_winners`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from homonym.disagreement.joined_runs import Array
from homonym.disagreement.standings import Standing, find_best_models
from homonym.evaluation.bootstrap import Bounds, Interval


@dataclass(frozen=True)
class Winners:
    """Of so many pairs of measures those by which another model is the best, none by
    both; bounds: of how many are so in samples of users."""

    pairs: int
    another: int
    bounds: Bounds


def count_winners(groups: Sequence[Sequence[Standing]], interval: Interval) -> Winners:
    """Of the measures of all groups, each two of a group."""
    now = [[find_best_models(one.values) for one in its] for its in groups]
    every = [[find_best_models(one.drawn) for one in its] for its in groups]
    drawn = count_winner_changes(every)
    bounds = interval.bounds(np.asarray(drawn, dtype=float)) if every else None
    pairs = sum(len(its) * (len(its) - 1) // 2 for its in groups)
    return Winners(pairs, int(count_winner_changes(now)), bounds)


def count_winner_changes(groups: Sequence[Sequence[Array]]) -> Array:
    """In how many pairs of a group no model is the best by both, of each sample."""
    return sum(
        (
            ~(one & other).any(axis=-1)
            for its in groups
            for one, other in combinations(its, 2)
        ),
        start=np.int64(0),
    )
