"""Whether two definitions order models alike: cases worked by hand, and SciPy."""

from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import csv, parquet
from scipy.stats import kendalltau, pearsonr, ttest_rel

import homonym
from homonym import UserError
from homonym.disagreement import joined_runs
from homonym.disagreement.comparisons import compare_standings
from homonym.disagreement.dissent import DEFINITIONS, LIBRARIES, Group
from homonym.disagreement.result import Judged
from homonym.disagreement.significance import adjust_p_values, list_model_pairs
from homonym.disagreement.standings import find_best_models
from homonym.disagreement.winners import count_winner_changes
from homonym.evaluation.bootstrap import Interval
from homonym.reports.findings.repositories import is_paper_repository

MEAN, POOLED = "recall(divisor=r)", "recall(divisor=r, users=pooled)"
COPIES = 100


def table(rows: list[tuple[Any, ...]]) -> Any:
    """user, item and score of these rows."""
    user, item, score = zip(*rows, strict=True)
    return pa.table({"user": user, "item": item, "score": score})


def two_tastes() -> tuple[dict[str, Any], Any]:
    """100 users like ann, who have one relevant item, and 100 like bob, who have four;
    model one finds ann's, model two finds two of bob's."""
    anns = [f"ann {n}" for n in range(COPIES)]
    bobs = [f"bob {n}" for n in range(COPIES)]
    one = [(u, 1, 0.9) for u in anns] + [(u, 9, 0.9) for u in bobs]
    two = [(u, 9, 0.9) for u in anns]
    two += [(u, i, 0.9 - i / 10) for u in bobs for i in (1, 2)]
    truth = [(u, 1) for u in anns] + [(u, i) for u in bobs for i in (1, 2, 3, 4)]
    users, items = zip(*truth, strict=True)
    runs = {"one-a": table(one), "two-b": table(two)}
    return runs, pa.table({"user": users, "item": items})


def drawn_runs(models: int = 5, users: int = 40) -> tuple[dict[str, Any], Any]:
    """Lists of models that know the truth more or less, of which some lists are
    missing, and scores tied."""
    random = np.random.default_rng(7)
    truth = [(u, int(i)) for u in range(users) for i in random.choice(30, 1 + u % 7, 0)]
    known = {*truth}
    runs = {}
    for model in range(models):
        rows = []
        for u in range(model % 2, users):
            liked = np.array([(u, i) in known for i in range(30)])
            scores = random.normal(size=30) + liked * (0.5 + model / 5)
            rows += [(u, i, round(float(scores[i]), 1)) for i in range(30)]
        runs[f"kind{model % 2}-{model}"] = table(rows)
    return runs, pa.table(
        {"user": [u for u, _ in truth], "item": [i for _, i in truth]}
    )


FEW = ("MAP", "hit_rate", "precision")


@pytest.fixture(scope="module")
def drawn() -> Judged:
    """The drawn runs, judged with a hundred samples."""
    return homonym.dissent(*drawn_runs(), k=5, draws=100, metrics=FEW)


def group(found: Judged, what: str, title: str) -> Group:
    """A group by its name."""
    return next(
        one for one in found.found.groups if (one.what, one.title) == (what, title)
    )


def test_the_mean_and_the_pooled_recall_name_another_winner() -> None:
    """By the mean 1/2 against 1/4; of all 500 relevant items together 100 are found by
    one and 200 by the other."""
    found = homonym.dissent(*two_tastes(), k=2, metrics=[MEAN, POOLED])
    (recalls,) = found.data["groups"]
    by_mean, by_all = (one["values"] for one in recalls["measures"])
    assert (by_mean, by_all) == ([0.5, 0.25], [0.2, 0.4])
    (row,) = found.rows
    counts = "pairs", "reversed", "significant", "reversed_significant"
    assert [row[name] for name in counts] == [1, 1, 1, 1]
    assert (row["best_by_one"], row["best_by_other"]) == ("one-a", "two-b")
    assert row["tau"] == -1 and row["inversion"] == 1
    assert found.answer == (
        "In 1 of 1 pairs of definitions of one family that give different numbers the "
        "best of 2 models is another (95% interval 1 to 1), in 1 significantly by both."
        f" {MEAN} and {POOLED} order 1 of the 1 pairs of models the other way round "
        "(100.0%, 95% interval 100.0% to 100.0%), 1 of them significantly by both."
    )


def test_a_flip_says_whose_users_cause_it() -> None:
    """By the mean ann's like one by 1/2, bob's two by 1/4. What a user brings to the
    pooled recall: 0.2 + (1 - 0.2) / 2.5 and 0.2 + (0 - 0.8) / 2.5 of model one, 0.4 +
    (0 - 0.4) / 2.5 and 0.4 + (2 - 1.6) / 2.5 of two."""
    (flip,) = homonym.dissent(*two_tastes(), k=2, metrics=[MEAN, POOLED]).flips
    assert (flip["better_by_one"], flip["better_by_other"]) == ("one-a", "two-b")
    assert flip["difference_by_one"] == pytest.approx(0.25)
    assert flip["up_to_k_by_one"] == pytest.approx(0.5)
    assert flip["more_by_one"] == pytest.approx(-0.25)
    assert flip["difference_by_other"] == pytest.approx(-0.2)
    assert flip["up_to_k_by_other"] == pytest.approx((0.52 - 0.24) / 2)
    assert flip["more_by_other"] == pytest.approx((-0.12 - 0.56) / 2)


@pytest.mark.exhaustive
def test_all_numbers_and_samples_are_those_of_evaluate() -> None:
    """Of every definition that is compared."""
    check_evaluate(homonym.dissent(*drawn_runs(), k=5, draws=100))


@pytest.mark.exhaustive
def test_numbers_and_samples_are_those_of_evaluate(drawn: Judged) -> None:
    check_evaluate(drawn)


def check_evaluate(drawn: Judged) -> None:
    """Of a run without a list for one of the users."""
    runs, truth = drawn_runs()
    every = [
        standing
        for one in drawn.found.groups
        if one.what == DEFINITIONS
        for standing in one.standings
    ]
    metrics = [str(one.named[0].measure.variant) for one in every]
    asked = {"k": 5, "interval": 0.95, "draws": 100, "metrics": metrics}
    found = homonym.evaluate(runs["kind1-1"], truth, **asked).numbers
    for own, standing in zip(found, every, strict=True):
        assert own.value == pytest.approx(standing.values[1], abs=1e-12)
        assert own.drawn == pytest.approx(standing.drawn[:, 1], abs=1e-12)


@pytest.mark.exhaustive
def test_a_library_is_asked_by_its_own_conventions(drawn: Judged) -> None:
    runs, truth = drawn_runs()
    wanted = {"recommenders.map", "beta-rec.map_at_k", "elliot.MAP"}
    met = set()
    for standing in group(drawn, LIBRARIES, "MAP").standings:
        for named in standing.named:
            if named.title in wanted:
                own = homonym.evaluate(
                    runs["kind1-1"],
                    truth,
                    k=5,
                    metrics=[named.title],
                    like=[named.title.partition(".")[0]],
                )
                assert own.numbers[0].value == pytest.approx(standing.values[1])
                met.add(named.title)
    assert met == wanted


@pytest.mark.exhaustive
def test_the_code_of_papers_is_no_library(drawn: Judged) -> None:
    """Though it computes the same definitions."""
    told = [
        named.title
        for one in drawn.found.groups
        if one.what == LIBRARIES
        for standing in one.standings
        for named in standing.named
    ]
    libraries = {title.partition(".")[0] for title in told}
    assert "recommenders" in libraries and not any(map(is_paper_repository, libraries))


@pytest.mark.exhaustive
def test_correlations_are_scipy_s(drawn: Judged) -> None:
    for one in drawn.found.groups:
        for found in one.comparisons:
            mine, its = (one.standings[at].values for at in (found.one, found.other))
            if np.ptp(mine) and np.ptp(its):
                tau = kendalltau(mine.round(11), its.round(11)).statistic
                r = pearsonr(mine, its).statistic
                assert found.tau.value == pytest.approx(tau)
                assert found.pearson.value == pytest.approx(r)
            else:
                assert found.tau.value is found.pearson.value is None


@pytest.mark.exhaustive
def test_without_ties_the_inversion_rate_is_half_of_what_tau_lacks() -> None:
    """(1 - tau) / 2, in every sample."""
    random = np.random.default_rng(1)
    found = homonym.dissent(*drawn_runs(), k=5, draws=3, metrics=["hit_rate"])
    mine, its = group(found, DEFINITIONS, "hit_rate").standings[:2]
    values = random.normal(size=(2, 5))
    for one, row in zip((mine, its), values, strict=True):
        object.__setattr__(one, "values", row)
    (one,) = compare_standings([mine, its], Interval(), 0.05)
    assert one.inversion.value == pytest.approx((1 - (one.tau.value or 0)) / 2)
    tied = values.copy()
    tied[0, 1] = tied[0, 0]
    object.__setattr__(mine, "values", tied[0])
    (one,) = compare_standings([mine, its], Interval(), 0.05)
    assert one.inversion.value != pytest.approx((1 - (one.tau.value or 0)) / 2)


@pytest.mark.exhaustive
def test_the_test_is_student_s_for_pairs(drawn: Judged) -> None:
    """Where a number is a mean of all users, exactly SciPy's, then Holm's."""
    (standing, *_) = group(drawn, DEFINITIONS, "hit_rate").standings
    shares = standing.shares
    own = [ttest_rel(shares[:, a], shares[:, b]) for a, b in combinations(range(5), 2)]
    assert standing.tested.t == pytest.approx([one.statistic for one in own])
    p = adjust_p_values(np.array([one.pvalue for one in own]))
    assert standing.tested.p == pytest.approx(p)
    assert shares.mean(axis=0) == pytest.approx(standing.values)


def test_holm_s_method() -> None:
    """Four p-values times 4, 3, 2 and 1 from the smallest on, never falling."""
    found = adjust_p_values(np.array([0.5, 0.01, 0.02, 0.022]))
    assert found == pytest.approx([0.5, 0.04, 0.06, 0.06])


def test_what_each_user_brings_has_the_number_as_its_mean(drawn: Judged) -> None:
    for one in drawn.found.groups:
        for standing in one.standings:
            assert standing.shares.mean(axis=0) == pytest.approx(standing.values)


@pytest.mark.exhaustive
def test_equal_models_differ_in_nothing() -> None:
    runs, truth = drawn_runs(2)
    same = {"a": runs["kind0-0"], "b": runs["kind0-0"], "c": runs["kind1-1"]}
    found = homonym.dissent(same, truth, k=5, draws=3, metrics=FEW)
    for one in found.found.groups:
        for standing in one.standings:
            assert (standing.tested.t[0], standing.tested.p[0]) == (0, 1)


def test_the_best_of_each_kind_may_be_another_model_by_another_definition(
    drawn: Judged,
) -> None:
    for one in drawn.found.groups:
        standings, comparisons = one.kinds
        assert len(comparisons) == len(one.comparisons)
        for whole, best in zip(one.standings, standings, strict=True):
            for kind in (0, 1):
                highest = whole.values[kind::2].max()
                assert best.values[kind] == pytest.approx(highest)
                assert best.chosen[kind] % 2 == kind


@pytest.mark.exhaustive
def test_runs_at_once_are_the_runs_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """By definition, and by what libraries call a metric."""
    runs, truth = drawn_runs(2, 12)
    at_once = homonym.dissent(runs, truth, k=5, draws=9, metrics=["MAP"]).data["groups"]
    monkeypatch.setattr(joined_runs, "MOST", 1)
    alone = homonym.dissent(runs, truth, k=5, draws=9, metrics=["MAP"]).data["groups"]
    assert {"MAP", "average_precision"} <= {one["title"] for one in at_once}
    assert alone == at_once


@pytest.mark.exhaustive
def test_dcg_and_ndcg_agree_where_users_have_as_many_relevant_items() -> None:
    """As Jeunen et al. 2024 say; and not where they have more or fewer."""
    runs, truth = drawn_runs()
    alike = pa.table(
        {"user": [u for u in range(40) for _ in "ab"], "item": [0, 1] * 40}
    )
    metrics = ["ndcg(gain=binary)", "ndcg(gain=binary, ideal=none)"]
    for judged, same in ((alike, True), (truth, False)):
        found = homonym.dissent(runs, judged, k=5, draws=3, metrics=metrics)
        rows = [one for one in found.rows if one["what"] == DEFINITIONS]
        assert [round(one["pearson"], 9) == 1 for one in rows] == [same]


def test_files_and_folders_are_read(tmp_path: Path) -> None:
    """Of CSV and Parquet, with ids that are texts in one of them."""
    runs, truth = two_tastes()
    csv.write_csv(runs["one-a"], tmp_path / "one-a.csv")
    folder = tmp_path / "others"
    folder.mkdir()
    parquet.write_table(runs["two-b"], folder / "two-b.parquet")
    paths = [tmp_path / "one-a.csv", folder]
    found = homonym.dissent(paths, truth, k=2, metrics=[MEAN, POOLED])
    assert found.data["models"] == ["one-a", "two-b"]
    assert found.rows[0]["reversed"] == 1


def test_another_winner_is_counted_in_each_sample(drawn: Judged) -> None:
    """Two measures of a group at a time: where no model is the best by both."""
    for what, its in drawn.data["winners"].items():
        every = [one.standings for one in drawn.found.groups if one.what == what]
        pairs = [two for group in every for two in combinations(group, 2)]
        now = sum(not (one.best & other.best).any() for one, other in pairs)
        assert (its["pairs"], its["another"]) == (len(pairs), now)
        assert 0 <= its["lower"] <= its["upper"] <= len(pairs)
    values = np.array([[0.1, 0.3, 0.3], [0.2, np.nan, 0.1]])
    second = np.array([[False, True, False]] * 2)
    told = count_winner_changes([[find_best_models(values), second]])
    assert told.tolist() == [0, 1]


def test_pairs_are_named_in_order() -> None:
    assert [*zip(*map(list, list_model_pairs(3)), strict=True)] == [
        (0, 1),
        (0, 2),
        (1, 2),
    ]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"k": 0}, "the cut-off k is 0"),
        ({"alpha": 1.0}, "alpha is 1.0; it must lie between 0 and 1"),
        ({"interval": 1.5}, "the level of an interval is 1.5"),
        ({"metrics": ["mae"]}, "what is compared are rankings"),
        ({"metrics": ["nonsense"]}, "nonsense"),
    ],
)
def test_what_cannot_be_used_is_refused(more: dict[str, Any], words: str) -> None:
    with pytest.raises(UserError, match=words):
        homonym.dissent(*two_tastes(), **{"k": 2, **more})


def test_runs_that_cannot_be_compared_are_refused(tmp_path: Path) -> None:
    runs, truth = two_tastes()
    with pytest.raises(UserError, match="two runs or more"):
        homonym.dissent({"one": runs["one-a"]}, truth)
    with pytest.raises(UserError, match="the runs are 3"):
        homonym.dissent(3, truth)  # type: ignore[arg-type]
    with pytest.raises(UserError, match="there is no file"):
        homonym.dissent([tmp_path / "a.csv", tmp_path / "b.csv"], truth)
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        csv.write_csv(runs["one-a"], tmp_path / folder / "run.csv")
    with pytest.raises(UserError, match="are both named run"):
        homonym.dissent([tmp_path / "a", tmp_path / "b"], truth)
    others = {"one": runs["one-a"], "x": table([("dan", 1, 0.5)])}
    with pytest.raises(UserError, match=r"the run x and .* have no user in common"):
        homonym.dissent(others, truth)
    with pytest.raises(UserError, match="by these conventions no user counts"):
        nobody = pa.table({"user": ["ann 0"], "item": [1], "relevance": [0.0]})
        homonym.dissent(
            runs,
            nobody,
            metrics=[POOLED],
            conventions={"user_without_relevant": "skipped"},
        )
