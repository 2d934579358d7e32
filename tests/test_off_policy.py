"""The simulated platform: the same formula as the reference, and what it shows."""

from __future__ import annotations

import json
from math import inf
from typing import Any

import pytest
from typer.testing import CliRunner

from homonym.cli import app
from homonym.reference.axes import Variant
from homonym.reference.off_policy.case import LoggedCase
from homonym.reports import off_policy
from homonym.reports.curves import Curve, Scales, curves

reason = "numpy and scipy are in the extra 'simulation'"
numpy = pytest.importorskip("numpy", reason=reason)
pytest.importorskip("scipy", reason=reason)

from homonym import off_policy_experiments as experiments  # noqa: E402
from homonym.off_policy_experiments import CLIPS, ESTIMATES, Size  # noqa: E402
from homonym.simulation import Estimate, Sessions, World  # noqa: E402

SMALL = Size(sessions=400, repeats=6, days=6, policies=12)


@pytest.fixture(scope="module")
def sessions() -> Sessions:
    """A few sessions, always the same."""
    found: Sessions = World(level=0.0).sessions(7, numpy.random.default_rng(5))
    return found


def line(sessions: Sessions, rewards: Any) -> str:
    """The same log as a case of the reference."""
    lists = []
    for row, logged in enumerate(sessions.logged):
        shown = sorted(range(len(logged)), key=lambda item: logged[item])
        words = (
            f"{rewards[row, item]:g}/{sessions.target[row, item] + 1}" for item in shown
        )
        lists.append(" ".join(words))
    return " ; ".join(lists)


@pytest.mark.parametrize("bias", ["logarithmic", "exponential"])
@pytest.mark.parametrize("m", [1, 4, inf])
@pytest.mark.parametrize("normalised", [False, True])
def test_the_fast_estimates_are_those_of_the_reference(
    sessions: Sessions, bias: str, m: float, normalised: bool
) -> None:
    """On the same log, to 1e-12."""
    rewards = sessions.rewards(sessions.logged, numpy.random.default_rng(6))
    assert rewards.sum() > 0
    estimate = Estimate(bias, m, normalised)
    found = estimate(rewards, sessions.logged, sessions.target).mean()
    expected = Variant.parse(estimate.variant).value(
        LoggedCase.parse(line(sessions, rewards))
    )
    assert found == pytest.approx(expected, abs=1e-12)


def test_each_session_ranks_all_its_items(sessions: Sessions) -> None:
    """Both policies give every rank once: Assumption 5 holds."""
    for ranks in (sessions.logged, sessions.target):
        assert (numpy.sort(ranks, axis=1) == numpy.arange(10)).all()


def test_without_noise_the_best_item_is_on_top() -> None:
    """A policy that sees quality as it is orders by it."""
    sure = World(logging=0.0).sessions(5, numpy.random.default_rng(1))
    ordered = numpy.take_along_axis(sure.quality, numpy.argsort(sure.logged), axis=1)
    assert (numpy.diff(ordered, axis=1) <= 0).all()


def test_only_unbiased_dcg_is_unbiased() -> None:
    """Its mean error is within three standard errors; the others' is far outside."""
    rows = experiments.bias(numpy.random.default_rng(2), Size(2000, 20))
    far = {row["estimate"] for row in rows if abs(row["z"]) > 3}
    assert far == set(ESTIMATES) - {"DCG pbm, Q"}


def test_ndcg_orders_some_policies_against_their_reward() -> None:
    """Lemma 5.2 on policies, with all qualities known."""
    found = experiments.inversions(numpy.random.default_rng(3), SMALL)
    assert found["pairs"] == 66
    assert 0 < found["inverted"] < 33


def test_inversions_are_counted_by_hand() -> None:
    """Of three pairs one is ordered the other way round."""
    points = [(1.0, 1.0), (2.0, 3.0), (3.0, 2.0)]
    assert experiments.inverted(points) == {"pairs": 3, "inverted": 1}


def test_the_same_seed_gives_the_same_numbers() -> None:
    """And another one does not."""
    first, again, other = (experiments.run(seed, SMALL) for seed in (1, 1, 2))
    assert first == again
    assert first["bias"] != other["bias"]


def test_what_is_published_has_the_simulation_s_columns() -> None:
    """The data behind the page is that of these experiments."""
    found = off_policy.results()
    assert [row["estimate"] for row in found["bias"]] == list(ESTIMATES)
    assert [row["variant"] for row in found["bias"]] == [
        estimate.variant for estimate in ESTIMATES.values()
    ]
    clips = [row["m"] or inf for row in found["sensitivity"] if row["metric"] == "DCG"]
    assert clips == list(CLIPS)
    assert off_policy.published()["table_2"]["columns"] == list(ESTIMATES)


def test_table_1_is_computed_on_the_page() -> None:
    """Both normalisers invert the order, the post-normalised one does not."""
    one, other = (values for _, values in off_policy.context()["table_1"])
    assert one == pytest.approx([1.0, 0.642857, 0.7, 1 / 1.75], abs=1e-6)
    assert other == pytest.approx([1.25, 0.357143, 0.5, 2.5 / 3.5], abs=1e-6)


def test_a_chart_draws_each_line_with_its_band_and_its_key() -> None:
    """Themed by classes, named for whoever does not see it, and the same every time."""
    labels = ["1", "2", "∞"]
    scales = Scales("Share <found>", "clip", labels)
    found = [
        Curve("DCG", (0, 0.5, 1), low=(0, 0.4, 0.9), high=(0.1, 0.6, 1)),
        Curve("nDCG", (1, 0.5, 0.25)),
    ]
    made = curves(scales, found)
    assert made == curves(scales, found)
    # line, band and key of the first, line and key of the second
    assert made.count('class="dot c0"') == 3
    assert made.count('class="dot c1"') == 2
    assert "from 0.00 to 1.00, nDCG from 1.00 to 0.25" in made
    assert "Share &lt;found&gt; by clip" in made
    assert all(f">{label}<" in made for label in labels)
    assert "#010203" not in made and "#040506" not in made


def test_the_page_shows_the_bands_of_both_metrics() -> None:
    """A line, a band and a key each."""
    for chart in off_policy.context()["figures"].values():
        assert chart.count('class="dot c0"') == chart.count('class="dot c1"') == 3


def test_the_command_prints_the_four_answers() -> None:
    """In words, or for a machine."""
    few = ["off-policy", "--sessions", "200", "--repeats", "3"]
    shown = CliRunner().invoke(app, few)
    assert shown.exit_code == 0
    assert "pairs of policies against their reward" in shown.output
    data = json.loads(CliRunner().invoke(app, [*few, "--json"]).stdout)
    assert set(data) >= {"bias", "inversions", "correlations", "sensitivity"}


def test_what_the_page_says_of_correlations_follows_from_their_table() -> None:
    """Which rows lose nDCG's, for which policy the unbiased DCG's is the lowest."""

    def row(policy: str, unbiased: float, p: float) -> dict[str, Any]:
        r = {"DCG log, C": 0.9, "DCG pbm, Q": unbiased, "nDCG pbm, Q": 0.1}
        last = {"r": 0.1, "p": p}
        found = {name: {"r": one, "p": 0.01} for name, one in r.items()}
        return {"policy": policy, "estimates": {**found, "nDCG pbm, Q": last}}

    rows = [row("a", 0.5, 0.9), row("a", 0.6, 0.01), row("b", 0.5, 0.2)]
    rows.append(row("b", 0.95, 0.01))
    assert off_policy.faded(rows) == [rows[0], rows[2]]
    assert off_policy.unsteady(rows) == ["a"]


def test_clips_whose_bands_overlap_are_not_told_apart() -> None:
    """And rows that print the same numbers are one."""
    rows = [
        {"metric": "DCG", "m": 1, "tpr": [0.1, 0.0, 0.2], "p": [1, 1, 1]},
        {"metric": "DCG", "m": 2, "tpr": [0.9, 0.8, 1.0], "p": [0, 0, 0]},
        {"metric": "DCG", "m": None, "tpr": [0.7, 0.6, 0.8], "p": [0, 0, 0]},
        {"metric": "nDCG", "m": 1, "tpr": [0, 0, 0], "p": [0.9999, 1, 1]},
        {"metric": "nDCG", "m": None, "tpr": [0, 0, 0], "p": [1, 1, 1]},
    ]
    assert off_policy.best(rows) == rows[1]
    assert off_policy.rivals(rows) == ["m = ∞"]
    assert [m for _, m, _ in off_policy.merged(rows)] == ["1", "2", "∞", "1 to ∞"]


def test_the_page_s_other_sentences_agree_with_the_published_run() -> None:
    """nDCG keeps a correlation elsewhere, never finds the better policy, and only the
    unbiased estimate is within two standard errors; the assumptions are the five."""
    shown = off_policy.context()
    others = [r for r in shown["simulated"]["correlations"] if r not in shown["faded"]]
    assert shown["faded"] and others
    assert all(row["estimates"]["nDCG pbm, Q"]["p"] <= 0.05 for row in others)
    assert [tpr for name, _, (tpr, _) in shown["sensitivity"] if name == "nDCG"] == [
        "0.000 (0.000 to 0.000)"
    ]
    near = [r["estimate"] for r in shown["simulated"]["bias"] if abs(r["z"]) < 2]
    assert near == ["DCG pbm, Q"]
    assert len(shown["assumptions"]) == 5
