"""Large lists of items with aspects: start at `RULES`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from string import ascii_lowercase

from homonym.reference.diversity.case import AspectCase, Item, User
from homonym.reference.large import places

RATINGS = (5.0, 3.0, None, 4.0, 2.0, 1.0, 4.5)


def large(users: int, listed: int, others: int, aspects: int, k: int) -> AspectCase:
    """So many users with a list and candidates beside it, and a profile of three; of
    the aspects each item has one to three."""
    found = []
    for user in range(users):
        row = [
            item(user, place, aspects) for place in places(user, listed + others + 3)
        ]
        profile = tuple(Item(one.rating or 3.0, one.aspects) for one in row[-3:])
        ranked, unlisted = tuple(row[:listed]), tuple(row[listed:-3])
        judged = [one for one in ranked + unlisted if one.rating is not None]
        found.append(User(ranked, unlisted, profile, tuple(judged[::-1])))
    return AspectCase.of(found, k)


def item(user: int, place: int, aspects: int) -> Item:
    """An item: its rating and its aspects go by its place."""
    steps = (0, 3, 7)[: 1 + (user + place) % 3]
    seen = {ascii_lowercase[(user + 5 * place + step) % aspects] for step in steps}
    return Item(RATINGS[(2 * user + place) % len(RATINGS)], tuple(sorted(seen)))


RULES: Mapping[str, Callable[[], AspectCase]] = {
    "aspects_12": partial(large, 6, 25, 10, 12, 15),
    "users_130": partial(large, 130, 8, 4, 5, 5),
    "cut_off_30": partial(large, 4, 40, 10, 20, 30),
    "users_257": partial(large, 257, 6, 2, 4, 3),
}
"""What makes each large case, by name, those that show most first."""
