"""Small tables of the reference's functions, joined to rows: start at `Lookup`.

A discount is asked at every rank, a gain of every grade that occurs, a divisor for
every pair of relevant items and list length. A choice that is such a function needs
nothing else to be evaluated over tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

Column = Any
"""An Ibis expression of a column that a table will have."""
Tabulated = Callable[..., float]
UNJUDGED = -1.0
"""The grade that stands for none in tables: no grade is below 0."""


@dataclass(frozen=True)
class Key:
    """What a function is asked of: columns of the rows that look it up."""

    columns: tuple[Column, ...]

    @property
    def name(self) -> str:
        """The key in words."""
        return repr(self.columns)


@dataclass
class Lookup:
    """The functions that are asked of one key; name: of the table they make."""

    key: Key
    name: str
    functions: dict[str, Tabulated] = field(default_factory=dict)
    columns: dict[str, str] = field(default_factory=dict)

    def column(self, called: str, function: Tabulated) -> str:
        """The column of a function, by what it is called."""
        name = f"{self.name}_{len(self.columns)}"
        column = self.columns.setdefault(called, name)
        self.functions[column] = function
        return column


def wrap_grade_function(function: Callable[[float | None], float]) -> Tabulated:
    """A function of a grade, asked of a table's, where `UNJUDGED` is none."""
    return lambda grade: function(None if grade == UNJUDGED else grade)


def wrap_user_function(function: Callable[..., float], *others: Any) -> Tabulated:
    """A function of a user's ranking and of others, asked of r and the list's length.

    It raises AttributeError where it reads anything else of the ranking.
    """
    return lambda r, length: float(
        function(SimpleNamespace(r=r, grades=range(length)), *others)
    )


@dataclass
class Running:
    """The sums of a function over the ranks 1 to n, for any n from 0 on."""

    function: Callable[[int], float]
    sums: list[float] = field(default_factory=lambda: [0.0])

    def __call__(self, n: float) -> float:
        while len(self.sums) <= n:
            self.sums.append(self.sums[-1] + self.function(len(self.sums)))
        return self.sums[int(n)]


def tabulate_lookup(
    lookup: Lookup, keys: Sequence[Sequence[float]]
) -> dict[str, list[float]]:
    """The columns of a lookup's table: each function's values, key by key; counts and
    ranks are whole again, as the functions take them."""
    read = [[int(one) if one.is_integer() else one for one in key] for key in keys]
    return {
        name: [float(function(*key)) for key in read]
        for name, function in lookup.functions.items()
    }
