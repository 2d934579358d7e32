"""Counterexamples to the properties of a variant of several choices:
`find_counterexamples`.

What properties.toml declares is of each choice alone; what choices made together lack
is looked for on every small case.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from homonym.cases.kinds import list_few_cases
from homonym.reference.properties import alone, holds, properties
from homonym.reference.variants import Variant


def find_counterexamples(variant: Variant) -> Iterator[tuple[str, Any]]:
    """Each property with a counterexample to it, or None: where the variant makes one
    choice, it holds; where it makes several, no small case is a counterexample.

    >>> variant = Variant.parse("r_precision(cut=min_k_r, users=by_length)")
    >>> print(dict(find_counterexamples(variant))["below_k"])
    1 | ; . | 1 @1
    """
    takes = variant.home.takes
    for name, known in holds(variant).items():
        if known or is_declared(variant):
            yield name, known
        else:
            breaks = properties(takes)[name].breaks
            cases = list_few_cases(takes)
            yield name, next((c for c in cases if breaks(variant, c)), None)


def is_declared(variant: Variant) -> bool:
    """Whether it is the family's default, or differs from it in one choice."""
    return variant in alone(variant.home).values()
