"""The case on which two definitions differ, for the terminal:
`describe_compared_case`."""

from __future__ import annotations

from collections.abc import Iterator

from homonym.cases.kinds import find_case_kind
from homonym.explain.compare import Comparison
from homonym.explain.large_cases import is_large_case
from homonym.reports.evidence.describe import describe_case_lines


def describe_compared_case(found: Comparison) -> Iterator[str]:
    """The case as a line, what stands in it, and what the marks mean; of what is
    recorded alone the smallest is not the smallest there is."""
    case = found.case
    variants = [side.variant for side in found.sides if side.variant]
    recorded = len(variants) < len(found.sides)
    yield f"case  {case.id}{'  (the smallest recorded)' if recorded else ''}"
    yield from describe_case_lines(case, variants)
    if not is_large_case(case):
        yield f"      {find_case_kind(type(case)).legend}"
