"""How popular an item is in the training data, and how surprising that makes it."""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import Axis
from homonym.reference.beyond.case import Run
from homonym.reference.case import CaseError
from homonym.reference.elementary import log, log2

Popularity = Callable[[int, Run], float]
"""From the number of users who have an item in training to its popularity."""

popularity = Axis("how popular an item is")


@popularity("n_i", source="Yin et al. 2012; Elliot 0.3.1, ARP", code="1")
def count(users: int, run: Run) -> float:
    """The number of users who have it in training."""
    return users


@popularity(
    r"\frac{n_i}{|U|}", source="Elliot 0.3.1, EPC; rs_metrics 0.6.0", code="people"
)
def share_of_users(users: int, run: Run) -> float:
    """The share of all users who have it in training."""
    return users / len(run.train)


@popularity(
    r"\frac{n_i}{\sum_j n_j}",
    source="RecTools 0.19.0, normalised",
    code="interactions",
)
def share_of_interactions(users: int, run: Run) -> float:
    """Its share of the training items of all users."""
    if not run.interactions:
        raise CaseError("no user has a training item: popularity would be 0/0")
    return users / run.interactions


@popularity(
    r"\frac{n_i}{\max_j n_j}",
    source="DL RS Evaluation, AveragePopularity",
    code="most",
)
def share_of_most(users: int, run: Run) -> float:
    """Its popularity, as a share of that of the most popular item."""
    if not run.interactions:
        raise CaseError("no user has a training item: popularity would be 0/0")
    return users / max(run.counts.values())


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


PopularityWorth = Callable[[int], float]
"""From the number of users who have an item in training to what it is worth."""

unseen = Axis("what an item in nobody's training data is worth")


@unseen(
    "0",
    source="recommenders 1.2.1, novelty; DL RS Evaluation, Novelty",
    row="s(i) = 0",
)
def nothing(run: Run, told: PopularityWorth) -> float:
    """Nothing: it lowers the number."""
    return 0.0


@unseen(r"\max_j", source="Elliot 0.3.1, EFD", row=r"s(i) = \max_j s(j)")
def most(run: Run, told: PopularityWorth) -> float:
    """As much as the least popular item of the training data."""
    return told(min(run.counts.values())) if run.counts else 0.0


@unseen(
    r"n_i = 1",
    source="rs_metrics 0.6.0, surprisal; RePlay 0.22.0, Surprisal",
    row="n_i = 1",
)
def once(run: Run, told: PopularityWorth) -> float:
    """As much as an item that a single user has."""
    return told(1)
