"""What the studies found, in a sentence each: counted once more from their results."""

from __future__ import annotations

import json
import re
import tomllib
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from homonym.reports.findings import data
from homonym.reports.pages import answers

REPORTS = Path(__file__).parents[2] / "reports"


def published(name: str) -> dict[str, Any]:
    return tomllib.loads((REPORTS / "published" / f"{name}.toml").read_text("utf-8"))


def results(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        (REPORTS / "results" / f"{name}.json").read_text("utf-8")
    )
    return found


def answer(site: Path, page: str) -> str:
    """What stands at the top of a page."""
    text = (site / page).read_text(encoding="utf-8")
    found = re.search(r'<(p|ul)[^>]* id="answer">(.*?)</\1>', text, re.DOTALL)
    assert found
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[2])).split())


def test_no_metric_satisfies_all_eight_axioms(site: Path) -> None:
    """Read off the marks of the first table, a row a metric."""
    told = answer(site, "axioms.html")
    assert told == (
        "No metric that was tried satisfies all eight axioms; "
        "αβ-nDCG fails two, TopHeavComp and MoreAsp."
    )
    page = (site / "axioms.html").read_text(encoding="utf-8")
    rows = re.findall(r'<tr><th scope="row">(?:([^<]+)<br>)?<code.*?</tr>', page, re.S)
    whole = re.findall(r'<tr><th scope="row">[^<]*(?:<br>)?<code.*?</tr>', page, re.S)
    violated = [
        [place for place, cell in enumerate(row.split("<td>")[1:9]) if "○" in cell]
        for row in whole
    ]
    assert len(violated) > 20 and all(violated)
    (own,) = (v for name, v in zip(rows, violated, strict=True) if "αβ-nDCG@k" in name)
    names = published("parapar2021")["axioms"]
    assert len(names) == 8
    assert [names[place] for place in own] == ["TopHeavComp", "MoreAsp"]


def test_two_metrics_notice_every_kind_of_worse_list(site: Path) -> None:
    """All p-values from the first step on are below 0.01, at both cut-offs."""
    told = answer(site, "diversity.html")
    assert always_told("diversity") == {"alpha_beta_ndcg", "rbu"}
    assert always_told("diversity_100") == {"rbu"}
    assert told.startswith("αβ-NDCG and RBU notice every kind of worse list")
    assert "EU, NRBP, S-Recall and S-RR miss some." in told
    assert told.endswith(
        "In lists of 100, which 37 users have, αβ-NDCG misses some too."
    )


def always_told(name: str) -> set[str]:
    """The metrics of a study whose p-values are all below 0.01."""
    found: dict[str, list[float]] = {}
    for by_swap in results(name)["perturbations"].values():
        for metrics in by_swap.values():
            for metric, one in metrics.items():
                found.setdefault(metric.partition("(")[0], []).extend(one["p"])
    return {metric for metric, p in found.items() if max(p) < 0.01}


def test_ndcg_is_no_estimate_of_reward(site: Path) -> None:
    """The pairs and the estimates, from the simulation's own numbers."""
    told = answer(site, "off_policy.html")
    found = results("off_policy")
    pairs = found["inversions"]
    policies = len(pairs["policies"])
    assert pairs["pairs"] == policies * (policies - 1) // 2
    assert f"it orders {pairs['inverted']} of {pairs['pairs']} pairs" in told
    (unbiased,) = (
        row["estimate"]
        for row in found["bias"]
        if row["interval"][0] * row["interval"][1] <= 0
    )
    assert unbiased == "DCG pbm, Q" and len(found["bias"]) == 5
    assert told.endswith(
        "Of five estimates tried, one is unbiased: "
        "DCG with the true position bias and rewards freed of it."
    )


def test_the_papers_findings_stand_at_its_top_and_on_the_front_page(
    site: Path,
) -> None:
    """Each leads to its evidence; the headline is that of the verdict come to."""
    told = answer(site, "paper.html")
    assert "the base of the logarithm cancels" in told
    assert "The test set that Tamm et al. published is MovieLens-10M’s." in told
    page = (site / "paper.html").read_text(encoding="utf-8")
    for one in published("claims")["claim"]:
        for verdict, words in one.get("headline", {}).items():
            (_, article) = page.split(f'id="claim-{one["id"]}"')
            ruling = re.search(r'class="ruling[^>]*>([^<]+)', article)
            assert ruling and (words in told) == (ruling[1] == verdict)
    front = (site / "index.html").read_text(encoding="utf-8")
    links = re.findall(r'<li><a href="(paper\.html#[^"]+)">', page)
    assert len(links) > 2
    assert all(f'href="{link}"' in front for link in links)


def test_the_studies_are_on_the_front_page_in_the_same_words(site: Path) -> None:
    """One list of all."""
    front = (site / "index.html").read_text(encoding="utf-8")
    (told,) = re.findall(r'id="studies">.*?<ul>(.*?)</ul>', front, re.DOTALL)
    plain = " ".join(unescape(re.sub(r"<[^>]+>", " ", told)).split())
    for page in ("axioms.html", "diversity.html", "off_policy.html", "dissent.html"):
        assert answer(site, page) in plain
    assert "MovieLens-10M’s" in plain and "cancels" in plain


def test_a_test_set_that_fits_no_dataset_or_two_is_not_settled() -> None:
    """By the greatest user id and the last day."""
    told = published("tamm2021")
    assert "MovieLens-10M’s" in answers.describe_test_set_origin(told)
    for change in ({"largest_user": 200_000}, {"last": "2015-03-31 00:00:00"}):
        other = {**told, "test_set": {**told["test_set"], **change}}
        assert ("20M" in answers.describe_test_set_origin(other)) == ("last" in change)
    twice = {**told, "dataset": [*told["dataset"], told["dataset"][0]]}
    assert "not settled" in answers.describe_test_set_origin(twice)


def test_a_metric_that_satisfies_all_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence follows the results."""
    found = json.loads(json.dumps(data.read_data("results/axioms.json", "result")))
    for axiom in found["metrics"]["nrbp(relevance=graded)"].values():
        axiom["satisfied"] = True
    monkeypatch.setattr(answers, "read_axiom_results", lambda: found)
    assert answers.summarise_axiom_study().startswith(
        "nrbp(relevance=graded) satisfies all eight axioms; αβ-nDCG fails two"
    )
