"""One ranking under every protocol, held to draws made one by one."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from statistics import fmean, stdev

import numpy as np
import pytest

from homonym.datasets.dataset import RatingRow
from homonym.errors import UserError
from homonym.models.one_ranking import (
    ModelRanking,
    build_movielens_ranking,
    compute_protocol_values,
    rank_test_items,
    try_protocols,
)
from homonym.protocols.protocol import (
    ALL,
    POPULARITY,
    UNRATED,
    UNTRAINED,
    Protocol,
    find_protocol,
    read_protocols,
)

K = 3


@pytest.fixture(scope="module")
def ranking() -> ModelRanking:
    """Eight users, thirty items, scores on both sides of 0."""
    random = np.random.default_rng(7)
    trained = random.random((8, 30)) < 0.2
    target = np.array([3, 7, 11, 0, 29, 15, 20, 8])
    validation = np.array([4, 8, 12, 1, 28, 16, 21, 9])
    users = np.arange(8)
    trained[users, target] = trained[users, validation] = False
    rated = trained.copy()
    rated[users, validation] = True
    popularity = random.integers(1, 40, 30).astype(float)
    return ModelRanking(random.normal(size=(8, 30)), trained, rated, target, popularity)


def others_of(ranking: ModelRanking, user: int, protocol: Protocol) -> list[int]:
    """The items that may be drawn, as the protocol's words have it."""
    items = range(ranking.scores.shape[1])
    own = int(ranking.target[user])
    if protocol.others == UNTRAINED:
        return [one for one in items if not ranking.trained[user, one]]
    if protocol.others == ALL:
        return [one for one in items if one != own]
    return [one for one in items if one != own and not ranking.rated[user, one]]


def draw(
    ranking: ModelRanking, user: int, protocol: Protocol, random: Random
) -> list[int]:
    """One sample of negatives, drawn item after item."""
    left, chosen = others_of(ranking, user, protocol), []
    for _ in range(protocol.negatives):
        weights = [
            ranking.popularity[one] if protocol.by == POPULARITY else 1 for one in left
        ]
        (one,) = random.choices(left, weights)
        chosen.append(one)
        if not protocol.replacement:
            left.remove(one)
    return chosen


SAMPLED = [
    Protocol("", "", "", "", (), UNRATED, 5),
    Protocol("", "", "", "", (), UNRATED, 5, True),
    Protocol("", "", "", "", (), UNTRAINED, 5, True),
    Protocol("", "", "", "", (), ALL, 5),
    Protocol("", "", "", "", (), UNRATED, 5, False, POPULARITY),
    Protocol("", "", "", "", (), ALL, 5, False, POPULARITY),
]


@pytest.mark.parametrize(
    "protocol", SAMPLED, ids=lambda p: f"{p.others} {p.replacement} {p.by}"
)
def test_what_a_protocol_gives_is_the_mean_over_draws(
    ranking: ModelRanking, protocol: Protocol
) -> None:
    """4,000 draws of a user, each as the words say: within four errors and, where
    homonym draws too, its own."""
    random, found = Random(11), []
    for _ in range(4_000):
        user = random.randrange(8)
        own = ranking.scores[user, ranking.target[user]]
        drawn = draw(ranking, user, protocol, random)
        rank = 1 + sum(ranking.scores[user, one] > own for one in drawn)
        found.append(1 / rank if rank <= K else 0.0)
    error = stdev(found) / len(found) ** 0.5
    allowed = 4 * error + 0.05 * (protocol.by == POPULARITY)
    given = compute_protocol_values(ranking, protocol, K)["MRR"]
    assert given == pytest.approx(fmean(found), abs=allowed)


def test_each_protocol_gives_another_number(ranking: ModelRanking) -> None:
    """Of five drawn: whom one may draw, how, and how often, each moves the mean."""
    found = [
        round(compute_protocol_values(ranking, one, K)["MRR"], 4) for one in SAMPLED
    ]
    assert len({*found}) == len(found)


def test_masks_are_the_full_ranking_where_scores_are_above_them(
    ranking: ModelRanking,
) -> None:
    """And where every score is negative whatever a user has rated is above."""
    full = rank_test_items(ranking, find_protocol("full"))
    high = replace(ranking, scores=ranking.scores - ranking.scores.min() + 1)
    low = ranking.below_zero
    rated = ranking.rated.sum(axis=1)
    for name in ("masked-0", "masked-1e-5"):
        assert rank_test_items(high, find_protocol(name)) == full
        assert rank_test_items(low, find_protocol(name)) == [
            rank + count for rank, count in zip(full, rated, strict=True)
        ]
    assert rank_test_items(low, find_protocol("full")) == full
    assert rank_test_items(ranking, find_protocol("unmasked")) != full


def test_the_last_two_items_of_each_user_are_held_out() -> None:
    """The last is the test, the one before it neither trained on nor a candidate."""
    likes = [(1, "abcd"), (2, "bacd"), (3, "cab"), (4, "ab")]
    rows = [
        RatingRow(user, ord(item), 5.0, place)
        for user, items in likes
        for place, item in enumerate(items)
    ]
    found = build_movielens_ranking(rows, 1.0)
    assert found.trained.sum(axis=1).tolist() == [1]
    assert found.rated.sum(axis=1).tolist() == [2]
    assert found.scores.shape == (1, 3)
    with pytest.raises(UserError, match="nobody has three items"):
        build_movielens_ranking(rows[-2:])


@pytest.mark.parametrize("name", read_protocols())
def test_what_every_protocol_makes_of_a_ranking_is_between_0_and_1(name: str) -> None:
    random = np.random.default_rng(2)
    rated = random.random((4, 150)) < 0.1
    target = np.array([1, 2, 3, 4])
    rated[np.arange(4), target] = False
    one = ModelRanking(
        random.normal(size=(4, 150)), rated, rated, target, np.arange(1.0, 151.0)
    )
    assert all(
        0 <= given <= 1
        for given in compute_protocol_values(one, find_protocol(name), 10).values()
    )
    if name == "full":
        assert {*try_protocols(one)["protocols"]} == {*read_protocols()}
