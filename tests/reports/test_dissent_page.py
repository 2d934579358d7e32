"""The page on how much the choice of variant matters: what it says is counted again."""

import json
import re
from html import unescape
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import kendalltau, pearsonr

from homonym.disagreement.words import tell_answer
from homonym.errors import UserError
from homonym.maintain import record_dissent
from homonym.reports.charts.heat import heat_map
from homonym.reports.charts.slopes import Slope, slope_chart
from homonym.reports.pages import dissent

SETTINGS = dissent.dissent_results()["settings"]
MAIN = SETTINGS[0]
LIBRARIES = [one for one in MAIN["groups"] if one["what"] == "libraries"]


def numbers(group: dict[str, Any], one: dict[str, Any]) -> list[Any]:
    """The models' numbers by the two measures of a comparison."""
    both = (group["measures"][one[at]]["values"] for at in ("one", "other"))
    return [np.array(values) for values in both]


def test_the_sentence_on_top_is_what_the_recorded_numbers_give() -> None:
    for one in SETTINGS:
        assert one["answer"] == tell_answer(one)
    assert dissent.dissent_answer() == MAIN["answer"]


def test_its_counts_follow_from_the_models_own_numbers() -> None:
    """Pairs of metrics whose best model is another, and pairs of models that the two
    that are named order otherwise."""
    another = pairs = 0
    for group in LIBRARIES:
        for one in group["comparisons"]:
            mine, its = numbers(group, one)
            pairs += 1
            another += int(np.argmax(mine) != np.argmax(its))
            against = sum(
                (mine[a] - mine[b]) * (its[a] - its[b]) < -1e-17
                for a, b in combinations(range(len(mine)), 2)
            )
            assert abs(against - one["reversed"]) <= 2, group["title"]
    told = MAIN["answer"]
    assert told.startswith(f"In {another} of {pairs} pairs of libraries' metrics")
    found = re.search(r"order ([\d,]+) of the ([\d,]+) pairs of models", told)
    most = max(
        (one for group in LIBRARIES for one in group["comparisons"]),
        key=lambda one: (one["reversed_significant"], one["reversed"]),
    )
    assert found
    assert [int(one.replace(",", "")) for one in found.groups()] == [
        most["reversed"],
        most["pairs"],
    ]
    assert f"{most['reversed_significant'] or 'none'} of them significantly" in told
    models = len(MAIN["models"])
    assert most["pairs"] == models * (models - 1) // 2 and models >= 150


def check_estimates(one: dict[str, Any], mine: Any, its: Any) -> None:
    """Counts, inversion rate, r and tau of a comparison, from the models' numbers by
    SciPy; these are recorded to nine decimals, so that two pairs may be tied there. Of
    what is not tied the inversion rate is what Kendall's tau-a lacks to 1, halved."""
    pairs = len(mine) * (len(mine) - 1) // 2
    assert (one["pairs"], one["inversion"]["value"]) == (
        pairs,
        round(one["reversed"] / pairs, 4),
    )
    table = kendalltau(mine, its, variant="b").statistic
    assert one["tau"]["value"] == pytest.approx(table, abs=1e-3)
    r = pearsonr(mine, its).statistic
    assert one["pearson"]["value"] == pytest.approx(r, abs=1e-4)
    signs = [
        np.sign(np.subtract.outer(x, x))[np.triu_indices(len(x), 1)]
        for x in (mine, its)
    ]
    agree = signs[0] @ signs[1]
    untied = np.count_nonzero(signs[0] * signs[1])
    assert abs((untied - agree) / 2 - one["reversed"]) <= 2
    for name in ("inversion", "pearson", "tau"):
        assert one[name]["lower"] <= one[name]["upper"]


def test_every_number_of_a_comparison_is_that_of_the_models_numbers() -> None:
    for group in LIBRARIES:
        for one in group["comparisons"]:
            mine, its = numbers(group, one)
            check_estimates(one, mine, its)
            assert one["best"] == [int(np.argmax(mine)), int(np.argmax(its))]
            assert one["another_wins"] == (one["best"][0] != one["best"][1])


def test_dcg_against_ndcg_is_that_of_the_models_numbers() -> None:
    """Appendix A of Jeunen et al.: DCG is the larger number of each model."""
    for found in dissent.dissent_results()["published"]:
        dcg, ndcg = (np.array(one["values"]) for one in found["measures"])
        assert [one["definition"] for one in found["measures"]] == [
            "ndcg(gain=binary, ideal=none)",
            "ndcg(gain=binary)",
        ]
        assert len(dcg) == len(found["models"]) == 192 and (dcg > ndcg).all()
        check_estimates(found["comparison"], dcg, ndcg)


def test_winners_are_counted_from_the_comparisons() -> None:
    """In every setting, of those whose comparisons are kept."""
    for one in SETTINGS:
        for what, its in one["winners"].items():
            groups = [group for group in one["groups"] if group["what"] == what]
            told = [c["another_wins"] for group in groups for c in group["comparisons"]]
            if told:
                assert (len(told), sum(told)) == (its["pairs"], its["another"])
            assert 0 <= its["lower"] <= its["upper"] <= its["pairs"]


def test_a_flips_parts_add_up() -> None:
    for group in LIBRARIES:
        for one in group["comparisons"]:
            for flip in one["flips"]:
                for by in (flip["by_one"], flip["by_other"]):
                    parts = by["up_to_k"] + by["more"]
                    assert parts == pytest.approx(by["difference"], abs=1e-8)
                    assert by["p"] <= MAIN["alpha"]
                signs = (flip[by]["difference"] > 0 for by in ("by_one", "by_other"))
                assert [*signs] == [True, False]


def test_the_page_shows_it(site: Path) -> None:
    page = (site / "dissent.html").read_text(encoding="utf-8")
    (told,) = re.findall(r'id="answer"><strong>(.*?)</strong>', page, re.DOTALL)
    assert unescape(told) == MAIN["answer"]
    plain = " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())
    for one in SETTINGS:
        assert f"{one['grid']['split']} {one['grid']['candidates']}" in plain
    assert page.count("<svg") > len(LIBRARIES)


def test_charts_say_what_they_show() -> None:
    heat = heat_map("MAP", ["a.map", "b.map"], [[None, None], [0.25, None]])
    assert "MAP: 2 rows and columns, up to 25.0%" in heat
    assert "b.map and a.map: 25.00%" in heat
    slopes = slope_chart("a", "b", [Slope("m", 1, 2, True), Slope("n", 2, 1)])
    assert "Ranks of 2 models by a and by b: m from 1 to 2" in slopes


def test_only_answers_on_a_grid_are_recorded(tmp_path: Path) -> None:
    file = tmp_path / "answer.json"
    with pytest.raises(UserError, match="cannot be read"):
        record_dissent.record_dissent([file], tmp_path)
    file.write_text(json.dumps({"answer": "no grid"}), encoding="utf-8")
    with pytest.raises(UserError, match="is no answer on a grid of models"):
        record_dissent.record_dissent([file], tmp_path)


def test_an_answer_is_condensed_for_the_report(tmp_path: Path) -> None:
    """Recorded again from what is recorded: the same."""
    (tmp_path / "reports" / "results").mkdir(parents=True)
    answers = []
    for place, one in enumerate(SETTINGS):
        answers.append(tmp_path / f"{place}.json")
        answers[-1].write_text(json.dumps(one), encoding="utf-8")
    written = record_dissent.record_dissent(answers, tmp_path)
    assert json.loads(written.read_text("utf-8"))["settings"] == SETTINGS
