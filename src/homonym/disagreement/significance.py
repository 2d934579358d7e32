"""Which differences between models are significant: start at `weigh_pairs`.

The test is Student's for pairs, over users; what is tested is what each user brings to
a number (`Scores.shares`), so that it serves sums over sums too. All pairs of models
are tested at once, from the covariances of the models; a test holds that to SciPy's own
for one pair. The p-values of a measure are adjusted by Holm's method, which SciPy has
not: five lines here, since statsmodels' collects garbage at every call, which took
three quarters of the time.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from homonym.disagreement.joined_runs import Array
from homonym.errors import UserError

NOTHING = 1e-12
"""Numbers that lie as near are equal."""


@dataclass(frozen=True)
class Tested:
    """Each pair of models, in the order of `list_model_pairs`: Student's t, and its
    p-value adjusted for all pairs."""

    t: Array
    p: Array


@cache
def list_model_pairs(models: int) -> tuple[Array, Array]:
    """The pairs of so many models: the first of each, and the second."""
    return np.triu_indices(models, 1)


def weigh_pairs(shares: Array) -> Tested:
    """All pairs of models, a column of shares each; a pair without any difference has a
    p-value of 1."""
    t, p = compute_paired_t_tests(shares)
    return Tested(t, adjust_p_values(p))


def compute_paired_t_tests(shares: Array) -> tuple[Array, Array]:
    """t and its two-sided p-value, as scipy.stats.ttest_rel has them for a pair."""
    stdtr = load_scipy().stdtr

    users, (one, other) = len(shares), list_model_pairs(shares.shape[1])
    means = shares.mean(axis=0)
    apart = shares - means
    products = apart.T @ apart
    own = products.diagonal()
    variance = (own[one] + own[other] - 2 * products[one, other]) / max(users - 1, 1)
    difference = means[one] - means[other]
    equal = (np.abs(difference) <= NOTHING) | (users < 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = difference / np.sqrt(np.maximum(variance, 0) / users)
    t = np.where(equal, 0.0, t)
    return t, 2 * stdtr(max(users - 1, 1), -np.abs(t))


def load_scipy() -> Any:
    """scipy.special, or one sentence on how to get it."""
    try:
        import scipy.special
    except ImportError:
        raise UserError(
            "tests of significance need SciPy", 'pip install "homonym[dissent]"'
        ) from None
    return scipy.special


def adjust_p_values(p: Array) -> Array:
    """The p-values by Holm's method: the smallest is multiplied by how many there are,
    the next by one less, and none is smaller than the one before it, or above 1.

    >>> adjust_p_values(np.array([0.04, 0.01, 0.03])).round(9).tolist()
    [0.06, 0.03, 0.06]
    """
    order = np.argsort(p, kind="stable")
    times = np.arange(len(p), 0, -1)
    found = np.empty_like(p)
    found[order] = np.minimum(np.maximum.accumulate(p[order] * times), 1)
    return found
