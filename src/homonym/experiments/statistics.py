"""The statistics of the experiments: rank correlation and a test. scipy is needed."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import Any

from homonym.errors import UserError


def tau(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Kendall's rank correlation; None where all values are tied."""
    value = float(scipy_stats().kendalltau(one, other).statistic)
    return None if isnan(value) else value


def worse(ideal: Sequence[float], other: Sequence[float]) -> float:
    """The p-value of the ideal lists being better only by chance."""
    pairs = zip(ideal, other, strict=True)
    differences = [a - b if abs(a - b) > 1e-12 else 0.0 for a, b in pairs]
    if not any(differences):
        return 1.0
    test = scipy_stats().wilcoxon(differences, alternative="greater")
    return float(test.pvalue)


def scipy_stats() -> Any:
    """scipy.stats, or one sentence on how to get it."""
    try:
        import scipy.stats
    except ImportError:
        raise UserError(
            "the experiments need scipy", 'pip install "homonym[simulation]"'
        ) from None
    return scipy.stats
