"""The users of a case, with numbers that remember what is done to them: `watched`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, cast

from homonym.reference.beyond.case import Run, RunCase
from homonym.reference.diversity.case import AspectCase, Items, User
from homonym.reference.off_policy.case import Logged, LoggedCase
from homonym.trace.numbers import given, settled


def watched(case: Any) -> Sequence[Any]:
    """The users, with numbers that remember what is done to them."""
    if isinstance(case, RunCase):
        of = case.users[0].run
        run = Watched(of.train, of.groups, of.truths, of.user_groups)
        return [replace(u, run=run, scores=settled(u.scores)) for u in case.users]
    if isinstance(case, AspectCase):
        return [rated(user) for user in case.users]
    if isinstance(case, LoggedCase):
        return [logged(user) for user in case.users]
    return [replace(user, pairs=settled(user.pairs)) for user in case.users]


def rated(user: User) -> User:
    """The user with such ratings."""

    def items(of: Items) -> Items:
        return tuple(replace(item, rating=settled(item.rating)) for item in of)

    return replace(
        user,
        ranked=items(user.ranked),
        unlisted=items(user.unlisted),
        profile=items(user.profile),
        ideal=None if user.ideal is None else items(user.ideal),
    )


def logged(user: Logged) -> Logged:
    """The trajectory with such rewards, exposures and chances of a view."""
    impressions = (
        replace(
            one,
            reward=settled(one.reward),
            logged=settled(one.logged),
            target=settled(one.target),
        )
        for one in user.impressions
    )
    return Logged(tuple(impressions), settled(user.bias))


class Counts(Counter[str]):
    """Counts that remember what is done to them, those that are 0 too."""

    def __missing__(self, key: str) -> int:
        return cast(int, given(0))


class Watched(Run):
    """A run whose training items are counted by such numbers."""

    @cached_property
    def counts(self) -> Counter[str]:
        return Counts({item: given(n) for item, n in super().counts.items()})

    @property
    def interactions(self) -> int:
        return cast(int, given(super().interactions))
