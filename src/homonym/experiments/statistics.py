"""The statistics of the experiments: rank correlation and a test. scipy is needed."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

from homonym.errors import UserError
from homonym.experiments.simulated_platform import load_numpy

if TYPE_CHECKING:
    from homonym.experiments.simulated_platform import Array


def compute_kendall_tau(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Kendall's rank correlation; None where all values are tied."""
    value = float(import_scipy_stats().kendalltau(one, other).statistic)
    return None if isnan(value) else value


def compute_tau_with_each(one: Array, others: Array) -> list[float | None]:
    """Kendall's rank correlation with each row of others, all at once.

    It is `compute_kendall_tau` of each: the pairs that both order alike, less those
    that they order differently, over the mean (the geometric one) of the pairs that
    either orders.
    """
    np = load_numpy()
    first, second = np.triu_indices(len(one), 1)
    mine = np.sign(one[first] - one[second])
    theirs = np.sign(others[:, first] - others[:, second])
    ordered = np.sqrt(np.count_nonzero(theirs, axis=1) * np.count_nonzero(mine))
    pairs = zip((theirs @ mine).tolist(), ordered.tolist(), strict=True)
    return [
        agreed / all_ordered if all_ordered else None for agreed, all_ordered in pairs
    ]


def compute_wilcoxon_p(ideal: Sequence[float], other: Sequence[float]) -> float:
    """The p-value of the ideal lists being better only by chance."""
    pairs = zip(ideal, other, strict=True)
    differences = [a - b if abs(a - b) > 1e-12 else 0.0 for a, b in pairs]
    if not any(differences):
        return 1.0
    test = import_scipy_stats().wilcoxon(differences, alternative="greater")
    return float(test.pvalue)


def import_scipy_stats() -> Any:
    """scipy.stats, or one sentence on how to get it."""
    try:
        import scipy.stats
    except ImportError:
        raise UserError(
            "the experiments need scipy", 'pip install "homonym[simulation]"'
        ) from None
    return scipy.stats
