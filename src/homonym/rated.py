"""Witnesses of rating error: the smallest case on which two of its variants differ.

Start at `witness`. It tries every case of `smallest_first`: fewest users, then fewest
ratings, then in the order of the pairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product

from homonym.reference.axes import Variant
from homonym.reference.rating_error.case import RatingCase
from homonym.witness import differ

SIZES = {1: 3, 2: 5}
"""The most ratings, of all users together, that are tried for so many users."""
RATINGS = tuple(f"{r}={p}" for r, p in product((1, 3, 5), ("1", "3", "6", "7", ".")))
SCALE = "~ 1 5"
"""Ratings and predictions that may leave the scale, or be missing."""
LABELS = tuple(f"{r}={p}" for r, p in product((1, 0), ("0.9", "0.2", ".")))
CHANCES = "~ 0 1"
"""Labels and their chances, which are all that logarithmic loss takes."""


def witness(a: Variant, b: Variant) -> RatingCase | None:
    """The smallest case on which the variants differ by more than the gap, or None.

    >>> str(witness(Variant.parse("rmse"), Variant.parse("mse")))
    '1=3 ~ 1 5'
    """
    labelled = "log_loss" in (a.family, b.family)
    among = smallest_first(*((LABELS, CHANCES) if labelled else (RATINGS, SCALE)))
    return next((case for case in among if differ(a.value(case), b.value(case))), None)


def smallest_first(pairs: Sequence[str], scale: str) -> Iterator[RatingCase]:
    """Every case of one user, then of two, with such pairs, to SIZES."""
    for users, most in SIZES.items():
        for ratings in range(users, most + 1):
            for lists in shared_out(users, ratings, pairs):
                yield RatingCase.parse(f"{' ; '.join(map(' '.join, lists))} {scale}")


def shared_out(
    users: int, ratings: int, pairs: Sequence[str]
) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every way to share so many ratings out to one user, or to two, the first of whom
    has at least as many: no metric looks at the order of users or of ratings."""
    if users == 1:
        yield from ((one,) for one in combinations_with_replacement(pairs, ratings))
        return
    for fewer in range(1, ratings // 2 + 1):
        yield from product(
            combinations_with_replacement(pairs, ratings - fewer),
            combinations_with_replacement(pairs, fewer),
        )
