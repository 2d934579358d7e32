"""Precision over tables."""

from __future__ import annotations

from homonym.evaluation.plan import Asked, Part
from homonym.evaluation.rankings.ranks import counted_hits


def precision(asked: Asked) -> Part:
    """Hits over the divisor."""
    return Part(counted_hits(asked), asked.divisor("divisor", {}))
