"""What a family asks of the tables, and what comes of it for each user.

`Rows` is a table with several rows a user: hits, or equal grades in an ideal ranking. A
family's file asks for columns of small tables (`look_up`) and for one number a user
(`each`), and gets expressions that the engine fills in. What is asked for twice is
computed once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from sys import maxsize
from types import SimpleNamespace
from typing import Any

import ibis
from ibis import _, ifelse

from homonym.errors import UserError
from homonym.evaluation.lookups import (
    Column,
    Key,
    Lookup,
    Tabulated,
    wrap_user_function,
)
from homonym.reference.parts import ZERO
from homonym.reference.variants import Variant


@dataclass(eq=False)
class Rows:
    """A table with a column `u`, and what is asked of it; name: of the table."""

    name: str
    lookups: dict[str, Lookup] = field(default_factory=dict)
    derived: dict[str, tuple[str, Column]] = field(default_factory=dict)
    asked: dict[str, tuple[str, Column]] = field(default_factory=dict)

    def look_up(self, called: str, function: Tabulated, *columns: Column) -> Column:
        """The function of the row's columns, which are ranks, grades or counts; called:
        what it is, in words that no other function has."""
        key = Key(columns)
        number = len(self.lookups)
        lookup = self.lookups.setdefault(key.name, Lookup(key, f"{self.name}_{number}"))
        return _[lookup.column(called, function)]

    def derive(self, column: Column) -> Column:
        """A column of the rows that stands before they are added up: one over several
        rows of a user."""
        name = f"{self.name}_d{len(self.derived)}"
        return _[self.derived.setdefault(repr(column), (name, column))[0]]

    def each(self, aggregate: Column) -> Column:
        """A sum, a greatest value … of a user's rows, 0 without any: a column of the
        table of users."""
        name = f"{self.name}_a{len(self.asked)}"
        return _[self.asked.setdefault(repr(aggregate), (name, aggregate))[0]]


@dataclass(frozen=True)
class TriedGain:
    """A gain on the grades that there are. name: what the first is called that gives
    the same of them; largest: what it gives at most, infinite for no number."""

    name: str
    largest: float


@dataclass(eq=False)
class Plan:
    """The tables at a cut-off, and what is asked of them.

    hits: a row for each judged item of a list, u, n (its rank), g (its grade), rel
    (whether it is relevant), j (relevant items so far, it included), above (items that
    are not relevant above it) and what the users' table has of u. cut_hits: the same of
    the first ranks, by how many these are. truth: a row for each
    grade of a user's truth, u, g, and which places it takes in the order best first:
    after `before` and up to `upto`. listed_k, listed: the same of the first k of the
    list, and of all of it. users: u, r, length, judged, and what else is known of them.
    grades: those that there are, with that of no judgement; gains: what is known of
    each gain that was asked for; alike: the first one that gives these numbers of them;
    built: what many variants have in common, by what it is.
    """

    k: int
    grades: tuple[float, ...] = ()
    hits: Rows = field(default_factory=lambda: Rows("hits"))
    cut_hits: dict[int, Rows] = field(default_factory=dict)
    truth: Rows = field(default_factory=lambda: Rows("truth"))
    listed_k: Rows = field(default_factory=lambda: Rows("listed_k"))
    listed: Rows = field(default_factory=lambda: Rows("listed"))
    users: Rows = field(default_factory=lambda: Rows("users"))
    users_facts: dict[str, Column] = field(default_factory=dict)
    gains: dict[str, TriedGain] = field(default_factory=dict)
    alike: dict[tuple[float, ...], str] = field(default_factory=dict)
    built: dict[Hashable, Column] = field(default_factory=dict)

    def build_once(self, what: Hashable, build: Callable[[], Column]) -> Column:
        """An expression, put together where it is asked for first."""
        if what not in self.built:
            self.built[what] = build()
        return self.built[what]

    def try_gain(self, called: str, gain: Callable[[float], float]) -> TriedGain:
        """What is known of a gain, which is asked of all grades the first time."""
        if called not in self.gains:
            found = tuple(ask_gain(gain, one) for one in self.grades)
            name = self.alike.setdefault(found, called)
            self.gains[called] = TriedGain(name, max(found, default=0.0))
        return self.gains[called]

    def hits_to(self, depth: int | None) -> Rows:
        """The hits down to a rank; None for all."""
        if depth is None:
            return self.hits
        return self.cut_hits.setdefault(depth, Rows(f"hits_{depth}"))


def ask_gain(gain: Callable[[float], float], grade: float) -> float:
    """What a grade gains, infinite where that is larger than any number."""
    try:
        return gain(grade)
    except OverflowError:
        return inf


@dataclass(frozen=True, eq=False)
class Asked:
    """One variant, and the plan that it is added to."""

    plan: Plan
    variant: Variant

    @property
    def k(self) -> int:
        """The cut-off."""
        return self.plan.k

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Its choices."""
        return self.variant.names

    @cached_property
    def numbers(self) -> Mapping[str, float]:
        """Its parameters."""
        return {**self.variant.home.parameters, **dict(self.variant.parameters)}

    def function(self, axis: str) -> Callable[..., Any]:
        """The reference's function of its choice."""
        return self.variant.choice(axis).function

    def chosen(self, axis: str, expressions: Mapping[str, Any]) -> Any:
        """What a family's file has of its choice on a structural axis; UserError where
        it has nothing."""
        name = self.names[axis]
        if name not in expressions:
            raise make_no_expression_error(axis, name)
        return expressions[name]

    @cached_property
    def depth(self) -> int | None:
        """How many ranks are looked at; None for the whole list."""
        looked = int(self.function("depth")(SimpleNamespace(), self.k))
        return None if looked == maxsize else looked

    @property
    def hits(self) -> Rows:
        """The hits among the ranks that are looked at."""
        return self.plan.hits_to(self.depth)

    @property
    def ranks(self) -> Column:
        """How many ranks of a user's list are looked at."""
        return cap_column(_.length, self.depth)

    def divisor(self, axis: str, structural: Mapping[str, Column]) -> Column:
        """What the choice says of a user: an expression by its name, or its function of
        r, the list's length and k."""
        if self.names[axis] in structural:
            return structural[self.names[axis]]
        called = f"{self.variant.family}.{axis}={self.names[axis]}"
        function = wrap_user_function(self.function(axis), self.k)
        return self.plan.users.look_up(called, function, _.r, _.length)


def make_no_expression_error(axis: str, name: str) -> UserError:
    """What is said of a choice that nothing here computes."""
    return UserError(f"{axis}={name} cannot be evaluated over tables yet")


def cap_column(column: Column, most: int | None) -> Column:
    """The column, or the number where that is smaller."""
    return column if most is None else ifelse(column < most, column, most)


@dataclass(frozen=True, eq=False)
class PartColumns:
    """A user's numerator and denominator, as columns of the table of users, or numbers;
    kept: whether the user is combined with the others, None where each is."""

    above: Any
    below: Any
    kept: Column | None = None

    @property
    def ratio(self) -> Column:
        """The user's own value: 0 where the denominator is 0, null for who is left
        out."""
        value = self.above
        if not (isinstance(self.below, int) and self.below == 1):
            value = ifelse(self.below.abs() > ZERO, self.above / self.below, 0.0)
        value = value.cast("float64")
        return value if self.kept is None else ifelse(self.kept, value, ibis.null())
