"""A variant's value on a case, worked out step by step.

Start at `trace_ranking_steps`. The numbers are the reference's own: its functions are
called as always, but with numbers that write down what is done to them (see
`homonym.trace.numbers`), so what is shown cannot differ from what is computed, and a
new choice needs no more.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import isnan
from typing import Any

from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.rankings.users import caller
from homonym.reference.variants import Family, Number, Variant
from homonym.trace.numbers import Count, Worked, format_derivation, make_given_number

OF_SUMS = ("pooled", "stacked")
"""Ways to combine users that never look at one user's own value."""


@dataclass(frozen=True)
class Line:
    """One step: what it is called, how it is made, and the value (None: undefined)."""

    name: str
    how: str
    value: float | None


@dataclass(frozen=True)
class Words:
    """A step that gives no number: what it is called, and what it finds."""

    name: str
    how: str


TraceStep = Line | Words


@dataclass(frozen=True)
class UserSteps:
    """One user's steps: the family's parts, then the user's own value (see OF_SUMS)."""

    parts: tuple[TraceStep, ...]
    value: Line | None


@dataclass(frozen=True)
class Steps:
    """All steps of a variant on a case: every user's, and how they are combined; a
    variant that combines no users (users=caller) has no last step. Without a variant:
    every user's number, as it was recorded. between: what is made of all users first;
    groups: in place of a last step, a number for each group of users or items."""

    variant: Variant | None
    case: Any
    users: tuple[UserSteps, ...]
    value: Line | None
    between: tuple[TraceStep, ...] = ()
    groups: tuple[Line, ...] = ()

    @property
    def number(self) -> Number:
        """What they come to: the variant's value on the case."""
        if self.value:
            return self.value.value
        if self.groups:
            return tuple(line.value for line in self.groups)
        return tuple(user.value.value for user in self.users if user.value)


def spell_number(number: float) -> str:
    """A number as it is shown."""
    return "NaN" if isnan(number) else f"{number + 0:.6g}"


def format_derived_number(number: float) -> str:
    """How a number is made, and the number."""
    how, value = format_derivation(number), spell_number(number)
    return value if how in (value, "nan") else f"{how} = {value}"


class WatchedRanking(Ranking):
    """A ranking whose hits are counted by numbers that remember it."""

    @cached_property
    def hits(self) -> tuple[Any, ...]:
        return tuple(Count(hit) for hit in super().hits)


def trace_ranking_steps(variant: Variant, case: Case) -> Steps:
    """The steps to the variant's value on the case.

    >>> variant = Variant.parse("MAP(divisor=min_k_r)")
    >>> found = trace_ranking_steps(variant, Case.parse("1 . 1 | 1 @3"))
    >>> [f"{line.name} = {line.how}" for line in found.users[0].parts]
    ['sum of precisions = 1/1 + 2/3', 'divisor = 3']
    """
    home = variant.home
    chosen = {axis: home.choice(axis, name) for axis, name in variant.names.items()}
    users = chosen.pop("users")
    numbers = {**home.parameters, **dict(variant.parameters)}
    traced = {axis: watch_choice(axis, one) for axis, one in chosen.items()}
    parts = [
        home.function(watch_ranking(user), case.k, **traced, **numbers)
        for user in case.users
    ]
    settled = [make_part_given(part) for part in parts]

    def combined(way: Callable[..., Any]) -> Any:
        return home.combine(settled, case.users, case.k, users=way, **chosen, **numbers)

    of_sums = variant.names["users"] in OF_SUMS
    own = [
        None if of_sums else make_trace_line("value", one) for one in combined(caller)
    ]
    found = tuple(
        UserSteps(make_part_lines(home, part), value)
        for part, value in zip(parts, own, strict=True)
    )
    last = (
        None
        if users is caller
        else make_trace_line(variant.names["users"], combined(users))
    )
    return Steps(variant, case, found, last)


def watch_ranking(user: Ranking) -> WatchedRanking:
    """The user, with numbers that remember what is done to them."""
    listed = user.grades, user.scores, user.missed
    return WatchedRanking(*listed, user.unranked, user.train)


def watch_choice(axis: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The choice, but the number it gives remembers what is done to it."""

    def call(*arguments: Any) -> Any:
        found = function(*watch_choice_arguments(axis, arguments))
        plain = isinstance(found, float | int) and not isinstance(found, bool | Worked)
        return Worked(found) if plain else found

    return call


def watch_choice_arguments(axis: str, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of a choice; a discount's remember what it makes of the rank."""
    return tuple(map(Count, arguments)) if axis == "discount" else arguments


def make_part_given(part: Any) -> Any:
    """The part with its numbers as given: how they were made is told before."""
    numbers = [make_given_number(x) if isinstance(x, float | int) else x for x in part]
    return part._make(numbers) if hasattr(part, "_make") else tuple(numbers)


def make_part_lines(home: Family, part: Any) -> tuple[Line, ...]:
    """What a user's part is made of, by the names that the family's function gives."""
    return tuple(
        make_trace_line(name, number)
        for name, number in zip(parse_part_names(home), part, strict=False)
    )


def parse_part_names(home: Family) -> tuple[str, ...]:
    """The names of the numbers of a part: what the docstring begins with."""
    found = re.match(r"\((.+?)\)", home.function.__doc__ or "")
    assert found, f"the docstring of {home.name} begins with the names of its parts"
    return tuple(found[1].split(", "))


def make_trace_line(name: str, number: float | None) -> Line:
    """A number as a step."""
    if number is None:
        return Line(name, "", None)
    return Line(name, format_derivation(number), float(number))
