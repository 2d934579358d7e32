"""Why the simulation does not show all that the paper found: each cause, by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product
from math import inf
from statistics import NormalDist, fmean, stdev
from typing import Any

import pytest

reason = "numpy and scipy are in the extra 'simulation'"
numpy = pytest.importorskip("numpy", reason=reason)
pytest.importorskip("scipy", reason=reason)

from homonym.experiments import off_policy_causes as causes  # noqa: E402
from homonym.experiments import two_stages as stages  # noqa: E402
from homonym.experiments.off_policy import CLIPS, ESTIMATES, LogSize  # noqa: E402
from homonym.experiments.simulated_platform import (  # noqa: E402
    Estimate,
    Sessions,
    World,
)
from homonym.reference.off_policy.exposure import exposure, in_two_stages  # noqa: E402
from homonym.reports.pages import off_policy  # noqa: E402

NEAR = 0.05
"""A rise within this share of the one that is needed may turn out either way."""


def is_near_needed_rise(row: dict[str, Any]) -> bool:
    """Whether a reward rises by about as much as raw labels need."""
    return bool(abs(row["rises"] / row["needed"] - 1) < NEAR)


def test_in_a_session_of_one_reward_ndcg_is_the_raw_label_whatever_the_clip() -> None:
    """The weight stands in the sum and in its ideal: it cancels."""
    sessions = World().sessions(60, numpy.random.default_rng(1))
    rewards = numpy.zeros(sessions.logged.shape)
    rewards[range(60), numpy.random.default_rng(2).integers(0, 10, 60)] = 1.0
    raw = Estimate("exponential", 1)(rewards, sessions.logged, sessions.target)
    for m in CLIPS:
        normalised = Estimate("exponential", m, normalised=True)
        found = normalised(rewards, sessions.logged, sessions.target)
        assert found == pytest.approx(raw, abs=1e-12)


def test_from_its_own_log_an_unclipped_estimate_is_the_reward_itself() -> None:
    """Nothing is weighed, so that nothing can vary more: the weight is undone."""
    sessions = World().sessions(200, numpy.random.default_rng(3))
    rewards = sessions.rewards(sessions.target, numpy.random.default_rng(4))
    own = Estimate("exponential", inf)(rewards, sessions.target, sessions.target)
    assert own == pytest.approx(rewards.sum(axis=1), abs=1e-12)


def test_the_rise_that_raw_labels_need_by_hand() -> None:
    """Views 1 and 1/2: 2 (1 + 1/4) / (3/2)^2 = 10/9."""
    assert causes.compute_needed_rise(0.5, 2) == pytest.approx(10 / 9)
    assert causes.compute_needed_rise(1.0, 10) == pytest.approx(1.0)


@pytest.mark.parametrize("qualities", [(0.9, 0.1), (0.9, 0.3), (0.6, 0.5)])
def test_raw_labels_need_just_that_rise_from_a_log_by_chance(
    qualities: tuple[float, float],
) -> None:
    """Two items, views 1 and 1/2, both orders logged alike: in exact expectation."""
    views = (1.0, 0.5)
    raw = reward = 0.0
    for order in permutations(range(2)):
        for n, item in enumerate(order):
            raw += qualities[item] * views[n] * (views[item] - views[n]) / 2
            reward += qualities[item] * views[n] / 2
    best = sum(q * view for q, view in zip(qualities, views, strict=True))
    assert (raw > 0) is (best / reward > causes.compute_needed_rise(0.5, 2))


def test_a_log_by_chance_favours_the_better_policy_if_it_rises_enough() -> None:
    """Raw labels in expectation, and nDCG of rare rewards with them, off the edge."""
    rows = causes.list_raw_label_rows(
        numpy.random.default_rng(5), LogSize(sessions=600)
    )
    assert len(rows) == len(causes.SPREADS) * len(causes.VIEWED)
    far = [row for row in rows if not is_near_needed_rise(row)]
    assert len(far) > 10
    for row in far:
        assert (row["raw"] > 0) is (row["rises"] > row["needed"])
        assert (row["ndcg"] > 0) is (row["raw"] > 0)


def test_the_settings_are_those_of_the_published_run() -> None:
    found = off_policy.read_off_policy_results()["causes"]
    spreads = [row["spread"] for row in found["raw_labels"]]
    viewed = [row["viewed"] for row in found["raw_labels"]]
    assert spreads == [spread for spread in (1, 2, 3) for _ in range(6)]
    assert viewed == [0.5, 0.6, 0.7, 0.8, 0.9, 0.97] * 3
    assert (causes.SPREADS, list(causes.VIEWED)) == ((1, 2, 3), viewed[:6])
    days = [(row["days differ in"], row["sessions"]) for row in found["days"]]
    assert days == [
        ("how much users reward", 4000),
        ("how much users reward", 40000),
        ("how well the logging policy ranks", 4000),
        ("how well the logging policy ranks", 40000),
    ]
    settings = causes.NOISE, causes.BY_CHANCE, causes.RARE, causes.REPEATS
    assert settings == ((0.5, 5.5), 1000, -4, 5)


def test_the_rise_of_one_session_by_hand() -> None:
    """What always pleases goes from rank 1 to rank 3, what does half of the time the
    other way: 1.125 was viewed and pleased, and now 0.75; of raw labels 1 * (1/4 - 1)
    and 1/8 * (1 - 1/4)."""
    one = Sessions(
        numpy.array([[1.0, 0.0, 0.5]]),
        numpy.array([[0, 1, 2]]),
        numpy.array([[2, 1, 0]]),
        0.5,
    )
    found = causes.compute_expected_rise(one)
    assert found == pytest.approx({"rises": 0.75 / 1.125, "raw": -0.75 + 0.75 / 8})


def test_two_logs_are_compared_in_standard_errors_by_hand() -> None:
    """1 and 1/2 against 3/2 and 1: half more, both with the variance 1/8."""
    ranks = numpy.array([[0, 1], [0, 1]])
    raw = Estimate("exponential", 1, viewed=0.5)
    logging = ranks, numpy.array([[1.0, 0.0], [0.0, 1.0]])
    target = ranks, numpy.array([[1.0, 1.0], [1.0, 0.0]])
    found = causes.compute_two_log_z(raw, logging, target)
    assert found == pytest.approx(0.5 / (1 / 8) ** 0.5)
    assert causes.compute_two_log_z(raw, target, logging) == pytest.approx(-found)


def test_each_policy_has_a_log_of_its_own() -> None:
    """Of other sessions, at the ranks that it gives."""
    logging, target = causes.draw_two_logs(World(), numpy.random.default_rng(8), 30)
    chance = numpy.random.default_rng(8)
    one, other = World().sessions(30, chance), World().sessions(30, chance)
    assert (logging[0] == one.logged).all() and (target[0] == other.target).all()
    assert (logging[1] == one.rewards(one.logged, chance)).all()
    assert (target[1] == other.rewards(other.target, chance)).all()


@pytest.mark.parametrize("what", ["level", "logging"])
def test_a_day_differs_in_its_level_or_in_its_noise_too(what: str) -> None:
    """Its log-odds are off by a draw with the deviation 0.3; its log's noise is drawn
    from 0.5 to 5.5 where that is what differs. Of 20,000 sessions, to four errors."""
    found = causes.simulate_online_day(what, numpy.random.default_rng(3), 20_000)
    chance = numpy.random.default_rng(3)
    shift = chance.normal(0, 0.3)
    noise = chance.uniform(0.5, 5.5) if what == "logging" else 3.0
    day = World(logging=noise).sessions(20_000, chance, shift)
    assert found["online"] == pytest.approx(day.truth(day.target), abs=0.025)
    assert found["DCG pbm, Q"] == pytest.approx(found["online"], abs=0.3)
    raw = (day.quality * day.views[day.logged] * day.views[day.target]).sum(axis=1)
    assert found["DCG pbm, C"] == pytest.approx(raw.mean(), abs=0.02)
    assert [*found] == ["online", *ESTIMATES]


def test_days_are_told_by_the_mean_over_repeats_and_their_ends() -> None:
    """On few days; logs are as large as is asked for, and ten times so."""
    rows = causes.correlate_varied_days(
        numpy.random.default_rng(13), LogSize(sessions=60, days=3)
    )
    assert [row["sessions"] for row in rows] == [60, 600, 60, 600]
    assert [row["days differ in"] for row in rows] == [
        *["how much users reward"] * 2,
        *["how well the logging policy ranks"] * 2,
    ]
    for row in rows:
        assert [*row["r"]] == list(ESTIMATES)
        for mid, low, high in row["r"].values():
            assert -1 <= low < mid < high <= 1


def test_raw_labels_are_told_by_spread_and_by_how_far_viewers_go() -> None:
    rows = causes.list_raw_label_rows(
        numpy.random.default_rng(14), LogSize(sessions=100)
    )
    told = [(row["spread"], row["viewed"]) for row in rows]
    assert told == [(s, v) for s in causes.SPREADS for v in causes.VIEWED]
    for row in rows:
        needed = causes.compute_needed_rise(float(row["viewed"]), 10)
        assert row["needed"] == needed
        assert row["rises"] > 1


def test_ndcg_of_a_log_by_chance_is_told_in_standard_errors() -> None:
    """Of twenty times the sessions, each a gain in its mean and its deviation."""
    world = World(-1.0, viewed=0.9)
    found = causes.compute_ndcg_z(
        world, numpy.random.default_rng(15), LogSize(sessions=50)
    )
    chance = numpy.random.default_rng(15)
    day = world.sessions(1000, chance)
    rewards = day.rewards(day.logged, chance)
    freed = Estimate("exponential", inf, True, 0.9)
    gains = [freed(rewards, day.logged, ranks) for ranks in (day.target, day.logged)]
    gained = (gains[0] - gains[1]).tolist()
    assert found == pytest.approx(fmean(gained) / (stdev(gained) / 1000**0.5))


@pytest.mark.exhaustive
def test_the_unbiased_estimate_wins_where_logging_policies_differ_by_day() -> None:
    """And is the lowest of the DCGs where days differ in level alone."""
    rows = causes.correlate_varied_days(
        numpy.random.default_rng(6), LogSize(sessions=1500, days=10)
    )
    level, logging = rows[0]["r"], rows[-1]["r"]
    dcg = [name for name in ESTIMATES if name.startswith("DCG")]
    assert min(dcg, key=lambda name: level[name][0]) == "DCG pbm, Q"
    assert max(dcg, key=lambda name: logging[name][0]) == "DCG pbm, Q"
    assert [row["sessions"] for row in rows] == [1500, 15000] * 2


def test_clips_of_own_logs_are_tried_on_twenty_pairs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Five of each of four rewards, a repeat after the other; DCG's clips first."""
    pair = causes.draw_two_logs(World(0.0), numpy.random.default_rng(1), 30)
    asked: list[World] = []

    def give(world: World, chance: Any, count: int) -> Any:
        assert count == 7
        asked.append(world)
        return pair

    monkeypatch.setattr(causes, "draw_two_logs", give)
    rows = causes.measure_own_log_sensitivity(None, LogSize(sessions=7, repeats=2))
    assert [world.level for world in asked] == [-4.0, -3.0, -2.0, -1.0] * 5 * 2
    assert {replace(world, level=0.0) for world in asked} == {World(0.0, logging=1.0)}
    clips = [None if m == inf else m for m in CLIPS]
    told = [(row["metric"], row["m"]) for row in rows]
    assert told == [*product(("DCG", "nDCG"), clips)]
    for row in rows:
        clip = inf if row["m"] is None else row["m"]
        estimate = Estimate("exponential", clip, row["metric"] == "nDCG")
        z = causes.compute_two_log_z(estimate, *pair)
        assert row["p"] == pytest.approx([NormalDist().cdf(-z)] * 3)


def test_the_causes_have_a_chance_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other."""
    names = {
        "days": "correlate_varied_days",
        "raw_labels": "list_raw_label_rows",
        "own_logs": "measure_own_log_sensitivity",
    }
    for function in names.values():
        monkeypatch.setattr(causes, function, lambda chance, size: chance.random())
    drawn = numpy.random.default_rng([3, 1]).random(3).tolist()
    assert causes.find_causes(3, LogSize()) == dict(zip(names, drawn, strict=True))


def test_from_own_logs_every_clip_has_the_right_sign() -> None:
    """Also where the position bias is steep, and of nDCG too."""
    rows = causes.measure_own_log_sensitivity(
        numpy.random.default_rng(7), LogSize(sessions=1500, repeats=1)
    )
    assert [(row["metric"], row["m"] or inf) for row in rows] == [
        (metric, m) for metric in ("DCG", "nDCG") for m in CLIPS
    ]
    assert min(row["sign"][0] for row in rows) > 0.9


def test_an_exposure_of_two_stages_is_worked_out_by_hand() -> None:
    """a is drawn with c half the time, and ranked first or second by chance."""
    drawn = {("a", "b"): 0.5, ("b", "c"): 0.5}
    policy = in_two_stages(drawn, stages.rank_by_chance)
    found = exposure(policy, lambda n: 1 / n)
    assert found == pytest.approx({"a": 0.375, "b": 0.75, "c": 0.375})


def test_of_two_stages_only_exposures_know_the_generator() -> None:
    """By exposure both rewards come out; by rank only that of the logged generator."""
    same, better = stages.list_two_stage_rows()
    for row in (same, better):
        assert row["by exposure"] == pytest.approx(row["reward"], abs=1e-12)
    assert same["by rank"] == pytest.approx(same["reward"], abs=1e-12)
    assert better["by rank"] == pytest.approx(same["reward"], abs=1e-12)
    assert float(better["reward"]) > float(same["reward"]) + 0.1


def test_what_the_page_says_of_the_causes_is_what_was_found() -> None:
    """The published run: who is best and worst by what days differ in; where both signs
    turn; that weights help no policy that is estimated from its own log."""
    found = off_policy.read_off_policy_results()
    dcg = [name for name in ESTIMATES if name.startswith("DCG")]
    for row in found["causes"]["days"]:
        pick = min if "reward" in row["days differ in"] else max
        assert pick(dcg, key=lambda name: row["r"][name][0]) == "DCG pbm, Q"
    for row in found["causes"]["raw_labels"]:
        assert (row["raw"] > 0) is (row["rises"] > row["needed"])
        assert (row["ndcg"] > 0) is (row["raw"] > 0) or is_near_needed_rise(row)
    own = found["causes"]["own_logs"]
    assert min(row["sign"][0] for row in own) > 0.9
    tpr = [row["tpr"][0] for row in own if row["metric"] == "DCG"]
    assert tpr[0] == max(tpr) and tpr[-1] < tpr[0] - 0.1
    for row, again in zip(
        found["two_stages"], stages.list_two_stage_rows(), strict=True
    ):
        numbers = {name: x for name, x in again.items() if name != "generator"}
        assert {name: row[name] for name in numbers} == pytest.approx(numbers)
