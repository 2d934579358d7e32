"""How popular an item is in the training data, and how surprising that makes it."""

from __future__ import annotations

from collections.abc import Callable
from math import log, log2

from homonym.reference.axes import Axis
from homonym.reference.beyond.case import Run
from homonym.reference.case import CaseError

Popularity = Callable[[str, Run], float]

popularity = Axis("how popular an item is")


@popularity("n_i", source="Yin et al. 2012; Elliot 0.3.1, ARP")
def count(item: str, run: Run) -> float:
    """The number of users who have it in training."""
    return run.counts[item]


@popularity(r"\frac{n_i}{|U|}", source="Elliot 0.3.1, EPC")
def share_of_users(item: str, run: Run) -> float:
    """The share of all users who have it in training."""
    return run.counts[item] / len(run.train)


@popularity(r"\frac{n_i}{\sum_j n_j}", source="RecTools 0.19.0, normalised")
def share_of_interactions(item: str, run: Run) -> float:
    """The share of all training items that are this one."""
    if not run.interactions:
        raise CaseError("no user has a training item: popularity would be 0/0")
    return run.counts[item] / run.interactions


chance = Axis("how likely an item is to be known")
chance.choices = {
    name: popularity.choices[name]
    for name in ("share_of_users", "share_of_interactions")
}

base = Axis("the base of the logarithm")


@base(r"\log_2", source="Zhou et al. 2010")
def binary(share: float) -> float:
    """Bits."""
    return -log2(share)


@base(r"\ln")
def natural(share: float) -> float:
    """Natural units."""
    return -log(share)


unseen = Axis("what an item is worth that is in no one's training data")


@unseen("0", source="recommenders 1.2.1, novelty, by its join")
def nothing(run: Run, told: Callable[[str], float]) -> float:
    """Nothing: it lowers the number."""
    return 0.0


@unseen(r"\max_j", source="Elliot 0.3.1, EFD")
def most(run: Run, told: Callable[[str], float]) -> float:
    """As much as the least popular item of the training data."""
    return max(map(told, run.counts), default=0.0)
