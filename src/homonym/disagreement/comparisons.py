"""Two measures' orders of the same models: start at `compare_standings`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from homonym.disagreement.joined_runs import Array
from homonym.disagreement.significance import NOTHING, list_model_pairs
from homonym.disagreement.standings import Standing
from homonym.evaluation.bootstrap import Bounds, Interval

CELLS = 2**22
"""So many differences are held at once."""


@dataclass(frozen=True)
class IntervalEstimate:
    """A number and its interval; None and None where it is undefined."""

    value: float | None
    bounds: Bounds


@dataclass(frozen=True)
class MeasurePair:
    """Two measures, by their places among the standings.

    pairs: of models; reversed: those that the two order otherwise; significant: those
    whose difference is so by both; surely: those that are both, by their places among
    `list_model_pairs`; inversion: `reversed` of `pairs`.
    """

    one: int
    other: int
    pairs: int
    reversed: int
    significant: int
    surely: Array
    inversion: IntervalEstimate
    pearson: IntervalEstimate
    tau: IntervalEstimate


@dataclass(frozen=True)
class Agreement:
    """Of samples, of each two measures: reversed: pairs that they order otherwise; tau:
    Kendall's tau-b; pearson."""

    reversed: Array
    tau: Array
    pearson: Array


def compare_standings(
    standings: Sequence[Standing], interval: Interval, alpha: float
) -> list[MeasurePair]:
    """Each two of them."""
    if len(standings) < 2 or len(standings[0].values) < 2:
        return []
    sure = np.array([one.tested.p <= alpha for one in standings])
    values = np.array([one.values for one in standings])
    now = compute_agreement(values[None])
    every = compute_sample_agreements(
        np.stack([one.drawn for one in standings], axis=1)
    )
    signs = compute_pair_signs(values)
    return [
        compare_measure_pair(one, other, signs, sure, now, every, interval)
        for one, other in combinations(range(len(standings)), 2)
    ]


def compare_measure_pair(
    one: int,
    other: int,
    signs: Array,
    sure: Array,
    now: Agreement,
    drawn: Agreement,
    interval: Interval,
) -> MeasurePair:
    """That of two."""
    pairs = signs.shape[1]
    against, both = signs[one] * signs[other] < 0, sure[one] & sure[other]

    def estimate(name: str, over: float = 1) -> IntervalEstimate:
        value = float(getattr(now, name)[0, one, other])
        its = getattr(drawn, name)[:, one, other]
        known = np.isfinite(value)
        return IntervalEstimate(
            value / over if known else None,
            interval.bounds(its / over) if known else None,
        )

    return MeasurePair(
        one,
        other,
        pairs,
        int(against.sum()),
        int(both.sum()),
        np.flatnonzero(against & both),
        estimate("reversed", pairs),
        estimate("pearson"),
        estimate("tau"),
    )


def compute_sample_agreements(drawn: Array) -> Agreement:
    """Those of samples, each a row of measures' numbers, as many at a time as fit."""
    _samples, measures, models = drawn.shape
    some = max(1, CELLS // (measures * models * models))
    every = [
        compute_agreement(drawn[first : first + some])
        for first in range(0, len(drawn), some)
    ]
    names = "reversed", "tau", "pearson"
    return Agreement(*(np.concatenate([getattr(o, n) for o in every]) for n in names))


def compute_agreement(values: Array) -> Agreement:
    """That of measures' numbers, of each sample a row a measure."""
    signs = compute_pair_signs(values)
    net, untied = multiply_row_pairs(signs), multiply_row_pairs(np.abs(signs))
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = values - values.mean(axis=-1, keepdims=True)
        return Agreement(
            (untied - net) / 2,
            scale_row_products(net),
            scale_row_products(multiply_row_pairs(apart)),
        )


def multiply_row_pairs(rows: Array) -> Array:
    """The products of each two rows: of signs, the pairs in the same order less those
    in the other; of their sizes, those that are tied in neither."""
    return (rows @ rows.swapaxes(-1, -2)).astype(np.float64)


def scale_row_products(found: Array) -> Array:
    """Products of rows over the lengths of both."""
    own = np.sqrt(np.diagonal(found, axis1=-2, axis2=-1))
    return found / (own[..., None] * own[..., None, :])


def compute_pair_signs(values: Array) -> Array:
    """Of each row, which of two models is the better: 1 the first, -1 the second, 0
    neither."""
    one, other = list_model_pairs(values.shape[-1])
    apart = values[..., one] - values[..., other]
    apart[~(np.abs(apart) > NOTHING)] = 0  # what is undefined too
    return np.sign(apart).astype(np.float32)
