"""A witness for the pages: the smallest case that tells two variants apart, worked out.

`apart` looks it up (see `homonym.witness`) and takes both sides' steps.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from homonym.reference.axes import Number, Variant
from homonym.reference.case import Case
from homonym.steps import Steps, steps
from homonym.witness import witness


@dataclass(frozen=True)
class Witness:
    """A case, what each of the two variants gives on it, and how."""

    case: Case
    steps: tuple[Steps, Steps]

    @property
    def one(self) -> Number:
        return self.steps[0].number

    @property
    def other(self) -> Number:
        return self.steps[1].number


@lru_cache(maxsize=4096)
def apart(one: Variant, other: Variant) -> Witness | None:
    """The smallest case that tells them apart; None where they are equal."""
    case = witness(one, other)
    return Witness(case, (steps(one, case), steps(other, case))) if case else None
