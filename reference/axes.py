"""The words of a definition: axis and choice, and when choices are equal or void.

An axis is one decision on which definitions of a metric differ. Each of its choices is
a small function, registered by calling the axis with the formula; nothing else has to
be written for it: its formula, its steps and its witnesses follow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
Names = Mapping[str, str]


@dataclass(frozen=True)
class Choice:
    """One value of an axis: its name, its formula in LaTeX and its source."""

    name: str
    formula: str
    source: str
    function: Callable[..., Any]

    @property
    def doc(self) -> str:
        return (self.function.__doc__ or "").strip()


class Axis:
    """One decision on which definitions differ; its choices, the default first."""

    def __init__(self, asks: str) -> None:
        self.asks = asks
        self.choices: dict[str, Choice] = {}

    def __call__(
        self, formula: str, name: str = "", source: str = ""
    ) -> Callable[[F], F]:
        """Register a function as a choice, and return it unchanged."""

        def register(function: F) -> F:
            choice = Choice(name or function.__name__, formula, source, function)
            self.choices[choice.name] = choice
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
