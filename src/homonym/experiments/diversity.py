"""Experiments 1 to 3 of Parapar and Radlinski (2021, section 5) on MovieLens ratings.

Start at `run_diversity_experiments`. Lists are made worse step by step (`perturb.py`);
a good metric ranks them by how far they are from the ideal (1), tells them from it (2),
and still ranks systems alike when ratings are missing (3). scipy is needed for the
statistics.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from homonym.experiments.missing_ratings import BETAS, ExperimentSize, robustness
from homonym.experiments.movielens_genres import random_fifth
from homonym.experiments.statistics import tau, worse
from homonym.experiments.worse_lists import PERTURBATIONS, systems
from homonym.reference.diversity.case import AspectCase, Items, User
from homonym.reference.variants import Variant

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

SHALLOW = 10
"""The cut-off of Figure 1. At the length of the lists no item leaves them, and S-Recall
can tell none of them apart."""

Lists = Mapping[str, Items]


def run_diversity_experiments(
    folder: Path,
    seed: int,
    depth: int,
    size: ExperimentSize,
    progress: Callable[[str], None],
) -> dict[str, Any]:
    """All three experiments on the users with `depth` test items, as plain data."""
    everything = random_fifth(folder, seed, depth)
    users = {user: items[:depth] for user, items in everything.items()}
    cuts = sorted({depth, SHALLOW}, reverse=True)
    found: dict[str, dict[str, Any]] = {str(k): {} for k in cuts}
    for name in PERTURBATIONS:
        lists = [
            {user: perturbed(items) for user, items in users.items()}
            for perturbed in systems(name, depth)
        ]
        for k in cuts:
            progress(f"{name}, @{k}")
            found[str(k)][name] = {id: compared(id, lists, k) for id in METRICS}
    missing = robustness(everything, seed, size, progress)
    return {
        "schema": SCHEMA,
        "label": "measured",
        "data": folder.name,
        "seed": seed,
        "depth": depth,
        "users": len(users),
        "perturbations": found,
        "by_beta": {f"{beta:g}": bottom_curve(users, beta, depth) for beta in BETAS},
        "size": vars(size),
        "missing": missing,
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


def bottom_curve(users: Lists, beta: float, depth: int) -> list[float]:
    """Figure 1: αβ-NDCG@10 by the number of bottom-to-top swaps."""
    id = f"alpha_beta_ndcg(gain=noisy_or, weights=test, beta={beta})"
    swapped = (
        {user: perturbed(items) for user, items in users.items()}
        for perturbed in systems("items bottom to top", depth)
    )
    return [mean(per_user(id, lists, SHALLOW)) for lists in swapped]
