"""Experiments 1 to 3 of Parapar and Radlinski (2021, section 5) on MovieLens ratings.

Start at `run_diversity_experiments`. Lists are made worse step by step
(`worse_lists.py`); a good metric ranks them by how far they are from the ideal (1),
tells them from it (2), and still ranks systems alike when ratings are missing (3).
scipy is needed for the statistics.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from statistics import mean
from typing import Any

from homonym.experiments.alpha_beta_ndcg_numpy import as_arrays, compute_alpha_beta_ndcg
from homonym.experiments.missing_ratings import (
    BETAS,
    ExperimentSize,
    rank_again,
    spread_of_repeats,
)
from homonym.experiments.movielens_genres import NEEDED, draw_random_fifth
from homonym.experiments.pieces import Advance, Piece, Pieces, StudyProgress, carry_out
from homonym.experiments.simulated_platform import load_numpy
from homonym.experiments.statistics import compute_kendall_tau, compute_wilcoxon_p
from homonym.experiments.worse_lists import (
    PERTURBATIONS,
    compute_ideal_order,
    list_perturbed_systems,
)
from homonym.reference.diversity.case import AspectCase, Item, Items, User
from homonym.reference.variants import Variant

SCHEMA = 1
PROPOSED = "alpha_beta_ndcg(gain=noisy_or, weights=test)"
METRICS = (
    PROPOSED,
    "rbu(factor=one_minus_p, weights=test)",
    "eu(reader=stops, weights=test)",
    "nrbp(relevance=graded)",
    "s_recall(covers=any)",
    "s_rr(covers=any)",
)
"""Those of Figures 2 and 3, with the parameters of section 5.2; interests by Eq. 9."""
BETA = Variant.parse(PROPOSED).home.parameters["beta"]

SHALLOW = 10
"""The cut-off of Figure 1. At the length of the lists no item leaves them, and S-Recall
can tell none of them apart."""
ALL_BUT_PROPOSED, SHUFFLED = 1.0, 0.12
"""What a list takes that all metrics look at, and a system on which ratings go missing
once: measured, in milliseconds, to say how much is done."""

ItemsByUser = Mapping[str, Items]


def run_diversity_experiments(
    folder: Path,
    seed: int,
    depth: int,
    size: ExperimentSize,
    progress: StudyProgress,
    resume: Path | None = None,
) -> dict[str, Any]:
    """All three experiments on the users with `depth` test items, as plain data.

    resume: a file that keeps what is done, and from which the study goes on.
    """
    everything = draw_random_fifth(folder, seed, depth)
    asked = {"ratings": hash_movielens_files(folder), "seed": seed, "depth": depth}
    kept = Pieces(resume, {**asked, **vars(size)})
    carry_out(plan_study_pieces(everything, seed, depth, size), kept, progress)
    return {
        "schema": SCHEMA,
        "label": "measured",
        "data": folder.name,
        "seed": seed,
        "depth": depth,
        "users": len(everything),
        "perturbations": {
            str(k): {name: kept.done[f"{name}, @{k}"] for name in PERTURBATIONS}
            for k in list_system_cuts(depth)
        },
        "by_beta": {f"{beta:g}": kept.done[f"β = {beta:g}"] for beta in BETAS},
        "size": vars(size),
        "missing": spread_of_repeats([kept.done[name] for name in name_repeats(size)]),
    }


def hash_movielens_files(folder: Path) -> str:
    """The hash of the files that are read."""
    return sha256(b"".join((folder / name).read_bytes() for name in NEEDED)).hexdigest()


def list_system_cuts(depth: int) -> list[int]:
    """The cut-offs: the length of the lists, and the shallow one."""
    return sorted({depth, SHALLOW}, reverse=True)


def name_repeats(size: ExperimentSize) -> list[str]:
    """The names of the repeats of experiment 3."""
    return [
        f"missing ratings, {n} of {size.repeats}" for n in range(1, size.repeats + 1)
    ]


def plan_study_pieces(
    everything: ItemsByUser, seed: int, depth: int, size: ExperimentSize
) -> dict[str, Piece]:
    """The pieces of the study by name."""
    users = {user: items[:depth] for user, items in everything.items()}
    plan = {
        f"{name}, @{k}": Piece(
            ALL_BUT_PROPOSED * len(users) * len(list_perturbed_systems(name, depth)),
            partial(judge_worse_lists, users, name, k, depth),
        )
        for k in list_system_cuts(depth)
        for name in PERTURBATIONS
    }
    for beta in BETAS:
        plan[f"β = {beta:g}"] = Piece(
            len(users), partial(compute_bottom_curve, users, beta, depth)
        )
    takes = SHUFFLED * len(users) * size.systems * size.removals
    for n, name in enumerate(name_repeats(size)):
        again = partial(rank_again, everything, f"{seed}.{n}", size)
        plan[name] = Piece(takes, again)
    return plan


def judge_worse_lists(
    users: ItemsByUser, name: str, k: int, depth: int, advance: Advance
) -> dict[str, Any]:
    """Experiments 1 and 2 on lists that one perturbation makes worse: by metric."""
    steps = list_perturbed_systems(name, depth)
    values: dict[str, list[list[float]]] = {id: [[] for _ in steps] for id in METRICS}
    for place, items in enumerate(users.values(), start=1):
        lists = [step(items) for step in steps]
        for id in METRICS:
            for found, value in zip(
                values[id], compute_list_values(id, lists, k), strict=True
            ):
                found.extend([value] if isinstance(value, float | int) else [])
        advance(place / len(users))
    return {id: summarise_user_values(found) for id, found in values.items()}


def compute_list_values(id: str, lists: Sequence[Items], k: int) -> Sequence[Any]:
    """What the metric gives to each of a user's lists."""
    if id == PROPOSED:
        return compute_proposed_values(lists, BETA, k)
    metric = Variant.parse(id)
    return [metric.value(AspectCase.of([User(items)], k)) for items in lists]


def compute_proposed_values(lists: Sequence[Items], beta: float, k: int) -> list[float]:
    """αβ-NDCG of each of a user's lists of the same items, over one ideal for all."""
    np = load_numpy()
    items = compute_ideal_order(lists[0])
    ratings, shows = as_arrays(items)
    orders = np.array([find_list_places(items, one) for one in lists])
    found = compute_alpha_beta_ndcg(ratings[None], shows, orders, beta, (k,))
    return list(found[0, :, 0].tolist())


def find_list_places(items: Items, listed: Items) -> list[int]:
    """Where each item of a list stands among the items; of equal ones, in their order.

    >>> a, b = Item(5, ("a",)), Item(4, ("b",))
    >>> find_list_places((a, b, a), (b, a, a))
    [1, 0, 2]
    """
    left: dict[Item, list[int]] = {}
    for place, item in enumerate(items):
        left.setdefault(item, []).append(place)
    return [left[item].pop(0) for item in listed]


def summarise_user_values(values: Sequence[list[float]]) -> dict[str, Any]:
    """Experiments 1 and 2: the means, Kendall's tau with s, and p-values against s = 0.

    values: those of the users, by s. The p-value is that of the one-sided Wilcoxon
    signed-rank test over users; 1 where no user's value differs.
    """
    means = [mean(one) for one in values]
    return {
        "means": means,
        "tau": compute_kendall_tau([-s for s in range(len(means))], means),
        "p": [compute_wilcoxon_p(values[0], other) for other in values[1:]],
    }


def compute_bottom_curve(
    users: ItemsByUser, beta: float, depth: int, advance: Advance
) -> list[float]:
    """Figure 1: αβ-NDCG@10 by the number of bottom-to-top swaps."""
    steps = list_perturbed_systems("items bottom to top", depth)
    found = [
        compute_proposed_values([step(items) for step in steps], beta, SHALLOW)
        for items in users.values()
    ]
    return [mean(one) for one in zip(*found, strict=True)]
