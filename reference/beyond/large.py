"""Large runs: start at `RULES`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from homonym.reference.beyond.case import Listed, Run, RunCase
from homonym.reference.case import falling_scores
from homonym.reference.large import places

MOST_RELEVANT = 4
"""The most relevant items of a user."""


def large(users: int, items: int, trained: int, length: int, k: int) -> RunCase:
    """So many users, each trained on so many of the items and shown as many others of
    them, some of which are relevant; two groups of users, three of items."""
    names = "".join(map(chr, range(ord("a"), ord("a") + items)))
    rows = [
        "".join(names[place] for place in places(user, items)) for user in range(users)
    ]
    train = tuple(training(names, user, trained) for user in range(users))
    lists, truths = [], []
    for user, row in enumerate(rows):
        rest = "".join(item for item in row if item not in train[user])
        lists.append(rest[:length])
        truths.append(rest[user % 3 : length + 3 : 4][: 1 + user % MOST_RELEVANT])
    third = items // 3
    groups = names[:third], names[third : 2 * third], names[2 * third :]
    of = tuple(1 + user % 2 for user in range(users))
    run = Run(train, groups, tuple(truths), of)
    listed = (
        Listed(
            lists[user],
            train[user],
            run,
            truths[user],
            of[user],
            falling_scores(length, user, users, length),
        )
        for user in range(users)
    )
    return RunCase(tuple(listed), k)


def training(names: str, user: int, trained: int) -> str:
    """One user's items: all are trained on before any is again, but the first, which
    are more popular the earlier they stand."""
    start = user * trained
    row = [names[(start + n) % len(names)] for n in range(trained)]
    popular = [names[n] for n in range(5) if user % (n + 2) == 0]
    return "".join(dict.fromkeys(row + popular))


RULES: Mapping[str, Callable[[], RunCase]] = {
    "users_257": partial(large, 257, 700, 4, 5, 5),
    "items_1100": partial(large, 60, 1100, 20, 20, 15),
    "cut_off_60": partial(large, 20, 300, 15, 70, 60),
    "users_300": partial(large, 300, 40, 2, 12, 10),
    "users_600": partial(large, 600, 12, 2, 5, 5),
}
"""What makes each large case, by name, those that show most first."""
