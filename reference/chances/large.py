"""Large cases of predicted chances: start at `RULES`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from homonym.reference.chances.case import LabelCase
from homonym.reference.large import places
from homonym.reference.rating_error.case import Rated

STEPS = 97
"""A chance is one of so many, equally far apart, neither 0 nor 1."""


def large(users: int, labels: int) -> LabelCase:
    """So many users with about so many labels each, of both kinds."""
    lists = []
    for user in range(users):
        rows = places(user, max(2, labels - user % 3))
        lists.append(
            tuple(
                (float(place % 3 == 0), (1 + (31 * user + 17 * place) % STEPS) / 100)
                for place in rows
            )
        )
    return LabelCase(tuple(Rated(pairs, None, (0, 1)) for pairs in lists))


RULES: Mapping[str, Callable[[], LabelCase]] = {
    "users_257": partial(large, 257, 7),
    "labels_1300_of_one_user": partial(large, 1, 1300),
    "users_300": partial(large, 300, 4),
    "users_65": partial(large, 65, 30),
}
"""What makes each large case, by name, those that show most first."""
