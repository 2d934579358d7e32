"""Why the simulation does not show all that the paper found: each cause, by hand."""

from __future__ import annotations

from itertools import permutations
from math import inf

import pytest

reason = "numpy and scipy are in the extra 'simulation'"
numpy = pytest.importorskip("numpy", reason=reason)
pytest.importorskip("scipy", reason=reason)

from homonym.experiments import off_policy_causes as causes  # noqa: E402
from homonym.experiments import two_stages as stages  # noqa: E402
from homonym.experiments.off_policy import CLIPS, ESTIMATES, LogSize  # noqa: E402
from homonym.experiments.simulated_platform import Estimate, World  # noqa: E402
from homonym.reference.off_policy.exposure import exposure, in_two_stages  # noqa: E402
from homonym.reports.pages import off_policy  # noqa: E402


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
    far = [row for row in rows if not off_policy.is_near_needed_rise(row)]
    assert len(far) > 10
    for row in far:
        assert (row["raw"] > 0) is (row["rises"] > row["needed"])
        assert (row["ndcg"] > 0) is (row["raw"] > 0)


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
        assert (row["ndcg"] > 0) is (row["raw"] > 0) or off_policy.is_near_needed_rise(
            row
        )
    own = found["causes"]["own_logs"]
    assert min(row["sign"][0] for row in own) > 0.9
    tpr = [row["tpr"][0] for row in own if row["metric"] == "DCG"]
    assert tpr[0] == max(tpr) and tpr[-1] < tpr[0] - 0.1
    for row, again in zip(
        found["two_stages"], stages.list_two_stage_rows(), strict=True
    ):
        numbers = {name: x for name, x in again.items() if name != "generator"}
        assert {name: row[name] for name in numbers} == pytest.approx(numbers)
