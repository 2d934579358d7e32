"""Whether two numbers can be compared: what the page is given to answer with."""

from __future__ import annotations

import json
from dataclasses import replace
from html import unescape
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

from homonym.cli.witness import describe_comparability
from homonym.explain.compare import compare_definitions
from homonym.records.lookup import find_named
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant
from homonym.reports.evidence.witness import find_telling_witness
from homonym.reports.findings.meaning import find_meanings_by_family
from homonym.reports.findings.survey import read_survey
from homonym.reports.pages.compare import compare_meanings


def script(site: Path, name: str) -> Any:
    """The data of a script."""
    text = (site / f"compare-{name}.js").read_text(encoding="utf-8")
    if name == "index":
        return json.loads(text.partition(" = ")[2].rstrip(";\n"))
    return json.loads(text.partition(", ")[2].rstrip(");\n"))


def metric(site: Path, library: str, version: str, name: str) -> list[Any]:
    """What the index has of a metric."""
    found: list[Any] = script(site, "index")[library]["versions"][version][name]
    return found


def pair(site: Path, one: tuple[str, ...], other: tuple[str, ...]) -> dict[str, Any]:
    """What is known of the classes of two metrics."""
    a, b = (metric(site, *side) for side in (one, other))
    assert a[0] == b[0]
    places = sorted((a[1], b[1]))
    found: dict[str, Any] = script(site, a[0])["pairs"]["-".join(map(str, places))]
    return found


def test_recbole_and_elliot_are_told_when_they_are_equal(site: Path) -> None:
    """Never only that no recipe is known."""
    told = pair(site, ("recbole", "1.2.1", "NDCG"), ("elliot", "0.3.1", "nDCG"))
    assert told["verdict"] == (
        "Equal if every judged item has grade 1, or if every user has one relevant "
        "item. Otherwise not always: here is the smallest case."
    )
    assert "1 | 2 @1" in told["html"]
    assert "0.428571" in told["html"]


def test_a_condition_that_implies_another_that_is_enough_is_not_named(
    site: Path,
) -> None:
    """One relevant item is at most k of them, and grades of 1 are whole numbers."""
    verdicts = {
        one["verdict"].partition(". ")[0]: one["conditions"]
        for name in ("average_precision", "ndcg")
        for one in script(site, name)["pairs"].values()
    }
    few = "Equal if no user has more than k relevant items"
    whole = "Equal if every grade is a whole number"
    either = "Equal if every user has one relevant item, or if every grade is a whole"
    assert "one_relevant" in verdicts[few]
    assert "binary_grades" in verdicts[whole]
    assert {*verdicts[f"{either} number"]} > {"binary_grades", "one_relevant"}


def test_what_is_equal_under_no_condition_named_may_be_equal(site: Path) -> None:
    """ranx cuts grades to whole numbers: where all are, nothing is cut, and no
    condition on record says so."""
    told = pair(site, ("ranx", "0.3.21", "ndcg"), ("ranx", "0.3.21", "ndcg[dicts]"))
    assert "Otherwise not always: here is the smallest case." in told["verdict"]
    whole = Case.parse("1 . 3 | 2 ; 2 1 | @2")
    cut, graded = "ndcg(gain=grade, grades=truncated)", "ndcg(gain=grade)"
    assert Variant.parse(cut).value(whole) == Variant.parse(graded).value(whole)


def test_the_page_says_what_the_command_does() -> None:
    """Of every two formulas of MAP that libraries compute: yes or no, and when."""
    gathered = read_survey()
    found = list(find_meanings_by_family(gathered)["average_precision"].values())
    for a, b in pairwise(found):
        one, other = (
            f"{m.findings[0].library}=={m.findings[0].version}.{m.findings[0].metric}"
            for m in (a, b)
        )
        said = describe_comparability(
            compare_definitions(find_named(one), find_named(other))
        )
        verdict = compare_meanings(a, b).verdict
        assert said.startswith("no"), (one, other)
        assert verdict.startswith("No:") == (not said.startswith("no, unless")), verdict


def test_metrics_of_one_formula_differ_at_the_edges_that_records_say(
    site: Path,
) -> None:
    """Recall of rs_metrics counts a user without a list as 0; recommenders' skips."""
    a = metric(site, "rs-metrics", "0.6.0", "recall")
    b = metric(site, "recommenders", "1.2.1", "recall_at_k")
    assert a[:2] == b[:2]
    data = script(site, a[0])
    one, other = data["edges"][a[2]], data["edges"][b[2]]
    differing = {
        probe: (data["outcomes"][one[probe]], data["outcomes"][other[probe]])
        for probe in one
        if probe in other and one[probe] != other[probe]
    }
    assert differing["user_without_list"] == ("counts as 0", "skipped")
    named = find_named("rs-metrics==0.6.0.recall")
    same = compare_definitions(
        named, find_named("recommenders==1.2.1.recall_at_k")
    ).edges
    assert {(p, *o) for p, o in differing.items()} == set(same)


def test_formulas_of_two_families_under_one_name_are_compared(site: Path) -> None:
    """Novelty of recommenders and of RePlay, with a case."""
    one = ("recommenders", "1.2.1", "novelty")
    other = ("replay-rec", "0.22.0", "Novelty")
    told = pair(site, one, other)
    assert told["verdict"].startswith("No: they are different formulas")


def test_the_page_says_which_number_is_never_below(site: Path) -> None:
    """Of recommenders' two MAPs, and in the words of the command."""
    a = ("recommenders", "1.2.1", "map")
    b = ("recommenders", "1.2.1", "map_at_k")
    one, other = (find_named("==".join(side[:2]) + f".{side[2]}") for side in (a, b))
    said = compare_definitions(one, other).bound
    assert said.startswith(
        "average_precision(divisor=min_k_r) is never below "
        "average_precision(divisor=r), because "
    )
    assert said in unescape(pair(site, a, b)["html"])


def test_a_metric_without_a_formula_says_why(site: Path) -> None:
    """DaisyRec 2.1.4's MRR is none that is known."""
    *_, why, _ = metric(site, "daisyRec", "2.1.4", "MRR")
    assert why == "computes no known formula"


@pytest.mark.parametrize("name", ["ndcg", "average_precision"])
def test_every_class_is_had_from_the_lists(site: Path, name: str) -> None:
    """The lines name the class itself."""
    for one in script(site, name)["classes"]:
        if Variant.parse(one["id"]).home.takes.folder == "rankings":
            assert f'homonym.value("{one["id"]}", recommendations' in one["code"]


def test_what_one_alone_raises_at_an_edge_is_a_difference(site: Path) -> None:
    """DaisyRec's MAP of a list shorter than r raises IndexError where NGCF's has a
    number, which shows nothing by itself."""
    a = metric(site, "daisyRec", "2.3.0", "MAP")
    b = metric(site, "ngcf", "a718a4f", "average_precision")
    assert a[:2] == b[:2]
    data = script(site, a[0])
    one, other = (data["edges"][side[2]]["list_shorter_than_r"] for side in (a, b))
    assert {data["outcomes"][place] for place in (one, other)} == {
        "raises IndexError",
        "a number",
    }
    assert other not in data["alike"][one]


def test_a_number_is_no_other_than_what_has_a_name(site: Path) -> None:
    """Only an error, what is no number and what is silently wrong differ from it."""
    data = script(site, "ndcg")
    place = data["outcomes"].index("a number")
    apart = {
        told
        for at, told in enumerate(data["outcomes"])
        if at not in data["alike"][place]
    }
    assert "counts as 0" not in apart
    assert "NaN" in apart
    assert any(told.startswith("raises ") for told in apart)
    assert any(told.startswith("silently wrong") for told in apart)


def test_what_matters_to_a_metric_is_in_the_data(site: Path) -> None:
    """Other cut-offs in the same call do to NGCF's, and to DaisyRec's nothing."""
    there = metric(site, "ngcf", "a718a4f", "average_precision")
    assert there[7:] == ["other cut-offs in the call matter"]
    assert metric(site, "daisyRec", "2.3.0", "MAP")[7:] == []


def test_a_case_that_need_not_be_the_smallest_is_not_called_that() -> None:
    """NDCG by an ideal of ten: only a case of eleven relevant items tells."""
    ten, every, best = (
        Variant.parse(f"ndcg(gain=exponential, ideal={one})")
        for one in ("truth_10", "truth_all", "truth_k")
    )
    longer = find_telling_witness(ten, every)
    smallest = find_telling_witness(every, best)
    assert longer and longer.longer and smallest and not smallest.longer
    known = find_meanings_by_family(read_survey())["ndcg"]
    told = (compare_meanings(a, b) for a, b in combinations(known.values(), 2))
    pair = next(one for one in told if one.witness and one.conditions)
    assert "here is the smallest case" in replace(pair, witness=smallest).verdict
    assert "here is a case" in replace(pair, witness=longer).verdict
