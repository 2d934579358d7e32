"""How the users' numbers are combined: the last axis of every family of diversity."""

from __future__ import annotations

from collections.abc import Sequence

from homonym.reference.axes import Axis
from homonym.reference.diversity.case import User
from homonym.reference.parts import Parts, ratio

AspectUsers = Sequence[User]

users = Axis("how the users are combined")


@users(r"\frac{1}{|U|} \sum_u \frac{a_u}{b_u}")
def mean(parts: Parts, people: AspectUsers, k: int) -> float | None:
    """The mean over the users."""
    values = [ratio(part) for part in parts if part]
    return sum(values) / len(values) if values else None


@users(r"\left( \frac{a_u}{b_u} \right)_u")
def caller(parts: Parts, people: AspectUsers, k: int) -> tuple[float | None, ...]:
    """No number of its own: the per-user numbers, for the caller to combine."""
    return tuple(ratio(part) if part else None for part in parts)
