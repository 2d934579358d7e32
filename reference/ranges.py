"""What properties of all types of case share: ranges, and whether a value changes.

Start at `within`. A variant that refuses a case has no value there, which proves
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from homonym.reference.case import CaseError
from homonym.reference.properties import ROUNDING, Property, kept, numbers
from homonym.reference.variants import Number, Problem, Variant

Bound = Callable[[Any], float]


@dataclass(frozen=True)
class Range:
    """The least and the greatest value on a case, and both in words."""

    says: str
    low: Bound
    high: Bound


def between(low: float, high: float) -> Range:
    """A range that is the same for every case."""
    says = f"{low:g} and {high:g}"
    if high == inf:
        says = f"{low:g} and ∞"
    if low == -inf:
        says = f"-∞ and {high:g}"
    return Range(says, lambda case: low, lambda case: high)


def within(ranges: Mapping[str, Range]) -> Property:
    """The property that a value lies in its family's range."""

    def breaks(variant: Variant, case: Any) -> bool:
        its = ranges[variant.family]
        low, high = its.low(case) - ROUNDING, its.high(case) + ROUNDING
        return any(not low <= x <= high for x in known(value(variant, case)))

    added = {family: f" {its.says}" for family, its in ranges.items()}
    return Property("bounds", "the value lies between", breaks, added)


def value(variant: Variant, case: Problem) -> Number:
    """What the variant gives on the case; None where it refuses it."""
    try:
        return variant.value(case)
    except CaseError:
        return None


def known(given: Number) -> list[float]:
    """The numbers of a value that are defined, smallest first: whose they are, where
    there are several, is left to their order, which no property is about."""
    return sorted(x for x in numbers(given) if x is not None)


def unchanged(name: str, says: str, vary: Callable[[Any], Iterator[Any]]) -> Property:
    """The property that no variation of a case changes the value."""
    every = kept(vary)

    def breaks(variant: Variant, case: Any) -> bool:
        before = known(value(variant, case))
        varied = (known(value(variant, after)) for after in every(case))
        return any(differ(before, after) for after in varied)

    return Property(name, says, breaks)


def differ(before: list[float], after: list[float]) -> bool:
    """Whether two values that are both defined differ, beyond rounding; numbers of more
    users than before are compared with as many of the same."""
    times = len(after) // len(before) if before else 0
    pairs = zip(sorted(before * max(1, times)), after, strict=False)
    return any(abs(x - y) > ROUNDING * max(1, abs(x)) for x, y in pairs)


def never_lower(
    name: str,
    says: str,
    vary: Callable[[Any], Iterator[Any]],
    lower_is_better: frozenset[str] = frozenset(),
) -> Property:
    """The property that no variation of a case makes the value worse."""
    every = kept(vary)

    def breaks(variant: Variant, case: Any) -> bool:
        sign = -1 if variant.family in lower_is_better else 1
        before = numbers(value(variant, case))
        return any(
            worse(sign, x, y)
            for after in every(case)
            for x, y in zip(before, numbers(value(variant, after)), strict=False)
        )

    return Property(name, says, breaks)


def worse(sign: int, before: float | None, after: float | None) -> bool:
    """Whether the second number is less (more, for a sign of -1), beyond rounding."""
    if before is None or after is None:
        return False
    return sign * after < sign * before - ROUNDING * max(1, abs(before))


def by_name(*properties: Property) -> dict[str, Property]:
    """Properties by their names, in this order."""
    return {one.name: one for one in properties}
