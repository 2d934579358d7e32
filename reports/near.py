"""The nearest variant of an unexplained metric, and the cases on which it is wrong.

Start at `near`: all of it stands in the metric's entry of the record.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from homonym.comparison import averaged
from homonym.reference.axes import Number, Variant
from homonym.reports.edges import parsed_case
from homonym.reports.finding import Finding, parsed
from homonym.reports.witness import Witness, returned

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
class Near:
    """The nearest variant as the record has it, and a case on which it is wrong.

    returned: the library's number there, or in words why it is none; worked: the
    variant's steps beside it; others: more such cases, of so many in all.
    """

    entry: Mapping[str, Any]
    case: Any
    returned: Number | str
    worked: Witness | None
    others: tuple[Apart, ...]
    of: int


def near(finding: Finding) -> Near | None:
    """What the record of an unexplained metric says; None of any other metric."""
    entry = finding.entry.get("nearest")
    if not entry:
        return None
    case = parsed_case(entry["witness"], finding.takes)
    variant = parsed(entry["variant"])
    number = value(finding, entry["witness"])
    worked = None
    if isinstance(number, float | int | tuple) and case and variant:
        worked = returned(variant, case, number)
    rest = [line for line in entry.get("differs_on", ()) if line != entry["witness"]]
    cases = [parsed_case(line, finding.takes) for line in rest]
    ordered = sorted(filter(None, cases), key=lambda case: case.weight)
    others = tuple(apart(finding, variant, case.id) for case in ordered)
    shown = tuple(filter(None, others))[:MORE]
    return Near(entry, case, number, worked, shown, len(rest))


def value(finding: Finding, line: str) -> Number | str:
    """What the library returned on a case, as the record has it."""
    found = finding.entry.get("values", {}).get(line, "")
    return tuple(found) if isinstance(found, list) else found


def apart(finding: Finding, variant: Variant | None, line: str) -> Apart | None:
    """Both sides of a case; None where one of them cannot be told."""
    case, given = parsed_case(line, finding.takes), value(finding, line)
    if case is None or variant is None or isinstance(given, str):
        return None
    mean = isinstance(given, float | int)
    ours = averaged(variant) if mean else variant
    return Apart(line, case, ours.value(case), given)
