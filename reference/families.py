"""How families register: start at `family`, the decorator that declares one.

A family is a function that looks at one user's part of a case and returns what is to be
combined, normally (numerator, denominator); its axis `users` combines them. A choice is
a small function registered on its axis. Equal choices are declared by `same`,
combinations that mean nothing by `void`. What the family's rows and its ratio ask of
the choices stands in `homonym.reference.declarations`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from homonym.reference.axes import Axis, F, Ratio, Rule, Void
from homonym.reference.variants import (
    Family,
    Number,
    Problem,
    add,
    by_users,
    registered,
)


def family(
    title: str,
    takes: type[Problem],
    also: dict[str, dict[str, str]] | None = None,
    combine: Callable[..., Number] | None = None,
    parameters: dict[str, float] | None = None,
    limits: Mapping[str, tuple[float, float]] | None = None,
    tried: Sequence[Mapping[str, float]] = (),
    rows: tuple[str, ...] = (),
    ratio: Ratio | None = None,
    **axes: Axis,
) -> Callable[[F], F]:
    """Declare the function a family, its axes in order; the function is returned.

    rows: its whole formula in LaTeX, row by row; ratio: what conversions know of it.
    `homonym.reference.declarations` says how the choices stand in both.
    """

    def register(function: F) -> F:
        add(
            Family(
                function.__name__,
                title,
                axes,
                function,
                combine or by_users,
                also or {},
                parameters or {},
                takes,
                limits or {},
                tried,
                rows,
                ratio,
            )
        )
        return function

    return register


def same(declared: Callable[..., Any], reason: str, when: str = "") -> Callable[[F], F]:
    """Declare an equality in a family: the function gets the choices' names by axis and
    returns those it may replace (nothing where the rule does not apply)."""

    def register(function: F) -> F:
        registered(declared.__name__).rules.append(Rule(reason, function, when))
        return function

    return register


def void(declared: Callable[..., Any], reason: str) -> Callable[[F], F]:
    """Leave combinations of choices out of a family's product: the function gets the
    choices' names by axis and says whether it means those."""

    def register(function: F) -> F:
        registered(declared.__name__).voids.append(Void(reason, function))
        return function

    return register
