"""Experiment 3: the fast form is the reference, and ratings go by category."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from math import nan
from random import Random
from typing import Any

import pytest

reason = "numpy and scipy are in the extra 'simulation'"
numpy = pytest.importorskip("numpy", reason=reason)
pytest.importorskip("scipy", reason=reason)

from homonym.experiments import missing_ratings  # noqa: E402
from homonym.experiments.alpha_beta_ndcg_numpy import (  # noqa: E402
    as_arrays,
    compute_alpha_beta_ndcg,
)
from homonym.experiments.missing_ratings import (  # noqa: E402
    MISSING,
    ExperimentSize,
    compute_mean_tau,
    draw_missing_items,
    rank_again,
    remove_ratings,
    spread_of_repeats,
    sum_system_values,
    yield_missing_rating_rows,
)
from homonym.experiments.statistics import (  # noqa: E402
    compute_kendall_tau,
    compute_tau_with_each,
)
from homonym.reference.diversity.case import AspectCase, Item, Items, User  # noqa: E402
from homonym.reference.variants import Variant  # noqa: E402


def some_items(count: int, seed: int) -> Items:
    """Films of one to three of five genres, rated 0 to 5."""
    chance = Random(seed)
    return tuple(
        Item(
            chance.randrange(11) / 2,
            tuple(sorted(chance.sample("abcde", chance.randint(1, 3)))),
        )
        for _ in range(count)
    )


@pytest.mark.parametrize("beta", [0.1, 0.9])
@pytest.mark.parametrize("missing", [(), (0, 3, 4, 9)])
def test_the_fast_form_is_that_of_the_reference(
    beta: float, missing: tuple[int, ...]
) -> None:
    """In any order, at both cut-offs, with ratings missing, to 1e-12."""
    items = some_items(14, seed=3)
    left = [None if n in missing else item.rating for n, item in enumerate(items)]
    ratings, shows = as_arrays(items)
    ratings[list(missing)] = nan
    orders = numpy.array([Random(n).sample(range(14), 14) for n in range(4)])
    found = compute_alpha_beta_ndcg(ratings[None], shows, orders, beta, (100, 10))
    metric = Variant.parse(f"alpha_beta_ndcg(gain=noisy_or, weights=test, beta={beta})")
    for order, per_cut in zip(orders, found[0], strict=True):
        ranked = tuple(replace(items[n], rating=left[n]) for n in order)
        for k, one in zip((100, 10), per_cut, strict=True):
            expected = metric.value(AspectCase.of([User(ranked)], k))
            assert one == pytest.approx(expected, abs=1e-12)


def test_where_nothing_liked_is_left_there_is_no_value() -> None:
    """The weights would be 0/0."""
    ratings, shows = as_arrays(some_items(3, seed=1))
    orders = numpy.array([[0, 1, 2]])
    found = compute_alpha_beta_ndcg(numpy.full((1, 3), nan), shows, orders, 0.5, (10,))
    assert numpy.isnan(found).all()
    assert not numpy.isnan(
        compute_alpha_beta_ndcg(ratings[None], shows, orders, 0.5, (10,))
    ).any()


def test_several_removals_at_once_are_each_of_them() -> None:
    """Of four items in three orders: all ratings, two, half a star alone and none."""
    items = some_items(4, seed=6)
    ratings, shows = as_arrays(items)
    removals = numpy.tile(ratings, (4, 1))
    removals[1, [0, 2]] = removals[2] = removals[3] = nan
    removals[2, 1] = 0.5
    orders = numpy.array([[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2]])
    found = compute_alpha_beta_ndcg(removals, shows, orders, 0.5, (10, 2))
    assert found.shape == (4, 3, 2)
    for row, values in zip(removals, found, strict=True):
        one = compute_alpha_beta_ndcg(row[None], shows, orders, 0.5, (10, 2))
        assert values == pytest.approx(one[0], nan_ok=True)
    assert numpy.isnan(found[3]).all() and not numpy.isnan(found[:3]).any()


def test_each_category_gives_up_its_share() -> None:
    """Half of twelve: of six, four and two items three, two and one."""
    items = tuple(Item(3.0, (aspect,)) for aspect in "aaaaaabbbbcc")
    found = draw_missing_items(items, 6, Random(5))
    assert Counter(items[n].aspects for n in found) == {("a",): 3, ("b",): 2, ("c",): 1}


@pytest.mark.parametrize("count", [0, 1, 7, 19, 20])
def test_as_many_items_go_as_are_asked_for(count: int) -> None:
    """Also where items of several categories leave one short."""
    assert len(draw_missing_items(some_items(20, seed=2), count, Random(1))) == count


SMALL = ExperimentSize(systems=6, removals=3, repeats=2)


def robustness(users: dict[str, Items], seed: int) -> list[dict[str, Any]]:
    """Two repeats, and how far they spread."""
    again = [
        rank_again(users, f"{seed}.{n}", SMALL, lambda share: None)
        for n in range(SMALL.repeats)
    ]
    return spread_of_repeats(again)


@pytest.mark.exhaustive
def test_tau_falls_as_ratings_go_missing_and_lies_within_its_spread() -> None:
    """By way to shuffle, users, cut-off and beta; the same seed gives the same."""
    users = {str(n): some_items(15, seed=n) for n in range(8)}
    rows = robustness(users, 1)
    assert rows == robustness(users, 1)
    assert rows != robustness(users, 2)
    assert len(rows) == 2 * 3 * 2 * 3
    assert {row["users"] for row in rows} == {2, 4, 8}
    for row in rows:
        assert len(row["tau"]) == len(MISSING)
        for low, mid, high in zip(row["low"], row["tau"], row["high"], strict=True):
            assert -1 <= low <= mid <= high <= 1
    first = sum(row["tau"][0] for row in rows)
    assert first > sum(row["tau"][-1] for row in rows)


def test_a_system_that_all_share_orders_the_same_ranks_alike() -> None:
    """And a shuffle of a user's own does not."""
    common = [[Random(n).random() for n in range(5)]]
    one, other = (
        missing_ratings.draw_list_shuffles(5, common, Random(n)) for n in (1, 2)
    )
    assert one[1] == other[1]
    assert sorted(one[0]) == sorted(other[0]) == [0, 1, 2, 3, 4]
    assert one[0] != other[0]


def test_many_taus_at_once_are_those_of_scipy() -> None:
    """With ties on either side; none where all values are tied."""
    chance = Random(4)
    whole = numpy.array([chance.randrange(6) for _ in range(12)], dtype=float)
    parts = numpy.array(
        [[chance.randrange(top) for _ in range(12)] for top in (2, 5, 50, 1)], float
    )
    found = compute_tau_with_each(whole, parts)
    expected = [compute_kendall_tau(whole.tolist(), part.tolist()) for part in parts]
    assert found[:3] == pytest.approx(expected[:3], abs=1e-12)
    assert found[3] is expected[3] is None


SETTINGS = [
    *product(
        ("each user's own", "one for all users"), (1, 2, 4), (100, 10), (0.1, 0.5, 0.9)
    )
]
"""Ways to shuffle, users, cut-offs and betas, for four users: of these every fourth,
every second and all."""


def read_settings(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """Of each row."""
    return [tuple(row[n] for n in ("shuffles", "users", "k", "beta")) for row in rows]


def test_every_setting_has_a_row_with_tau_by_the_share_that_is_missing() -> None:
    """10, 30, 50, 70 and 90 percent."""
    users = {str(n): some_items(4, seed=n) for n in range(4)}
    few = ExperimentSize(systems=2, removals=1, repeats=1)
    told: list[float] = []
    rows = rank_again(users, "1", few, told.append)
    assert told == [0.0, 0.25, 0.5, 0.75]
    assert read_settings(rows) == SETTINGS
    assert {len(row["tau"]) for row in rows} == {5}
    assert MISSING == (0.1, 0.3, 0.5, 0.7, 0.9)
    assert ExperimentSize() == ExperimentSize(50, 50, 3)


def test_systems_are_ranked_by_their_own_shuffles_and_cut_off() -> None:
    """Three systems of each; what is missing ranks 1, 2, 3 where all ranked so, the
    other way round, 1, 3, 2 (a pair of three turned round) and 3, 1, 2 (two)."""
    whole = [[1, 3], [2, 2], [3, 1], [1, 3], [3, 1], [2, 2]]
    part = [[one, one] for one in (1, 2, 3, 1, 2, 3)]
    turned = [[-a, -b] for a, b in part]
    sums = {
        (step, beta, share): numpy.array([part, part if share < 0.5 else turned], float)
        for step, beta, share in product((4, 2, 1), (0.1, 0.5, 0.9), MISSING)
    }
    for step, beta in product((4, 2, 1), (0.1, 0.5, 0.9)):
        sums[step, beta, 0.0] = numpy.array([whole], float)
    size = ExperimentSize(systems=3, removals=2, repeats=1)
    rows = list(yield_missing_rating_rows(sums, 4, size))
    assert read_settings(rows) == SETTINGS
    taus = {("each user's own", 100): 1.0, ("each user's own", 10): -1.0}
    taus |= {("one for all users", 100): 1 / 3, ("one for all users", 10): -1 / 3}
    for row in rows:
        tau = taus[row["shuffles"], row["k"]]
        assert row["tau"] == pytest.approx([tau, tau, 0, 0, 0])


def test_a_removal_that_ties_all_systems_has_no_tau() -> None:
    """It is left out of the mean; where every one does there is none."""
    whole = numpy.array([1.0, 2.0, 3.0])
    tied, turned, alike = [0.0, 0.0, 0.0], [3.0, 2.0, 1.0], [1.0, 2.0, 3.0]
    assert compute_mean_tau(whole, numpy.array([tied, tied])) is None
    found = compute_mean_tau(whole, numpy.array([tied, turned, alike, alike]))
    assert found == pytest.approx(1 / 3)


def test_repeats_are_told_by_their_mean_and_their_ends() -> None:
    """Of those where tau is defined."""
    repeats = [
        [{"k": 10, "tau": [0.1, None, None]}, {"k": 5, "tau": [1.0, 1.0, 1.0]}],
        [{"k": 10, "tau": [0.3, None, 0.5]}, {"k": 5, "tau": [0.0, 0.5, 1.0]}],
    ]
    one, other = spread_of_repeats(repeats)
    assert one.pop("tau") == [pytest.approx(0.2), None, 0.5]
    assert one == {"k": 10, "low": [0.1, None, 0.5], "high": [0.3, None, 0.5]}
    assert other == {"k": 5, "tau": [0.5, 0.75, 1], "low": [0, 0.5, 1], "high": [1] * 3}


def test_what_systems_get_is_added_up_over_the_users_of_a_group() -> None:
    """Five users of one liked item, which every order puts on top: 1 for each. Of all
    five, three or two are in a group; from 70 percent on the item's rating goes, and
    nobody adds anything."""
    ideal: list[Items] = [(Item(3.0, ("a",)),)] * 5
    size = ExperimentSize(systems=2, removals=3, repeats=1)
    sums = sum_system_values(ideal, Random(1), size, lambda share: None)
    assert {*sums} == {*product((4, 2, 1), (0.1, 0.5, 0.9), (0.0, *MISSING))}
    for (step, _beta, share), found in sums.items():
        assert found.shape == (3 if share else 1, 4, 2)
        value = 0 if share > 0.5 else {1: 5, 2: 3, 4: 2}[step]
        assert found.ravel().tolist() == pytest.approx([value] * found.size)


def test_each_removal_takes_its_own_ratings() -> None:
    """Three of ten, by chance; none where nothing is missing, told once."""
    items = some_items(10, seed=4)
    ratings, _ = as_arrays(items)
    left = remove_ratings(items, ratings, 0.3, 4, Random(2))
    assert left.shape == (4, 10)
    assert numpy.isnan(left).sum(axis=1).tolist() == [3] * 4
    assert len({tuple(row) for row in numpy.isnan(left).tolist()}) > 1
    kept = ~numpy.isnan(left)
    assert (numpy.tile(ratings, (4, 1))[kept] == left[kept]).all()
    assert remove_ratings(items, ratings, 0.0, 4, Random(2)).tolist() == [
        ratings.tolist()
    ]
