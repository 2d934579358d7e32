"""How much a verdict rests on, in words."""

from __future__ import annotations

from typing import Any

import pytest

from homonym.records.cases_run import (
    cut_short,
    describe_case_counts,
    describe_run_count,
    format_chief_reason,
)
from homonym.records.schema_entry import (
    Core,
    MetricEntry,
    NoVerdict,
    Refuted,
    Repeated,
)

LARGE = "ValueError: k too large"
SOME = Core(ran=26, of=60, failed={LARGE: 30, "KeyError: 1": 4})
FEW = Core(ran=1, of=4, refused={"needs scores": 1}, failed={LARGE: 2})
ALL = Core(ran=60, of=60)


def words(**parts: Any) -> str:
    """The words of a metric with these parts."""
    status = "unavailable" if "no_verdict" in parts else "unexplained"
    return describe_case_counts(MetricEntry(claims="recall", status=status, **parts))


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({}, "-"),
        ({"core": ALL}, "60 of 60"),
        ({"core": SOME}, f"26 of 60; 30 {LARGE}"),
        ({"core": FEW}, f"1 of 4; 2 {LARGE}; 1 needs scores"),
        (
            {"core": ALL, "large": FEW},
            f"60 of 60; of the large ones 1 of 4; 2 {LARGE}; 1 needs scores",
        ),
        ({"core": SOME, "large": FEW}, f"26 of 60; 30 {LARGE}"),
        ({"core": ALL, "large": Core(ran=3, of=4)}, "60 of 60"),
        (
            {"core": ALL, "large": Core(ran=3, of=4, refused={"too long": 1})},
            "60 of 60",
        ),
        (
            {
                "core": ALL,
                "refuted": Refuted(
                    tried=200, failed=3, raised={LARGE: 7, "KeyError: 1": 2}
                ),
            },
            f"60 of 60; of those drawn 191 of 200; 7 {LARGE}",
        ),
        (
            {"core": SOME, "refuted": Refuted(tried=9, failed=0, raised={LARGE: 7})},
            f"26 of 60; 30 {LARGE}",
        ),
        (
            {
                "core": ALL,
                "large": FEW,
                "refuted": Refuted(tried=9, failed=0, raised={LARGE: 7}),
            },
            f"60 of 60; of the large ones 1 of 4; 2 {LARGE}; 1 needs scores",
        ),
        ({"core": ALL, "refuted": Refuted(tried=9, failed=1)}, "60 of 60"),
        ({"repeated": Repeated(cases=8, differed=2)}, "8 asked twice, 2 differ"),
        ({"core": ALL, "repeated": Repeated(cases=8, differed=2)}, "60 of 60"),
        ({"no_verdict": NoVerdict(kind="raised", reason=LARGE), "core": ALL}, "none"),
    ],
)
def test_what_failed_is_told_once_where_it_first_did(parts: Any, told: str) -> None:
    """On the core, on a large case, on a drawn one; of an unstable metric how many
    were asked twice."""
    assert words(**parts) == told


def test_a_metric_that_is_in_no_record_has_no_words() -> None:
    """A line of the table is its own."""
    assert describe_case_counts(None) == "-"


def test_of_each_kind_of_reason_the_chief_is_told() -> None:
    """The first of those that were given as often."""
    assert format_chief_reason({}) == []
    assert format_chief_reason({"one": 2, "two": 3, "three": 3}) == ["3 two"]
    assert (
        describe_run_count(1, 9, {"a": 2, "b": 3}, {}, {"c": 3}) == "1 of 9; 3 b; 3 c"
    )


def test_a_long_reason_is_cut_on_one_line() -> None:
    """After sixty characters, however many lines it had."""
    assert cut_short("one\n  two ") == "one two"
    assert cut_short("x" * 60) == "x" * 60
    assert cut_short("x" * 61) == "x" * 60 + "…"
