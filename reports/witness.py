"""A witness for the pages: the smallest case that tells two variants apart.

`apart` finds it; the order of size is that of `homonym.witness`. Where no small case
tells them apart, the smallest core case does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from homonym import witness
from homonym.reference.axes import Number, Variant
from homonym.reference.case import Case


@dataclass(frozen=True)
class Witness:
    """A case, and what each of the two variants gives on it."""

    case: Case
    one: Number
    other: Number


@lru_cache(maxsize=4096)
def apart(one: Variant, other: Variant) -> Witness | None:
    """The smallest known case that tells them apart; None where none does."""
    if one.canonical() == other.canonical():
        return None
    case = witness.witness(one, other)
    return Witness(case, one.value(case), other.value(case)) if case else None
