"""Experiments 1 to 3 of Parapar and Radlinski (2021, section 5) on MovieLens ratings.

Start at `run`. Lists are made worse step by step (`perturb.py`); a good metric ranks
them by how far they are from the ideal (1), tells them from it (2), and still ranks
systems alike when ratings are missing (3). scipy is needed for the statistics.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import isnan
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

from homonym.errors import UserError
from homonym.genres import random_fifth
from homonym.perturb import PERTURBATIONS
from homonym.reference.axes import Variant
from homonym.reference.diversity.case import AspectCase, Items, User

SCHEMA = 1
METRICS = (
    "alpha_beta_ndcg(gain=noisy_or, weights=test)",
    "rbu(factor=one_minus_p, weights=test)",
    "eu(reader=stops, weights=test)",
    "nrbp(relevance=graded)",
    "s_recall(covers=any)",
    "s_rr(covers=any)",
)
"""Those of Figures 2 and 3, with the parameters of section 5.2; interests by Eq. 9."""

BETAS = (0.1, 0.5, 0.9)
SYSTEMS, REMOVALS, MISSING = 10, 5, (0.1, 0.3, 0.5, 0.7, 0.9)
"""Experiment 3: random systems, removals, and the shares of ratings removed."""

Lists = Mapping[str, Items]


def run(
    folder: Path, seed: int, depth: int, progress: Callable[[str], None]
) -> dict[str, Any]:
    """All three experiments on the users with `depth` test items, as plain data."""
    users = {u: items[:depth] for u, items in random_fifth(folder, seed, depth).items()}
    found = {}
    for name, (perturbed, count) in PERTURBATIONS.items():
        progress(name)
        systems = [
            {user: perturbed(items, s) for user, items in users.items()}
            for s in range(count + 1)
        ]
        found[name] = {id: compared(id, systems, depth) for id in METRICS}
    progress("missing ratings")
    return {
        "schema": SCHEMA,
        "label": "measured",
        "data": folder.name,
        "seed": seed,
        "depth": depth,
        "users": len(users),
        "perturbations": found,
        "by_beta": {f"{beta:g}": bottom_curve(users, beta) for beta in BETAS},
        "missing": {f"{b:g}": robustness(users, b, Random(seed)) for b in BETAS},
    }


def per_user(variant: str, lists: Lists, k: int) -> list[float]:
    """What the metric gives to each user's list."""
    metric = Variant.parse(variant)
    values = (
        metric.value(AspectCase.of([User(items)], min(k, len(items))))
        for items in lists.values()
    )
    return [value for value in values if isinstance(value, float | int)]


def compared(id: str, systems: Sequence[Lists], k: int) -> dict[str, Any]:
    """Experiments 1 and 2: the means, Kendall's tau with s, and p-values against s = 0.

    The p-value is that of the one-sided Wilcoxon signed-rank test over users; 1 where
    no user's value differs.
    """
    values = [per_user(id, lists, k) for lists in systems]
    means = [mean(one) for one in values]
    return {
        "means": means,
        "tau": tau([-s for s in range(len(means))], means),
        "p": [worse(values[0], other) for other in values[1:]],
    }


def tau(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Kendall's rank correlation; None where all values are tied."""
    value = float(statistics().kendalltau(one, other).statistic)
    return None if isnan(value) else value


def worse(ideal: Sequence[float], other: Sequence[float]) -> float:
    """The p-value of the ideal lists being better only by chance."""
    pairs = zip(ideal, other, strict=True)
    differences = [a - b if abs(a - b) > 1e-12 else 0.0 for a, b in pairs]
    if not any(differences):
        return 1.0
    test = statistics().wilcoxon(differences, alternative="greater")
    return float(test.pvalue)


def bottom_curve(users: Lists, beta: float) -> list[float]:
    """Figure 1: αβ-NDCG@10 by the number of bottom-to-top swaps."""
    perturbed, count = PERTURBATIONS["items bottom to top"]
    id = f"alpha_beta_ndcg(gain=noisy_or, weights=test, beta={beta})"
    swapped = (
        {user: perturbed(items, s) for user, items in users.items()}
        for s in range(count + 1)
    )
    return [mean(per_user(id, lists, 10)) for lists in swapped]


def robustness(users: Lists, beta: float, chance: Random) -> list[float | None]:
    """Figure 4: tau of the systems' ranking with all ratings and with some removed."""
    id = f"alpha_beta_ndcg(gain=noisy_or, weights=test, beta={beta})"
    systems = [
        {user: shuffled(items, chance) for user, items in users.items()}
        for _ in range(SYSTEMS)
    ]
    whole = [mean(per_user(id, lists, 10)) for lists in systems]
    found = []
    for share in MISSING:
        taus = [removed(id, systems, whole, share, chance) for _ in range(REMOVALS)]
        known = [one for one in taus if one is not None]
        found.append(mean(known) if known else None)
    return found


def shuffled(items: Items, chance: Random) -> Items:
    return tuple(chance.sample(items, len(items)))


def removed(
    id: str,
    systems: Sequence[Lists],
    whole: Sequence[float],
    share: float,
    chance: Random,
) -> float | None:
    """tau with the ranking on all ratings, once that share of each user's is gone."""
    gone = {
        user: set(chance.sample(range(len(items)), round(share * len(items))))
        for user, items in systems[0].items()
    }
    order = {
        user: {id_of(i): n for n, i in enumerate(systems[0][user])} for user in gone
    }
    fewer = [
        {
            user: tuple(
                replace(i, rating=None) if order[user][id_of(i)] in gone[user] else i
                for i in items
            )
            for user, items in lists.items()
        }
        for lists in systems
    ]
    return tau(whole, [mean(per_user(id, lists, 10)) for lists in fewer])


def id_of(item: object) -> int:
    """Which object it is: two films may have the same rating and genres."""
    return id(item)


def statistics() -> Any:
    """scipy.stats, or one sentence on how to get it."""
    try:
        import scipy.stats
    except ImportError:
        raise UserError(
            "the experiments need scipy", 'pip install "homonym[simulation]"'
        ) from None
    return scipy.stats
