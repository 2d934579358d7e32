"""How often the best model is another by another measure: start at `count_winners`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from homonym.disagreement.joined_runs import Array
from homonym.disagreement.significance import NOTHING
from homonym.disagreement.standings import Standing
from homonym.evaluation.bootstrap import Bounds, Interval


@dataclass(frozen=True)
class Winners:
    """Of so many pairs of measures those whose best model is another; bounds: of how
    many are so in samples of users."""

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
    """In how many pairs of a group the best differ, of each sample."""
    return sum(
        (one != other for its in groups for one, other in combinations(its, 2)),
        start=np.int64(0),
    )


def find_best_models(values: Array) -> Array:
    """The place of the first of the models with the greatest number, of each sample."""
    known = np.nan_to_num(values, nan=-np.inf)
    return (known >= known.max(axis=-1, keepdims=True) - NOTHING).argmax(axis=-1)
