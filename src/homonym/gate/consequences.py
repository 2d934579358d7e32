"""What differs of a metric only because its definition does, or because the others of
its numbers do: start at `can_be_one_habit`.

Another formula gives other numbers at every edge. What is told of a metric that was
redefined is what it does otherwise there whatever the formula.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from homonym.records.differences import Difference
from homonym.records.outcomes import HOLDS, RAISES, REFUSED, VIOLATED, Outcome
from homonym.records.store import DATA
from homonym.verdicts.invariances import BY_DEFINITION

NOT_SHOWN = "does not show"
"""Where all that a metric may do at an edge gives the same number."""
MOVED = ("", "variants", "status", "values")
"""What differs of a metric whose numbers do."""
UNMOVED = (HOLDS, BY_DEFINITION, REFUSED)
"""What a variation that changes nothing unasked comes to."""


def can_be_one_habit(before: str, now: str) -> bool:
    """Whether two outcomes may be one habit, which two formulas show differently: they
    have a name in common, or one of them is a number without a name or shows nothing.

    >>> can_be_one_habit("told apart", "told apart or larger item first")
    True
    >>> can_be_one_habit("skipped", "raises KeyError")
    False
    """
    both = [Outcome.parse(told) for told in (before, now)]
    if any(one.kind == RAISES for one in both):
        return before == now
    if any(one.kind == NOT_SHOWN or one.numbers or one.by_choice for one in both):
        return True
    return bool({*both[0].names} & {*both[1].names})


def keeps_variation_effect(one: Difference) -> bool:
    """Whether a variation, which the difference is of, still does nothing, or moves the
    number still."""
    if one.head != "invariances" or None in (one.old, one.new):
        return False
    kinds = [Outcome.parse(told).kind for told in (one.old, one.new)]
    still = all(kind == VIOLATED for kind in kinds)
    return still or all(kind in UNMOVED for kind in kinds)


def follows_from_metric(one: Difference, drift: Sequence[Difference]) -> bool:
    """Whether the difference is of a metric's number on a dataset, where the metric
    itself gives other numbers; drift: all differences."""
    moved = {other.metric for other in drift if other.head in MOVED}
    return one.head in DATA and len(one.part) > 1 and one.part[-1] in moved


def find_smallest_value_change(
    takes: Any, differences: Sequence[Difference]
) -> tuple[Any, Difference] | None:
    """Of the cases on which an unexplained metric gives another number than recorded
    the smallest, with the difference; None where there is none."""
    values = [d for d in differences if d.head == "values" and len(d.part) > 1]
    both = [d for d in values if None not in (d.old, d.new)] or values
    cases = [(takes.parse(d.part[1]), d) for d in both]
    return min(cases, key=lambda pair: pair[0].weight, default=None)
