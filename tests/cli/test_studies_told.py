"""How the commands that try a source's experiments again print their numbers, here of
numbers that are made up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from homonym.cli import axioms, diversity, off_policy
from homonym.cli.common import make_console
from homonym.errors import UserError
from homonym.experiments import off_policy as policy_experiments
from homonym.experiments import off_policy_causes, two_stages
from homonym.experiments.axiom_pairs import Pair
from homonym.experiments.axiom_verdicts import AxiomVerdict
from homonym.experiments.axioms import ALL
from homonym.experiments.missing_ratings import MISSING, ExperimentSize
from homonym.experiments.off_policy import LogSize
from homonym.reference.case import CaseError
from homonym.reference.diversity.case import AspectCase
from homonym.reference.variants import Variant

Printed = pytest.CaptureFixture[str]
SIZE = ExperimentSize(4, 2, 2)


def lines_of(capsys: Printed) -> list[str]:
    """What was printed, without the spaces at the ends of lines."""
    return [line.rstrip() for line in capsys.readouterr().out.splitlines()]


def judge(variants: Any, tries: int, update: Any) -> dict[str, list[AxiomVerdict]]:
    """All metrics satisfy all axioms but the first, of which there is a case."""
    pair = Pair(*map(AspectCase.parse, ("1a 1b @2", "1b 1a @2")))
    first = AxiomVerdict(ALL[0].name, False, 1, pair, (0.25, 0.5))
    others = [AxiomVerdict(axiom.name, True, tries) for axiom in ALL[1:]]
    return {str(variant): [first, *others] for variant in variants}


def test_one_metric_is_told_with_its_counterexamples(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(axioms, "judge_variants", judge)
    axioms.show_axioms(["precision"], 20, as_json=False)
    assert lines_of(capsys)[:8] == [
        "precision(divisor=k)",
        "",
        f"{ALL[0].name}: violated (after 1 case)",
        f"  {ALL[0].says}",
        f"  should be better  {'0.25':<22} 1a 1b @2",
        f"  than              {'0.5':<22} 1b 1a @2",
        "",
        f"{ALL[1].name}: satisfied (20 cases tried)",
    ]


def test_several_metrics_are_a_row_each(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of the report's table, where none is named."""
    monkeypatch.setattr(axioms, "judge_variants", judge)
    made = [Variant.with_defaults("recall"), Variant.with_defaults("s_recall")]
    monkeypatch.setattr(axioms, "list_axiom_metrics", lambda: made)
    axioms.show_axioms([], 20, as_json=False)
    lines = lines_of(capsys)
    names = " ".join(axiom.name for axiom in ALL)
    assert " ".join(lines[0].split()) == f"metric {names}"
    assert lines[0].startswith("metric")
    rows = [line.split() for line in lines[1:3]]
    assert rows == [[str(one), "no", *["yes"] * (len(ALL) - 1)] for one in made]
    assert "no counterexample among 20 cases" in " ".join(lines)
    axioms.show_axioms(["recall", "MRR"], 20, as_json=True)
    assert len(json.loads(capsys.readouterr().out)["metrics"]) == 2


def test_what_no_axiom_can_be_asked_of_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*given: Any) -> Any:
        raise CaseError("of ratings")

    monkeypatch.setattr(axioms, "judge_variants", refuse)
    with pytest.raises(UserError, match="the axioms' cases do not fit: of ratings"):
        axioms.show_axioms(["precision"], 20, as_json=False)
    with pytest.raises(UserError, match="unknown metric"):
        axioms.show_axioms(["presision"], 20, as_json=False)


def test_a_long_case_is_cut() -> None:
    assert axioms.shorten_axiom_case("a" * 100) == "a" * 100
    assert axioms.shorten_axiom_case("a" * 101) == "a" * 100 + " …"


SWAPS = {
    "bottom": {
        "ndcg": {"tau": 0.5, "p": [0.012345, 0.5]},
        "err": {"tau": None, "p": [1e-9, 0.5]},
    },
    "top": {
        "ndcg": {"tau": -0.25, "p": [0.5, 0.1]},
        "err": {"tau": 1.0, "p": [0.25, 0.1]},
    },
}
TAUS = [1.0, 0.5, None, -0.125]
FOUND: dict[str, Any] = {
    "data": "ml",
    "users": 7,
    "depth": 40,
    "perturbations": {"40": SWAPS, "10": SWAPS},
    "missing": [
        {"shuffles": "all", "k": 40, "beta": 0.5, "users": 3, "tau": TAUS},
        {"shuffles": "tops", "k": 10, "beta": 1.0, "users": 7, "tau": TAUS},
    ],
}


def run_made_up_diversity(
    monkeypatch: pytest.MonkeyPatch, out: Path | None, as_json: bool
) -> list[Any]:
    """Print what is made up; what the pages and the experiments were asked."""
    asked: list[Any] = []

    def run(*given: Any) -> dict[str, Any]:
        asked.append(given)
        return FOUND

    monkeypatch.setattr(diversity, "run_diversity_experiments", run)
    monkeypatch.setattr(diversity, "check_extras", lambda: asked.append("extras"))
    monkeypatch.setattr(
        diversity, "write_diversity_charts", lambda *given: asked.append(given)
    )
    diversity.run_diversity(Path("ml"), 1, 40, SIZE, out, as_json)
    return asked


def test_lists_that_get_worse_are_told_a_row_a_metric(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of missing ratings the rows of all users, which are those of most."""
    asked = run_made_up_diversity(monkeypatch, None, as_json=False)
    assert [one[:4] for one in asked] == [(Path("ml"), 1, 40, SIZE)]
    lines = lines_of(capsys)
    assert lines[0] == "ml: 7 users, lists of 40"
    assert not any(line.startswith(" ") for line in lines)
    told = [" ".join(line.split()) for line in lines]
    assert told[2:6] == [
        "Kendall's tau with the order in which lists get worse, k = 40",
        "metric bottom top",
        "ndcg +0.50 -0.25",
        "err undefined +1.00",
    ]
    assert told[7].endswith("k = 10")
    assert told[12:16] == [
        "p-value of the first step away from the ideal list, k = 40",
        "metric bottom top",
        "ndcg 0.012 0.5",
        "err 1e-09 0.25",
    ]
    shares = " ".join(f"{share:.0%}" for share in MISSING)
    assert told[18:] == [
        f"shuffles k beta {shares}",
        "tops 10 1 +1.00 +0.50 undefined -0.12",
    ]


def test_charts_of_diversity_are_written_where_a_folder_is_named(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What they need is looked for before the experiments are run."""
    asked = run_made_up_diversity(monkeypatch, tmp_path, as_json=True)
    assert json.loads(capsys.readouterr().out) == FOUND
    assert asked[0] == "extras" and asked[2] == (FOUND, tmp_path)


@pytest.mark.parametrize("kept", [True, False])
def test_who_interrupts_is_told_of_what_is_kept(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kept: bool
) -> None:
    file = tmp_path / "kept.json"
    if kept:
        file.write_text("{}")

    def stop(*given: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(diversity, "run_diversity_experiments", stop)
    with pytest.raises(KeyboardInterrupt):
        diversity.run_diversity(Path("ml"), 1, 40, SIZE, None, False, file)
    assert ("is kept in" in capsys.readouterr().err) == kept


SIMULATED: dict[str, Any] = {
    "bias": [{"estimate": "DCG", "mean_error": -0.5, "interval": [-0.75, 0.25]}],
    "inversions": {"inverted": 3, "pairs": 8},
    "correlations": [
        {
            "feed": "short",
            "reward": "clicks",
            "policy": "logged",
            "estimates": {"DCG": {"r": 0.875}, "nDCG": {"r": -0.25}},
        }
    ],
    "sensitivity": [
        {
            "platform": "flat",
            "metric": "DCG",
            "m": m,
            "sign": [0.75, 9],
            "tpr": [0.5, 9],
            "p": [0.0625, 9],
        }
        for m in (None, 16)
    ],
}
CAUSES = {
    "days": [
        {
            "days differ in": "level",
            "sessions": 40,
            "r": {"a": [0.5, 9], "b": [-1, 9]},
        }
    ],
    "raw_labels": [
        {
            "spread": 0.5,
            "viewed": 2.0,
            "needed": 0.25,
            "rises": 0.75,
            "raw": 0.125,
            "ndcg": -3.0,
        }
    ],
}
STAGES = [{"generator": "g", "reward": 0.5, "by exposure": 0.25, "by rank": 0.125}]


def run_made_up_off_policy(
    monkeypatch: pytest.MonkeyPatch, out: Path | None, as_json: bool
) -> list[Any]:
    """Print what is made up; what the pages and the experiments were asked."""
    asked: list[Any] = []

    def run(seed: int, size: LogSize) -> dict[str, Any]:
        asked.append((seed, size))
        return {**SIMULATED}

    monkeypatch.setattr(policy_experiments, "run_off_policy_experiments", run)
    monkeypatch.setattr(off_policy_causes, "find_causes", lambda seed, size: CAUSES)
    monkeypatch.setattr(two_stages, "list_two_stage_rows", lambda: STAGES)
    monkeypatch.setattr(off_policy, "check_extras", lambda: asked.append("extras"))
    monkeypatch.setattr(
        off_policy, "write_off_policy_charts", lambda *given: asked.append(given)
    )
    off_policy.run_off_policy(7, 200, 3, out, as_json)
    return asked


def test_estimates_of_a_reward_are_told_in_tables(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a mean and its spread the mean."""
    asked = run_made_up_off_policy(monkeypatch, None, as_json=False)
    assert asked == [(7, LogSize(sessions=200, repeats=3))]
    lines = lines_of(capsys)
    assert not any(line.startswith(" ") for line in lines)
    told = [" ".join(line.split()) for line in lines]
    assert [line for line in told if line] == [
        "estimate mean error 99% interval",
        "DCG -0.5000 -0.7500 to +0.2500",
        "nDCG orders 3 of 8 pairs of policies against their reward",
        "feed reward policy DCG nDCG",
        "short clicks logged +0.88 -0.25",
        "platform metric m right sign true positives p-value",
        "flat DCG inf 0.75 0.50 0.062",
        "flat DCG 16 0.75 0.50 0.062",
        "correlation with the target policy's reward, by how days differ",
        "days differ in sessions a b",
        "level 40 +0.500 -1.000",
        "a better policy and a random log: DCG of raw labels, and nDCG",
        "spread viewed rise needed rise raw DCG nDCG, z",
        "0.5 2 0.25 0.75 +0.1250 -3.0",
        "policies in two stages, estimated from one log",
        "generator reward by exposure by rank",
        "g 0.500 0.250 0.125",
    ]


def test_charts_of_estimates_are_written_where_a_folder_is_named(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = run_made_up_off_policy(monkeypatch, tmp_path, as_json=True)
    every = SIMULATED | {"causes": CAUSES, "two_stages": STAGES}
    assert json.loads(capsys.readouterr().out) == every
    assert asked[0] == "extras" and asked[2] == (every, tmp_path)


def test_what_goes_on_is_told_beside_the_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A program that reads the answer does not meet it there."""
    beside: list[bool] = []

    def console(stderr: bool = False) -> Any:
        beside.append(stderr)
        return make_console(stderr)

    for module in (axioms, off_policy):
        monkeypatch.setattr(module, "make_console", console)
    monkeypatch.setattr(axioms, "judge_variants", judge)
    axioms.show_axioms(["precision"], 20, as_json=True)
    run_made_up_off_policy(monkeypatch, None, as_json=True)
    assert beside == [True, True]
