"""How users are combined, in fractions: start at `combined`.

A choice that comes to all families at once has its values by hand here, a row a family.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from by_hand.lists import Exact, Part, Row, over, r_of, ranks
from homonym.reference.rankings.case import Ranking

ROWS: list[Row] = []


def mean(values: Sequence[Any], weights: Sequence[int]) -> Exact:
    total = sum(weights)
    pairs = zip(values, weights, strict=True)
    return sum(v * w for v, w in pairs) / Fraction(total) if total else None


def once(user: Ranking) -> int:
    return 1


WEIGHTS: dict[str, Callable[[Ranking], int]] = {
    "mean": once,
    "mean_hit": once,
    "mean_nonzero": once,
    "by_r": r_of,
    "by_length": lambda user: len(user.grades),
}


def combined(
    how: str, parts: Sequence[Part], people: Sequence[Ranking], k: int
) -> Exact | tuple[Exact, ...]:
    """All users' parts as one number, or each user's."""
    if how == "caller":
        return tuple(None if part is None else over(part) for part in parts)
    kept = [(p, u) for p, u in zip(parts, people, strict=True) if p is not None]
    if how == "pooled":
        below = sum(p[1] for p, _ in kept)
        return sum(p[0] for p, _ in kept) / Fraction(below) if below else None
    if how == "mean_hit":
        kept = [(p, u) for p, u in kept if ranks(u, k)]
    if how == "mean_nonzero":
        kept = [(p, u) for p, u in kept if over(p) != 0]
    return mean([over(p) for p, _ in kept], [WEIGHTS[how](u) for _, u in kept])
