"""Policies that draw candidates and rank them, in a world small enough to go through.

Start at `list_two_stage_rows`: nothing is drawn, everything that can happen is weighed
by its chance. The estimates are those of Jeunen et al. 2024: by exposure (Eq. 8, with
Eq. 6) and by rank (Eq. 9, which takes the candidates of both policies to be drawn
alike).
"""

from __future__ import annotations

from itertools import permutations

from homonym.reference.off_policy.exposure import (
    Candidates,
    Rankings,
    exposure,
    in_two_stages,
)

QUALITIES = {"a": 0.9, "b": 0.5, "c": 0.3, "d": 0.1}
"""The chance of a reward for an item that is viewed."""
VIEWS = (1.0, 0.5, 0.25)
"""P(V = 1 | R = n) of the three ranks."""
DRAWN: dict[Candidates, float] = {
    tuple("abc"): 0.1,
    tuple("abd"): 0.2,
    tuple("acd"): 0.3,
    tuple("bcd"): 0.4,
}
BETTER: dict[Candidates, float] = {
    tuple("abc"): 0.7,
    tuple("abd"): 0.1,
    tuple("acd"): 0.1,
    tuple("bcd"): 0.1,
}
"""The chance of each set of candidates: of the logging policy, and of a generator that
finds the good items more often."""


def find_view_chance(n: int) -> float:
    """The chance that a rank is viewed."""
    return VIEWS[n - 1]


def rank_by_chance(items: Candidates) -> Rankings:
    """Every order alike."""
    orders = list(permutations(items))
    return {order: 1 / len(orders) for order in orders}


def rank_by_quality(items: Candidates) -> Rankings:
    """One order, by quality."""
    return {tuple(sorted(items, key=lambda item: -QUALITIES[str(item)])): 1.0}


def compute_expected_reward(policy: Rankings) -> float:
    """The expected reward of a session."""
    seen = exposure(policy, find_view_chance)
    return sum(QUALITIES[str(item)] * often for item, often in seen.items())


def estimate_by_exposure(logging: Rankings, target: Rankings) -> float:
    """The mean of Eq. 8 over all that can be logged."""
    before, after = (
        exposure(logging, find_view_chance),
        exposure(target, find_view_chance),
    )
    return sum(
        chance
        * find_view_chance(n)
        * QUALITIES[str(item)]
        * after.get(item, 0.0)
        / before[item]
        for ranking, chance in logging.items()
        for n, item in enumerate(ranking, start=1)
    )


def estimate_by_rank(logging: Rankings) -> float:
    """The mean of Eq. 9 over all that can be logged, for the ranker by quality."""
    total = 0.0
    for ranking, chance in logging.items():
        (ordered,) = rank_by_quality(ranking)
        total += chance * sum(
            QUALITIES[str(item)] * find_view_chance(ordered.index(item) + 1)
            for item in ranking
        )
    return total


def list_two_stage_rows() -> list[dict[str, float | str]]:
    """The true reward of two target policies, and both estimates, from one log: with
    the generator that was logged, and with a better one."""
    logging = in_two_stages(DRAWN, rank_by_chance)
    rows: list[dict[str, float | str]] = []
    for words, generator in (("the same", DRAWN), ("a better one", BETTER)):
        target = in_two_stages(generator, rank_by_quality)
        rows.append(
            {
                "generator": words,
                "reward": compute_expected_reward(target),
                "by exposure": estimate_by_exposure(logging, target),
                "by rank": estimate_by_rank(logging),
            }
        )
    return rows
