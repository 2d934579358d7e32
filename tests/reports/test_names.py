"""Names as people see them: what is one name, and how many formulas stand behind it."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from homonym.reports.findings.meaning import (
    find_meanings_by_family,
    rank_family_meanings,
)
from homonym.reports.findings.names import (
    Name,
    list_names_by_meanings,
    normalise_metric_name,
    read_listed_names,
)
from homonym.reports.findings.survey import Survey, read_survey
from homonym.reports.pages.front import build_front_context

WRITTEN = {
    "NDCG": r"(get_?)?n?dcgs?(rendle2020|_at_k|_cut|_score|_burges|_)?"
    r"|(retrieval_?)?normalized_?dcg|ndcgk|ndcg_metric"
    r"|normalized_discounted_cumulative_gain",
    "MAP": r"((get_)?map[rk]?(_at_k|_cut|_)?|(get)?apk?|average_?precision(_score)?)"
    r"|average_precision_at_k|ap@k|ap_metric|mean_average_precision(_at_k)?|retrieval_?(map|average_precision)",
    "AUC": r"(get)?(auc(s|_at_k|_)?|roc_?auc(_score)?)|retrieval_?auroc",
}
"""Three names once more, by what the libraries call their metrics."""


@pytest.fixture(scope="module")
def gathered() -> Survey:
    return read_survey()


@pytest.fixture(scope="module")
def told(gathered: Survey) -> dict[str, Name]:
    return {
        one.title: one
        for one in list_names_by_meanings(gathered, find_meanings_by_family(gathered))
    }


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("nDCG", "NDCG"),
        ("ndcg_cut", "NDCG"),
        ("getNDCG", "NDCG"),
        ("dcg_score", "DCG"),
        ("GAUC", "GAUC"),
        ("Hit Ratio", "Hit rate"),
        ("F1-score", "F1"),
        ("relative_P", "relativep"),
        ("get", "get"),
        ("score", "score"),
    ],
)
def test_a_spelling_stands_for_one_name(written: str, name: str) -> None:
    """What is listed nowhere, for itself."""
    assert normalise_metric_name(written) == name


def test_no_spelling_is_listed_twice_or_never_reached() -> None:
    """Each is as a library's name is left when signs and additions are gone."""
    for spelling, name in read_listed_names().items():
        assert normalise_metric_name(spelling) == name, f"{spelling} is read as another"


@pytest.mark.parametrize("title", WRITTEN)
def test_the_formulas_behind_a_name_are_those_of_metrics_called_so(
    site: Path, told: dict[str, Name], title: str
) -> None:
    """Counted once more from the table of verdicts, by the metrics' own names."""
    pattern = re.compile(WRITTEN[title].replace("n?dcg", "ndcg"), re.IGNORECASE)
    found, libraries = set(), set()
    with (site / "verdicts.csv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            if row["kind"] != "library":
                continue
            inside = re.findall(r"[\w ]+", row["metric"])
            calls = [word for word in inside if pattern.fullmatch(word)]
            if not calls or (inside[0] != calls[0] and "." not in row["metric"]):
                continue
            libraries.add(row["library"])
            variant = re.sub(r"(, )?users=caller", "", row["variants"])
            if row["variants"] and " or " not in variant:
                found.add(variant.replace("()", ""))
    assert len(told[title].meanings) == len(found)
    front = (site / "index.html").read_text(encoding="utf-8")
    assert f"<b>{len(found)}</b> meanings of {title}<" in front


def test_a_name_of_several_families_is_a_homonym(told: dict[str, Name]) -> None:
    """Novelty of DL RS, of recommenders and of RePlay."""
    novelty = told["Novelty"]
    homes = {m.variant: set(m.libraries) for m in novelty.meanings}
    assert {family.name for family in novelty.families} == {
        "novelty",
        "self_information",
    }
    assert {"dl-rs-evaluation", "recommenders", "replay-rec"} == set().union(
        *homes.values()
    )
    assert len(homes) == 3


def test_dcg_is_no_meaning_of_ndcg(gathered: Survey, told: dict[str, Name]) -> None:
    """Though both are of one family, whose page says both names, and FilteredDCG."""
    family = rank_family_meanings("ndcg", gathered)
    names = ("NDCG", "DCG", "FilteredDCG")
    ndcg, dcg, filtered = ({m.variant for m in told[name].meanings} for name in names)
    assert dcg and {*family} == ndcg | dcg | filtered
    assert any("ideal=none" in variant for variant in dcg)


def test_every_metric_with_a_verdict_stands_behind_one_name(
    gathered: Survey, told: dict[str, Name]
) -> None:
    """None is lost, none counted under two names."""
    listed = [f for one in told.values() for f in one.findings]
    assert len(listed) == len(set(listed)) == len(gathered.findings)
    meant = [f for one in told.values() for m in one.meanings for f in m.findings]
    assert set(meant) == {f for f in gathered.findings if f.meaning}


def test_a_library_counts_once_at_a_version(gathered: Survey) -> None:
    """Its interfaces for Spark and torch have records of their own, and so have LensKit
    and trectools beside another pandas."""
    known = find_meanings_by_family(gathered)
    counted = build_front_context(gathered, list_names_by_meanings(gathered, known))
    homes = {
        (
            one.library.removesuffix("-spark").removesuffix("-torch"),
            one.version.removesuffix("+pandas3"),
        )
        for one in gathered.recorded
    }
    doubled = {("neurec-v1", "1.0.0"), ("neurec", "1.0.0")}
    assert counted["versions"] == len(homes) - (doubled <= homes)
    assert counted["versions"] < len(gathered.recorded)


def test_a_name_that_is_not_listed_is_written_as_its_library_does(
    told: dict[str, Name],
) -> None:
    """Elliot's ACLT, trec_eval's relative_P."""
    assert {"ACLT", "relative_P"} <= set(told)
    assert told["relative_P"].families[0].name == "recall"
    assert told["relative_P"].findings[0] not in told["Recall"].findings


def test_a_family_page_says_that_formulas_of_a_name_are_of_another_family(
    site: Path,
) -> None:
    """Recall's tells of Hit rate, which is the name and the other family too."""
    page = (site / "family-recall.html").read_text(encoding="utf-8")
    told = 'some of them of the family <a href="family-hit_rate.html">Hit rate</a>'
    assert told in page
