"""What differs only because the definition does, or because other numbers do."""

from __future__ import annotations

from typing import Any

import pytest

from homonym.gate.consequences import (
    NOT_SHOWN,
    can_be_one_habit,
    find_smallest_value_change,
    keeps_variation_effect,
)
from homonym.records.differences import Difference
from homonym.reference.rankings.case import Case
from homonym.verdicts.invariances import BY_DEFINITION


@pytest.mark.parametrize(
    ("before", "now", "follows"),
    [
        ("skipped", "skipped or counts as 0", True),
        ("skipped or NaN", "counts as 0 or NaN", True),
        ("skipped", "counts as 0", False),
        ("skipped or NaN", "counts as 0 or counts as 1", False),
        ("skipped", "another order: 0.5", True),
        ("0.5", "skipped", True),
        (NOT_SHOWN, "skipped", True),
        ("skipped", NOT_SHOWN, True),
        ("users=pooled", "skipped", True),
        ("raises KeyError", "raises KeyError", True),
        ("raises KeyError", "raises ValueError", False),
        ("raises KeyError", "0.5", False),
        (NOT_SHOWN, "raises KeyError", False),
    ],
)
def test_two_outcomes_may_be_one_habit(before: str, now: str, follows: bool) -> None:
    """With a name in common, or a number, nothing or a choice on one side; what raises
    does so whatever the formula."""
    assert can_be_one_habit(before, now) is follows
    assert can_be_one_habit(now, before) is follows


HELD, MOVED = "holds", "violated: 1 became 0 on 1 . @1"


@pytest.mark.parametrize(
    ("old", "new", "follows"),
    [
        (MOVED, "violated: 0.5 became 0 on 1 . . @1", True),
        (HELD, BY_DEFINITION, True),
        (BY_DEFINITION, "refused: no such option", True),
        (HELD, MOVED, False),
        (MOVED, BY_DEFINITION, False),
        (None, HELD, False),
        (MOVED, None, False),
    ],
)
def test_a_variation_still_does_nothing_or_still_moves_the_number(
    old: str | None, new: str | None, follows: bool
) -> None:
    """One that came or went follows from nothing, nor does what is no variation."""
    where = ("invariances", "users_reordered")
    assert keeps_variation_effect(Difference("m", where, old, new)) is follows
    assert not keeps_variation_effect(
        Difference("m", ("conventions", "ties"), old, new)
    )


def value(line: str, old: Any, new: Any) -> Difference:
    """An unexplained metric's number on a case, recorded and now."""
    return Difference("m", ("values", line), old, new)


def test_the_smallest_case_with_both_numbers_is_shown() -> None:
    """A smaller one of which there is one alone where there is no other."""
    large, small = value("1 . ; . 1 @1", 0.5, 0.25), value("1 . . @1", 1.0, 0.5)
    came, went = value("1 . @1", None, 0.5), value(". 1 @1", 0.5, None)
    others = [
        Difference("m", ("values",), {}, {"1 | @1": 1.0}),
        Difference("m", ("core", "ran"), 3, 2),
    ]
    found = find_smallest_value_change(Case, [*others, came, large, small, went])
    assert found == (Case.parse("1 . . @1"), small)
    assert find_smallest_value_change(Case, [large, small, came]) == found
    assert find_smallest_value_change(
        Case, [*others, came, value("1 . . @1", 1.0, None)]
    ) == (
        Case.parse("1 . @1"),
        came,
    )
    assert find_smallest_value_change(Case, others) is None
