"""Pairs of models that two measures order otherwise, both significantly, and whose
users do it: start at `yield_model_flips`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from homonym.disagreement.comparisons import MeasurePair
from homonym.disagreement.joined_runs import Array
from homonym.disagreement.significance import list_model_pairs
from homonym.disagreement.standings import Standing


@dataclass(frozen=True)
class ModelDifference:
    """What one model has more than another by a measure; p: adjusted; few, many: the
    part of it that users with up to k relevant items bring, and those with more."""

    value: float
    p: float
    few: float
    many: float


@dataclass(frozen=True)
class Flip:
    """Two models, by their places: the first is better by the one measure, the second
    by the other; by one and other: what the first has more by each."""

    better: int
    worse: int
    by_one: ModelDifference
    by_other: ModelDifference


def yield_model_flips(
    found: MeasurePair, standings: Sequence[Standing], many: Array
) -> Iterator[Flip]:
    """All of a comparison's, the surest first: those whose less sure test is the
    surest; many: whether a user has more than k relevant items."""
    own = standings[found.one], standings[found.other]
    weaker = np.min([np.abs(one.tested.t[found.surely]) for one in own], axis=0)
    for place in found.surely[np.argsort(-weaker, kind="stable")]:
        yield build_model_flip(int(place), own, many)


def build_model_flip(place: int, own: tuple[Standing, Standing], many: Array) -> Flip:
    """That of a pair of models."""
    one, other = (int(side[place]) for side in list_model_pairs(len(own[0].values)))
    if own[0].values[one] < own[0].values[other]:
        one, other = other, one
    by = (
        compute_model_difference(standing, one, other, place, many) for standing in own
    )
    return Flip(one, other, *by)


def compute_model_difference(
    standing: Standing, one: int, other: int, place: int, many: Array
) -> ModelDifference:
    """What the one has more than the other, as it is added up from users."""
    apart = standing.shares[:, one] - standing.shares[:, other]
    part = apart / len(apart)
    there = many[standing.counted]
    return ModelDifference(
        float(standing.values[one] - standing.values[other]),
        float(standing.tested.p[place]),
        float(part[~there].sum()),
        float(part[there].sum()),
    )
