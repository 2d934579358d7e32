"""Two definitions side by side: are they equal, when, and where do they differ.

Start at `compare`. It gives the rules that make the two equal, always or under a
condition, and the smallest case on which they differ with each one's steps.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import isclose
from typing import Any

from homonym import problems
from homonym.adapters.contract import FLOAT32
from homonym.errors import UserError
from homonym.naming import Named
from homonym.reference.axes import Variant
from homonym.reference.case import Case
from homonym.steps import Line, Steps, UserSteps, steps
from homonym.witness import first, witness

RETURNED = "returned, as recorded"


@dataclass(frozen=True)
class Equality:
    """Why two variants are equal; condition: the inputs it holds on, none for all."""

    condition: str
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Comparison:
    """Two definitions, their equalities, and the case they differ on with the steps of
    both (only values for other than rankings, only a line for a recorded measurement);
    no case where they are equal."""

    sides: tuple[Named, Named]
    equalities: tuple[Equality, ...]
    case: Any
    steps: tuple[Steps | Line, ...]


def compare(a: Named, b: Named) -> Comparison:
    """How the two differ; UserError where nothing that is recorded shows it."""
    check(a, b)
    one, other = alike(a.variant, b.variant)
    if one is None or other is None:
        return measured(a, b)
    given = {side.when for side in (a, b) if side.when}
    found = tuple(equalities(one, other))
    always = any(not e.condition or e.condition in given for e in found)
    case = None if always else telling(one, other, given)
    if case is None and not always:
        raise UserError(
            f"no small case tells {a.title} from {b.title}, and no rule says why"
        )
    shown = (shown_on(one, case), shown_on(other, case)) if case else ()
    return Comparison((a, b), found, case, shown)


def check(a: Named, b: Named) -> None:
    """Raise UserError where no case is worked out that both could be put to."""
    if a.takes is not b.takes:
        raise UserError(
            f"{a.title} takes {a.takes.kind} and {b.title} {b.takes.kind}: no case is "
            "for both"
        )
    equal = a.variant and b.variant and a.variant.canonical() == b.variant.canonical()
    if not problems.known(a.takes) and not equal:
        raise UserError(
            f"{a.title} takes {a.takes.kind}: homonym works out no witnesses for those"
        )


def telling(a: Variant, b: Variant, conditions: Collection[str]) -> Any:
    """The smallest case that tells them apart and fulfils the conditions."""
    if not conditions:
        return witness(a, b)
    kind = problems.of(a.home.takes)
    tests = [kind.conditions[name] for name in conditions]
    small = problems.small(a.home.takes)
    return first((c for c in small if all(test(c) for test in tests)), a, b)


def shown_on(variant: Variant, case: Any) -> Steps:
    """The steps to the variant's value; of other than rankings the values alone."""
    if isinstance(case, Case):
        return steps(variant, case)
    number = variant.value(case)
    if isinstance(number, tuple):
        users = tuple(UserSteps((), value("value", one)) for one in number)
        return Steps(variant, case, users, None)
    return Steps(variant, case, (), value(variant.names["users"], number))


def value(name: str, number: float | None) -> Line:
    """A number that is not worked out."""
    return Line(name, "" if number is None else f"{number:.6g}", number)


def alike(
    a: Variant | None, b: Variant | None
) -> tuple[Variant | None, Variant | None]:
    """Both as means, where only one leaves the mean over users to its caller."""
    if a and b:
        left = [variant.names["users"] == "caller" for variant in (a, b)]
        if any(left) and not all(left):
            return averaged(a), averaged(b)
    return a, b


def averaged(variant: Variant) -> Variant:
    """The variant with the mean that its caller takes."""
    if variant.names["users"] != "caller":
        return variant
    names = {**variant.names, "users": "mean"}
    return Variant(variant.family, tuple(names.items()), variant.parameters)


def equalities(a: Variant, b: Variant) -> Iterator[Equality]:
    """Always, or each single condition under which one class holds both."""
    if a.family != b.family:
        return
    conditions = {rule.when for rule in a.home.rules}
    for condition in sorted(conditions | {""}):
        when = (condition,) if condition else ()
        if a.canonical(when) == b.canonical(when):
            reasons = (*a.home.reasons(a, when), *b.home.reasons(b, when))
            yield Equality(condition, tuple(dict.fromkeys(reasons)))
            if not condition:
                return


def measured(a: Named, b: Named) -> Comparison:
    """The smallest recorded case on which an unexplained metric differs."""
    known = [side.values.keys() for side in (a, b) if side.variant is None]
    lines = set.intersection(*map(set, known))
    takes: Any = a.takes
    for case in sorted(map(takes.parse, lines), key=lambda case: case.weight):
        x, y = result(a, case), result(b, case)
        if apart(x, y):
            return Comparison((a, b), (), case, (x, y))
    raise UserError(f"no recorded case tells {a.title} from {b.title}")


def apart(*both: Steps | Line) -> bool:
    """Whether two numbers differ by more than single precision does."""
    x, y = (found.number if isinstance(found, Steps) else found.value for found in both)
    if not isinstance(x, float) or not isinstance(y, float):
        return False
    return not isclose(x, y, rel_tol=FLOAT32, abs_tol=FLOAT32)


def result(side: Named, case: Any) -> Steps | Line:
    """The steps of a definition; of an unexplained metric what it returned."""
    if side.variant:
        return shown_on(averaged(side.variant), case)
    value = side.values[case.id]
    return Line(RETURNED, f"{value:.6g}", value)
