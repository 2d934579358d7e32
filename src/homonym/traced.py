"""The steps of families that look at other things than rankings.

Start at `steps`. As for rankings, the reference's own functions are called with numbers
that write down what is done to them: here the numbers that stand in the case. What a
choice picks out (the counts of the items, a long tail, the weights of aspects) is a
step in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, cast

from homonym.reference.axes import Family, Variant
from homonym.reference.beyond.case import Run, RunCase
from homonym.reference.diversity.case import AspectCase, Item, Items, User
from homonym.reference.rating_error.case import RatingCase
from homonym.steps import (
    OF_SUMS,
    Line,
    Step,
    Steps,
    UserSteps,
    Words,
    line,
    made,
    part_names,
)
from homonym.worked import Worked, given, shared

FIRST = "first"
"""What is called a number that the last step needs more than once."""


def known(case: Any) -> bool:
    """Whether the numbers of such a case are followed."""
    return isinstance(case, RatingCase | RunCase | AspectCase)


def steps(variant: Variant, case: Any) -> Steps:
    """The steps to the variant's value on the case.

    >>> from homonym.reference.rating_error.case import RatingCase
    >>> found = steps(Variant.parse("rmse"), RatingCase.parse("5=3 4=4"))
    >>> found.users[0].parts[0].how, found.value.how
    ('|5 - 3|² + |4 - 4|²', '√(4/2)')
    """
    return Trace(variant, case).steps()


class Trace:
    """One variant worked out on one case."""

    def __init__(self, variant: Variant, case: Any) -> None:
        self.variant, self.case, self.home = variant, case, variant.home
        self.numbers = {**self.home.parameters, **dict(variant.parameters)}
        self.people = watched(case)
        self.k = given(case.k) if isinstance(case, RunCase) else case.k
        self.told: dict[Step, None] = {}
        self.of_all = False
        """Whether all users are looked at, not one."""

    def steps(self) -> Steps:
        """Each user's, then what is made of all of them."""
        parts, users = [], []
        for user in self.people:
            parts.append(self.part(user))
            users.append((*self.taken(), *part_lines(self.home, parts[-1])))
        parts = [settled(part) for part in parts]
        own = self.own(parts)
        self.told.clear()
        self.of_all = True
        last = self.combined(parts, self.variant.names["users"])
        between = self.taken()
        found = tuple(map(UserSteps, users, own))
        if own and isinstance(last, tuple) and self.variant.names["users"] == "caller":
            return Steps(self.variant, self.case, found, None)
        if isinstance(last, tuple):
            groups = tuple(line(f"number {n}", one) for n, one in enumerate(last, 1))
            return Steps(self.variant, self.case, found, None, between, groups)
        first, value = finished(self.name(between), last)
        return Steps(self.variant, self.case, found, value, (*between, *first))

    def part(self, user: Any) -> Any:
        """What the family's function makes of one user."""
        return self.home.function(user, self.k, **self.chosen(), **self.numbers)

    def own(self, parts: Sequence[Any]) -> Sequence[Line | None]:
        """Each user's own value; none where nothing looks at it."""
        users = self.home.axes["users"].choices
        if "caller" not in users or self.variant.names["users"] in OF_SUMS:
            return [None] * len(parts)
        return [line("value", one) for one in self.combined(parts, "caller")]

    def combined(self, parts: Sequence[Any], users: str) -> Any:
        """The family's last step, the users combined in that way."""
        everything = {**self.chosen(), **self.numbers}
        everything["users"] = self.choice("users", users)
        return self.home.combine(parts, self.people, self.k, **everything)

    def name(self, between: Sequence[Step]) -> str:
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
            found = function(*arguments)
            found = list(found) if isinstance(found, Iterator) else found
            if self.telling(found):
                of = name if axis == "users" else axis
                self.told[Words(of, spoken(found))] = None
            return followed(found)

        return call

    def telling(self, found: Any) -> bool:
        """Whether what a choice found is a step: of ratings all stands in the case, and
        a number goes into the next, but for one that is counted for all users."""
        if isinstance(self.case, RatingCase) or isinstance(found, bool | float):
            return False
        if isinstance(found, int):
            return self.of_all
        numbers = isinstance(found, tuple) and not any(map(named, found))
        return not numbers

    def taken(self) -> tuple[Step, ...]:
        """What was told since."""
        told = tuple(self.told)
        self.told.clear()
        return told


def finished(name: str, number: float | None) -> tuple[list[Step], Line]:
    """The last number as a step, after those it needs more than once."""
    if not isinstance(number, Worked):
        return [], line(name, number)
    found, number = shared(number)
    return [line(FIRST, one) for one in found], line(name, number)


def watched(case: Any) -> Sequence[Any]:
    """The users, with numbers that remember what is done to them."""
    if isinstance(case, RunCase):
        of = case.users[0].run
        run = Watched(of.train, of.groups, of.truths, of.user_groups)
        return [replace(u, run=run, scores=settled(u.scores)) for u in case.users]
    if isinstance(case, AspectCase):
        return [rated(user) for user in case.users]
    return [replace(user, pairs=settled(user.pairs)) for user in case.users]


def rated(user: User) -> User:
    """The user with such ratings."""

    def items(of: Items) -> Items:
        return tuple(replace(item, rating=settled(item.rating)) for item in of)

    return replace(
        user,
        ranked=items(user.ranked),
        unlisted=items(user.unlisted),
        profile=items(user.profile),
        ideal=None if user.ideal is None else items(user.ideal),
    )


class Counts(Counter[str]):
    """Counts that remember what is done to them, those that are 0 too."""

    def __missing__(self, key: str) -> int:
        return cast(int, given(0))


class Watched(Run):
    """A run whose training items are counted by such numbers."""

    @cached_property
    def counts(self) -> Counter[str]:
        return Counts({item: given(n) for item, n in super().counts.items()})

    @property
    def interactions(self) -> int:
        return cast(int, given(super().interactions))


def part_lines(home: Family, part: Any) -> Iterator[Step]:
    """What a user's part is made of, by the names that the family's function gives: a
    number each, or a number for each group of items."""
    if isinstance(part, tuple) and all(isinstance(x, float | int) for x in part):
        yield from map(line, part_names(home), part)
    elif isinstance(part, list) and part and isinstance(part[0], tuple):
        for name, numbers in zip(
            part_names(home), zip(*part, strict=True), strict=True
        ):
            yield Words(f"{name}, by group", spoken(list(numbers)))


def followed(found: Any) -> Any:
    """What a choice found, with numbers that remember what is done to them. An int of
    the choice itself is a count, which is written as it comes out."""
    if isinstance(found, bool | int | str | Worked) or found is None:
        return found
    if isinstance(found, tuple):
        return tuple(x if isinstance(x, Worked) else settled(x) for x in found)
    return settled(found)


def settled(found: Any) -> Any:
    """The same with its numbers as given: how they were made is told before."""
    if isinstance(found, float | int) and not isinstance(found, bool):
        return given(found)
    if isinstance(found, dict):
        return type(found)({key: settled(one) for key, one in found.items()})
    if isinstance(found, list | tuple):
        return type(found)(map(settled, found))
    return found


def spoken(found: Any) -> str:
    """What a choice found, in words.

    >>> spoken(Counter("aab")), spoken({"b"}), spoken(set()), spoken([1, 2])
    ('a 2, b 1', 'b', 'none', '1, 2')
    >>> spoken([{"a"}, {"b", "c"}]), spoken({1: [("a", 0.5)]})
    ('a; b, c', 'group 1: a 0.5')
    """
    if isinstance(found, Mapping):
        pairs = [
            (f"group {n}:" if isinstance(n, int) else n, x) for n, x in found.items()
        ]
        return ", ".join(f"{name} {spoken(x)}" for name, x in pairs) or "none"
    if isinstance(found, float | int):
        return made(found)
    within = sorted(found) if isinstance(found, set) else list(found)
    if all(map(flat, within)):
        return ", ".join(map(member, within)) or "none"
    return "; ".join(map(spoken, within))


def flat(one: Any) -> bool:
    """Whether it is said in one breath: no collection, or a pair of two such."""
    if isinstance(one, tuple):
        return not any(isinstance(x, list | tuple | set) for x in one)
    return not isinstance(one, list | set)


def member(one: Any) -> str:
    """One of several: a pair is two words."""
    if isinstance(one, tuple):
        return " ".join(map(member, one)).strip()
    return made(one) if isinstance(one, float | int) else str(one)


def named(one: Any) -> bool:
    """Whether it is an item or an aspect, not a number."""
    return isinstance(one, Item | str)
