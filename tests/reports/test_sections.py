"""The report on metrics that look at something else than one ranking: predicted
ratings, whole runs, lists with aspects."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from html import unescape
from itertools import islice, permutations
from pathlib import Path
from typing import Any

import pytest

from homonym.cases.kinds import enumerate_small_cases, find_case_kind
from homonym.cli import cite
from homonym.equivalence.conversion import find_conversion
from homonym.records import store
from homonym.records.reading import convert_plain_record
from homonym.records.same_metric import RecordedMetric
from homonym.records.same_metric import find_differing_conventions as differing
from homonym.reference.beyond.case import RunCase
from homonym.reference.corpus import core, editions
from homonym.reference.rankings.case import Case
from homonym.reference.rating_error.case import RatingCase
from homonym.reference.variants import Variant, every_family
from homonym.reports.build import build_report_pages
from homonym.reports.evidence import edges
from homonym.reports.evidence.changes import list_library_drifts
from homonym.reports.evidence.witness import find_telling_witness
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.sections import (
    group_families_by_section,
    list_finding_case_types,
)
from homonym.reports.findings.survey import Survey, read_survey
from homonym.reports.pages.search import PROMISE

RATINGS = "1=3 1=. ~ 1 5"
"""Two ratings of 1: one predicted as 3, one not at all."""
IN_WORDS = (
    "user 1: item 1: rating 1, predicted 3; item 2: rating 1, not predicted "
    "scale: 1 to 5"
)
"""The same case as the pages tell it."""


def entry(variant: str, **changes: Any) -> dict[str, Any]:
    """A metric's part of a record."""
    made = {
        "claims": variant.partition("(")[0],
        "entry": "function",
        "variants": [str(Variant.with_defaults(variant))],
        "status": "identified",
        "precision": 1e-9,
        "core": {"ran": 20, "of": 20},
        "conventions": {},
    }
    return {**made, **changes}


def record(version: str, **metrics: dict[str, Any]) -> dict[str, Any]:
    return {
        "schema": 1,
        "library": "fake",
        "version": version,
        "corpus": asdict(editions()[2]),
        "inventory": {"wrapped": [*metrics], "unlisted": [], "out_of_scope": {}},
        "metrics": metrics,
        "provenance": {
            "measured": "2026-01-02",
            "from": "registry",
            "python": "3.11.7",
            "packages": {},
        },
    }


OLD = record(
    "1.0.0",
    rmse=entry("rmse(missing=no_error)", conventions={"nan_prediction": "dropped"}),
)
NEW = record(
    "2.0.0",
    map=entry(
        "average_precision(divisor=r)", conventions={"item_twice": "counts once"}
    ),
    rmse=entry(
        "rmse(missing=dropped)",
        documented={
            "variant": "rmse(missing=no_error)",
            "quote": "No prediction is no error.",
            "where": "fake.py:1",
        },
        conventions={
            "empty": "raises ValueError",
            "nan_prediction": "raises ValueError",
            "prediction_twice": "both count",
        },
        invariances={"rows_reordered": f"violated: 2 became 0 on {RATINGS}"},
    ),
    mae=entry("mae(missing=dropped)", conventions={"prediction_twice": "ignored"}),
    r2=entry(
        "r2(constant=counts)",
        variants=[],
        status="unexplained",
        nearest={
            "variant": "r2(constant=counts)",
            "agrees_on": 19,
            "of": 20,
            "distance": 1.0,
            "witness": "3=1 5=3",
            "differs_on": ["3=1 5=3"],
        },
        values={"3=1 5=3": 0.25},
    ),
    items=entry("coverage(of=items)", conventions={"item_twice": "both count: 0.5"}),
    diverse=entry("alpha_ndcg(gain=sum)"),
    **{"items(counted)": entry("coverage(of=items, reported=number)")},
)
NEW["example"] = {"data": "example", "values": {"map": 0.25}}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Survey:
    """What the two records say."""
    folder = tmp_path_factory.mktemp("records")
    for one in (OLD, NEW):
        store.write_record_of(convert_plain_record(one, "a test"), [], folder)
    return read_survey(None, folder)


@pytest.fixture(scope="module")
def site(found: Survey, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Their report."""
    return build_report_pages(tmp_path_factory.mktemp("report") / "site", found).parent


def text(file: Path) -> str:
    """What a page shows."""
    body = file.read_text(encoding="utf-8").partition("<body>")[2]
    plain = " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())
    return plain.replace(" ,", ",")


def part(file: Path, anchor: str, tag: str = "section") -> str:
    """What stands in the element of that id."""
    body = file.read_text(encoding="utf-8")
    return body.partition(f'id="{anchor}"')[2].partition(f"</{tag}>")[0]


def test_every_family_has_its_section() -> None:
    """Each in one section, accuracy first."""
    made = group_families_by_section(every_family().values())
    assert made[0].title == "Accuracy"
    named = [family.name for section in made for family in section.families]
    assert sorted(named) == sorted(every_family())


def test_types_of_case_stand_in_the_order_of_the_sections(found: Survey) -> None:
    """Rankings, ratings, whole runs, aspects: whatever the record's order."""
    folders = [takes.folder for takes in list_finding_case_types(found.findings[::-1])]
    assert folders == ["rankings", "rating_error", "beyond", "diversity"]


def test_each_section_has_a_matrix_of_the_releases_with_metrics_in_it(
    site: Path,
) -> None:
    """Version 1.0.0 has rating error alone; a cell stands under its section."""
    rating = part(site / "matrix-rating-error.html", "matrix-rating-error")
    accuracy = part(site / "matrix.html", "matrix-accuracy")
    assert "row-rating-error-fake-1.0.0" in rating and "1.0.0" not in accuracy
    assert "cell-fake-2.0.0-rmse" in rating and "cell-fake-2.0.0-map" in accuracy
    diverse = "matrix-diversity-with-relevance"
    assert "cell-fake-2.0.0-diverse" in part(site / f"{diverse}.html", diverse)


def test_the_names_of_several_meanings_stand_by_section(site: Path) -> None:
    """RMSE has two, `items` has two; MAP has one, and is no homonym."""
    told = text(site / "index.html")
    assert "Rating error: 1 name with several meanings" in told
    assert "Beyond accuracy: 1 name with several meanings" in told
    assert "Accuracy: 1 name" not in told.replace("Beyond accuracy", "")
    assert "2 meanings of RMSE" in told


def test_a_familys_page_shows_the_case_its_marks_and_both_numbers(site: Path) -> None:
    """An error of 2 on one of two ratings: sqrt(4), or sqrt(4 / 2) if none is 0."""
    told = text(site / "family-rmse.html")
    assert f"{RATINGS} {IN_WORDS} A 2, B 1.414, step by step" in told
    assert "pooled √(4/1) = 2 √(4/2) = 1.41421" in told
    assert "How to read a case of predicted ratings: rating=prediction · . none" in told


def test_a_familys_page_says_why_it_has_no_chart(site: Path) -> None:
    """RMSE takes no rankings; of MAP there is one number."""
    told = {f: text(site / f"family-{f}.html") for f in ("rmse", "average_precision")}
    assert "metrics of rankings alone are measured" in told["rmse"]
    assert "there are no two numbers to compare" in told["average_precision"]


def test_a_librarys_page_shows_the_cases_that_prove_it(site: Path) -> None:
    """A broken promise, a violation, and what an unexplained metric returned."""
    told = text(site / "library-fake.html")
    assert f"{RATINGS} {IN_WORDS} documented 1.414, computed 2" in told
    assert (
        f"every user’s rows in the opposite order. rmse 2.0.0 2 became 0 on {RATINGS}"
        in told
    )
    unexplained = "item 1: rating 3, predicted 1; item 2: rating 5, predicted 3"
    assert f"3=1 5=3 user 1: {unexplained} nearest -3, returned 0.2500" in told


def test_a_librarys_table_of_versions_is_split_by_section(site: Path) -> None:
    """A row group for each section that the library has metrics in, in their order."""
    table = part(site / "library-fake.html", "versions", "table")
    titles = re.findall(r'scope="rowgroup".*?<span>(.*?)</span>', table)
    assert titles == [
        *("Accuracy", "Rating error", "Beyond accuracy", "Diversity with relevance")
    ]
    groups = table.split("<tbody>")[1:]
    assert "#metric-map" in groups[0] and "#metric-rmse" in groups[1]
    assert "#metric-items" in groups[2] and "#metric-diverse" in groups[3]


def test_what_a_metric_does_to_a_run_contradicts_none_of_rankings(
    found: Survey,
) -> None:
    """An item twice in a list is one input of rankings and another of runs; the two
    errors do contradict each other."""
    newest = found.libraries[0].newest
    assert (
        edges.find_type_contradictions(newest, Case)
        == edges.find_type_contradictions(newest, RunCase)
        == {}
    )
    assert list(edges.find_type_contradictions(newest, RatingCase)) == [
        "prediction_twice"
    ]
    assert [one.id for one in edges.list_contradictions([newest])] == [
        "prediction_twice"
    ]


def test_every_type_of_case_has_its_conventions(site: Path) -> None:
    """Probes of one id are told apart by their type, and no number splits a row."""
    page = site / "conventions.html"
    for anchor in ("probe-item_twice", "probe-beyond-item_twice", "kind-rating_error"):
        assert f'id="{anchor}"' in page.read_text(encoding="utf-8")
    ranking = part(site / "probe-item_twice.html", "main", "main")
    whole_run = part(site / "probe-beyond-item_twice.html", "main", "main")
    assert "counts once" in ranking and "counts once" not in whole_run
    assert "both count" in whole_run and "both count:" not in whole_run
    assert "training" in whole_run and "training" not in ranking


def test_a_change_at_an_edge_is_told_in_the_words_of_its_type(found: Survey) -> None:
    """And a changed definition with the case that shows it."""
    (step,) = list_library_drifts(found)
    told = {str(change) for change in step.changes}
    assert "rmse: a prediction that is NaN: dropped → raises ValueError" in told
    (defined,) = (one for one in step.of("definition") if one.metrics == ("rmse",))
    assert defined.witness and str(defined.witness.case) == RATINGS


def test_downloads_hold_every_section(site: Path) -> None:
    """A LaTeX table each, a heading each in the Markdown, and the meanings."""
    for file, column in (
        ("matrix.tex", "Average precision"),
        ("matrix-rating-error.tex", "Root mean squared error"),
        ("matrix-beyond-accuracy.tex", "Coverage"),
    ):
        assert column in (site / file).read_text(encoding="utf-8").splitlines()[3]
    markdown = (site / "report.md").read_text(encoding="utf-8")
    assert "\n## Rating error\n" in markdown and "\n## Beyond accuracy\n" in markdown
    found = json.loads((site / "report.json").read_text(encoding="utf-8"))
    assert found["meanings"]["coverage"] == {
        "coverage(of=items)": ["fake"],
        "coverage(of=items, reported=number)": ["fake"],
    }


def test_the_search_finds_families_variants_and_inputs_of_every_type(
    site: Path,
) -> None:
    """Inputs that some metric shows something on, at the place where they stand."""
    index = (site / "search-index.js").read_text(encoding="utf-8")
    entries = json.loads(index.removeprefix(PROMISE).rstrip(";\n"))
    addresses = {address for _, _, _, address in entries}
    assert {"family-gini.html", "variant-rmse-missing-dropped.html"} <= addresses
    assert "probe-rating_error-empty.html" in addresses
    assert "probe-rating_error-one_pair.html" not in addresses


def test_no_case_tells_a_ranking_from_a_rating() -> None:
    """There is none that both could be put to."""
    assert (
        find_telling_witness(
            Variant.with_defaults("MAP"), Variant.with_defaults("rmse")
        )
        is None
    )


def test_edges_of_other_inputs_are_not_compared() -> None:
    """Both have one in which an item stands twice, each its own."""
    ranking, whole_run, rating, other = (
        RecordedMetric(
            "fake", "2.0.0", name, convert_plain_record(NEW, "a test").metrics[name]
        )
        for name in ("map", "items", "rmse", "mae")
    )
    assert differing(ranking, whole_run) == ()
    assert differing(rating, other) == (("prediction_twice", "both count", "ignored"),)


def test_small_cases_come_in_the_same_order_however_often_they_are_asked_for() -> None:
    """They are made once: one who asks for few does not keep others from more."""
    few = list(islice(enumerate_small_cases(RatingCase), 5))
    more = list(islice(enumerate_small_cases(RatingCase), 50))
    assert more[:5] == few and len(set(map(str, more))) == 50
    kind = find_case_kind(RatingCase)
    assert more == list(islice(kind.smallest_first(), 50))


def cited(metric: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What is to be cited of a metric of the newer record."""
    newer = convert_plain_record(NEW, "a test")
    store.write_record_of(newer, [], folder)
    monkeypatch.setattr(store, "find_records_folder", lambda: folder)
    return cite.build_citation_data(newer, metric, 20, "")


def test_a_citation_names_a_cut_off_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error has none; coverage has; the conventions are those of its type."""
    error = cited("rmse", tmp_path, monkeypatch)
    assert error["sentence"].startswith("Root mean squared error was computed with")
    assert "two predictions for one rating: both count" in error["conventions"]
    assert any(r"\sqrt" in line for line in error["formula"])
    coverage = cited("items", tmp_path, monkeypatch)
    assert coverage["sentence"].startswith("Coverage at k = 20 was computed with")


@pytest.mark.parametrize(
    ("family", "flips"), [("gini", True), ("herfindahl", True), ("mse", False)]
)
def test_one_minus_an_index_is_converted(family: str, flips: bool) -> None:
    """On every core case, between all definitions that differ in what is reported."""
    home = every_family()[family]
    tried = 0
    for source, target in permutations(home.variants, 2):
        found = find_conversion(source, target)
        apart = {a for a, c in source.choices if target.names[a] != c}
        if found and apart == {"reported"}:
            tried += 1
            assert found.code == "number = 1 - everybody()"
            for case in core(home.takes):
                assert given(source, case) == pytest.approx(1 - given(target, case))
    assert bool(tried) == flips


def test_a_root_and_its_square_are_converted() -> None:
    """RMSE and MSE of all ratings together, if they do the same with each of them."""
    squared, root = Variant.with_defaults("mse"), Variant.with_defaults("rmse")
    there, back = find_conversion(squared, root), find_conversion(root, squared)
    assert there and there.code == "number = everybody() ** 0.5"
    assert back and back.code == "number = everybody() ** 2"
    for case in core(root.home.takes):
        assert given(root, case) ** 2 == pytest.approx(given(squared, case))
    for other in ("rmse(missing=no_error)", "rmse(missing=dropped, users=mean)"):
        assert find_conversion(squared, Variant.with_defaults(other)) is None
    by_user = (Variant.with_defaults(f"{name}(users=mean)") for name in ("mse", "rmse"))
    assert find_conversion(*by_user) is None


def given(variant: Variant, case: Any) -> float:
    """The value, which is a number."""
    value = variant.value(case)
    assert isinstance(value, float | int)
    return value


def test_a_finding_knows_what_its_family_looks_at() -> None:
    """By the family that it claims, not by what it computes."""
    entry = convert_plain_record(NEW, "a test").metrics["rmse"]
    assert Finding("fake", "2.0.0", "rmse", entry).takes is RatingCase
