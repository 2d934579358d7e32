r"""What holds of a definition of a whole run's metric, whatever the lists.

- bounds: `RANGES`, as the families' docstrings state them
- users_order: M is one of users in any order
- renamed: M with other names for the items, in the same places, is M
- order_within_k: M is one of the set of a user's first k items
- below_k: M is one of the first k items, where a list has as many
- doubled: M with a second user for every one, who is the same, is M

Start at `PROPERTIES`; what is declared is in properties.toml.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf, log2, sqrt

from homonym.reference.beyond.case import Listed, Run, RunCase
from homonym.reference.ranges import Range, between, by_name, unchanged, within


def items(case: RunCase) -> int:
    """How many items there are."""
    return len(case.users[0].run.catalogue)


def groups(case: RunCase) -> int:
    """How many groups of items there are: two at least, the head and the tail."""
    return max(2, len(case.users[0].run.groups))


def none(case: RunCase) -> float:
    """Zero, on every case."""
    return 0.0


SPREAD = Range(
    "0 and √(A - 1) for A groups, at least two",
    none,
    lambda case: sqrt(groups(case) - 1),
)
SHARE, COUNT = between(0, 1), between(0, inf)
RANGES = {
    "average_popularity": COUNT,
    "bias_disparity": between(-1, inf),
    "coverage": SHARE,
    "efd": COUNT,
    "epc": SHARE,
    "gini": Range(
        "0 and 1 - 1/n for n items", none, lambda case: 1 - 1 / max(1, items(case))
    ),
    "herfindahl": Range(
        "1/n and 1 for n items", lambda case: 1 / max(1, items(case)), lambda case: 1.0
    ),
    "inter_list_diversity": SHARE,
    "intra_list_diversity": SHARE,
    "long_tail_share": SHARE,
    "mad": COUNT,
    "novelty": SHARE,
    "reo": SPREAD,
    "rsp": SPREAD,
    "self_information": COUNT,
    "serendipity": SHARE,
    "shannon_entropy": Range(
        "0 and log₂ n for n items", none, lambda case: log2(max(1, items(case)))
    ),
    "unexpectedness": SHARE,
}


def users_reordered(case: RunCase) -> Iterator[RunCase]:
    """The users in the opposite order."""
    yield with_users(case, case.users[::-1])


def renamed(case: RunCase) -> Iterator[RunCase]:
    """The item named first in the alphabet gets the last one's name, and so on."""
    names = sorted(case.users[0].run.catalogue)
    other = str.maketrans("".join(names), "".join(reversed(names)))
    groups = tuple(group.translate(other) for group in case.users[0].run.groups)
    users = [
        replace(
            user,
            items=user.items.translate(other),
            train=user.train.translate(other),
            truth=user.truth.translate(other),
        )
        for user in case.users
    ]
    yield with_users(case, users, groups)


def exchanged(case: RunCase) -> Iterator[RunCase]:
    """The case with two neighbours among a user's first k items exchanged."""
    for place, user in enumerate(case.users):
        for n in range(min(case.k, len(user.items)) - 1):
            listed = list(user.items)
            listed[n], listed[n + 1] = listed[n + 1], listed[n]
            yield with_user(case, place, replace(user, items="".join(listed)))


def read_on(case: RunCase) -> Iterator[RunCase]:
    """The case with one more item in a list that has k; others keep their scores."""
    for place, user in enumerate(case.users):
        shown = {*user.items, *user.train}
        if len(user.items) >= case.k:
            for item in user.run.catalogue:
                if item not in shown:
                    scores = (*user.scores, min(user.scores, default=1.0) / 2)
                    longer = replace(user, items=user.items + item, scores=scores)
                    yield with_user(case, place, longer)


def doubled(case: RunCase) -> Iterator[RunCase]:
    """Every user twice."""
    yield with_users(case, case.users * 2)


def with_user(case: RunCase, place: int, user: Listed) -> RunCase:
    """The case with another user at that place."""
    return with_users(case, [*case.users[:place], user, *case.users[place + 1 :]])


def with_users(
    case: RunCase, users: Sequence[Listed], groups: tuple[str, ...] = ()
) -> RunCase:
    """The case of these users, who share a run, and of these groups if they differ."""
    run = Run(
        tuple(user.train for user in users),
        groups or case.users[0].run.groups,
        tuple(user.truth for user in users),
        tuple(user.group for user in users),
    )
    return RunCase(tuple(replace(user, run=run) for user in users), case.k)


PROPERTIES = by_name(
    within(RANGES),
    unchanged("users_order", "the order of the users changes nothing", users_reordered),
    unchanged("renamed", "other names for the items change nothing", renamed),
    unchanged(
        "order_within_k", "the order of the first k items changes nothing", exchanged
    ),
    unchanged("below_k", "appending items below rank k changes nothing", read_on),
    unchanged("doubled", "every user twice changes nothing", doubled),
)
