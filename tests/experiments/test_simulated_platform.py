"""The simulated platform where nothing is left to chance, by hand."""

from __future__ import annotations

import sys
from math import inf, log, log2

import pytest

from homonym.errors import UserError

reason = "numpy and scipy are in the extra 'simulation'"
numpy = pytest.importorskip("numpy", reason=reason)

from homonym.experiments.simulated_platform import (  # noqa: E402
    Estimate,
    Sessions,
    World,
    compute_position_bias,
    rank_by_score,
)

ALIKE = World(level=0.0, users=0.0, items=0.0)
"""Every item pleases half of the time."""


def test_ranks_are_viewed_less_and_less() -> None:
    assert compute_position_bias("exponential", 3).tolist() == [1, 0.6, 0.6**2]
    assert compute_position_bias("exponential", 2, 0.9).tolist() == [1, 0.9]
    found = compute_position_bias("logarithmic", 3)
    assert found.tolist() == pytest.approx([1, 1 / log2(3), 1 / 2])


def test_the_greatest_score_has_rank_0_in_each_session() -> None:
    scores = numpy.array([[0.1, 0.9, 0.5], [3.0, 2.0, 1.0]])
    assert rank_by_score(scores).tolist() == [[2, 0, 1], [0, 1, 2]]


def test_log_odds_are_those_of_the_level_and_the_day() -> None:
    """0: one half; a day that is log 3 better: three quarters."""
    chance = numpy.random.default_rng(1)
    assert {*ALIKE.sessions(2, chance).quality.ravel()} == {0.5}
    better = ALIKE.sessions(2, chance, log(3)).quality
    assert better.ravel().tolist() == pytest.approx([0.75] * 20)
    assert World(0.0).sessions(3, chance).quality.shape == (3, 10)
    seldom = World(users=0.0, items=0.0).sessions(2, chance).quality
    assert seldom.ravel().tolist() == pytest.approx([1 / (1 + numpy.exp(2))] * 20)


def test_sessions_and_items_spread_by_so_much() -> None:
    """Of 4,000 sessions, within four errors of a standard deviation: 2 over sessions,
    each of which has one quality; 3 over items."""
    chance = numpy.random.default_rng(2)
    own = World(users=2.0, items=0.0, shown=2).sessions(4000, chance).quality
    assert (own[:, 0] == own[:, 1]).all()
    odds = numpy.log(own[:, 0] / (1 - own[:, 0]))
    assert odds.mean() == pytest.approx(-2.0, abs=4 * 2 / 4000**0.5)
    assert odds.std() == pytest.approx(2.0, abs=4 * 2 / 8000**0.5)
    items = World(users=0.0, items=3.0, shown=2).sessions(4000, chance).quality
    odds = numpy.log(items / (1 - items))
    assert odds.std() == pytest.approx(3.0, abs=4 * 3 / 16000**0.5)
    assert World(shown=2) == World(-2.0, 1.0, 1.0, 3.0, 0.5, 0.6, 2)


def test_a_policy_errs_by_its_own_noise() -> None:
    """Without noise it orders by quality; the one is told apart from the other."""
    for world, name in ((World(logging=0.0), "logged"), (World(target=0.0), "target")):
        found = world.sessions(40, numpy.random.default_rng(3))
        best = rank_by_score(found.quality).tolist()
        for policy in ("logged", "target"):
            assert (getattr(found, policy).tolist() == best) is (policy == name)


def test_each_policy_draws_its_own_noise() -> None:
    """Of the same size: two items stand in another order more than 0.3 of the time."""
    world = World(logging=2.0, target=2.0, shown=2)
    found = world.sessions(1000, numpy.random.default_rng(6))
    assert (found.logged != found.target).any(axis=1).mean() > 0.3


def test_the_less_noise_the_better_the_order() -> None:
    """How often the better of two items is above: of a noise of 3 over the difference
    of two items, atan(1 / 3) / pi more than one half; of 0.5 atan(1 / 0.5) / pi."""
    found = World(shown=2).sessions(10_000, numpy.random.default_rng(4))
    better = found.quality[:, 0] > found.quality[:, 1]
    for ranks, noise in ((found.logged, 3.0), (found.target, 0.5)):
        above = ranks[:, 0] < ranks[:, 1]
        share = 0.5 + numpy.arctan(1 / noise) / numpy.pi
        assert (above == better).mean() == pytest.approx(share, abs=0.02)


SURE = Sessions(
    numpy.array([[1.0, 0.0, 0.5]]),
    numpy.array([[0, 1, 2]]),
    numpy.array([[2, 1, 0]]),
    viewed=0.5,
)
"""One session: what always pleases is logged on top, and last for the target."""


def test_the_reward_of_an_order_is_what_is_viewed_and_pleases() -> None:
    """1 + 0.5 / 4, and 1 / 4 + 0.5."""
    assert SURE.views.tolist() == [1, 0.5, 0.25]
    assert SURE.truth(SURE.logged) == 1.125
    assert SURE.truth(SURE.target) == 0.75
    two = Sessions(
        *(
            numpy.repeat(one, 2, axis=0)
            for one in (SURE.quality, SURE.logged, SURE.target)
        )
    )
    assert two.truth(two.logged) == pytest.approx(1 + 0.5 * 0.36)


def test_what_is_viewed_and_pleases_is_rewarded() -> None:
    """What always pleases on top: always; what never does: never. Of a hundred
    sessions some alone reward what is seldom viewed."""
    many = [numpy.repeat(one, 100, axis=0) for one in (SURE.quality, SURE.logged)]
    sessions = Sessions(many[0], many[1], many[1], 0.5)
    found = sessions.rewards(sessions.logged, numpy.random.default_rng(5))
    assert found[:, 0].tolist() == [1.0] * 100
    assert found[:, 1].tolist() == [0.0] * 100
    assert 2 <= found[:, 2].sum() <= 30
    turned = sessions.rewards(2 - sessions.logged, numpy.random.default_rng(5))
    assert 10 <= turned[:, 0].sum() <= 45


@pytest.mark.parametrize(
    ("estimate", "value", "gain"),
    [
        (Estimate("exponential", inf, viewed=0.5), 4.25, 2.25),
        (Estimate("exponential", 1, viewed=0.5), 1.25, 0.0),
        (Estimate("exponential", 3, viewed=0.5), 3.25, 1.5),
        (Estimate("exponential", inf, True, 0.5), 4.25 / 4.5, 2.25 / 4.5),
        (Estimate("logarithmic", 1), 1.5, 0.0),
    ],
)
def test_the_estimates_of_one_session_by_hand(
    estimate: Estimate, value: float, gain: float
) -> None:
    """The first and the third item are rewarded, and change places. Without a clip
    their labels are 1 and 4, seen 1/4 and 1 of the time; the best order gives 4 + 1/2.
    A session without a reward is 0."""
    rewards = numpy.array([[1.0, 0.0, 1.0], [0.0, 0.0, 0.0]])
    logged, target = (
        numpy.repeat(one, 2, axis=0) for one in (SURE.logged, SURE.target)
    )
    found = estimate(rewards, logged, target)
    assert found.tolist() == pytest.approx([value, 0.0])
    assert estimate.gain(rewards, logged, target).tolist() == pytest.approx([gain, 0.0])


def test_an_estimate_has_its_id_in_the_reference() -> None:
    assert Estimate("logarithmic", 1).variant == (
        "off_policy_dcg(bias=logarithmic, users=trajectories, m=1, p=0.6)"
    )
    assert Estimate("exponential", inf, True, 0.9).variant == (
        "off_policy_dcg(bias=exponential, users=ndcg, m=inf, p=0.9)"
    )


def test_without_numpy_it_is_said_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(UserError, match="the simulation needs numpy and scipy"):
        compute_position_bias("exponential", 2)
