"""What to look at where no variant explains a metric: start at `list_clues`.

All of it is computed from what the record keeps of an unexplained metric, its number on
every case: the nearest variant, a formula that is right but for a factor, the smallest
case on which the nearest is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from homonym.adapters.contract import FLOAT32, FLOAT64, Value
from homonym.address import find_project_url
from homonym.records.schema_entry import MetricEntry
from homonym.reference.large import is_large
from homonym.reference.variants import Family, Number, Variant, every_family, families
from homonym.verdicts.formula import (
    agrees_with_measured,
    compute_family_values,
    count_changed_choices,
)

ROUNDING = 1e-8
"""Recorded numbers have nine digits."""
DIGITS = (6, 9, 12, 17)
"""How many a clue has: the first of these that tell two numbers apart."""
TO_ADD = "docs/add-a-variant.md says how to add a choice"
GivenValues = list[tuple[Any, Value]]
"""Cases and what the metric gave on them, the smallest first."""


@dataclass(frozen=True)
class Near:
    """A variant of the claimed family, on how many of the cases it agrees, and the
    smallest on which it does not, with both numbers."""

    variant: Variant
    agrees_on: int
    of: int
    case: Any
    its: Number
    measured: Value


@dataclass(frozen=True)
class Scaled:
    """A variant that, times a factor, gives the metric's number on all of the cases."""

    variant: Variant
    factor: float
    of: int


def list_clues(entry: MetricEntry) -> list[str]:
    """What to try next, in lines; nothing for a metric that is explained."""
    given = list_given_numbers(entry)
    if entry.status != "unexplained" or not given:
        return []
    precision = max(entry.precision or FLOAT64, ROUNDING)
    home = every_family()[entry.claims]
    told = list_large_case_misses(entry) or [
        *describe_single_precision(home, given, precision),
        *describe_scaled(home, given, precision),
        *describe_nearest(home, given, precision),
    ]
    if entry.formula:
        return [*told, f"written out: {entry.formula}"]
    where = f", {issues} takes it" if (issues := find_project_url("Issues")) else ""
    return [*told, f"is it a formula of its own? {TO_ADD}{where}"]


def list_large_case_misses(entry: MetricEntry) -> list[str]:
    """The nearest variant, where it is wrong on large cases alone."""
    near = entry.nearest
    if not near or {*map(is_large, near.differs_on)} != {True}:
        return []
    apart = ", ".join(near.differs_on)
    return [f"{near.variant} agrees on all {near.agrees_on} cases but: {apart}"]


def describe_single_precision(
    home: Family, given: GivenValues, precision: float
) -> Iterator[str]:
    """The variant that is right on all cases to as many digits as single precision has,
    where it is asked for more: the one that changes the fewest choices."""
    if precision >= FLOAT32:
        return
    right = [one for one in home.variants if fits_times_factor(one, 1, given, FLOAT32)]
    if right:
        yield (
            f"{min(right, key=count_changed_choices)} agrees on all {len(given)} cases "
            "in single precision: if it computes in that, its adapter says "
            "precision=FLOAT32"
        )


def describe_scaled(
    home: Family, given: GivenValues, precision: float
) -> Iterator[str]:
    """A formula that is right but for a factor, if there is one."""
    if has_varying_numbers(given) and (
        right := find_scaled_variant(home, given, precision)
    ):
        yield f"it is {right.factor:.6g} × {right.variant} on all {right.of} cases"


def describe_nearest(
    home: Family, given: GivenValues, precision: float
) -> Iterator[str]:
    """The nearest variant, or that there is none."""
    if near := find_nearest_in_family(home, given, precision):
        yield from describe_near(near)
    else:
        yield f"no variant of {home.name} agrees at all"


def describe_near(near: Near) -> Iterator[str]:
    """The nearest variant, what it chooses otherwise, and where it is wrong."""
    yield f"nearest is {near.variant}: {near.agrees_on} of {near.of} cases agree"
    gave = near.measured.value
    number = near.measured.per_user if gave is None else gave
    one, other = format_numbers_apart(number, near.its)
    yield f"smallest case apart: {near.case}: {one}, not {other}"


def format_numbers_apart(one: Number, other: Number) -> tuple[str, str]:
    """Two numbers, or every user's of both, with six digits, or as many as it takes to
    tell them apart."""
    for digits in DIGITS:
        both = format_clue_number(one, digits), format_clue_number(other, digits)
        if both[0] != both[1]:
            break
    return both


def format_clue_number(number: Number, digits: int = DIGITS[0]) -> str:
    """A number, or every user's."""
    if isinstance(number, tuple):
        return f"({', '.join(format_clue_number(one, digits) for one in number)})"
    return "none" if number is None else f"{number:.{digits}g}"


def list_given_numbers(entry: MetricEntry) -> GivenValues:
    """The cases of a record on which an unexplained metric gave a number."""
    takes: Any = every_family()[entry.claims].takes
    found = [
        (takes.parse(line), as_value(given))
        for line, given in entry.values.items()
        if not isinstance(given, str) and not is_large(line)
    ]
    return sorted(found, key=lambda one: one[0].weight)


def as_value(given: float | tuple[float, ...]) -> Value:
    """A recorded number, or every user's, as it was measured."""
    return Value(None, given) if isinstance(given, tuple) else Value(given)


def find_nearest_in_family(
    home: Family, given: GivenValues, precision: float
) -> Near | None:
    """Of the variants that agree on the most cases the one that changes the fewest
    choices; None where none agrees on any."""
    wrong: dict[Variant, list[int]] = {variant: [] for variant in home.variants}
    for place, (case, measured) in enumerate(given):
        for variant, number in compute_family_values(home.name, case).items():
            if number is None or not agrees_with_measured(number, measured, precision):
                wrong[variant].append(place)
    best = min(
        wrong, key=lambda variant: (len(wrong[variant]), count_changed_choices(variant))
    )
    places = wrong[best]
    if len(places) == len(given) or not places:
        return None
    case, measured = given[places[0]]
    agreeing = len(given) - len(places)
    return Near(best, agreeing, len(given), case, best.value(case), measured)


def has_varying_numbers(given: GivenValues) -> bool:
    """Whether not all numbers are the same: a constant is a factor of any other."""
    return (
        len(
            {number for _, measured in given for number in list_value_numbers(measured)}
        )
        > 1
    )


def find_scaled_variant(
    home: Family, given: GivenValues, precision: float
) -> Scaled | None:
    """A variant of the claimed family, or else of another for such cases, that is right
    on every case but for one factor: the one that changes the fewest choices."""
    others = [one for one in families(home.takes).values() if one is not home]
    for one in (home, *others):
        found = list_scaled_variants(one, given, precision)
        if found:
            return min(found, key=lambda scaled: count_changed_choices(scaled.variant))
    return None


def list_scaled_variants(
    home: Family, given: GivenValues, precision: float
) -> list[Scaled]:
    """Every such variant of a family."""
    case, measured = next(
        (one for one in given if any(list_value_numbers(one[1]))), given[0]
    )
    factors = {
        variant: factor
        for variant, number in compute_family_values(home.name, case).items()
        if (factor := find_scale_factor(measured, number)) != 1.0
    }
    return [
        Scaled(variant, factor, len(given))
        for variant, factor in factors.items()
        if factor is not None and fits_times_factor(variant, factor, given, precision)
    ]


def fits_times_factor(
    variant: Variant, factor: float, given: GivenValues, precision: float
) -> bool:
    """Whether a variant's number, times the factor, is what was measured everywhere."""
    return all(
        (
            number := scale_variant_number(
                compute_family_values(variant.family, case)[variant], factor
            )
        )
        is not None
        and agrees_with_measured(number, measured, precision)
        for case, measured in given
    )


def scale_variant_number(number: Number, factor: float) -> Number:
    """A number, or every user's, times the factor."""
    if isinstance(number, tuple):
        return tuple(None if one is None else one * factor for one in number)
    return None if number is None else number * factor


def find_scale_factor(measured: Value, number: Number) -> float | None:
    """What the number is to be multiplied by; None where nothing would do."""
    both = zip(list_value_numbers(measured), as_numbers(number), strict=False)
    for got, ours in both:
        if got and ours and isfinite(got / ours):
            return got / ours
    return None


def list_value_numbers(measured: Value) -> Sequence[float | None]:
    """The number, or every user's."""
    return as_numbers(measured.per_user if measured.value is None else measured.value)


def as_numbers(number: Number) -> Sequence[float | None]:
    """The same of a variant's."""
    return number if isinstance(number, tuple) else (number,)
