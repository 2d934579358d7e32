"""The words of a definition: axis and choice, and when choices are equal or void.

An axis is one decision on which definitions of a metric differ. Each of its choices is
a small function, registered by calling the axis with the formula: its steps and its
witnesses follow. What else it has to declare, where its family's whole formula or a
conversion needs it, `homonym.reference.declarations` lists.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypedDict, TypeVar, Unpack

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Choice:
    """One value of an axis: its name, its formula in LaTeX and its source.

    row: how it stands in its family's whole formula, where the formula does not;
    parts: what else of it stands there, by name; code: how conversions write it, in
    Python; no_code: why they cannot.
    """

    name: str
    formula: str
    source: str
    function: Callable[..., Any]
    row: str | None = None
    parts: Mapping[str, str] = field(default_factory=dict, hash=False)
    code: str = ""
    no_code: str = ""

    @property
    def doc(self) -> str:
        """The function's docstring, in one line."""
        return " ".join((self.function.__doc__ or "").split())

    def part(self, name: str) -> str | None:
        """A part of it by its name, or its row; None where it declares none."""
        return self.row if name == "row" else self.parts.get(name)


class More(TypedDict, total=False):
    """What else is said of a choice when it is registered, as `Choice` tells."""

    row: str
    parts: Mapping[str, str]
    code: str
    no_code: str


class Axis:
    """One decision on which definitions differ; its choices, the default first."""

    def __init__(self, asks: str) -> None:
        self.asks = asks
        self.choices: dict[str, Choice] = {}

    def __call__(
        self, formula: str, name: str = "", source: str = "", **more: Unpack[More]
    ) -> Callable[[F], F]:
        """Register a function as a choice, and return it unchanged; ValueError where
        another one has its name."""

        def register(function: F) -> F:
            known = name or function.__name__
            if known in self.choices:
                raise ValueError(
                    f"the axis {self.asks!r} has a choice {known!r}, "
                    f"{place_of(self.choices[known].function)}: give "
                    f"{place_of(function)} another name"
                )
            self.choices[known] = Choice(known, formula, source, function, **more)
            return function

        return register

    def plus(self) -> Axis:
        """A copy that a family can add choices to."""
        copy = Axis(self.asks)
        copy.choices = dict(self.choices)
        return copy

    def led_by(self, name: str) -> Axis:
        """A copy whose default is this choice."""
        copy = self.plus()
        copy.choices = {name: self.choices[name], **self.choices}
        return copy

    @property
    def default(self) -> str:
        return next(iter(self.choices))


def place_of(function: Callable[..., Any]) -> str:
    """A function by module and name, and the line where it begins."""
    code = getattr(function, "__code__", None)
    line = f" in line {code.co_firstlineno}" if code else ""
    return f"{function.__module__}.{function.__qualname__}{line}"


@dataclass(frozen=True)
class Rule:
    """Equality, declared: `names` maps choices to those that may replace them."""

    reason: str
    names: Callable[..., dict[str, str]]
    when: str = ""


@dataclass(frozen=True)
class Void:
    """A combination of choices that is left out of the product, and why."""

    reason: str
    applies: Callable[..., bool]


@dataclass(frozen=True)
class Ratio:
    """What conversions know of a family: a sum, and what it is divided by.

    of: a name of the sum, which equal sums share, of other families too; by: the
    divisor, in Python. `<axis>` stands for the code of the variant's choice,
    `<axis.name>` for its name. An axis named in neither, nor in such code, has to be at
    its default; `users` need not: unless it is named, numbers of users can be combined
    anew.
    """

    of: str
    by: str
