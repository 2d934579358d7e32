"""The case that shows what metrics of two versions compute: `find_contrast_case`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from homonym.equivalence.callers import replace_caller_by_mean
from homonym.reference.variants import Variant
from homonym.reports.evidence.edges import parse_recorded_case
from homonym.reports.evidence.nearest import find_recorded_value
from homonym.reports.evidence.witness import (
    Witness,
    build_returned_witness,
    find_telling_witness,
)
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.ids import parse_variant
from homonym.tolerances import are_numbers_close


def find_contrast_case(
    old: Sequence[Finding], new: Sequence[Finding]
) -> Witness | None:
    """The smallest case that tells the two apart, where each is of one meaning; where
    one is unexplained, the smallest on which its recorded number is not the other's."""
    meant = [{finding.meaning for finding in found} for found in (old, new)]
    if any(len(ids) != 1 for ids in meant):
        return None
    one, other = (parse_variant(ids.pop()) for ids in meant)
    if one and other:
        fulfilled = {when for f in (*old, *new) for when in f.conditions}
        return find_telling_witness(one, other, *sorted(fulfilled))
    if one:
        return find_recorded_contrast(one, new[0])
    return (
        exchange_witness_sides(find_recorded_contrast(other, old[0])) if other else None
    )


def find_recorded_contrast(variant: Variant, finding: Finding) -> Witness | None:
    """The smallest case on which an unexplained metric was recorded to return another
    number than the variant has."""
    found = sorted(yield_recorded_numbers(finding), key=lambda pair: pair[0].weight)
    precision = finding.entry.precision
    for case, number in found:
        ours = replace_caller_by_mean(variant).value(case)
        if isinstance(ours, float | int) and not are_numbers_close(
            ours, number, precision
        ):
            return build_returned_witness(variant, case, number)
    return None


def yield_recorded_numbers(finding: Finding) -> Iterator[tuple[Any, float]]:
    """The cases on which its record has one number."""
    for line in finding.entry.values:
        case, number = (
            parse_recorded_case(line, finding.takes),
            find_recorded_value(finding, line),
        )
        if case is not None and isinstance(number, float | int):
            yield case, number


def exchange_witness_sides(witness: Witness | None) -> Witness | None:
    """The same with the two sides exchanged."""
    return Witness(witness.case, witness.steps[::-1]) if witness else None
