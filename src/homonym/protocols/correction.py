r"""From ranks among sampled items back to all items: start at `estimate_full_rank`.

    rank       R^ = 1 + (r - 1)(N - 1) / m, whose mean over the draws is R
    cut-off    HR@k of the sample is about HR@f(k) of all items:
               linear   f(k) = 1 + (k - 1) (N - 1) / m
               Beta@a   f(k) = 1 + (N - 1) S^(1/a)
                        S = \sum_{i<k} C(m, i) a B(a + i, m - i + 1)
    values     M^ = ((1 - \gamma) A^T A + \gamma diag(c))^{-1} A^T b, which of all
               values for a sampled rank has the least squared error over all R,
               \gamma times its variance included

r the sampled rank, m of N - 1 others drawn; A = the chance of r where the rank is R,
each R weighing the same, b = the metric at R, c = the column sums of A. Beta@a is exact
where the share of items above, (R - 1) / (N - 1), is distributed as Beta(a, 1), whose
chance to be up to x is x^a: S is the chance of fewer than k above among m drawn.
With a = 1 (any rank as likely as the next) it is k / (m + 1); the better a model, the
smaller a. Sources: Krichene and Rendle 2020 (rank; values); Li et al. 2020 (cut-offs;
its names, linear and Beta@a).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, lgamma, log

from homonym.errors import UserError
from homonym.protocols.sampling import rank_chances

FEW = 3_000
"""So many items values are corrected for: a matrix of all ranks is solved."""
SHAPES = (1.0, 0.5, 0.2)
"""The `a` that Li et al. 2020 compare."""


def estimate_full_rank(sampled: int, items: int, negatives: int) -> float:
    """The rank among all items that a sampled one speaks for; its mean over the draws
    is the rank, drawn with replacement or without.

    >>> estimate_full_rank(1, 1000, 99), estimate_full_rank(2, 1000, 111)
    (1.0, 10.0)
    """
    return 1 + (sampled - 1) * (items - 1) / negatives


def cut_off_of_all(k: int, items: int, negatives: int) -> float:
    """The cut-off among all items that one among sampled items is about: the linear
    map."""
    return estimate_full_rank(k, items, negatives)


def cut_off_by_beta(k: int, items: int, negatives: int, shape: float) -> float:
    """The same where the share of items above the relevant one has the distribution
    Beta(shape, 1): Beta@a.

    >>> cut_off_by_beta(10, 1001, 99, 1)
    101.0
    """
    if not 1 <= k <= negatives + 1:
        raise UserError(f"k = {k}: from 1 to {negatives + 1} ranks are sampled")
    if shape <= 0:
        raise UserError(f"shape {shape}: above 0 is accepted")
    hits = sum(exp(compute_log_chance(i, negatives, shape)) for i in range(k))
    share: float = min(hits, 1.0) ** (1 / shape)
    return round(1 + (items - 1) * share, 9)


def compute_log_chance(above: int, negatives: int, shape: float) -> float:
    """The logarithm of the chance of so many above: C(m, i) a B(a + i, m - i + 1)."""
    m, i = negatives, above
    choose = lgamma(m + 1) - lgamma(i + 1) - lgamma(m - i + 1)
    beta = lgamma(shape + i) + lgamma(m - i + 1) - lgamma(shape + m + 1)
    return choose + log(shape) + beta


def compute_corrected_values(
    values: Sequence[float], negatives: int, replacement: bool, gamma: float
) -> list[float]:
    """What to count for each sampled rank in place of the metric at it.

    values: the metric at each rank among all items; gamma: above 0 (the less, the less
    bias), up to 1 (the least variance). Raises UserError for another gamma, and where
    homonym was installed without numpy.
    """
    if not 0 < gamma <= 1:
        raise UserError(f"gamma {gamma}: above 0, up to 1 is accepted")
    if len(values) > FEW:
        raise UserError(
            f"{len(values):,} items: values are corrected for up to {FEW:,}"
        )
    try:
        import numpy as np
    except ImportError:
        raise UserError(
            "corrected values are solved for with numpy, which is not installed here",
            'pip install "homonym[example]"',
        ) from None
    items = len(values)
    chances = np.array(
        [rank_chances(r, items, negatives, replacement) for r in range(1, items + 1)]
    )
    left = (1 - gamma) * chances.T @ chances + gamma * np.diag(chances.sum(axis=0))
    found: list[float] = np.linalg.solve(left, chances.T @ np.array(values)).tolist()
    return found
