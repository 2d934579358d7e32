"""Families and variants: the points at which definitions of a metric differ.

Start at `Variant.parse`. `every_family` finds what is registered (`homonym.reference.
families` says how); a family's value on a case is computed by its own function and the
functions of the choices, and by nothing else.
"""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache, partial
from importlib import import_module
from math import inf, isfinite
from pkgutil import walk_packages
from typing import Any, ClassVar, Protocol, Self

from homonym.reference.axes import Axis, Choice, Ratio, Rule, Void
from homonym.reference.brief import in_brief
from homonym.reference.case import CaseError, told_case, written
from homonym.reference.names import (
    UnknownName,
    ambiguous,
    choices,
    key_of,
    name_of,
    sorted_out,
    unknown,
)

Number = float | tuple[float | None, ...] | None
"""What a variant gives on a case: a number (NaN where its formula says 0/0), per-user
numbers (users=caller), or None where it is undefined (a mean over no users)."""


class Problem(Protocol):
    """What every type of case has: users and a cut-off, its line and its size, what it
    is called, and the folder of the reference in which its files stand."""

    kind: ClassVar[str]
    folder: ClassVar[str]

    @property
    def users(self) -> Sequence[Any]: ...

    @property
    def k(self) -> int: ...

    @property
    def id(self) -> str: ...

    @classmethod
    def parse(cls, line: str) -> Self: ...


Point = tuple[dict[str, Any], list[tuple["Variant", Callable[..., Number]]]]
"""The functions and numbers that variants have in common, and each variant with its
choice on the axis `users`."""


def by_users(
    parts: Sequence[Any],
    people: Sequence[Any],
    k: int,
    users: Callable[..., Number],
    **_: Any,
) -> Number:
    """Combine the users' parts as the choice on the axis `users` does."""
    return users(parts, people, k)


@dataclass
class Family:
    """A metric as people name it, with its axes, its aliases and its rules.

    takes: the type of case that it looks at; limits: the least and the greatest value
    of those parameters that have some; tried: values of parameters that stand in the
    product beside the defaults; rows: its whole formula, and ratio: what
    conversions know of it, both with places for the choices (`declared`).
    """

    name: str
    title: str
    axes: dict[str, Axis]
    function: Callable[..., Any]
    combine: Callable[..., Number]
    also: dict[str, dict[str, str]]
    parameters: dict[str, float]
    takes: type[Problem]
    limits: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    tried: Sequence[Mapping[str, float]] = ()
    rows: tuple[str, ...] = ()
    ratio: Ratio | None = None
    rules: list[Rule] = field(default_factory=list)
    voids: list[Void] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<Family {self.name}({', '.join(self.axes)})>"

    @property
    def doc(self) -> str:
        """What the family is: its file's docstring, formula and source included."""
        return (sys.modules[self.function.__module__].__doc__ or "").strip()

    @property
    def about(self) -> str:
        """The same for people who do not open the file."""
        return re.sub(r"\s*Start\s+at\s.*?\.(?=\s|$)", "", self.doc, flags=re.DOTALL)

    @cached_property
    def variants(self) -> tuple[Variant, ...]:
        """Every point: the product of the choices, in declared order, less the void;
        then the same for the other values of parameters that are tried."""
        rows = itertools.product(*(axis.choices for axis in self.axes.values()))
        every = (tuple(zip(self.axes, row, strict=True)) for row in rows)
        points = [point for point in every if not self.void(**dict(point))]
        values = ((), *(tuple(one.items()) for one in self.tried))
        return tuple(Variant(self.name, p, v) for v in values for p in points)

    def void(self, **names: str) -> str:
        """Why the combination is left out; nothing where it is not."""
        found = (void.reason for void in self.voids if void.applies(**names))
        return next(found, "")

    @property
    def default(self) -> Variant:
        return self.variant()

    def variant(self, **names: str) -> Variant:
        """The variant with these choices, the defaults elsewhere."""
        choices = {axis: names.get(axis, self.axes[axis].default) for axis in self.axes}
        return Variant(self.name, tuple(choices.items()))

    def along(self, axis: str, **names: str) -> tuple[Variant, ...]:
        """The classes that the choices on one axis make, with these others."""
        ways = ({**names, axis: choice} for choice in self.axes[axis].choices)
        points = (self.variant(**way) for way in ways)
        defined = (point for point in points if not self.void(**point.names))
        return tuple(dict.fromkeys(point.canonical() for point in defined))

    def has(self, variant: Variant) -> bool:
        """Whether a variant has one of the choices on each axis, and numbers that the
        parameters take."""
        try:
            hash(variant)
            for axis, choice in variant.choices:
                self.choice(axis, choice)
            for name, number in variant.parameters:
                _within(self, name, number)
        except (LookupError, TypeError, ValueError):
            return False
        known = {*dict(variant.parameters)} <= {*self.parameters}
        return known and len(variant.choices) == len(variant.names) == len(self.axes)

    def canonical(self, variant: Variant, when: Sequence[str] = ()) -> Variant:
        """The variant that names the class of this one (under the given conditions)."""
        asked = variant, tuple(when), len(self.rules)  # a family's file adds rules
        if asked not in self._canonical:
            self._canonical[asked] = self._by_rules(variant, when)
        return self._canonical[asked]

    @cached_property
    def _canonical(self) -> dict[Any, Variant]:
        """What `canonical` found, for those who ask again."""
        return {}

    def _by_rules(self, variant: Variant, when: Sequence[str]) -> Variant:
        """The variant that is left when no rule changes it any more."""
        names = variant.names
        rules = [rule for rule in self.rules if not rule.when or rule.when in when]
        changed = True
        while changed:
            changed = False
            for rule in rules:
                new = rule.names(**names)
                if not new.items() <= names.items():
                    changed, names = True, {**names, **new}
        return Variant(self.name, tuple(names.items()), variant.parameters)

    def reasons(self, variant: Variant, when: Sequence[str] = ()) -> list[str]:
        """Why the canonical form may stand for this variant."""
        names, found = variant.names, []
        for rule in self.rules:
            new = rule.names(**names)
            holds = not rule.when or rule.when in when
            if holds and not new.items() <= names.items():
                names = {**names, **new}
                found.append(rule.reason)
        return found

    def choice(self, axis: str, name: str) -> Callable[..., Any]:
        return self.axes[axis].choices[name].function

    def value(self, case: Problem, variant: Variant) -> Number:
        """What the variant gives on the case."""
        part, combine = self.steps(variant)
        return combine([part(u, case.k) for u in case.users], case)

    def formula(self, variant: Variant) -> Callable[[Problem], Number]:
        """The same for many cases: a user who stands in several is looked at once."""
        part, combine = self.steps(variant)
        known = cache(part)
        return lambda case: combine([known(u, case.k) for u in case.users], case)

    def steps(
        self, variant: Variant
    ) -> tuple[Callable[..., Any], Callable[..., Number]]:
        """The variant's two steps: the parts of a user, and what combines all parts."""
        axes = self.axes
        chosen = {a: axes[a].choices[name].function for a, name in variant.choices}
        given = {**chosen, **self.parameters, **dict(variant.parameters)}
        users = given.pop("users")

        def combine(parts: Sequence[Any], case: Problem) -> Number:
            return self.combine(parts, case.users, case.k, users=users, **given)

        return partial(self.function, **given), combine

    def values(
        self, case: Problem, among: Sequence[Variant] = ()
    ) -> dict[Variant, Number]:
        """What every variant (or each of those given, in declared order) gives on the
        case; the parts are computed once."""
        return self.at(self.grouped(among) if among else self.points, case)

    def at(self, points: Sequence[Point], case: Problem) -> dict[Variant, Number]:
        """The same of variants that are grouped: equal parts are combined once."""
        found: dict[Variant, Number] = {}
        known: dict[Any, Number] = {}
        for chosen, its in points:
            parts = tuple(self.function(u, case.k, **chosen) for u in case.users)
            for variant, users in its:
                asked = (users, parts)
                if self.combine is not by_users:
                    found[variant] = self.combine(
                        parts, case.users, case.k, users=users, **chosen
                    )
                elif asked in known:
                    found[variant] = known[asked]
                else:
                    value = users(parts, case.users, case.k)
                    found[variant] = known[asked] = value
        return found

    @cached_property
    def points(self) -> list[Point]:
        """All variants, grouped."""
        return self.grouped(self.variants)

    def grouped(self, among: Iterable[Variant]) -> list[Point]:
        """Variants in declared order that differ only in how users are combined, with
        the functions of their choices."""

        def settled(variant: Variant) -> tuple[Any, Any]:
            choices = [pair for pair in variant.choices if pair[0] != "users"]
            return choices, variant.parameters

        found = []
        for (point, numbers), its in itertools.groupby(among, settled):
            chosen = {axis: self.choice(axis, name) for axis, name in point}
            ways = [(v, self.choice("users", v.names["users"])) for v in its]
            found.append(({**chosen, **self.parameters, **dict(numbers)}, ways))
        return found


@dataclass(frozen=True)
class Variant:
    """One point: a family with a choice on every axis. `str` gives its id.

    >>> str(Variant.parse("ndcg(gain=binary, users=mean)"))
    'ndcg(gain=binary)'
    """

    family: str
    choices: tuple[tuple[str, str], ...]
    parameters: tuple[tuple[str, float], ...] = ()

    @classmethod
    def parse(cls, text: str) -> Variant:
        """Read an id, or an alias of one definition. Raises UnknownName saying what
        would be accepted, Ambiguous for a name of several definitions."""
        found, chosen = _read(text)
        _check_definite(text, found.home, chosen)
        return found

    @classmethod
    def with_defaults(cls, text: str) -> Variant:
        """Read an id or any alias; choices that it leaves open are the family's
        defaults. Raises UnknownName.

        >>> str(Variant.with_defaults("MAP"))
        'average_precision(divisor=min_k_r)'
        """
        return _read(text)[0]

    @cached_property
    def names(self) -> dict[str, str]:
        return dict(self.choices)

    @property
    def home(self) -> Family:
        """Its family; UnknownName where it was made by hand of what makes none."""
        if not self._whole:
            raise _unmade(self)
        return every_family()[self.family]

    @cached_property
    def _whole(self) -> bool:
        """Whether there is its family, and it has a choice on each axis of that."""
        known = isinstance(self.family, str) and self.family in every_family()
        return known and every_family()[self.family].has(self)

    def choice(self, axis: str) -> Choice:
        """Its choice on an axis, with all that is declared of it."""
        return self.home.axes[axis].choices[self.names[axis]]

    def __str__(self) -> str:
        first, *others = self.home.axes
        shown = [f"{first}={self.names[first]}"]
        for axis in others:
            if self.names[axis] != self.home.axes[axis].default:
                shown.append(f"{axis}={self.names[axis]}")
        shown += [f"{name}={written(value)}" for name, value in self.parameters]
        return f"{self.family}({', '.join(shown)})"

    def __repr__(self) -> str:
        told = str(self) if self._whole else f"that is none, of {in_brief(self.family)}"
        return f"<Variant {told}>"

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.family, self.choices, self.parameters))

    def value(self, case: Problem) -> Number:
        """What this variant gives on the case. Raises CaseError for what is no case of
        the type that its family takes, and for one whose value no float holds."""
        home = self.home
        if not isinstance(case, home.takes):
            its = home.takes.__name__
            raise CaseError(
                f"{self} takes {home.takes.kind}: give a homonym.{its}, as "
                f"homonym.{its}.parse reads it, not {told_case(case)}"
            )
        try:
            return home.value(case, self)
        except OverflowError:
            raise CaseError(
                f"{self} of {told_case(case)} is larger than any number: give smaller "
                "grades"
            ) from None

    def canonical(self, when: Sequence[str] = ()) -> Variant:
        """The variant that names this one's class (under the given conditions)."""
        return self.home.canonical(self, when)


_families: dict[str, Family] = {}


def add(home: Family) -> None:
    """Register a family, by its name."""
    _families[home.name] = home
    _all_aliases.cache_clear()


def registered(name: str) -> Family:
    """The family of that name, while the others may not be loaded yet."""
    return _families[name]


def every_family() -> Mapping[str, Family]:
    """Every family by name, whatever type of case it takes."""
    load()
    return _families


@lru_cache(maxsize=1)
def load() -> None:
    """Import every module of the reference, those of rankings first, so that each
    family registers itself: in this order families are listed."""
    reference = import_module("homonym.reference")
    found = walk_packages(reference.__path__, f"{reference.__name__}.")
    for name in sorted((one.name for one in found), key=lambda n: ".rankings" not in n):
        import_module(name)


def families(takes: type[Problem] | None = None) -> Mapping[str, Family]:
    """Every family by name, or those that look at one type of case. Raises CaseError
    for what is no type of case.

    >>> list(families()["recall"].axes)
    ['divisor', 'cut', 'rank', 'depth', 'users']
    """
    every = every_family()
    found = {n: home for n, home in every.items() if takes in (None, home.takes)}
    if not found:
        known = sorted({f"homonym.{home.takes.__name__}" for home in every.values()})
        raise CaseError(
            f"{in_brief(takes)} is no type of case: give {', '.join(known[:-1])} or "
            f"{known[-1]}"
        )
    return found


def aliases() -> Mapping[str, Variant]:
    """Every name a variant goes by, as `key_of` writes it, with the variant."""
    every_family()
    return _all_aliases()


@lru_cache(maxsize=1)
def _all_aliases() -> dict[str, Variant]:
    found = {}
    for home in _families.values():
        found[home.name.lower()] = home.default
        for alias, names in home.also.items():
            found[key_of(alias)] = home.variant(**names)
    return found


def _read(text: str) -> tuple[Variant, dict[str, str]]:
    """The variant that a text names, the defaults where it leaves a choice open, and
    the choices that it writes."""
    if not isinstance(text, str):
        raise UnknownName(
            f"a definition is a text, as in 'recall(divisor=r)', not {in_brief(text)}"
        )
    name = name_of(text)
    alias = aliases().get(key_of(name))
    if alias is None:
        raise unknown("metric", name, every_family())
    home, written = alias.home, choices(text)
    chosen, numbers = sorted_out(written, home.name, home.axes, home.parameters)
    names = {**alias.names, **chosen}
    given = {n: _within(home, n, number) for n, number in numbers.items()}
    if why := home.void(**names):
        raise UnknownName(f"{in_brief(text)} is not a variant: {why}")
    changed = {n: v for n, v in given.items() if v != home.parameters[n]}
    return Variant(home.name, tuple(names.items()), tuple(changed.items())), chosen


def _unmade(variant: Variant) -> UnknownName:
    """What to raise for a variant that was made by hand and is none: it names the
    choices that there are not, or else all that was given."""
    if not isinstance(variant.family, str):
        told = in_brief(variant.family)
        return UnknownName(f"a variant has the family {told}: give a name, as 'ndcg'")
    if variant.family not in every_family():
        return unknown("metric", variant.family, every_family())
    home, given = every_family()[variant.family], variant.choices
    known = [(name, one) for name, axis in home.axes.items() for one in axis.choices]
    wrong = isinstance(given, tuple) and [one for one in given if one not in known]
    numbers = f" and parameters {in_brief(variant.parameters)}" * bool(home.parameters)
    return UnknownName(
        f"a variant of {home.name} has choices {in_brief(wrong or given)}{numbers}: "
        f"give one on each of {', '.join(home.axes)}, or have homonym.Variant.parse "
        f"read an id, as {str(home.default)!r}"
    )


def _check_definite(text: str, home: Family, chosen: Mapping[str, str]) -> None:
    """Raise Ambiguous for a text that makes no choice on the first axis, as an id does,
    by an alias that makes none either, where that leaves several definitions."""
    name = key_of(name_of(text))
    own = next((its for alias, its in home.also.items() if key_of(alias) == name), {})
    if own or next(iter(home.axes)) in chosen:
        return
    open_axes = (axis for axis in home.axes if axis not in chosen)
    left = {axis: home.along(axis, **chosen) for axis in open_axes}
    telling = [axis for axis, found in left.items() if len(found) > 1]
    if telling:
        raise ambiguous(text, left[telling[0]], telling[1:])


def _within(home: Family, name: str, number: float) -> float:
    """The number, where the family takes it for that parameter."""
    if name not in home.limits:
        taken, said = isfinite(number), "a finite number"
    else:
        low, high = home.limits[name]
        least, most = written(low), written(high)
        taken = low <= number <= high
        said = f"{least} or more" if high == inf else f"from {least} to {most}"
    if not taken:
        raise UnknownName(f"{name}={written(number)} of {home.title} must be {said}")
    return number
