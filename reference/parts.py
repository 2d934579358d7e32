"""A user's part of a value: (numerator, denominator), or None for who is left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Part = tuple[float, float]


Parts = Sequence[Part | None]


ZERO = 1e-12
"""What rounding leaves of a sum that is 0."""


def ratio(part: Part) -> float:
    """Numerator over denominator; 0 when the denominator is 0."""
    return part[0] / part[1] if abs(part[1]) > ZERO else 0.0


def quotient(part: Part) -> float | None:
    """Numerator over denominator; None, undefined, when the denominator is 0."""
    return ratio(part) if abs(part[1]) > ZERO else None


def weighted(pairs: Iterable[tuple[float, float]]) -> float | None:
    """The weighted mean of (value, weight) pairs; None when the weights sum to 0."""
    kept = list(pairs)
    total = sum(weight for _, weight in kept)
    return sum(value * weight for value, weight in kept) / total if total else None
