"""What each user brings to each definition: start at `UserParts`."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from homonym.evaluation.rankings.users import PartNames, choose_user_combination
from homonym.reference.parts import ZERO
from homonym.reference.variants import Variant

Array = Any


@dataclass(frozen=True)
class OwnPart:
    """A part of all users: numerators, denominators, and who is kept."""

    above: Array
    below: Array
    kept: Array

    @cached_property
    def nothing(self) -> Array:
        """Whose denominator is 0."""
        return np.abs(self.below) <= ZERO

    @cached_property
    def ratio(self) -> Array:
        """Each user's number: 0 where the denominator is 0."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(self.nothing, 0.0, self.above / self.below)


@dataclass(frozen=True)
class UserParts:
    """The users at a cut-off, in the order of their ids, and the parts that they bring.

    users: a table of pyarrow with user, r, length, hit and the parts' columns; parts:
    of each definition one part, two of the F score of two means, none of what compares
    the items of all users; run: the file of the predictions, where there are several.
    """

    k: int
    users: Any
    parts: Mapping[Variant, tuple[PartNames, ...]]
    run: str = ""

    @cached_property
    def digest(self) -> str:
        """What tells these users from others."""
        ids = "\n".join(map(str, self.users["user"].to_pylist()))
        return hashlib.sha256(ids.encode()).hexdigest()

    def column(self, name: str) -> Array:
        """A column as numbers, NaN where there is none."""
        return self.users[name].to_numpy().astype("float64")

    def of(self, variant: Variant) -> tuple[OwnPart, ...]:
        """The parts of a definition."""
        return tuple(
            OwnPart(self.column(above), self.column(below), self.kept(kept))
            for above, below, kept in self.parts[variant]
        )

    def kept(self, name: str) -> Array:
        """Who is kept: all without a column."""
        return self.column(name) == 1 if name else np.ones(self.users.num_rows, bool)

    def counted(self, way: str, part: OwnPart) -> Array:
        """Whom a way of combining takes, of those who are kept."""
        if way == "mean_hit":
            return part.kept & (self.column("hit") == 1)
        if way == "mean_nonzero":
            return part.kept & ~(np.abs(part.ratio) <= ZERO)
        return part.kept

    def values(self, variant: Variant) -> tuple[OwnPart, Array] | None:
        """The one part of a definition, and whose number counts; None where a user has
        no part of it, or two."""
        parts = self.of(variant)
        if len(parts) != 1:
            return None
        return parts[0], self.counted(
            choose_user_combination(variant.names["users"]), parts[0]
        )

    def left_out(self, variant: Variant) -> int | None:
        """How many users the definition does not count; None where no user has one part
        of it."""
        found = self.values(variant)
        return None if found is None else int((~found[1]).sum())
