"""The experiments on diversity: perturbed lists, statistics, and MovieLens folders."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path

import pytest
from aspect_lists import items
from rich.console import Console
from typer.testing import CliRunner

from homonym.cli import common
from homonym.cli.app import app
from homonym.errors import UserError
from homonym.experiments import diversity as experiments
from homonym.experiments.missing_ratings import ExperimentSize
from homonym.experiments.worse_lists import PERTURBATIONS, list_perturbed_systems
from homonym.reference.diversity.case import AspectCase, User
from homonym.reference.variants import Variant
from homonym.reports.pages import diversity as page
from homonym.reports.pages import own_charts, published_figures

pytest.importorskip("scipy", reason="scipy is in the extra 'simulation'")


@pytest.mark.exhaustive
def test_the_command_runs_the_three_experiments(
    movielens: Path, tmp_path: Path
) -> None:
    """On a folder of its own: taus in words, everything as JSON, a page of charts."""
    few = ["--systems", "4", "--removals", "2", "--repeats", "2"]
    given = ["diversity", "--ratings", str(movielens), "--depth", "12", *few]
    shown = CliRunner().invoke(app, given)
    assert shown.exit_code == 0, shown.output
    assert "1 users, lists of 12" in shown.output
    data = json.loads(CliRunner().invoke(app, [*given, "--json"]).stdout)
    for k in ("12", "10"):
        swapped = data["perturbations"][k]["items bottom to top"]
        assert swapped[experiments.METRICS[0]]["means"][0] > 0.9
    assert data["perturbations"]["12"]["aspects"]["s_recall(covers=any)"]["tau"] is None
    assert data["size"] == {"systems": 4, "removals": 2, "repeats": 2}
    out = tmp_path / "own"
    done = CliRunner().invoke(app, [*given, "--out", str(out)])
    assert f"wrote {out / 'index.html'}" in done.output
    page = (out / "index.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 1 + 4 + 4 + 4
    assert json.loads((out / "results.json").read_text(encoding="utf-8")) == data


@pytest.fixture
def few(movielens: Path) -> Path:
    """The first sixty of them."""
    file = movielens / "ratings.csv"
    file.write_text("\n".join(file.read_text().splitlines()[:61]))
    return movielens


def test_a_study_that_was_interrupted_ends_with_the_same_numbers(
    few: Path, tmp_path: Path
) -> None:
    """Stopped in experiment 3, and started again with the file."""
    size = ExperimentSize(systems=4, removals=2, repeats=2)
    whole = experiments.run_diversity_experiments(few, 1, 4, size, ignore)
    file = tmp_path / "kept.json"

    def stop(what: str, done: float) -> None:
        if what == "missing ratings, 2 of 2":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        experiments.run_diversity_experiments(few, 1, 4, size, stop, file)
    kept = json.loads(file.read_text(encoding="utf-8"))["done"]
    assert "missing ratings, 1 of 2" in kept and "missing ratings, 2 of 2" not in kept
    again = experiments.run_diversity_experiments(few, 1, 4, size, ignore, file)
    assert again == whole
    with pytest.raises(UserError, match="was begun with depth 4, and 5 is asked"):
        experiments.run_diversity_experiments(few, 1, 5, size, ignore, file)


def test_a_study_tells_what_was_asked_for_and_found(few: Path) -> None:
    """At the length of the lists and at 10; another seed draws other systems."""
    size = ExperimentSize(systems=2, removals=1, repeats=1)
    found = experiments.run_diversity_experiments(few, 3, 4, size, ignore)
    by_cut, by_beta, missing = (
        found.pop(name) for name in ("perturbations", "by_beta", "missing")
    )
    asked = {"seed": 3, "depth": 4, "users": 1, "size": vars(size)}
    about = {"schema": 1, "label": "measured", "data": few.name}
    assert found == {**about, **asked}
    assert [*by_cut] == ["10", "4"]
    for by_swap in by_cut.values():
        assert [*by_swap] == list(PERTURBATIONS)
        for one in by_swap.values():
            assert [*one] == list(experiments.METRICS)
    assert {name: len(curve) for name, curve in by_beta.items()} == {
        "0.1": 3,
        "0.5": 3,
        "0.9": 3,
    }
    assert len(missing) == 2 * 3 * 2 * 3


def test_the_pieces_of_a_study_take_what_was_measured_of_them() -> None:
    """Two users; of lists of ten five pairs of items change places: six systems. What
    is not αβ-NDCG takes a millisecond a list, a shuffle with a removal 0.12."""
    users = {name: items("5a 4b 3a 2b 1a 5b 4a 3b 2a 1b") for name in ("1", "2")}
    size = ExperimentSize(systems=5, removals=10, repeats=2)
    plan = experiments.plan_study_pieces(users, 1, 10, size)
    names = [f"{name}, @10" for name in PERTURBATIONS]
    betas = [f"β = {beta}" for beta in ("0.1", "0.5", "0.9")]
    repeats = ["missing ratings, 1 of 2", "missing ratings, 2 of 2"]
    takes = {name: piece.takes for name, piece in plan.items()}
    assert takes == {
        **dict.fromkeys(names, 2 * 6),
        **dict.fromkeys(betas, 2),
        **dict.fromkeys(repeats, pytest.approx(0.12 * 2 * 5 * 10)),
    }
    one, other = (plan[name].make(lambda share: None) for name in repeats)
    assert one != other


def test_users_are_summarised_by_their_means_and_by_who_is_better_off() -> None:
    """Means 0.85, 0.7 and 0.875: of three pairs two are the wrong way round. Both users
    are better off than with the second list, one of four signs; than with the third the
    one who gains less: three of four."""
    found = experiments.summarise_user_values([[0.9, 0.8], [0.8, 0.6], [0.85, 0.9]])
    assert found == {
        "means": pytest.approx([0.85, 0.7, 0.875]),
        "tau": pytest.approx(-1 / 3),
        "p": pytest.approx([1 / 4, 3 / 4]),
    }


def test_worse_lists_are_judged_by_every_metric_and_every_user() -> None:
    """As the reference has it; how far it is is told after each user."""
    users = {
        "1": items("5a 5b 2c 4a 3b 1c 2a 4b 3c 1a 5c 2b"),
        "2": items("4ab 2c 5b 5ac 3b 1a 1c 4a 2ab 3c 5a 2b"),
    }
    told: list[float] = []
    name = "items bottom to top"
    found = experiments.judge_worse_lists(users, name, 5, 12, told.append)
    assert told == [0.5, 1.0]
    steps = list_perturbed_systems(name, 12)
    for id in experiments.METRICS:
        metric = Variant.parse(id)
        means = [
            sum(
                metric.value(AspectCase.of([User(step(own))], 5))  # type: ignore[misc]
                for own in users.values()
            )
            / 2
            for step in steps
        ]
        assert found[id]["means"] == pytest.approx(means)
        assert len(found[id]["p"]) == 6
    curve = experiments.compute_bottom_curve(users, 0.9, 12, ignore_share)
    steep = Variant.parse("alpha_beta_ndcg(gain=noisy_or, weights=test, beta=0.9)")
    for step, value in zip(steps, curve, strict=True):
        both = [
            steep.value(AspectCase.of([User(step(own))], 10)) for own in users.values()
        ]
        assert value == pytest.approx(sum(both) / 2)  # type: ignore[arg-type]


def ignore_share(done: float) -> None:
    """Nobody looks."""


def ignore(what: str, done: float) -> None:
    """Nobody looks."""


def test_the_command_says_where_it_goes_on_from(
    movielens: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After Ctrl-C, where a file keeps what is done."""

    def stopped(*given: object) -> None:
        assert isinstance(given[-1], Path)
        given[-1].write_text("{}")
        raise KeyboardInterrupt

    monkeypatch.setattr("homonym.cli.diversity.run_diversity_experiments", stopped)
    file = tmp_path / "kept.json"
    given = ["diversity", "--ratings", str(movielens), "--resume", str(file)]
    done = CliRunner().invoke(app, given)
    assert done.exit_code != 0
    assert f"what is done is kept in {file}" in " ".join(done.output.split())


def test_the_bar_says_what_is_done_and_the_time_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a terminal: the piece, the share of all, and a time."""
    shown = StringIO()
    terminal = Console(file=shown, force_terminal=True, width=100)
    monkeypatch.setattr(common, "make_console", lambda stderr: terminal)
    with common.show_progress_bar() as told:
        told("aspects, @40", 0.25)
    assert "aspects, @40" in shown.getvalue()
    assert re.search(r"25%.*left.*\d?-?:", shown.getvalue())


def test_an_error_without_a_terminal_is_its_sentence_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The bar leaves no line before it."""
    with pytest.raises(UserError, match="give a MovieLens folder"):
        app(["diversity", "--ratings", str(tmp_path)], standalone_mode=False)
    assert capsys.readouterr() == ("", "")


def test_the_fast_form_gives_what_the_reference_gives_to_worse_lists() -> None:
    """Lists of one user's items, at both cut-offs, to 1e-12."""
    given = items("4ab 2c 5b 5ac 3b 1a 1c 4a 2ab 3c 5a 2b")
    metric = Variant.parse(experiments.PROPOSED)
    for name in PERTURBATIONS:
        lists = [step(given) for step in list_perturbed_systems(name, 12)]
        for k in (12, 5):
            expected = [metric.value(AspectCase.of([User(one)], k)) for one in lists]
            found = experiments.compute_list_values(experiments.PROPOSED, lists, k)
            assert found == pytest.approx(expected, abs=1e-12)


def test_charts_are_written_over_those_of_the_same_command_alone(
    tmp_path: Path,
) -> None:
    """A file, a folder of something else and another command's are left as they are."""
    file, thesis = tmp_path / "file", tmp_path / "thesis"
    file.write_text("")
    thesis.mkdir()
    (thesis / "index.html").write_text("years")
    for out, told in ((file, "is no folder"), (thesis, "is not empty and was not")):
        with pytest.raises(UserError, match=told):
            own_charts.write_own_page(out, "Title", {}, {}, "homonym diversity")
    assert (thesis / "index.html").read_text() == "years"
    page = own_charts.write_own_page(
        tmp_path / "own", "One", {}, {}, "homonym diversity"
    )
    own_charts.write_own_page(tmp_path / "own", "Two", {}, {}, "homonym diversity")
    assert "Two" in page.read_text(encoding="utf-8")
    with pytest.raises(UserError, match="was not written by homonym off-policy"):
        own_charts.write_own_page(
            tmp_path / "own", "Three", {}, {}, "homonym off-policy"
        )


def test_what_is_published_has_the_experiments_metrics() -> None:
    """The data behind the page is that of these experiments."""
    shown = page.build_diversity_context()
    assert shown["metrics"] == list(experiments.METRICS)
    assert set(shown["swaps"]) == set(PERTURBATIONS)
    counts = {name: len(charts) for name, charts in shown["figures"].items()}
    assert counts == {"Figure 1": 2, "Figure 2": 8, "Figure 3": 8, "Figure 4": 8}
    assert shown["found"]["size"] == vars(ExperimentSize())
    assert [(one["depth"], one["users"]) for one in shown["studies"]] == [
        (40, 140),
        (100, 37),
    ]


def test_fifty_perturbed_systems_need_lists_of_a_hundred() -> None:
    """As many as the paper makes; 20 in lists of 40. The ideal comes before them."""
    for study, count in zip(
        page.build_diversity_context()["studies"], (20, 50), strict=True
    ):
        for by_swap in study["perturbations"].values():
            made = {
                name: len(next(iter(one.values()))["p"])
                for name, one in by_swap.items()
            }
            assert made.pop("aspects") == 10
            assert set(made.values()) == {count}


SAID = [
    (1, [None, True, None, True]),
    (2, [False] * 4),
    (2, [False, True, False, True]),
    (2, [False] * 4),
    (2, [True] * 4),
    (3, [False] * 4),
    (3, [True] * 4),
    (3, [False] * 4),
    (4, [True, None, True, None]),
    (4, [True, None, True, None]),
]
"""What becomes of the paper's sentences on its figures, in the order of the data: of 20
systems at k = 40 and 10, of 50 at 100 and 10."""


def test_each_sentence_on_a_figure_is_put_to_its_check() -> None:
    """And comes out as the page and docs/sources.md say."""
    said = [
        (one.figure, list(one.found)) for one in page.build_diversity_context()["said"]
    ]
    assert said == SAID


def test_a_check_of_a_figure_can_come_out_otherwise() -> None:
    """On results that are made up: the other way round each answer is another."""
    ids = dict.fromkeys(experiments.METRICS, 0)
    for name, turn in (("correlated_negatively", -1), ("correlated_less", -1)):
        one = {"on": ["aspects"], "metrics": ["eu"], "than": ["rbu"]}
        tau = {id: 0.9 if id.startswith("rbu") else 0.5 * turn for id in ids}
        for sign, expected in ((1, True), (-1, False)):
            results = {id: {"tau": sign * t} for id, t in tau.items()}
            found = {"perturbations": {"10": {"aspects": results}}}
            assert published_figures.CHECKS[name](one, found, 10) is expected
    for p, expected in ((0.001, True), (0.5, False)):
        one = {"on": ["aspects"], "metrics": ["eu"]}
        results = {id: {"p": [p if id.startswith("eu") else 0.5]} for id in ids}
        found = {"perturbations": {"10": {"aspects": results}}}
        for name in ("told", "alone_tells_every_list"):
            assert published_figures.CHECKS[name](one, found, 10) is expected
    for curve, expected in (([3.0, 2.0, 1.0], True), ([3.0, 3.0], False)):
        found = {"by_beta": {"0.5": curve}}
        falls = published_figures.CHECKS["falls_with_each_swap"]
        assert falls({}, found, 10) is expected


def test_the_page_s_sentences_on_p_values_agree_with_the_studies() -> None:
    """Who tells which lists from the ideal, in lists of 40 and of 100."""
    redundant = [name for name in PERTURBATIONS if "redundant" in name]
    for study in page.build_diversity_context()["studies"]:
        full = study["perturbations"][str(study["depth"])]
        for name in redundant:
            p = {id.partition("(")[0]: one["p"] for id, one in full[name].items()}
            assert min(p["eu"][:2]) > 0.01
            assert (max(p["alpha_beta_ndcg"]) < 0.01) is (study["depth"] == 40)
            assert max(p["rbu"]) < 0.01
            others = (sum(its) for id, its in p.items() if id != "s_recall")
            assert sum(p["s_recall"]) > max(others)
        swapped = {
            id.partition("(")[0]: one["p"]
            for id, one in full["items bottom to top"].items()
        }
        sums = {id: sum(its) for id, its in swapped.items()}
        assert sorted(sums, key=lambda id: sums[id])[-2:] == ["s_rr", "s_recall"]
        aspects = {
            id.partition("(")[0]: one["p"] for id, one in full["aspects"].items()
        }
        assert max(aspects["rbu"]) < 0.01
        assert (max(aspects["eu"]) < 0.01) is (study["depth"] == 40)
        taus = full["items bottom to top"]
        assert all(
            one["tau"] >= 0.98
            for id, one in taus.items()
            if not id.startswith(("s_recall", "s_rr"))
        )


S_RECALL, S_RR = "s_recall(covers=any)", "s_rr(measure=reciprocal)"


def test_lines_that_hide_one_another_are_named() -> None:
    """Those that stay within 0.05 of the top or the bottom of their chart."""
    lines = {"eu(reader=stops)": [0.0, 0.04], S_RECALL: [1.0, 1.0], S_RR: [1, 0.9]}
    metrics = {name: {"p": p} for name, p in lines.items()}
    assert page.caption_p_chart("aspects", metrics) == (
        "p-values, aspects; at 0 all along: EU; at 1 all along: S-Recall"
    )
