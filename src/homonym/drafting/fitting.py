"""In which shape a function is to be asked: start at `find_best_fit`.

Every reading is asked about the core. One that some definition explains on all cases is
the right one: a wrong arrangement gives numbers that none has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

from homonym.adapters.contract import (
    FLOAT32,
    FLOAT64,
    Failed,
    Measurement,
    Metric,
    Refused,
    Value,
)
from homonym.drafting.shapes import Reading
from homonym.measurement.calls import Calls, has_timed_out
from homonym.measurement.session import Progress
from homonym.records.values import list_measured_numbers
from homonym.reference.corpus import core
from homonym.reference.variants import Variant
from homonym.verdicts.formula import (
    find_metric_case_type,
    find_surviving_variants,
    search_other_families,
)

FIRST = 12
"""What gives no number on so many first cases, nor on the last, is asked no more."""
HUNG = -1
"""Failures of what does not answer in time: it is asked once."""
PATIENCE = 2
"""So many readings may hang, until no other is tried."""
ValueByCase = Mapping[Any, Value]


@dataclass(frozen=True)
class Fit:
    """A reading, the numbers it gave, on how many cases it failed, and the definitions
    that give the same; claimed: whether these are of the family that the function is
    named after."""

    reading: Reading
    values: ValueByCase
    failed: int
    variants: frozenset[Variant] = frozenset()
    claimed: bool = True

    @property
    def mostly(self) -> bool:
        """Whether it gave a number on four in five of the cases it was asked about."""
        return len(self.values) >= 4 * self.failed

    @property
    def order(self) -> tuple[bool, int]:
        """The better the smaller: explained, on more cases."""
        return not self.variants, -len(self.values)


def find_best_fit(
    calls: Calls, tried: Sequence[Reading], progress: Progress
) -> tuple[Fit, list[Fit]] | None:
    """The fit that is taken, and the others; None where no reading gives numbers."""
    given, hung = [], 0
    for place, reading in enumerate(tried):
        progress(reading.shape.words, place, len(tried))
        values, failed = measure_finite_values(calls, reading.name)
        if values:
            given.append(Fit(reading, values, failed))
        elif (hung := hung + (failed == HUNG)) >= PATIENCE:
            break
    given = [one for one in given if has_distinct_numbers(one.values)] or given
    fits = [one for one in explain_fits(calls, given) if one.variants or one.mostly]
    if not fits:
        return None
    best = min(fits, key=lambda one: one.order)
    plainer = [
        one
        for name in best.reading.shape.simpler
        for one in fits
        if one.reading.shape.name == name and one.variants == best.variants
    ]
    best = next((one for one in plainer if one.order == best.order), best)
    return best, [one for one in fits if one is not best]


def explain_fits(calls: Calls, fits: Sequence[Fit]) -> list[Fit]:
    """The fits with what explains them: at double precision, else at single; by the
    family claimed, else by any."""
    metrics = calls.library.adapter.metrics
    for precision in (FLOAT64, FLOAT32):
        asked = {one.reading.name: metrics[one.reading.name] for one in fits}
        metrics |= {n: replace(m, precision=precision) for n, m in asked.items()}
        for find in (explain_by_claim, explain_by_search):
            found = [find(metrics[one.reading.name], one) for one in fits]
            if any(one.variants for one in found):
                return found
    metrics |= {n: replace(m, precision=FLOAT64) for n, m in asked.items()}
    return [*fits]


def explain_by_claim(metric: Metric, fit: Fit) -> Fit:
    """What of the claimed family explains a fit."""
    found = find_surviving_variants(metric.claims, fit.values, metric.precision)
    return replace(fit, variants=frozenset(found))


def explain_by_search(metric: Metric, fit: Fit) -> Fit:
    """What of another family does."""
    found, _ = search_other_families(metric, fit.values)
    return replace(fit, variants=frozenset(found), claimed=False)


def measure_finite_values(calls: Calls, metric: str) -> tuple[dict[Any, Value], int]:
    """The finite numbers that a metric gives on the core, by case, and on how many it
    failed; none where the first cases and the last give none, or one hangs."""
    cases = core(find_asked_case_type(calls, metric))
    few = (*cases[:FIRST], *cases[-FIRST:])
    found: dict[Any, Value] = {}
    failed = 0
    for case in dict.fromkeys((*few, *cases)):
        if case not in few and not found:
            break
        measured = calls.library.measure(metric, case)
        if has_timed_out(measured):
            return {}, HUNG
        if isinstance(measured, Value) and has_only_finite_numbers(measured):
            found[case] = measured
        failed += isinstance(measured, Failed)
    return found, failed


def find_asked_case_type(calls: Calls, metric: str) -> Any:
    """The type of case that a metric is asked about."""
    return find_metric_case_type(calls.library.adapter.metrics[metric])


def has_only_finite_numbers(measured: Value) -> bool:
    """Whether every number is one, and finite."""
    return all(n is not None and isfinite(n) for n in list_measured_numbers(measured))


def has_distinct_numbers(values: ValueByCase) -> bool:
    """Whether not all numbers are the same."""
    return (
        len({n for value in values.values() for n in list_measured_numbers(value)}) > 1
    )


def describe_failed_shapes(calls: Calls, tried: Sequence[Reading]) -> str:
    """What the function did in each shape in place of a number, a line a shape."""
    told: dict[str, str] = {}
    hung = 0
    for reading in tried:
        name, words = reading.shape.name, reading.shape.words
        if name in told:
            continue
        first = core(find_asked_case_type(calls, reading.name))[0]
        measured = calls.library.measure(reading.name, first)
        told[name] = f"  {name:<16} {words}: {describe_missing_number(measured)}"
        if (hung := hung + has_timed_out(measured)) >= PATIENCE:
            break
    return "\n".join(told.values())


def describe_missing_number(measured: Measurement) -> str:
    """What came in the place of a number that can be held to a definition."""
    if isinstance(measured, Failed):
        return measured.error
    if isinstance(measured, Refused):
        return f"not asked, {measured.reason}"
    return f"it gave {', '.join(map(str, list_measured_numbers(measured)))}"
