"""When two numbers count as the same: `are_numbers_close` says it of one number,
`are_values_close` of a value.

Which tolerance is meant depends on what is compared:

- what a library returned and what a formula gives: the metric's own precision
  (`FLOAT32` and `FLOAT64` of the adapters' contract): `are_numbers_close`,
  `are_values_close`
- two recorded numbers, which are rounded and from two machines: `RECORDED`:
`are_recorded_alike`
- two printed numbers, to the digits that both have: `PRINTED`: `are_printed_alike`
- two definitions, which only clearly different numbers tell apart: another question,
  with its own gap in `homonym.equivalence.partition`

It stands below all that measures or compares. The reference, which is below it, knows
the rounding of its own arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isclose, isinf, isnan

from homonym.reference.variants import Number

RECORDED = 1e-6
"""Of recorded numbers, relative: machines have fewer digits in common than the nine
that stand there."""
RECORDED_ZERO = 1e-9
"""The same near zero, absolute."""
PRINTED = 6
"""Printed numbers are equal when they are so to as many decimals as both have, or to so
many."""


def are_numbers_close(a: float | None, b: float | None, precision: float) -> bool:
    """Whether two numbers are equal within a relative precision, absolute below 1; None
    equals NaN."""
    if a is None or b is None or isnan(a) or isnan(b):
        return (a is None or isnan(a)) and (b is None or isnan(b))
    if isinf(a) or isinf(b):
        return a == b
    return abs(a - b) <= precision * max(1.0, abs(a), abs(b))


def are_all_close(
    one: Sequence[float | None], other: Sequence[float | None], precision: float
) -> bool:
    """Whether as many numbers stand on both sides, each close to its partner."""
    if len(one) != len(other):
        return False
    return all(
        are_numbers_close(a, b, precision) for a, b in zip(one, other, strict=True)
    )


def are_values_close(one: Number, other: Number, precision: float) -> bool:
    """Whether two values, or all of their users', are close; a mean is no user's.

    >>> are_values_close((0.5, None), (0.5, float("nan")), 1e-9)
    True
    >>> are_values_close(0.5, (0.5,), 1e-9)
    False
    """
    if isinstance(one, tuple) and isinstance(other, tuple):
        return are_all_close(one, other, precision)
    if isinstance(one, tuple) or isinstance(other, tuple):
        return False
    return are_numbers_close(one, other, precision)


def are_recorded_alike(a: float, b: float) -> bool:
    """Whether two recorded values are the same; NaN is the same as NaN."""
    if isnan(a) or isnan(b):
        return isnan(a) and isnan(b)
    return isclose(a, b, rel_tol=RECORDED, abs_tol=RECORDED_ZERO)


def are_printed_alike(a: float, b: float) -> bool:
    """Whether two printed numbers are equal, to the digits that both have."""
    places = min(PRINTED, *(len(repr(x).partition(".")[2]) for x in (a, b)))
    return isclose(a, b, rel_tol=0, abs_tol=0.501 * 10**-places)
