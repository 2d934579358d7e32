"""One ranking under every protocol, held to draws made one by one."""

from __future__ import annotations

from dataclasses import replace
from math import log2
from random import Random
from statistics import fmean, stdev
from typing import Any

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
from homonym.protocols.correction import compute_corrected_values, cut_off_by_beta
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


def of_ranks(ranks: list[int], items: int) -> ModelRanking:
    """Users whose test items have these ranks; nothing is rated, item 0 is the best."""
    shape = len(ranks), items
    none = np.zeros(shape, bool)
    scores = np.broadcast_to(-np.arange(float(items)), shape).copy()
    target = np.array(ranks) - 1
    return ModelRanking(scores, none, none, target, np.ones(items))


@pytest.fixture(scope="module")
def tried() -> dict[str, Any]:
    """What is told of ranks 1, 11 and 12 of 101."""
    return try_protocols(of_ranks([1, 11, 12], 101))


def test_every_protocol_on_three_ranks_by_hand(tried: dict[str, Any]) -> None:
    """Of 100 others 99 are drawn: the one that is left out is one of the ten above in
    one of ten draws. Then rank 11 is rank 10, and a hit. All 100 are as good as all."""
    told = {name: tried[name] for name in ("users", "items", "k", "seed", "draws")}
    assert told == {"users": 3, "items": 101, "k": 10, "seed": 1, "draws": 50}
    found = tried["protocols"]
    assert {*found} == {*read_protocols()}
    assert {*tried["negative"]} == {"full", "masked-0", "masked-1e-5", "unmasked"}
    for name in ("full", "unmasked", "100-sampled", "100-popular"):
        assert found[name] == pytest.approx(dict.fromkeys(["HR", "NDCG", "MRR"], 1 / 3))
    assert found["99-sampled"] == pytest.approx(
        {"HR": 1.1 / 3, "NDCG": (1 + 0.1 / log2(11)) / 3, "MRR": (1 + 0.1 / 10) / 3}
    )


def test_corrections_of_three_ranks_by_hand(tried: dict[str, Any]) -> None:
    """Beta@1 looks at 11 of all items, 1 + 100 * 10 / 100, and finds one more. Rank 11
    is 10 in one of ten draws and 11 else, rank 12 is 11 in 11 of 100 and 12 else."""
    found = tried["correction"]
    assert (found["protocol"], found["items"]) == ("99-sampled", 101)
    assert found["sampled"] == pytest.approx((1 + 0.1) / 3)
    assert found["full"] == pytest.approx(1 / 3)
    linear, beta = found["maps"]["linear"], found["maps"]["Beta@1"]
    assert linear == {"cut_off": 1 + 9 * 100 / 99, "full": pytest.approx(1 / 3)}
    assert beta == {"cut_off": 11, "full": pytest.approx(2 / 3)}
    assert found["maps"]["Beta@0.5"]["cut_off"] == cut_off_by_beta(10, 101, 99, 0.5)
    hits = [1.0] * 10 + [0.0] * 91
    for gamma in (0.1, 0.01):
        of = compute_corrected_values(hits, 99, False, gamma)
        expected = of[0] + 0.1 * of[9] + 0.9 * of[10] + 0.11 * of[10] + 0.89 * of[11]
        assert found["values"][f"{gamma:g}"] == pytest.approx(expected / 3)
    assert list(found["values"]) == ["0.1", "0.01"]


def test_an_item_is_drawn_by_its_share_of_the_popularity() -> None:
    """One of 22: the item above has 2, the 20 below 1 each; another above has none and
    is never drawn. 10,000 draws: within four errors."""
    popularity = np.array([2.0, 0.0, *[1.0] * 21])
    one = replace(of_ranks([3] * 200, 23), popularity=popularity)
    drawn = Protocol("", "", "", "", (), UNRATED, 1, False, POPULARITY)
    share = 1 - 2 / 22
    error = (share * (1 - share) / 10_000) ** 0.5
    found = compute_protocol_values(one, drawn, 1)["HR"]
    assert found == pytest.approx(share, abs=4 * error)


def test_an_item_of_the_same_score_is_not_above() -> None:
    """Nor is the item itself; and what is rated is no candidate of the full ranking."""
    one = of_ranks([3, 3], 4)
    rated = np.array([[True, False, False, False], [False] * 4])
    ties = replace(one, scores=np.array([[4.0, 3, 3, 1], [4, 4, 3, 3]]), rated=rated)
    assert rank_test_items(ties, find_protocol("full")) == [1, 3]
    assert rank_test_items(ties, find_protocol("unmasked")) == [2, 3]


def test_the_greatest_score_below_zero_is_minus_1() -> None:
    one = of_ranks([2, 1], 4).below_zero
    assert one.scores.tolist() == [[-1, -2, -3, -4]] * 2
    assert one.target.tolist() == [1, 0]


def test_a_users_items_are_split_by_their_time_and_penalised_by_200() -> None:
    """User 2 has items 1 to 5: 1, 2 and 3 are train, 4 validates and is the only other
    that is rated, 5 is the test. User 1 has three, the fewest that count; user 3 has
    two, which count for nothing. Of items 1 to 3, which one user has, EASE gives each
    of the other two 1 / (penalty + 2)."""
    likes = {2: [1, 2, 3, 4, 5], 1: [5, 3, 1], 4: [4, 6, 2], 3: [1, 6]}
    rows = [
        RatingRow(user, item, 5.0, time)
        for user, items in likes.items()
        for time, item in enumerate(items)
    ]
    found = build_movielens_ranking(rows)
    # columns by popularity in train, then by id: 1, 2, 3, 4, 5, each of one user
    assert found.popularity.tolist() == [1, 1, 1, 1, 1]
    assert found.target.tolist() == [0, 4, 1]
    assert np.flatnonzero(found.trained[0]).tolist() == [4]
    assert np.flatnonzero(found.trained[1]).tolist() == [0, 1, 2]
    assert np.flatnonzero(found.trained[2]).tolist() == [3]
    more = (found.rated & ~found.trained).tolist()
    assert more == [
        [False, False, True, False, False],
        [False, False, False, True, False],
        [False] * 5,
    ]
    assert found.scores[1].tolist() == pytest.approx([2 / 202] * 3 + [0, 0], abs=1e-9)
