"""Large cases of predicted ratings: start at `RULES`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from homonym.reference.large import places
from homonym.reference.rating_error.case import Rated, RatingCase


def large(
    users: int, ratings: int, lowest: float, highest: float, missing: int = 0
) -> RatingCase:
    """So many users with about so many ratings each, in halves on the scale; every
    `missing`th rating has no prediction."""
    lists = []
    for user in range(users):
        rows = places(user, max(2, ratings - user % 3))
        pairs = [pair(user, place, lowest, highest) for place in rows]
        if missing:
            pairs = [
                (rating, None if number % missing == 1 else predicted)
                for number, (rating, predicted) in enumerate(pairs)
            ]
        lists.append(tuple(pairs))
    known = [rating for pairs in lists for rating, _ in pairs]
    seen = min(known), max(known)
    return RatingCase(tuple(Rated(pairs, (lowest, highest), seen) for pairs in lists))


def pair(
    user: int, place: int, lowest: float, highest: float
) -> tuple[float, float | None]:
    """A rating in halves, and a prediction in quarters: both on the scale."""
    halves, quarters = round(2 * (highest - lowest)), round(4 * (highest - lowest))
    rating = lowest + (3 * user + 7 * place) % (halves + 1) / 2
    return rating, lowest + (5 * user + 11 * place + 2) % (quarters + 1) / 4


RULES: Mapping[str, Callable[[], RatingCase]] = {
    "users_257": partial(large, 257, 7, 1, 5),
    "ratings_1300_of_one_user": partial(large, 1, 1300, 1, 5),
    "scale_of_10": partial(large, 40, 30, 0.5, 10),
    "users_300": partial(large, 300, 4, 1, 5),
    "users_65_without_some": partial(large, 65, 9, 1, 5, missing=4),
    "scale_of_100": partial(large, 20, 30, 0, 100),
    "scale_from_below_0": partial(large, 30, 20, -10, 10),
}
"""What makes each large case, by name, those that show most first."""
