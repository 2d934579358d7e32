"""Large logs: start at `RULES`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from homonym.reference.large import places
from homonym.reference.off_policy.case import Impression, Logged, LoggedCase

REWARDS = (1.0, 0.0, 0.0, 2.5)


def large(trajectories: int, impressions: int) -> LoggedCase:
    """So many trajectories, each of so many impressions, of which the other policy
    puts every fifth nowhere; ranks are viewed by a half, a third, and so on."""
    bias = tuple(1 / (rank + 1) for rank in range(impressions))
    lists = (
        tuple(
            Impression(
                REWARDS[(user + place) % len(REWARDS)],
                None if (user + place) % 5 == 0 else place + 1,
            )
            for place in places(user, impressions)
        )
        for user in range(trajectories)
    )
    return LoggedCase(tuple(Logged(shown, bias) for shown in lists))


RULES: Mapping[str, Callable[[], LoggedCase]] = {
    "trajectories_257": partial(large, 257, 8),
    "impressions_60": partial(large, 10, 60),
    "trajectories_300": partial(large, 300, 3),
}
"""What makes each large case, by name, those that show most first."""
