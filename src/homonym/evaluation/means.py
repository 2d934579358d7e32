"""Means over several runs: start at `means_of`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from statistics import fmean, stdev

from homonym.evaluation.conventions import Conventions
from homonym.evaluation.number import Number
from homonym.reference.variants import Variant


@dataclass(frozen=True)
class Mean:
    """One definition's mean over so many runs, and their standard deviation (over the
    number of runs less one; None of one run); None where a run's number is
    undefined."""

    variant: Variant
    k: int
    conventions: Conventions
    computed_by: tuple[str, ...]
    runs: int
    value: float | None
    deviation: float | None


def means_of(numbers: Sequence[Number]) -> list[Mean]:
    """The means of the numbers of runs, by definition, cut-off and conventions."""
    groups: dict[tuple[Conventions, Variant, int], list[Number]] = {}
    for one in numbers:
        groups.setdefault((one.conventions, one.variant, one.k), []).append(one)
    return [
        Mean(
            variant,
            k,
            conventions,
            its[0].computed_by,
            len(its),
            mean_of([one.value for one in its]),
            deviation_of([one.value for one in its]),
        )
        for (conventions, variant, k), its in groups.items()
    ]


def mean_of(found: Sequence[float | None]) -> float | None:
    """The mean; None where one is, a number itself where there is one alone."""
    numbers = [one for one in found if one is not None]
    if len(numbers) < len(found):
        return None
    return numbers[0] if len(numbers) == 1 else fmean(numbers)


def deviation_of(found: Sequence[float | None]) -> float | None:
    """The standard deviation of a sample; None of one number, or where one is
    undefined."""
    numbers = [one for one in found if one is not None and isfinite(one)]
    return stdev(numbers) if len(numbers) == len(found) > 1 else None
