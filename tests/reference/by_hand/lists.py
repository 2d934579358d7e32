"""What the families share: lists of several users; ranks of hits, and fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from homonym.reference.rankings.case import Ranking
from homonym.reference.variants import Number

Row = tuple[str, str, Number]
"""A variant, a case, and the value as it is worked out on paper."""
Exact = Fraction | float | None
"""A number; NaN is its only float. None is undefined."""
Part = tuple[Any, Any] | None
Names = dict[str, str]

U = "1 . 1 . 1 ; . . 1 ; . . . 1 @2"
"""Three users: r = 3, 1, 1; lists of 5, 3, 4; one hit each at k, none, none."""

W = "1 . . | 1 ; . 1 ; . . 1 . @1"
"""Three users with a hit each in the list, at ranks 1, 2 and 3; r = 2 of the first."""

Z = "1 . ; . 1 ; . | 1 @1"
"""Three users: a hit at rank 1, one at rank 2 below k, and none."""


def ranks(user: Ranking, depth: float = float("inf")) -> list[int]:
    """The ranks of the hits, down to a depth."""
    graded = enumerate(user.grades, start=1)
    return [n for n, g in graded if g is not None and g >= 1 and n <= depth]


def truth(user: Ranking) -> list[Fraction]:
    """The grades of all relevant items, ranked or not."""
    known = (g for g in (*user.grades, *user.missed) if g is not None)
    return [Fraction(g) for g in known if g >= 1]


def r_of(user: Ranking) -> int:
    return len(truth(user))


def over(part: Any) -> Any:
    """The quotient of a part; 0 over 0 is 0."""
    above, below = part
    return Fraction(0) if below == 0 else above / Fraction(below)


def found(user: Ranking, k: float, rank: str) -> int:
    """The hits at k. Above the j-th hit stand as many negatives as its rank less j."""
    every = ranks(user)
    if rank == "negatives_above":
        return sum(n - j <= k for j, n in enumerate(every, start=1))
    return sum(n <= k + (rank == "off_by_one") for n in every)
