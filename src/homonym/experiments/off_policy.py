"""What the simulated platform says about DCG and nDCG as estimates of online reward.

Start at `run_off_policy_experiments`: four questions of Jeunen et al. 2024, on data
that can be made again. `measure_estimate_bias`: is an estimate unbiased?
`measure_policy_inversions`: does nDCG order policies as their reward does?
`measure_day_correlations`: the analogue of Table 2. `measure_clip_sensitivity`: that of
Figure 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from math import inf, sqrt
from statistics import NormalDist, mean, stdev
from typing import Any

from homonym.experiments.simulated_platform import (
    Estimate,
    Sessions,
    World,
    load_numpy,
    rank_by_score,
)

SCHEMA = 1
ESTIMATES = {
    "DCG log, C": Estimate("logarithmic", 1),
    "DCG log, Q": Estimate("logarithmic", inf),
    "DCG pbm, C": Estimate("exponential", 1),
    "DCG pbm, Q": Estimate("exponential", inf),
    "nDCG pbm, Q": Estimate("exponential", inf, normalised=True),
}
"""The columns of Table 2: the position bias assumed, and the labels."""

CLIPPED = {
    "DCG pbm, Q, m = 200": Estimate("exponential", 200),
    "nDCG pbm, Q, m = 200": Estimate("exponential", 200, normalised=True),
}
"""Beside them, clipped as on the paper's second level (its section 6)."""

FEEDS = {"short": World(), "long": World(viewed=0.9, shown=80)}
"""The analogue of the paper's levels: in ten ranks no weight exceeds 0.6^-9 = 99, and
m = 200 cuts none; in 80 they come to 0.9^-79 = 4,120."""

CLIPS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 2048, 4096, inf)
"""m, as in the paper's section 6.2."""

PLATFORMS = {
    "steep bias, noisy log": World(viewed=0.6, logging=3.0),
    "steep bias, milder log": World(viewed=0.6, logging=1.0),
    "flat bias, noisy log": World(viewed=0.9, logging=3.0),
    "flat bias, milder log": World(viewed=0.9, logging=1.0),
    "flat bias, long feed, noisy log": World(viewed=0.9, logging=3.0, shown=80),
}
SURE = 0.99
"""Of intervals; a better policy is found where that of the difference is above 0."""

LEVELS = {"rare": -4.0, "common": -1.0, "frequent": 2.0}
"""Log-odds of three kinds of reward."""


@dataclass(frozen=True)
class LogSize:
    """How much is simulated."""

    sessions: int = 4000
    repeats: int = 40
    days: int = 14
    policies: int = 20


def run_off_policy_experiments(seed: int, size: LogSize) -> dict[str, Any]:
    """All experiments, as plain data."""
    chance = load_numpy().random.default_rng(seed)
    return {
        "schema": SCHEMA,
        "label": "simulated",
        "seed": seed,
        "size": vars(size),
        "bias": measure_estimate_bias(chance, size),
        "inversions": measure_policy_inversions(chance, size),
        "correlations": measure_day_correlations(chance, size),
        "sensitivity": measure_clip_sensitivity(chance, size),
    }


def measure_estimate_bias(chance: Any, size: LogSize) -> list[dict[str, Any]]:
    """For each estimate: its mean over repeated logs, against the true reward.

    It is biased where the interval of its mean error does not hold 0.
    """
    errors: dict[str, list[float]] = {name: [] for name in ESTIMATES}
    truths = []
    for _ in range(size.repeats):
        sessions = World().sessions(size.sessions, chance)
        rewards = sessions.rewards(sessions.logged, chance)
        truths.append(sessions.truth(sessions.target))
        for name, estimate in ESTIMATES.items():
            found = estimate(rewards, sessions.logged, sessions.target).mean()
            errors[name].append(float(found) - truths[-1])
    return [
        {
            "estimate": name,
            "variant": ESTIMATES[name].variant,
            "truth": mean(truths),
            "mean_error": mean(found),
            "interval": compute_mean_interval(found),
        }
        for name, found in errors.items()
    ]


def compute_mean_interval(found: Sequence[float]) -> list[float]:
    """The 99 percent interval of their mean, by Student's t: logs may be few."""
    from scipy.stats import t

    reach = float(t.ppf((1 + SURE) / 2, len(found) - 1))
    around = reach * stdev(found) / sqrt(len(found))
    return [mean(found) - around, mean(found) + around]


def measure_policy_inversions(chance: Any, size: LogSize) -> dict[str, Any]:
    """Pairs of policies that nDCG of the true qualities orders against their reward.

    Some policies serve active sessions well and others the rest: each has its own noise
    for either. Nothing is estimated: reward and nDCG are exact.
    """
    sessions = World(users=1.5).sessions(size.sessions, chance)
    np = load_numpy()
    active = sessions.quality.mean(axis=1, keepdims=True) > np.median(sessions.quality)
    odds = np.log(sessions.quality / (1 - sessions.quality))
    exact = Estimate("exponential", 1, normalised=True)
    points = []
    for _ in range(size.policies):
        well, badly = chance.uniform(0, 3, 2)
        noise = np.where(active, well, badly) * chance.normal(0, 1, odds.shape)
        ranks = rank_by_score(odds + noise)
        normalised = exact(sessions.quality, sessions.logged, ranks).mean()
        points.append((sessions.truth(ranks), float(normalised)))
    return {"policies": points, **count_inverted_pairs(points)}


def count_inverted_pairs(points: Sequence[tuple[float, float]]) -> dict[str, Any]:
    """How many pairs of points are ordered one way by x and the other way by y."""
    pairs = list(combinations(points, 2))
    count = sum((a[0] - b[0]) * (a[1] - b[1]) < 0 for a, b in pairs)
    return {"pairs": len(pairs), "inverted": count}


def measure_day_correlations(chance: Any, size: LogSize) -> list[dict[str, Any]]:
    """Pearson's r over days between online reward and each offline estimate.

    Days differ in how much users reward at all. The online reward is measured on other
    sessions of the same day, served by the policy itself.
    """
    rows = []
    for (feed, world), (kind, level) in product(FEEDS.items(), LEVELS.items()):
        shifts = chance.normal(0, 0.3, size.days)
        for policy in ("logging", "target"):
            at = replace(world, level=level)
            series = [
                simulate_day(at, policy, shift, chance, size.sessions)
                for shift in shifts
            ]
            about = {"feed": feed, "reward": kind, "policy": policy}
            rows.append({**about, **correlate_with_online(series)})
    return rows


def simulate_day(
    world: World, policy: str, shift: float, chance: Any, count: int
) -> dict[str, float]:
    """A day's online reward of a policy, and its offline estimates from the log."""
    served, logged = (world.sessions(count, chance, shift) for _ in range(2))
    online = served.rewards(select_policy_ranks(served, policy), chance)
    rewards = logged.rewards(logged.logged, chance)
    ranks = select_policy_ranks(logged, policy)
    found = {"online": float(online.sum(axis=1).mean())}
    for name, estimate in {**ESTIMATES, **CLIPPED}.items():
        known = replace(estimate, viewed=world.viewed)
        found[name] = float(known(rewards, logged.logged, ranks).mean())
    return found


def select_policy_ranks(sessions: Sessions, policy: str) -> Any:
    """The ranks that a policy shows."""
    return sessions.logged if policy == "logging" else sessions.target


def correlate_with_online(series: Sequence[dict[str, float]]) -> dict[str, Any]:
    """r and its two-sided p-value by Student's test, for every estimate."""
    from scipy.stats import pearsonr

    online = [one["online"] for one in series]
    found = {}
    for name in {**ESTIMATES, **CLIPPED}:
        test = pearsonr(online, [one[name] for one in series])
        found[name] = {"r": float(test.statistic), "p": float(test.pvalue)}
    return {"estimates": found}


def measure_clip_sensitivity(chance: Any, size: LogSize) -> list[dict[str, Any]]:
    """How often each clip finds that the target policy is better, which is true.

    On each platform twenty settings a repeat: five days, four rewards. sign: the share
    in which the difference is above 0; tpr: in which its 99 percent interval is; p: the
    mean one-sided p-value; each with the interval that holds the middle 90 percent of
    the repeats.
    """
    return [
        {"platform": name, **row}
        for name, world in PLATFORMS.items()
        for row in list_platform_rows(world, chance, size)
    ]


def list_platform_rows(
    world: World, chance: Any, size: LogSize
) -> list[dict[str, Any]]:
    """The rows of one platform: both metrics, by clip."""
    settings = [replace(world, level=level) for level in (-4.0, -3.0, -2.0, -1.0)]
    values: dict[tuple[str, float], list[dict[str, float]]] = {}
    for _ in range(size.repeats):
        logs = [draw_rewarded_log(one, chance, size.sessions) for one in settings * 5]
        for normalised, m in product((False, True), CLIPS):
            estimate = Estimate("exponential", m, normalised, world.viewed)
            found = summarise_one_repeat(
                [compute_policy_z(estimate, *log) for log in logs]
            )
            name = "nDCG" if normalised else "DCG"
            values.setdefault((name, m), []).append(found)
    return [
        {"metric": name, "m": None if m == inf else m, **summarise_repeats(found)}
        for (name, m), found in values.items()
    ]


def summarise_one_repeat(found: Sequence[float]) -> dict[str, float]:
    """What one repeat says of a metric, from the standardised differences."""
    p = [1 - NormalDist().cdf(z) for z in found]
    return {
        "sign": mean(z > 0 for z in found),
        "tpr": mean(one < (1 - SURE) / 2 for one in p),
        "p": mean(p),
    }


def draw_rewarded_log(world: World, chance: Any, count: int) -> tuple[Sessions, Any]:
    """A log of so many sessions, with its rewards."""
    sessions = world.sessions(count, chance)
    return sessions, sessions.rewards(sessions.logged, chance)


def compute_policy_z(estimate: Estimate, sessions: Sessions, rewards: Any) -> float:
    """By how many standard errors the target policy's mean is above the other's."""
    difference = estimate.gain(rewards, sessions.logged, sessions.target)
    error = difference.std(ddof=1) / sqrt(len(difference))
    return float(difference.mean() / error)


def summarise_repeats(found: Sequence[dict[str, float]]) -> dict[str, list[float]]:
    """Mean, 5th and 95th percentile of the repeats, of each number."""
    np = load_numpy()
    columns = {name: [one[name] for one in found] for name in found[0]}
    return {
        name: [mean(v), *(float(q) for q in np.quantile(v, (0.05, 0.95)))]
        for name, v in columns.items()
    }
