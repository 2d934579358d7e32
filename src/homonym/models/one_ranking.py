"""One ranking under every protocol: start at `try_protocols`.

A model's scores of all items, each user's last item but one held out to validate and
the last to test, which is the one relevant item. What a draw gives on average is
computed where it follows from the item's rank, and drawn where popularity decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from homonym.datasets.dataset import RatingRow
from homonym.datasets.movielens import select_known_rows
from homonym.errors import UserError
from homonym.models.ease import Decomposed
from homonym.models.lists import DECIMALS
from homonym.models.problem import Array, LearningProblem
from homonym.models.splits import group_ratings_by_user
from homonym.protocols.correction import (
    SHAPES,
    compute_corrected_values,
    cut_off_by_beta,
    cut_off_of_all,
)
from homonym.protocols.protocol import (
    ALL,
    METRICS,
    POPULARITY,
    UNRATED,
    Protocol,
    find_protocol,
    read_protocols,
)
from homonym.protocols.sampling import Chances, compute_value_at_rank
from homonym.reference.variants import Variant

PENALTY = 200.0
K, DRAWS, SEED = 10, 50, 1
CORRECTED = "99-sampled"
"""The protocol whose HR is corrected."""
GAMMAS = (0.1, 0.01)
MetricValues = dict[str, float]
"""HR, NDCG and MRR, by these names."""


@dataclass(frozen=True)
class ModelRanking:
    """scores: of each item for each user; trained, rated: which items a user has in
    train, and in train or validation; target: the column of each user's test item;
    popularity: how many users have an item in train."""

    scores: Array
    trained: Array
    rated: Array
    target: Array
    popularity: Array

    @property
    def below_zero(self) -> ModelRanking:
        """The same order of items, every score negative, as logits are."""
        return replace(self, scores=self.scores - self.scores.max() - 1)


def build_movielens_ranking(
    rows: Sequence[RatingRow], penalty: float = PENALTY
) -> ModelRanking:
    """EASE on the ratings, users with fewer than three items left out; UserError where
    nobody is left."""
    train: list[RatingRow] = []
    validation: list[RatingRow] = []
    test: list[RatingRow] = []
    for own in group_ratings_by_user(rows):
        if len(own) > 2:
            train += own[:-2]
            validation.append(own[-2])
            test.append(own[-1])
    test = select_known_rows(train, test)
    if not test:
        raise UserError("nobody has three items, the last of them known to train")
    problem = LearningProblem.of(train, test)
    column = {item: place for place, item in enumerate(problem.items.tolist())}
    asked = {user: at for at, user in enumerate(problem.users[problem.asked].tolist())}
    trained = ~problem.ranked
    rated = trained.copy()
    for row in select_known_rows(train, validation):
        if row.user in asked:
            rated[asked[row.user], column[row.item]] = True
    return ModelRanking(
        np.round(Decomposed(problem.train, problem.asked).ease(penalty), DECIMALS),
        trained,
        rated,
        np.array([column[row.item] for row in sorted(test, key=lambda row: row.user)]),
        np.asarray(problem.train.sum(axis=0)).ravel(),
    )


def try_protocols(ranking: ModelRanking, k: int = K) -> dict[str, Any]:
    """What every protocol gives, on average over its draws; what rated items at 0 and
    0.00001 do where all scores are negative; how near corrections come."""
    negative = ranking.below_zero
    return {
        "users": len(ranking.target),
        "items": ranking.scores.shape[1],
        "k": k,
        "seed": SEED,
        "draws": DRAWS,
        "protocols": {
            name: compute_protocol_values(ranking, one, k)
            for name, one in read_protocols().items()
        },
        "negative": {
            name: compute_protocol_values(negative, one, k)
            for name, one in read_protocols().items()
            if not one.negatives
        },
        "correction": compare_corrections(ranking, k),
    }


def compute_protocol_values(
    ranking: ModelRanking, protocol: Protocol, k: int
) -> MetricValues:
    """The means over the users."""
    if protocol.by == POPULARITY:
        return simulate_sampled_values(ranking, protocol, k)
    if not protocol.negatives:
        found = [tabulate_rank_values(k)[r] for r in rank_test_items(ranking, protocol)]
    else:
        found = [
            average_rank_values(one, k)
            for one in compute_sampled_rank_chances(ranking, protocol)
        ]
    return average_metric_values(found)


def rank_test_items(ranking: ModelRanking, protocol: Protocol) -> list[int]:
    """The rank of each user's test item among all that may stand beside it."""
    above, _ = find_competing_items(ranking, protocol)
    return [*map(int, 1 + above.sum(axis=1))]


def find_competing_items(
    ranking: ModelRanking, protocol: Protocol
) -> tuple[Array, Array]:
    """Which items may stand beside each test item: those above it, and all of them. An
    item with the same score is not above."""
    users = np.arange(len(ranking.target))
    scores = ranking.scores
    if protocol.masked is not None:
        scores = np.where(ranking.rated, protocol.masked, scores)
    own = ranking.scores[users, ranking.target][:, None]
    left = {ALL: False, UNRATED: ranking.rated}.get(protocol.others, ranking.trained)
    allowed = np.broadcast_to(~np.asarray(left, bool), scores.shape).copy()
    allowed[users, ranking.target] = False
    return (scores > own) & allowed, allowed


def compute_sampled_rank_chances(
    ranking: ModelRanking, protocol: Protocol
) -> list[Chances]:
    """The chance of each sampled rank, user by user."""
    above, allowed = find_competing_items(ranking, protocol)
    counts = zip(above.sum(axis=1), allowed.sum(axis=1), strict=True)
    return [protocol.chances(int(a) + 1, int(n) + 1) for a, n in counts]


def simulate_sampled_values(
    ranking: ModelRanking, protocol: Protocol, k: int
) -> MetricValues:
    """By simulation: each draw takes the items of the greatest log(popularity) + Gumbel
    noise, which is drawing one after the other, each by its share of what is left."""
    above, allowed = find_competing_items(ranking, protocol)
    random = np.random.default_rng(SEED)
    with np.errstate(divide="ignore"):
        weight = np.where(allowed, np.log(ranking.popularity), -np.inf)
    found = []
    for _ in range(DRAWS):
        noise = weight + random.gumbel(size=weight.shape)
        chosen = np.argpartition(-noise, protocol.negatives, axis=1)
        chosen = chosen[:, : protocol.negatives]
        places = 1 + np.take_along_axis(above, chosen, axis=1).sum(axis=1)
        found += [tabulate_rank_values(k)[int(place)] for place in places]
    return average_metric_values(found)


class AtRank(dict[int, MetricValues]):
    """The numbers of an item of each rank: beyond the cut-off all are 0."""

    def __missing__(self, rank: int) -> MetricValues:
        return dict.fromkeys(METRICS, 0.0)


@cache
def tabulate_rank_values(k: int) -> AtRank:
    """By the reference's own formulas."""
    return AtRank(
        {
            rank: {
                title: compute_value_at_rank(Variant.parse(id), rank, k + 1, k)
                for title, id in METRICS.items()
            }
            for rank in range(1, k + 1)
        }
    )


def average_rank_values(found: Chances, k: int) -> MetricValues:
    """The numbers of an item that has each rank by chance."""
    return {
        title: sum(
            chance * tabulate_rank_values(k)[rank][title]
            for rank, chance in enumerate(found[:k], start=1)
        )
        for title in METRICS
    }


def average_metric_values(found: Sequence[Mapping[str, float]]) -> MetricValues:
    """Of each metric."""
    return {title: sum(one[title] for one in found) / len(found) for title in METRICS}


def compare_corrections(ranking: ModelRanking, k: int) -> dict[str, Any]:
    """HR@k of a sample and of all items, and what corrections make of the first: the
    hit rate of all items at the cut-off that each map gives, and the mean of corrected
    values, which is to be HR@k of all."""
    protocol, full = find_protocol(CORRECTED), find_protocol("full")
    found = compute_sampled_rank_chances(ranking, protocol)
    among_all = rank_test_items(ranking, full)
    _, allowed = find_competing_items(ranking, full)
    items = round(float(allowed.sum(axis=1).mean())) + 1
    maps = {"linear": cut_off_of_all(k, items, protocol.negatives)}
    for shape in SHAPES:
        cut = cut_off_by_beta(k, items, protocol.negatives, shape)
        maps[f"Beta@{shape:g}"] = cut
    values = [float(rank <= k) for rank in range(1, items + 1)]
    corrected = {}
    for gamma in GAMMAS:
        counted = compute_corrected_values(values, protocol.negatives, False, gamma)
        each = [sum(map(float.__mul__, one, counted)) for one in found]
        corrected[f"{gamma:g}"] = sum(each) / len(each)
    return {
        "protocol": CORRECTED,
        "items": items,
        "sampled": sum(sum(one[:k]) for one in found) / len(found),
        "full": compute_hit_rate(among_all, k),
        "maps": {
            name: {"cut_off": cut, "full": compute_hit_rate(among_all, cut)}
            for name, cut in maps.items()
        },
        "values": corrected,
    }


def compute_hit_rate(ranks: Sequence[int], cut_off: float) -> float:
    """The share of ranks up to it."""
    return sum(rank <= cut_off for rank in ranks) / len(ranks)
