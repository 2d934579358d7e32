"""Means over several runs: start at `compute_run_means`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from statistics import fmean, stdev

import numpy as np

from homonym.evaluation.bootstrap import Bounds, Interval
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.evaluated_number import EvaluatedNumber, name_group_metric
from homonym.reference.variants import Variant


@dataclass(frozen=True)
class Mean:
    """One definition's mean over so many runs, and their standard deviation (over the
    number of runs less one; None of one run); None where a run's number is undefined.

    bounds: the ends of its interval, where the same users were drawn in each run;
    group: as of a number.
    """

    variant: Variant
    k: int | None
    conventions: Conventions
    computed_by: tuple[str, ...]
    may_compute: tuple[str, ...]
    runs: int
    value: float | None
    deviation: float | None
    bounds: Bounds = None
    group: str = ""

    @property
    def called(self) -> str:
        """The definition, and the group that the number is of."""
        return name_group_metric(str(self.variant), self.group)


def compute_run_means(
    numbers: Sequence[EvaluatedNumber], interval: Interval | None
) -> list[Mean]:
    """The means of the numbers of runs, by definition, cut-off and conventions."""
    groups: dict[
        tuple[Conventions, Variant, int | None, str], list[EvaluatedNumber]
    ] = {}
    for one in numbers:
        of = one.conventions, one.variant, one.k, one.group
        groups.setdefault(of, []).append(one)
    return [
        Mean(
            variant,
            k,
            conventions,
            its[0].computed_by,
            its[0].may_compute,
            len(its),
            compute_defined_mean([one.value for one in its]),
            compute_run_deviation([one.value for one in its]),
            compute_mean_bounds(its, interval) if interval else None,
            group,
        )
        for (conventions, variant, k, group), its in groups.items()
    ]


def compute_defined_mean(found: Sequence[float | None]) -> float | None:
    """The mean; None where one is."""
    numbers = [one for one in found if one is not None]
    return fmean(numbers) if len(numbers) == len(found) else None


def compute_run_deviation(found: Sequence[float | None]) -> float | None:
    """The standard deviation of a sample; None of one number, or where one is
    undefined."""
    numbers = [one for one in found if one is not None and isfinite(one)]
    return stdev(numbers) if len(numbers) == len(found) > 1 else None


def compute_mean_bounds(
    numbers: Sequence[EvaluatedNumber], interval: Interval
) -> Bounds:
    """The interval of the mean, sample by sample; None where runs have other users."""
    drawn = [one.drawn for one in numbers if one.drawn is not None]
    if len(drawn) < len(numbers) or len({one.sample for one in numbers}) > 1:
        return None
    return interval.bounds(np.mean(drawn, axis=0))
