"""The nearest variant of an unexplained metric, and the cases on which it is wrong.

Start at `read_recorded_nearest`: all of it stands in the metric's entry of the record.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from homonym.adapters.contract import FLOAT32
from homonym.equivalence.callers import replace_caller_by_mean
from homonym.records.schema_entry import NearestVariant
from homonym.reference.variants import Number, Variant
from homonym.reports.evidence.edges import parse_recorded_case
from homonym.reports.evidence.witness import Witness, build_returned_witness
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.ids import parse_variant
from homonym.tolerances import are_values_close

MORE = 5
"""So many cases are shown beside the witness, the smallest."""


@dataclass(frozen=True)
class Apart:
    """A case on which they differ, and the numbers of both."""

    line: str
    case: Any
    variant: Number
    returned: Number


@dataclass(frozen=True)
class NearestRecorded:
    """The nearest variant as the record has it, and a case on which it is wrong.

    line: the smallest case that is recorded to show it, on which the two numbers are
    not the same; returned: the library's number there, or in words why it is none;
    worked: the variant's steps beside it; others: more such cases, of so many in all.
    """

    entry: NearestVariant
    line: str
    case: Any
    returned: Number | str
    worked: Witness | None
    others: tuple[Apart, ...]
    of: int


def read_recorded_nearest(finding: Finding) -> NearestRecorded | None:
    """What the record of an unexplained metric says; None of any other metric."""
    entry = finding.entry.nearest
    if not entry:
        return None
    variant = parse_variant(entry.variant)
    listed = [line for line in entry.differs_on if line != entry.witness]
    cases = [parse_recorded_case(line, finding.takes) for line in listed]
    ordered = sorted(filter(None, cases), key=lambda case: case.weight)
    lines = [entry.witness, *(case.id for case in ordered)]
    line = next(
        (one for one in lines if has_differing_sides(finding, variant, one)), lines[0]
    )
    others = (
        pair_case_sides(finding, variant, one) for one in lines[1:] if one != line
    )
    rest = len(listed) - (line in listed)
    return NearestRecorded(
        entry,
        line,
        parse_recorded_case(line, finding.takes),
        find_recorded_value(finding, line),
        work_out_nearest(finding, variant, line),
        tuple(filter(None, others))[:MORE],
        rest,
    )


def work_out_nearest(
    finding: Finding, variant: Variant | None, line: str
) -> Witness | None:
    """The variant's steps on a case beside what was returned; None without either."""
    number = find_recorded_value(finding, line)
    if variant is None or isinstance(number, str):
        return None
    return build_line_witness(variant, line, finding.takes, number)


@cache
def build_line_witness(
    variant: Variant, line: str, takes: Any, number: Number
) -> Witness | None:
    """The steps on the case of a line, which versions of a library have in common; None
    where the line is none of that type."""
    case = parse_recorded_case(line, takes)
    return None if case is None else build_returned_witness(variant, case, number)


def has_differing_sides(finding: Finding, variant: Variant | None, line: str) -> bool:
    """Whether the numbers that stand side by side on a case are not the same."""
    found = work_out_nearest(finding, variant, line)
    return found is not None and not are_values_close(found.one, found.other, FLOAT32)


def find_recorded_value(finding: Finding, line: str) -> Number | str:
    """What the library returned on a case, as the record has it."""
    return finding.entry.values.get(line, "")


def pair_case_sides(
    finding: Finding, variant: Variant | None, line: str
) -> Apart | None:
    """Both sides of a case; None where one of them cannot be told."""
    case, given = (
        parse_recorded_case(line, finding.takes),
        find_recorded_value(finding, line),
    )
    if case is None or variant is None or isinstance(given, str):
        return None
    mean = isinstance(given, float | int)
    ours = replace_caller_by_mean(variant) if mean else variant
    return Apart(line, case, ours.value(case), given)
