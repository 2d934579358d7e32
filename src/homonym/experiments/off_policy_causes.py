"""Why the simulated platform does not show all that Jeunen et al. 2024 found.

Start at `find_causes`. Each experiment changes one thing until what was found comes
out, or cannot: `correlate_varied_days`: what their days differ in (Table 2).
`list_raw_label_rows`: when DCG of raw labels, and nDCG, have the right sign (section
6.2). `measure_own_log_sensitivity`: another reading, in which each policy is estimated
from its own log.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import inf, sqrt
from statistics import mean
from typing import Any

from homonym.experiments.off_policy import (
    CLIPS,
    ESTIMATES,
    PLATFORMS,
    LogSize,
    summarise_one_repeat,
    summarise_repeats,
)
from homonym.experiments.simulated_platform import (
    Estimate,
    Sessions,
    World,
    compute_position_bias,
    load_numpy,
)

DAYS = {
    "how much users reward": "level",
    "how well the logging policy ranks": "logging",
}
"""What days differ in, by words."""
LARGER = (1, 10)
"""Logs of so many times the sessions."""
NOISE = (0.5, 5.5)
"""The least and the most noise of a day's logging policy."""
BY_CHANCE = 1000.0
"""A noise in which nothing of the quality is left: the log is in an order by chance."""
VIEWED = (0.5, 0.6, 0.7, 0.8, 0.9, 0.97)
SPREADS = (1.0, 2.0, 3.0)
"""How far the qualities of a session's items differ."""
RARE = -4.0
REPEATS = 5


def find_causes(seed: int, size: LogSize) -> dict[str, Any]:
    """All experiments, as plain data; their chance is apart from that of the others."""
    chance = load_numpy().random.default_rng([seed, 1])
    return {
        "days": correlate_varied_days(chance, size),
        "raw_labels": list_raw_label_rows(chance, size),
        "own_logs": measure_own_log_sensitivity(chance, size),
    }


def correlate_varied_days(chance: Any, size: LogSize) -> list[dict[str, Any]]:
    """Pearson's r over days with the target policy's reward, by what days differ in.

    Beside each estimate's mean over repeats, the lowest and the highest.
    """
    rows = []
    for (words, what), times in product(DAYS.items(), LARGER):
        count = size.sessions * times
        found = [
            correlate_over_days(what, chance, count, size.days) for _ in range(REPEATS)
        ]
        r = {
            name: [
                mean(column := [one[name] for one in found]),
                min(column),
                max(column),
            ]
            for name in ESTIMATES
        }
        rows.append({"days differ in": words, "sessions": count, "r": r})
    return rows


def correlate_over_days(
    what: str, chance: Any, count: int, days: int
) -> dict[str, float]:
    """r of each estimate over so many days."""
    from scipy.stats import pearsonr

    series = [simulate_online_day(what, chance, count) for _ in range(days)]
    online = [one["online"] for one in series]
    return {
        name: float(pearsonr(online, [one[name] for one in series]).statistic)
        for name in ESTIMATES
    }


def simulate_online_day(what: str, chance: Any, count: int) -> dict[str, float]:
    """The target policy's reward on a day, and its estimates from the day's log."""
    shift = float(chance.normal(0, 0.3))
    noise = float(chance.uniform(*NOISE)) if what == "logging" else World().logging
    world = replace(World(), logging=noise)
    served, logged = (world.sessions(count, chance, shift) for _ in range(2))
    rewards = logged.rewards(logged.logged, chance)
    found = {"online": float(served.rewards(served.target, chance).sum(axis=1).mean())}
    for name, estimate in ESTIMATES.items():
        found[name] = float(estimate(rewards, logged.logged, logged.target).mean())
    return found


def list_raw_label_rows(chance: Any, size: LogSize) -> list[dict[str, Any]]:
    """Where DCG of raw labels finds the better policy better than a log by chance.

    Rewards are rare, so that most sessions that have one have no other: there nDCG is
    DCG of the raw label, whatever the weights, which cancel. needed: by which factor
    the reward must rise; rises: by which it does; raw: the difference of the raw
    labels' DCG in expectation, nothing being drawn; ndcg: by how many standard errors
    that of nDCG of freed rewards is above 0.
    """
    rows = []
    for spread, viewed in product(SPREADS, VIEWED):
        world = World(RARE, items=spread, logging=BY_CHANCE, viewed=viewed)
        rows.append(
            {
                "spread": spread,
                "viewed": viewed,
                "needed": compute_needed_rise(viewed, world.shown),
                **compute_expected_rise(world.sessions(5 * size.sessions, chance)),
                "ndcg": compute_ndcg_z(world, chance, size),
            }
        )
    return rows


def compute_needed_rise(viewed: float, shown: int) -> float:
    r"""N \sum_n \epsilon_n^2 / (\sum_n \epsilon_n)^2: how uneven the views are.

    An item that a log by chance shows has the mean view wherever it goes; where it
    stays it has its own twice. Raw labels favour another order if the reward rises by
    more than what that makes.

    >>> compute_needed_rise(1.0, 10), round(compute_needed_rise(0.6, 10), 2)
    (1.0, 2.53)
    """
    views = compute_position_bias("exponential", shown, viewed)
    return float(shown * (views**2).sum() / views.sum() ** 2)


def compute_expected_rise(sessions: Sessions) -> dict[str, float]:
    """By which factor the reward rises, and the difference of the raw labels' DCG."""
    before, after = (sessions.views[r] for r in (sessions.logged, sessions.target))
    raw = (sessions.quality * before * (after - before)).sum(axis=1).mean()
    rises = sessions.truth(sessions.target) / sessions.truth(sessions.logged)
    return {"rises": float(rises), "raw": float(raw)}


def compute_ndcg_z(world: World, chance: Any, size: LogSize) -> float:
    """The standardised difference of nDCG of freed rewards, on a large log."""
    sessions = world.sessions(20 * size.sessions, chance)
    rewards = sessions.rewards(sessions.logged, chance)
    estimate = Estimate("exponential", inf, True, world.viewed)
    gained = estimate.gain(rewards, sessions.logged, sessions.target)
    return float(gained.mean() / gained.std(ddof=1) * sqrt(len(gained)))


def measure_own_log_sensitivity(chance: Any, size: LogSize) -> list[dict[str, Any]]:
    """The sensitivity on a steep platform, each policy estimated from its own log.

    As `off_policy.measure_clip_sensitivity` has it from the log of one.
    """
    values: dict[tuple[str, float], list[dict[str, float]]] = {}
    world = PLATFORMS["steep bias, milder log"]
    settings = [replace(world, level=level) for level in (-4.0, -3.0, -2.0, -1.0)] * 5
    for _ in range(size.repeats):
        pairs = [draw_two_logs(one, chance, size.sessions) for one in settings]
        for normalised, m in product((False, True), CLIPS):
            estimate = Estimate("exponential", m, normalised)
            z = [compute_two_log_z(estimate, *pair) for pair in pairs]
            name = "nDCG" if normalised else "DCG"
            values.setdefault((name, m), []).append(summarise_one_repeat(z))
    return [
        {"metric": name, "m": None if m == inf else m, **summarise_repeats(found)}
        for (name, m), found in values.items()
    ]


Log = tuple[Any, Any]
"""The ranks that were shown, and the rewards."""


def draw_two_logs(world: World, chance: Any, count: int) -> tuple[Log, Log]:
    """A log of the logging policy, and one of the target policy."""
    one, other = (world.sessions(count, chance) for _ in range(2))
    return (
        (one.logged, one.rewards(one.logged, chance)),
        (other.target, other.rewards(other.target, chance)),
    )


def compute_two_log_z(estimate: Estimate, logging: Log, target: Log) -> float:
    """By how many standard errors the mean of the second log is above the first's."""
    values = [estimate(rewards, ranks, ranks) for ranks, rewards in (logging, target)]
    errors = [one.var(ddof=1) / len(one) for one in values]
    return float((values[1].mean() - values[0].mean()) / sqrt(sum(errors)))
