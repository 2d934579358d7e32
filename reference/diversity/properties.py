r"""What holds of a definition of diversity with relevance, whatever the list.

- bounds: `RANGES`, as the families' docstrings state them
- users_order: M is one of users in any order
- renamed: M with other letters for the aspects is M
- below_k: M with an unlisted candidate appended to a list of k or more is M
- more_aspects: M with one more aspect of the case on one listed item is no less
- higher_rating: M with a listed item rated the highest of the case is no less

Start at `PROPERTIES`; what is declared is in properties.toml.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from homonym.reference.diversity.case import AspectCase, Item, Items, User
from homonym.reference.ranges import (
    Range,
    between,
    by_name,
    never_lower,
    unchanged,
    within,
)

EFFORT = 0.05
"""The default effort e of the families that have one."""
SHARE = between(0, 1)
RANGES = {
    "alpha_beta_ndcg": SHARE,
    "alpha_ndcg": SHARE,
    "err_ia": SHARE,
    "eu": Range(
        "-k e and k, for an effort e", lambda c: -EFFORT * c.k, lambda c: float(c.k)
    ),
    "nrbp": SHARE,
    "rbu": Range("-e and 1, for an effort e", lambda c: -EFFORT, lambda c: 1.0),
    "s_recall": SHARE,
    "s_rr": SHARE,
}


def users_reordered(case: AspectCase) -> Iterator[AspectCase]:
    """The users in the opposite order."""
    yield AspectCase.of([*case.users[::-1]], case.k)


def renamed(case: AspectCase) -> Iterator[AspectCase]:
    """The first aspect in the alphabet gets the last one's letter, and so on."""
    known = case.users[0].catalogue
    other = dict(zip(known, reversed(known), strict=True))

    def again(items: Items) -> Items:
        return tuple(
            Item(item.rating, tuple(sorted(other[a] for a in item.aspects)))
            for item in items
        )

    users = [
        replace(
            user,
            ranked=again(user.ranked),
            unlisted=again(user.unlisted),
            profile=again(user.profile),
            ideal=None if user.ideal is None else again(user.ideal),
        )
        for user in case.users
    ]
    yield AspectCase.of(users, case.k)


def read_on(case: AspectCase) -> Iterator[AspectCase]:
    """The case with the first unlisted candidate appended to a list of k or more."""
    for place, user in enumerate(case.users):
        if len(user.ranked) >= case.k and user.unlisted:
            first, *rest = user.unlisted
            ranked = (*user.ranked, first)
            longer = replace(user, ranked=ranked, unlisted=tuple(rest))
            yield with_user(case, place, longer)


def more_aspects(case: AspectCase) -> Iterator[AspectCase]:
    """The case with one more aspect on a listed item, out of those of the case."""
    for place, n, item in listed(case):
        for aspect in case.users[0].catalogue:
            if aspect not in item.aspects:
                shown = tuple(sorted((*item.aspects, aspect)))
                yield with_item(case, place, n, Item(item.rating, shown))


def higher_rating(case: AspectCase) -> Iterator[AspectCase]:
    """The case with a listed item rated as the best of all items is."""
    every = [i for u in case.users for i in (*u.candidates, *u.profile)]
    best = max((item.rating or 0.0 for item in every), default=0.0)
    for place, n, item in listed(case):
        if (item.rating or 0.0) < best:
            yield with_item(case, place, n, Item(best, item.aspects))


def listed(case: AspectCase) -> Iterator[tuple[int, int, Item]]:
    """The place of a user, that of a listed item, and the item."""
    for place, user in enumerate(case.users):
        for n, item in enumerate(user.ranked):
            yield place, n, item


def with_item(case: AspectCase, place: int, n: int, item: Item) -> AspectCase:
    """The case with another item in a list, and in an ideal ordering that has it."""
    user = case.users[place]
    before = user.ranked[n]
    ranked = (*user.ranked[:n], item, *user.ranked[n + 1 :])
    ideal = user.ideal
    if ideal is not None and before in ideal:
        at = ideal.index(before)
        ideal = (*ideal[:at], item, *ideal[at + 1 :])
    return with_user(case, place, replace(user, ranked=ranked, ideal=ideal))


def with_user(case: AspectCase, place: int, user: User) -> AspectCase:
    """The case with another user at that place."""
    return AspectCase.of([*case.users[:place], user, *case.users[place + 1 :]], case.k)


PROPERTIES = by_name(
    within(RANGES),
    unchanged("users_order", "the order of the users changes nothing", users_reordered),
    unchanged("renamed", "other names for the aspects change nothing", renamed),
    unchanged("below_k", "appending items below rank k changes nothing", read_on),
    never_lower(
        "more_aspects", "one more aspect on a listed item never lowers it", more_aspects
    ),
    never_lower(
        "higher_rating",
        "a better rating of a listed item never lowers it",
        higher_rating,
    ),
)
