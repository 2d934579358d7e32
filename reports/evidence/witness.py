"""A witness for the pages: the smallest case that tells two definitions apart, with
both worked out.

`find_telling_witness` looks it up (see `homonym.equivalence.witness`) and takes both
sides' steps.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from homonym.cases.kinds import find_case_kind
from homonym.equivalence.across_families import name_of_class
from homonym.equivalence.callers import replace_caller_by_mean, replace_mean_by_caller
from homonym.equivalence.witness import read_longer_witnesses
from homonym.explain.compare import (
    RETURNED,
    as_line,
    find_telling_case,
    make_recorded_steps,
    trace_variant_steps,
)
from homonym.explain.large_cases import list_brief_step_rows
from homonym.reference.variants import Number, Variant
from homonym.reports.evidence.describe import describe_beside_boxes
from homonym.trace.rankings import Line, Steps
from homonym.trace.side_by_side import StepRow

SHORT = 4
"""So many steps are shown at once; more are unfolded on demand."""


@dataclass(frozen=True)
class Witness:
    """A case, and the steps of the two on it; a recorded number has but one line.
    longer: whether there may be a smaller case that tells the two apart."""

    case: Any
    steps: tuple[Steps | Line, Steps | Line]
    longer: bool = False

    @property
    def one(self) -> Number:
        return number_led_to(self.steps[0])

    @property
    def other(self) -> Number:
        return number_led_to(self.steps[1])

    @cached_property
    def rows(self) -> tuple[StepRow, ...]:
        """The steps side by side; of a large case without those of each user."""
        return tuple(list_brief_step_rows(self.steps))

    @cached_property
    def told(self) -> tuple[str, ...]:
        """The case in words: what the boxes of a ranking do not show."""
        sides = (side.variant for side in self.steps if isinstance(side, Steps))
        return tuple(describe_beside_boxes(self.case, filter(None, sides)))

    @property
    def short(self) -> bool:
        return len(self.rows) <= SHORT


def number_led_to(side: Steps | Line) -> Number:
    """The number that the steps lead to."""
    return side.number if isinstance(side, Steps) else side.value


@lru_cache(maxsize=8192)
def find_telling_witness(
    one: Variant, other: Variant, *conditions: str
) -> Witness | None:
    """The smallest case that fulfils the conditions and tells the two apart; None where
    they are equal, by the rules: to try every case would take long, and find none; and
    where no case is for both."""
    if one.home.takes is not other.home.takes:
        return None
    if name_of_class(one, conditions) == name_of_class(other, conditions):
        return None
    case = find_smallest_telling_case(one, other, conditions)
    if not case:
        return None
    steps = trace_variant_steps(one, case), trace_variant_steps(other, case)
    same = one.family == other.family
    return Witness(case, steps, same and case in read_longer_witnesses(one.family))


def find_smallest_telling_case(
    one: Variant, other: Variant, conditions: tuple[str, ...]
) -> Any:
    """The case; without conditions it is looked up, and where that one fulfils the
    conditions, none smaller does: only else is every case tried."""
    tests = [find_case_kind(one.home.takes).conditions[name] for name in conditions]
    case = find_telling_case(one, other, ())
    if case and all(test(case) for test in tests):
        return case
    return find_telling_case(one, other, conditions)


def build_returned_witness(variant: Variant, case: Any, number: Number) -> Witness:
    """A variant worked out beside what a library was recorded to return."""
    if isinstance(number, tuple):
        steps = trace_variant_steps(replace_mean_by_caller(variant), case)
        return Witness(case, (steps, make_recorded_steps(number, case)))
    return Witness(
        case,
        (
            trace_variant_steps(replace_caller_by_mean(variant), case),
            as_line(RETURNED, number),
        ),
    )
