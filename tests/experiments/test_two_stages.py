"""Two-stage policies in a small world, worked out by hand."""

from __future__ import annotations

import pytest

from homonym.experiments.two_stages import (
    DRAWN,
    compute_expected_reward,
    estimate_by_exposure,
    estimate_by_rank,
    list_two_stage_rows,
    rank_by_chance,
    rank_by_quality,
)
from homonym.reference.off_policy.exposure import Rankings

ONE: Rankings = {("a", "b", "c"): 1.0}
"""a, then b, then c: viewed with 1, 1/2 and 1/4, liked with 0.9, 0.5 and 0.3."""
TURNED: Rankings = {("c", "b", "a"): 1.0}


def test_a_ranker_orders_its_candidates_by_chance_or_by_quality() -> None:
    items = ("c", "a", "b")
    assert rank_by_quality(items) == ONE
    assert len(rank_by_chance(items)) == 6
    assert {*rank_by_chance(items).values()} == {1 / 6}


def test_the_reward_of_one_order() -> None:
    """0.9 + 0.5 / 2 + 0.3 / 4; turned round 0.3 + 0.5 / 2 + 0.9 / 4."""
    assert compute_expected_reward(ONE) == pytest.approx(1.225)
    assert compute_expected_reward(TURNED) == pytest.approx(0.775)


def test_both_estimates_of_a_turned_log() -> None:
    """By exposure every reward is weighed by what the target shows of it over what was
    shown; by rank it is moved to where quality puts it: both give the reward. An item
    that the target never shows gives nothing."""
    assert estimate_by_exposure(TURNED, ONE) == pytest.approx(1.225)
    assert estimate_by_exposure(ONE, TURNED) == pytest.approx(0.775)
    for logged in (ONE, TURNED):
        assert estimate_by_rank(logged) == pytest.approx(1.225)
    assert estimate_by_exposure(ONE, {("a", "b", "d"): 1.0}) == pytest.approx(1.15)


def test_the_rows_of_two_generators() -> None:
    """By quality abc gives 1.225, abd 1.175, acd 1.075 and bcd 0.675: with the logged
    chances 0.95, with the better generator's 1.15. By rank both are 0.95."""
    assert sum(DRAWN.values()) == pytest.approx(1)
    same, better = list_two_stage_rows()
    assert (same.pop("generator"), better.pop("generator")) == (
        "the same",
        "a better one",
    )
    assert same == pytest.approx({"reward": 0.95, "by exposure": 0.95, "by rank": 0.95})
    assert better == pytest.approx(
        {"reward": 1.15, "by exposure": 1.15, "by rank": 0.95}
    )
