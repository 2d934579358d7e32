"""How a case on which two definitions differ is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from homonym.cases.kinds import find_case_kind
from homonym.cli import cases
from homonym.cli.cases import describe_compared_case
from homonym.explain.compare import compare_definitions
from homonym.records.lookup import make_named_variant
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant

FOUND = compare_definitions(
    *(
        make_named_variant(Variant.parse(f"hit_rate(counts={one})"))
        for one in ("any", "hits")
    )
)


def test_marks_of_a_case_that_people_can_read_are_explained(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a large one they are not written out."""
    lines = [*describe_compared_case(FOUND)]
    assert lines[0] == "case  1 1 | @2"
    assert lines[-1] == f"      {find_case_kind(Case).legend}"
    monkeypatch.setattr(cases, "is_large_case", lambda case: True)
    assert [*describe_compared_case(FOUND)] == lines[:-1]


def test_what_is_recorded_alone_is_not_called_the_smallest() -> None:
    """One side has no definition: only recorded cases were looked at."""
    unknown = replace(FOUND.sides[0], variant=None)
    first, *_ = describe_compared_case(replace(FOUND, sides=(unknown, FOUND.sides[1])))
    assert first == "case  1 1 | @2  (the smallest recorded)"
