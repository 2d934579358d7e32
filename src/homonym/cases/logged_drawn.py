"""Logged rewards that Hypothesis draws: start at `draw_logged_case`."""

from __future__ import annotations

from hypothesis import strategies as st

from homonym.cases.drawn_rows import (
    make_byte_rows,
    order_by_bytes,
    pick_option,
    sample_from,
)
from homonym.reference.off_policy.case import LoggedCase

MOST = (2, 4, 8)
"""Impressions of a trajectory, at most."""
TRAJECTORIES = ((1, 1), (1, 1), (2, 2), (1, 4), (1, 20), (5, 20), (12, 20))
"""The fewest and the most."""
REWARDS = ("1", "1", "0", "2.5", "0.37", "0.904", "3.1", "12")
PLACES = ("rank",) * 6 + ("nowhere", "exposed")
"""Where the other policy has an item: at a rank, nowhere, or exposures are given."""
EXPOSURES = tuple(f"{0.103 + n / 120:.3f}" for n in range(100))
VIEWS = tuple(0.05 + n / 200 for n in range(180))
"""Chances that a rank is viewed."""


@st.composite
def draw_logged_case(draw: st.DrawFn) -> LoggedCase:
    """Up to twenty trajectories of up to eight impressions, with rewards of whole and
    other numbers; some items were never shown, some exposures are given."""
    most = draw(sample_from(MOST))
    views = sorted(
        (pick_option(byte, VIEWS) for byte in draw(make_byte_rows(most + 2))),
        reverse=True,
    )
    fewest, many = draw(sample_from(TRAJECTORIES))
    log = draw_trajectory(most)
    lists = draw(st.lists(log, min_size=fewest, max_size=many))
    return LoggedCase.parse(
        f"{' ; '.join(lists)} ^ {' '.join(f'{v:g}' for v in views)}"
    )


@st.composite
def draw_trajectory(draw: st.DrawFn, most: int) -> str:
    """What one trajectory showed, each item at another rank of the other policy."""
    ranks = order_by_bytes(range(1, most + 2), draw(make_byte_rows(most + 1)))
    rewards = draw(make_byte_rows(1, most))
    places = draw(make_byte_rows(len(rewards)))
    exposures = draw(make_byte_rows(2))
    shown = [
        format_impression(
            pick_option(reward, REWARDS), pick_option(place, PLACES), rank, exposures
        )
        for reward, place, rank in zip(rewards, places, ranks, strict=False)
    ]
    never = draw(sample_from((False,) * 4 + (True,)))
    return " ".join([*shown, *[f"-/{most + 2}"] * never])


def format_impression(reward: str, place: str, rank: int, exposures: bytes) -> str:
    """One impression as a word; exposures are other ones at each rank."""
    if place == "exposed":
        logged, target = (
            pick_option((byte + 37 * rank) % 256, EXPOSURES) for byte in exposures
        )
        return f"{reward}:{logged}:{target}"
    return f"{reward}/{rank if place == 'rank' else '.'}"
