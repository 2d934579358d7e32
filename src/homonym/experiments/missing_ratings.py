"""Experiment 3 of Parapar and Radlinski (2021, section 5.4): ratings go missing.

Systems are shuffles of the ideal ordering. αβ-NDCG ranks them by all ratings, and again
when some were removed: Kendall's tau says how alike the rankings are (Figure 4). Start
at `rank_again`. numpy and scipy are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from random import Random
from statistics import mean
from typing import TYPE_CHECKING, Any

from homonym.experiments.alpha_beta_ndcg_numpy import as_arrays, compute_alpha_beta_ndcg
from homonym.experiments.pieces import Advance
from homonym.experiments.simulated_platform import load_numpy
from homonym.experiments.statistics import compute_tau_with_each
from homonym.experiments.worse_lists import compute_ideal_order
from homonym.reference.diversity.case import Items, aspects_of

if TYPE_CHECKING:
    from homonym.experiments.alpha_beta_ndcg_numpy import Array

BETAS = (0.1, 0.5, 0.9)
MISSING = (0.1, 0.3, 0.5, 0.7, 0.9)
"""The shares of ratings that are removed."""
CUTS = (100, 10)
SHUFFLES = ("each user's own", "one for all users")
"""The paper's “random shuffles of the ideal ranking”, read in two ways: a system orders
every user's list anew, or it puts the same ranks of everyone's ideal in the same place.
"""
GROUPS = (4, 2, 1)
"""The ranking is made on every fourth user, on every second one, and on all."""


@dataclass(frozen=True)
class ExperimentSize:
    """How much is tried: systems, removals of each share, and all that anew."""

    systems: int = 50
    removals: int = 50
    repeats: int = 3


MetricSums = dict[tuple[int, float, float], Any]
"""αβ-NDCG summed over users, by group, beta and share: by removal, system and cut."""


ResultRows = list[dict[str, Any]]
"""What comes out for each way to shuffle, group of users, cut-off and beta."""


def rank_again(
    users: Mapping[str, Items], seed: str, size: ExperimentSize, advance: Advance
) -> ResultRows:
    """One repeat, on systems and removals of its own: tau by share missing."""
    ideal = [compute_ideal_order(items[: max(CUTS)]) for items in users.values()]
    sums = sum_system_values(ideal, Random(seed), size, advance)
    return list(yield_missing_rating_rows(sums, len(ideal), size))


def yield_missing_rating_rows(
    sums: MetricSums, users: int, size: ExperimentSize
) -> Iterator[dict[str, Any]]:
    """A row a setting."""
    for (s, shuffles), step, (c, k), beta in product(
        enumerate(SHUFFLES), GROUPS, enumerate(CUTS), BETAS
    ):
        own = slice(s * size.systems, (s + 1) * size.systems)
        whole = sums[step, beta, 0.0][0, own, c]
        parts = (sums[step, beta, share][:, own, c] for share in MISSING)
        yield {
            "shuffles": shuffles,
            "users": len(range(0, users, step)),
            "k": k,
            "beta": beta,
            "tau": [compute_mean_tau(whole, part) for part in parts],
        }


SPREAD: dict[str, Callable[[list[float]], float]] = {
    "tau": mean,
    "low": min,
    "high": max,
}


def spread_of_repeats(repeats: list[ResultRows]) -> ResultRows:
    """For each setting tau by share missing: the mean over the repeats, the lowest and
    the highest."""
    return [
        {
            **rows[0],
            **{
                name: summarise_defined_taus([r["tau"] for r in rows], of)
                for name, of in SPREAD.items()
            },
        }
        for rows in zip(*repeats, strict=True)
    ]


def summarise_defined_taus(
    taus: list[list[float | None]], each: Callable[[list[float]], float]
) -> list[float | None]:
    """By share: the mean, or whatever it is, of the repeats where tau is defined."""
    known = ([t for t in column if t is not None] for column in zip(*taus, strict=True))
    return [each(column) if column else None for column in known]


def compute_mean_tau(whole: Array, removals: Array) -> float | None:
    """tau with the ranking on all ratings, the mean over the removals."""
    known = [one for one in compute_tau_with_each(whole, removals) if one is not None]
    return mean(known) if known else None


def sum_system_values(
    ideal: list[Items], chance: Random, size: ExperimentSize, advance: Advance
) -> MetricSums:
    """What every system gets, over the users: rankings need no division.

    A user of whom a removal leaves nothing liked adds nothing to any system.
    """
    np = load_numpy()
    ranks = range(max(map(len, ideal)))
    common = [[chance.random() for _ in ranks] for _ in range(size.systems)]
    sums: MetricSums = {}
    for place, items in enumerate(ideal):
        advance(place / len(ideal))
        ratings, shows = as_arrays(items)
        orders = np.array(draw_list_shuffles(len(items), common, chance))
        for share in (0.0, *MISSING):
            left = remove_ratings(items, ratings, share, size.removals, chance)
            for beta in BETAS:
                found = np.nan_to_num(
                    compute_alpha_beta_ndcg(left, shows, orders, beta, CUTS)
                )
                for step in (step for step in GROUPS if place % step == 0):
                    point = step, beta, share
                    sums[point] = sums.get(point, 0.0) + found
    return sums


def draw_list_shuffles(
    length: int, common: list[list[float]], chance: Random
) -> list[list[int]]:
    """The orders of a user's list: shuffles of its own, then those that all share."""
    own = [chance.sample(range(length), length) for _ in common]
    return own + [sorted(range(length), key=keys.__getitem__) for keys in common]


def remove_ratings(
    items: Items, ratings: Array, share: float, count: int, chance: Random
) -> Array:
    """The ratings that are left: a row for each removal, one where there is none."""
    np = load_numpy()
    left: Array = np.tile(ratings, (count if share else 1, 1))
    for row in left:
        row[list(draw_missing_items(items, round(share * len(items)), chance))] = np.nan
    return left


def draw_missing_items(items: Items, count: int, chance: Random) -> set[int]:
    """Which items lose their rating: of each category as many as its presence asks.

    An item of several categories goes with the first that draws it; what a category
    is then short of is drawn from all that are left.
    """
    holding = {
        aspect: [n for n, item in enumerate(items) if aspect in item.aspects]
        for aspect in aspects_of(items)
    }
    quotas = divide_in_proportion(count, {a: len(held) for a, held in holding.items()})
    found: set[int] = set()
    for aspect in chance.sample([*quotas], len(quotas)):
        left = [n for n in holding[aspect] if n not in found]
        found.update(chance.sample(left, min(quotas[aspect], len(left))))
    rest = [n for n in range(len(items)) if n not in found]
    return found | set(chance.sample(rest, count - len(found)))


def divide_in_proportion(count: int, sizes: Mapping[str, int]) -> dict[str, int]:
    """So many, divided as the sizes are; the largest remainders are rounded up.

    >>> divide_in_proportion(4, {"a": 5, "b": 3, "c": 1})
    {'a': 2, 'b': 1, 'c': 1}
    """
    total = sum(sizes.values())
    exact = {name: count * size / total for name, size in sizes.items()}
    found = {name: int(part) for name, part in exact.items()}
    short = count - sum(found.values())
    for name in sorted(exact, key=lambda name: found[name] - exact[name])[:short]:
        found[name] += 1
    return found
