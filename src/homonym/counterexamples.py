"""Counterexamples to the properties of a variant of several choices: `broken`.

What properties.toml declares is of each choice alone; what choices made together lack
is looked for on every small case.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from homonym.problems.small_rankings import cases
from homonym.reference.axes import Variant
from homonym.reference.case import Case
from homonym.reference.properties import PROPERTIES, alone, holds

SIZES = ((1, 1), (1, 2), (2, 2), (1, 3), (2, 3), (2, 4))
"""Users, and items in all, of the cases that are tried: two seconds for a variant."""
TRIED = "one user with up to 3 items, two users with up to 4"
"""The same in words."""


@lru_cache(maxsize=1)
def small() -> tuple[Case, ...]:
    """Every case of these sizes, smallest first."""
    return tuple(case for users, items in SIZES for case in cases(users, items))


def broken(variant: Variant) -> Iterator[tuple[str, Case | None]]:
    """Each property with a counterexample to it, or None: where the variant makes one
    choice, it holds; where it makes several, no small case is a counterexample.

    >>> variant = Variant.parse("r_precision(cut=min_k_r, users=by_length)")
    >>> print(dict(broken(variant))["below_k"])
    1 | ; . | 1 @1
    """
    for name, known in holds(variant).items():
        if known or declared(variant):
            yield name, known
        else:
            breaks = PROPERTIES[name].breaks
            yield name, next((c for c in small() if breaks(variant, c)), None)


def declared(variant: Variant) -> bool:
    """Whether it is the family's default, or differs from it in one choice."""
    return variant in alone(variant.home).values()
