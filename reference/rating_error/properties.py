r"""What holds of a definition of rating error, whatever is predicted.

- bounds: `RANGES`, as the families' docstrings state them
- perfect: M(r, r) \ge M(r, p), read downwards for errors: p = r is the best
- nearer: M with one p_i moved towards r_i is no worse than M(r, p)
- shifted: M(r + 1, p + 1) = M(r, p), the scale shifted as well
- users_order, rows_order: M is one of users, and of ratings, in any order

Start at `PROPERTIES`; what is declared is in properties.toml.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import TypeVar

from homonym.reference.case import Scale
from homonym.reference.ranges import (
    between,
    by_name,
    never_lower,
    unchanged,
    within,
)
from homonym.reference.rating_error.case import Rated, RatingCase, RatingPair

C = TypeVar("C", bound=RatingCase)
ERRORS = frozenset({"mae", "mse", "rmse"})
"""The families of which less is better."""
RANGES = {name: between(0, inf) for name in sorted(ERRORS)} | {
    "fcp": between(0, 1),
    "r2": between(-inf, 1),
}


def repaired(case: C) -> Iterator[C]:
    """The case with every prediction equal to its rating."""
    yield with_pairs(case, [[(r, r) for r, _ in user.pairs] for user in case.users])


def nearer(case: RatingCase) -> Iterator[RatingCase]:
    """The case with one prediction halfway, or all the way, to its rating."""
    yield from moved(case, lambda r, p: (r, (p + r) / 2))
    yield from moved(case, lambda r, p: (r, r))


def shifted(case: RatingCase) -> Iterator[RatingCase]:
    """The case with 1 added to all ratings, predictions and ends of the scale."""
    yield with_pairs(
        case,
        [
            [(r + 1, None if p is None else p + 1) for r, p in user.pairs]
            for user in case.users
        ],
        case.scale and (case.scale[0] + 1, case.scale[1] + 1),
    )


def users_reordered(case: C) -> Iterator[C]:
    """The users in the opposite order."""
    yield type(case)(case.users[::-1])


def rows_reordered(case: C) -> Iterator[C]:
    """Every user's ratings in the opposite order."""
    yield with_pairs(case, [user.pairs[::-1] for user in case.users], case.scale)


def moved(case: C, move: Callable[[float, float], RatingPair]) -> Iterator[C]:
    """The case with one of its predicted pairs moved."""
    lists = [list(user.pairs) for user in case.users]
    for pairs in lists:
        for place, (rating, prediction) in enumerate(pairs):
            if prediction is not None:
                pairs[place] = move(rating, prediction)
                yield with_pairs(case, lists, case.scale)
                pairs[place] = rating, prediction


def with_pairs(
    case: C, lists: Sequence[Sequence[RatingPair]], scale: Scale | None = None
) -> C:
    """The case with other pairs, and the scale if it is another."""
    ratings = [rating for pairs in lists for rating, _ in pairs] or [0]
    seen = min(ratings), max(ratings)
    users = (Rated(tuple(pairs), scale or case.scale, seen) for pairs in lists)
    return type(case)(tuple(users))


SHARED = (
    never_lower(
        "perfect",
        "predictions equal to what is predicted give the best value",
        repaired,
        ERRORS | {"log_loss"},
    ),
    never_lower(
        "nearer",
        "a prediction moved towards what is predicted never makes it worse",
        nearer,
        ERRORS | {"log_loss"},
    ),
    unchanged("users_order", "the order of the users changes nothing", users_reordered),
    unchanged("rows_order", "the order of the rows changes nothing", rows_reordered),
)
"""Of labels with their chances too."""

PROPERTIES = by_name(
    within(RANGES),
    *SHARED,
    unchanged(
        "shifted",
        "1 added to all ratings, predictions and the scale changes nothing",
        shifted,
    ),
)
