"""The steps of families that look at other things than rankings.

Start at `Followed`, which says what numbers of a type of case are followed. As for
rankings, the reference's own functions are called with numbers that write down what is
done to them: here the numbers that stand in the case. What a choice picks out (the
counts of the items, a long tail, the weights of aspects) is a step in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from homonym.reference.beyond.mad import NDCG, as_ranking
from homonym.reference.variants import Family, Variant
from homonym.trace.numbers import (
    Worked,
    extract_shared_numbers,
    make_given_number,
    make_numbers_given,
)
from homonym.trace.rankings import (
    OF_SUMS,
    Line,
    Steps,
    TraceStep,
    UserSteps,
    Words,
    make_trace_line,
    parse_part_names,
    watch_choice_arguments,
)
from homonym.trace.rankings import trace_ranking_steps as ranked
from homonym.trace.words import describe_choice_result, is_named

FIRST = "first"
"""What is called a number that the last step needs more than once."""


@dataclass(frozen=True)
class Followed:
    """How the numbers of a type of case are followed.

    users: those of a case, with numbers that remember what is done to them; cut_off:
    whether the cut-off does too; picks: whether what a choice picks out is a step, as
    it is where not all of it stands in the case.
    """

    users: Callable[[Any], Sequence[Any]]
    cut_off: bool = False
    picks: bool = True

    def steps(self, variant: Variant, case: Any) -> Steps:
        """The steps to the variant's value on the case."""
        return Trace(variant, case, self).steps()


class Trace:
    """One variant worked out on one case."""

    def __init__(self, variant: Variant, case: Any, follow: Followed) -> None:
        self.variant, self.case, self.home = variant, case, variant.home
        self.numbers = {**self.home.parameters, **dict(variant.parameters)}
        self.picks = follow.picks
        self.people = follow.users(case)
        self.k = make_given_number(case.k) if follow.cut_off else case.k
        self.told: dict[TraceStep, None] = {}
        self.of_all = False
        """Whether all users are looked at, not one."""

    def steps(self) -> Steps:
        """Each user's, then what is made of all of them."""
        each = [
            self.user(*both) for both in zip(self.case.users, self.people, strict=True)
        ]
        parts = [make_numbers_given(part) for part, _ in each]
        values = self.own(parts)
        users = tuple(map(UserSteps, (told for _, told in each), values))
        self.told.clear()
        self.of_all = True
        last = self.combined(parts, self.variant.names["users"])
        between = self.taken()
        if not isinstance(last, tuple):
            first, value = make_last_steps(self.name(between), last)
            return Steps(self.variant, self.case, users, value, (*between, *first))
        if self.variant.names["users"] == "caller":
            return Steps(self.variant, self.case, users, None)
        groups = tuple(
            make_trace_line(f"number {n}", one) for n, one in enumerate(last, 1)
        )
        return Steps(self.variant, self.case, users, None, between, groups)

    def user(self, user: Any, watched: Any) -> tuple[Any, tuple[TraceStep, ...]]:
        """What the family's function makes of one user, and the steps to it."""
        part = self.home.function(watched, self.k, **self.chosen(), **self.numbers)
        told = self.taken()
        return part, (*self.within(user), *told, *list_part_steps(self.home, part))

    def within(self, user: Any) -> Iterator[TraceStep]:
        """The steps to a user's number of another family: NDCG, in MAD."""
        if self.variant.names.get("of") == "user_ranking":
            case = as_ranking(user, self.case.k)
            yield from ranked(Variant.parse(NDCG), case).users[0].parts

    def own(self, parts: Sequence[Any]) -> Sequence[Line | None]:
        """Each user's own value; none where nothing looks at it."""
        users = self.home.axes["users"].choices
        if "caller" not in users or self.variant.names["users"] in OF_SUMS:
            return [None] * len(parts)
        return [make_trace_line("value", one) for one in self.combined(parts, "caller")]

    def combined(self, parts: Sequence[Any], users: str) -> Any:
        """The family's last step, the users combined in that way."""
        everything = {**self.chosen(), **self.numbers}
        everything["users"] = self.choice("users", users)
        return self.home.combine(parts, self.people, self.k, **everything)

    def name(self, between: Sequence[TraceStep]) -> str:
        """What the last step is called: the way users are combined, if not told yet."""
        users = self.variant.names["users"]
        return "value" if users in {step.name for step in between} else users

    def chosen(self) -> dict[str, Callable[..., Any]]:
        """The choices on all axes but the last."""
        names = self.variant.names.items()
        return {axis: self.choice(axis, one) for axis, one in names if axis != "users"}

    def choice(self, axis: str, name: str) -> Callable[..., Any]:
        """The choice; what it finds is told, and its numbers are followed."""
        function = self.home.choice(axis, name)

        def call(*arguments: Any) -> Any:
            found = function(*watch_choice_arguments(axis, arguments))
            found = list(found) if isinstance(found, Iterator) else found
            if self.telling(found):
                of = name if axis == "users" else axis
                self.told[Words(of, describe_choice_result(found))] = None
            return follow_choice_numbers(found)

        return call

    def telling(self, found: Any) -> bool:
        """Whether what a choice found is a step: a number goes into the next, but for
        one that is counted for all users."""
        if not self.picks or isinstance(found, bool | float):
            return False
        if isinstance(found, int):
            return self.of_all
        numbers = isinstance(found, tuple) and not any(map(is_named, found))
        return not numbers

    def taken(self) -> tuple[TraceStep, ...]:
        """What was told since."""
        told = tuple(self.told)
        self.told.clear()
        return told


def make_last_steps(name: str, number: float | None) -> tuple[list[TraceStep], Line]:
    """The last number as a step, after those it needs more than once."""
    if not isinstance(number, Worked):
        return [], make_trace_line(name, number)
    found, number = extract_shared_numbers(number)
    return [make_trace_line(FIRST, one) for one in found], make_trace_line(name, number)


def list_part_steps(home: Family, part: Any) -> Iterator[TraceStep]:
    """What a user's part is made of, by the names that the family's function gives: a
    number each, or a number for each group of items."""
    if isinstance(part, tuple) and all(isinstance(x, float | int) for x in part):
        yield from map(make_trace_line, parse_part_names(home), part)
    elif isinstance(part, list) and part and isinstance(part[0], tuple):
        for name, numbers in zip(
            parse_part_names(home), zip(*part, strict=True), strict=True
        ):
            yield Words(f"{name}, by group", describe_choice_result(list(numbers)))


def follow_choice_numbers(found: Any) -> Any:
    """What a choice found, with numbers that remember what is done to them. An int of
    the choice itself is a count, which is written as it comes out."""
    if isinstance(found, bool | int | str | Worked) or found is None:
        return found
    if isinstance(found, tuple):
        return tuple(
            x if isinstance(x, Worked) else make_numbers_given(x) for x in found
        )
    return make_numbers_given(found)
