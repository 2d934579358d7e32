r"""From ranks among sampled items back to all items: start at `estimated_rank`.

    rank       R^ = 1 + (r - 1)(N - 1) / m, whose mean over the draws is R
    cut-off    the k of the sample is about the 1 + (k - 1) (N - 1) / m of all items
    values     M^ = ((1 - \gamma) A^T A + \gamma diag(c))^{-1} A^T b, which of all
               values for a sampled rank has the least squared error over all R,
               \gamma times its variance included

r the sampled rank, m of N - 1 others drawn; A = the chance of r where the rank is R,
each R weighing the same, b = the metric at R, c = the column sums of A. Sources:
Krichene and Rendle 2020 (rank; values); Li et al. 2020, who map cut-offs (this is the
linear map, exact for the mean rank).
"""

from __future__ import annotations

from collections.abc import Sequence

from homonym.errors import UserError
from homonym.protocols.sampling import rank_chances

FEW = 2_000
"""So many items values are corrected for: a matrix of all ranks is solved."""


def estimated_rank(sampled: int, items: int, negatives: int) -> float:
    """The rank among all items that a sampled one speaks for; its mean over the draws
    is the rank, drawn with replacement or without.

    >>> estimated_rank(1, 1000, 99), estimated_rank(2, 1000, 111)
    (1.0, 10.0)
    """
    return 1 + (sampled - 1) * (items - 1) / negatives


def cut_off_of_all(k: int, items: int, negatives: int) -> float:
    """The cut-off among all items that one among sampled items is about."""
    return estimated_rank(k, items, negatives)


def corrected_values(
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
