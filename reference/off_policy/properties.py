r"""What holds of a definition of off-policy DCG, whatever was logged.

- bounds: 0 without bound, where no reward is negative
- trajectories_order: M is one of trajectories in any order
- doubled: M with every trajectory twice is M
- scaled: M is linear in the rewards, M(2 c) = 2 M(c)

Start at `PROPERTIES`; what is declared is in properties.toml.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf

from homonym.reference.off_policy.case import LoggedCase
from homonym.reference.properties import Property
from homonym.reference.ranges import (
    Range,
    by_name,
    differ,
    known,
    unchanged,
    value,
    within,
)
from homonym.reference.variants import Variant


def reordered(case: LoggedCase) -> Iterator[LoggedCase]:
    """The trajectories in the opposite order."""
    yield LoggedCase(case.users[::-1])


def doubled(case: LoggedCase) -> Iterator[LoggedCase]:
    """Every trajectory twice."""
    yield LoggedCase(case.users * 2)


def twice_the_rewards(case: LoggedCase) -> LoggedCase:
    """The case with every reward doubled."""
    users = (
        replace(
            logged,
            impressions=tuple(
                replace(one, reward=None if one.reward is None else 2 * one.reward)
                for one in logged.impressions
            ),
        )
        for logged in case.users
    )
    return LoggedCase(tuple(users))


def not_linear(variant: Variant, case: LoggedCase) -> bool:
    """Whether the value does not double with the rewards."""
    before = [2 * x for x in known(value(variant, case))]
    return differ(before, known(value(variant, twice_the_rewards(case))))


def least(case: LoggedCase) -> float:
    """0, but without bound where a reward is negative."""
    rewards = (one.reward or 0.0 for user in case.users for one in user.impressions)
    return 0.0 if min(rewards) >= 0 else -inf


RANGES = {
    "off_policy_dcg": Range(
        "0 and ∞ where no reward is negative", least, lambda case: inf
    )
}

PROPERTIES = by_name(
    within(RANGES),
    unchanged(
        "trajectories_order", "the order of the trajectories changes nothing", reordered
    ),
    unchanged("doubled", "every trajectory twice changes nothing", doubled),
    Property("scaled", "twice the rewards give twice the value", not_linear),
)
