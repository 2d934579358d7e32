"""Two definitions side by side: are they equal, when, and where do they differ.

Start at `compare_definitions`. It gives the rules that make the two equal, always or
under a condition, and the smallest case on which they differ with each one's steps.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import nan
from statistics import fmean
from typing import Any

from homonym.adapters.contract import FLOAT32
from homonym.cases.kinds import enumerate_small_cases, find_case_kind
from homonym.equivalence import across_families
from homonym.equivalence.callers import (
    CALLER,
    replace_caller_by_mean,
    replace_mean_by_caller,
)
from homonym.equivalence.inequalities import describe_bound
from homonym.equivalence.witness import find_first_telling_case, find_witness
from homonym.errors import UserError
from homonym.records import same_metric
from homonym.records.lookup import Named
from homonym.reference.variants import Number, Variant
from homonym.tolerances import are_values_close
from homonym.trace.rankings import Line, Steps, UserSteps, spell_number

RETURNED = "returned, as recorded"
NINE_DIGITS = 1e-7
"""What numbers that are recorded with nine digits tell apart, where nothing differs by
more than single precision does."""
MEANT = "the mean of the users' numbers is taken, which the one leaves to its caller"


@dataclass(frozen=True)
class Equality:
    """Why two variants are equal; condition: the inputs it holds on, none for all."""

    condition: str
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Comparison:
    """Two definitions, their equalities, and the case they differ on with the steps of
    both (only a line for a recorded measurement); no case where they are equal. edges:
    of two metrics that are equal, the conventions on which they differ (see `edges` of
    `homonym.records.same_metric`); bound: that one is never below the other, where that
    is declared."""

    sides: tuple[Named, Named]
    equalities: tuple[Equality, ...]
    case: Any
    steps: tuple[Steps | Line, ...]
    edges: tuple[tuple[str, str, str], ...] = ()
    bound: str = ""

    def __repr__(self) -> str:
        one, other = (side.title for side in self.sides)
        found = f"differ on {self.case.id}" if self.case is not None else "are equal"
        return f"<Comparison: {one} and {other} {found}>"


def compare_definitions(a: Named, b: Named) -> Comparison:
    """How the two differ; UserError where nothing that is recorded shows it."""
    check_comparable(a, b)
    one, other = convert_both_to_means(a.variant, b.variant)
    if one is None or other is None:
        return find_recorded_difference(a, b)
    if a.of > 1 or b.of > 1:
        return compare_open_definitions(a, b, one, other)
    given = {side.when for side in (a, b) if side.when}
    meant = (one, other) != (a.variant, b.variant)
    found = tuple(find_equalities(one, other, (MEANT,) if meant else ()))
    always = any(not e.condition or e.condition in given for e in found)
    case = None if always else find_telling_case(one, other, given)
    if case is None and not always:
        raise UserError(
            f"no small case tells {a.title} from {b.title}, and no rule says why"
        )
    shown = (
        (trace_variant_steps(one, case), trace_variant_steps(other, case))
        if case
        else ()
    )
    edges = find_differing_edges(a, b) if found else ()
    bound = "" if always else describe_bound(one, other)
    return Comparison((a, b), found, case, shown, edges, bound)


def find_differing_edges(a: Named, b: Named) -> tuple[tuple[str, str, str], ...]:
    """The edge cases in which the records of two metrics differ; a variant has none."""
    one, other = a.recorded, b.recorded
    return same_metric.find_differing_conventions(one, other) if one and other else ()


def compare_open_definitions(
    a: Named, b: Named, one: Variant, other: Variant
) -> Comparison:
    """Where the inputs of one leave several definitions open nothing makes the two
    equal; the case is one on which the first of those differs."""
    case = find_telling_case(one, other, {side.when for side in (a, b) if side.when})
    shown = (
        (trace_variant_steps(one, case), trace_variant_steps(other, case))
        if case
        else ()
    )
    return Comparison((a, b), (), case, shown)


def check_comparable(a: Named, b: Named) -> None:
    """Raise UserError where no case is worked out that both could be put to."""
    if a.takes is not b.takes:
        raise UserError(
            f"{a.title} takes {a.takes.kind} and {b.title} {b.takes.kind}: no case is "
            "for both"
        )


def find_telling_case(a: Variant, b: Variant, conditions: Collection[str]) -> Any:
    """The smallest case that tells them apart and fulfils the conditions: that without
    conditions, where it does."""
    case = find_witness(a, b)
    if case is None or not conditions:
        return case
    kind = find_case_kind(a.home.takes)
    tests = [kind.conditions[name] for name in conditions]
    if all(test(case) for test in tests):
        return case
    small = enumerate_small_cases(a.home.takes)
    return find_first_telling_case(
        (c for c in small if all(test(c) for test in tests)), a, b
    )


@lru_cache(maxsize=8192)
def trace_variant_steps(variant: Variant, case: Any) -> Steps:
    """The steps to the variant's value."""
    return find_case_kind(type(case)).steps(variant, case)


def as_line(name: str, number: float | None) -> Line:
    """A number that is not worked out."""
    return Line(name, "" if number is None else spell_number(number), number)


def convert_both_to_means(
    a: Variant | None, b: Variant | None
) -> tuple[Variant | None, Variant | None]:
    """Both as means, where only one leaves the mean over users to its caller."""
    if a and b:
        left = [variant.names["users"] == CALLER for variant in (a, b)]
        if any(left) and not all(left):
            return replace_caller_by_mean(a), replace_caller_by_mean(b)
    return a, b


def find_equalities(
    a: Variant, b: Variant, before: tuple[str, ...] = ()
) -> Iterator[Equality]:
    """Always, or each single condition under which both are one, in one family or two,
    with the rules that make it so after the reasons given."""
    conditions = {rule.when for rule in (*a.home.rules, *b.home.rules)}
    for condition in sorted(conditions | {"", *across_families.ACROSS}):
        when = (condition,) if condition else ()
        if across_families.name_of_class(a, when) == across_families.name_of_class(
            b, when
        ):
            rules = (*list_equality_reasons(a, when), *list_equality_reasons(b, when))
            reasons = (*before, *rules) or (f"both are {a}",)
            yield Equality(condition, tuple(dict.fromkeys(reasons)))
            if not condition:
                return


def list_equality_reasons(variant: Variant, when: tuple[str, ...]) -> Iterator[str]:
    """The rules by which it is the variant that it goes by."""
    yield from variant.home.reasons(variant, when)
    for one, other in across_families.yield_family_links(variant, when):
        yield f"{one} is then {other} for every user"


def find_recorded_difference(a: Named, b: Named) -> Comparison:
    """The smallest recorded case on which an unexplained metric differs; it is equal to
    itself alone."""
    if a == b:
        return Comparison((a, b), (Equality("", (f"both are {a.title}",)),), None, ())
    known = [side.values.keys() for side in (a, b) if side.variant is None]
    lines = set.intersection(*map(set, known))
    takes: Any = a.takes
    cases = sorted(map(takes.parse, lines), key=lambda case: case.weight)
    for precision, case in product((FLOAT32, NINE_DIGITS), cases):
        by_user = all(has_user_numbers(side, case) for side in (a, b))
        x, y = (trace_steps_or_number(side, case, by_user) for side in (a, b))
        if are_numbers_apart(find_final_number(x), find_final_number(y), precision):
            return Comparison((a, b), (), case, (x, y))
    raise UserError(f"no recorded case tells {a.title} from {b.title}")


def has_user_numbers(side: Named, case: Any) -> bool:
    """Whether it has a number for each user, or is the mean of such numbers."""
    if side.variant:
        return side.variant.names["users"] in ("mean", "caller")
    return isinstance(side.values[case.id], tuple)


def trace_steps_or_number(side: Named, case: Any, by_user: bool) -> Steps | Line:
    """The steps of a definition; of an unexplained metric what it returned. Users'
    numbers are shown as they are, or as their mean where the other side has none."""
    if side.variant:
        variant = side.variant
        return trace_variant_steps(
            replace_mean_by_caller(variant)
            if by_user
            else replace_caller_by_mean(variant),
            case,
        )
    returned = side.values[case.id]
    if by_user and isinstance(returned, tuple):
        return make_recorded_steps(returned, case)
    return as_line(
        RETURNED,
        compute_user_mean(returned) if isinstance(returned, tuple) else returned,
    )


def compute_user_mean(users: Sequence[float | None]) -> float:
    """The mean that a caller takes of the users' numbers."""
    return fmean(nan if one is None else one for one in users)


def make_recorded_steps(returned: Sequence[float | None], case: Any) -> Steps:
    """What a library returned for each user."""
    lines = (as_line(RETURNED, one) for one in returned)
    return Steps(None, case, tuple(UserSteps((), line) for line in lines), None)


def find_final_number(found: Steps | Line) -> Number:
    """What it comes to."""
    return found.number if isinstance(found, Steps) else found.value


def are_numbers_apart(x: Number, y: Number, precision: float = FLOAT32) -> bool:
    """Whether two numbers, or any two of the users', differ by more than a precision.
    What a definition leaves out a library gives as NaN; a mean and the users' numbers
    are not compared."""
    if x is None or y is None or isinstance(x, tuple) != isinstance(y, tuple):
        return False
    return not are_values_close(x, y, precision)
