"""The paper's tables three times: which record stands where, and what failed."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from homonym.records import store
from homonym.records.reading import as_plain, convert_plain_record
from homonym.reports.build import build_report_pages
from homonym.reports.findings.meaning import find_meanings_by_family
from homonym.reports.findings.survey import Survey, read_survey
from homonym.reports.paper import tables as paper
from homonym.reports.paper.equal_numbers import summarise_paper_columns
from homonym.reports.paper.matching import BOTH, NOW, THEN, PaperRun, list_row_runs

Surveyed = Callable[..., Survey]
MAP = {"MAP": "average_precision(divisor=k)"}
ERROR = "raises NameError: name 'pred_all' is not defined"


def told(found: Survey, name: str) -> list[tuple[str, str, str]]:
    """Each run of a row: when, which version, and the note."""
    return [
        (run.when, run.release.version if run.release else "", run.note)
        for run in list_row_runs(name, paper.find_row_records(name), found)
    ]


def test_the_papers_version_and_the_newest_stand_apart(surveyed: Surveyed) -> None:
    """Versions between the two are on the library's page alone."""
    found = surveyed(*(("rs-metrics", v, MAP) for v in ("0.5.0", "0.5.9", "0.6.0")))
    assert told(found, "rs_metrics") == [(THEN, "0.5.0", ""), (NOW, "0.6.0", "")]


def test_one_record_that_is_both_stands_once(surveyed: Surveyed) -> None:
    """Of a library that has had no release since."""
    found = surveyed(("beta-rec", "0.3.2", MAP))
    assert told(found, "Beta RecSys") == [(BOTH, "0.3.2", "")]


def test_the_nearest_record_stands_in_with_the_reason(surveyed: Surveyed) -> None:
    """RePlay 0.4.0 cannot be had: of the versions named the first that is recorded."""
    found = surveyed(*(("replay-rec", v, MAP) for v in ("0.6.0", "0.12.0", "0.22.0")))
    (when, version, note), now = told(found, "RePlay")
    assert (when, version) == (THEN, "0.6.0")
    assert "the oldest on the registry is 0.5.1" in note
    assert now == (NOW, "0.22.0", "")


def test_the_oldest_record_stands_in_where_none_is_named(surveyed: Surveyed) -> None:
    """Then it is said that the paper's own is missing."""
    found = surveyed(*(("recbole", v, MAP) for v in ("1.0.1", "1.2.1")))
    assert told(found, "RecBole")[0] == (
        THEN,
        "1.0.1",
        "homonym has no record of it yet",
    )


def test_a_row_without_any_record_says_so(surveyed: Surveyed) -> None:
    """It keeps its place in the table."""
    found = surveyed(("beta-rec", "0.3.2", MAP))
    assert told(found, "OpenRec") == [(BOTH, "", "homonym has no record of it yet")]


def test_a_library_that_the_paper_does_not_have_stands_below(
    surveyed: Surveyed,
) -> None:
    """At its newest version, without a published row."""
    values = {"MAP": 0.5}
    found = surveyed(*(("surprise", v, MAP, {}, values) for v in ("1.1.1", "1.1.5")))
    table, _ = paper.build_paper_tables(found, find_meanings_by_family(found))
    last = table.entries[-1]
    assert (last.name, last.published) == ("surprise", {})
    assert [time.run for time in last.times] == [
        PaperRun(NOW, found.libraries[0].newest)
    ]


def test_every_row_of_the_paper_is_matched_to_records() -> None:
    """And every name that is given for one is spelt as a record's folder is. Surprise
    is named in the paper and stands in no table."""
    rows = {
        r["name"]
        for t in ("table_1", "table_2")
        for r in paper.read_published_numbers()[t]["row"]
    }
    libraries = {one["name"] for one in paper.read_published_numbers()["library"]}
    assert libraries - rows == {"Surprise"}
    assert rows <= libraries
    known = {library.name for library in read_survey().libraries}
    named = {
        name
        for one in paper.read_published_numbers()["library"]
        for name in one["records"]
    }
    assert named - known <= {"openrec"}


def test_single_precision_makes_no_second_number(surveyed: Surveyed) -> None:
    """Nor does a pipeline that rounds: equal is what is so to the digits of both."""
    values = (0.424127546, 0.424127549, 0.4241)
    names = ("beta-rec", "recsys-pytorch", "recbole")
    found = surveyed(
        *((n, "1.0", MAP, {}, {"MAP": v}) for n, v in zip(names, values, strict=True))
    )
    table, _ = paper.build_paper_tables(found, find_meanings_by_family(found))
    (meant,) = next(
        sum for sum in summarise_paper_columns(table) if sum.column == "MAP"
    ).measured
    assert len(meant.values) == 1


def failing() -> dict[str, Any]:
    return {"AUC": {"claims": "auc", "unavailable": ERROR.removeprefix("raises ")}}


def test_a_metric_that_raises_is_shown_with_its_message(
    surveyed: Surveyed, tmp_path: Path
) -> None:
    """In its cell, and beside the published number below the table."""
    found = surveyed(("daisyRec", "1.1.2", failing(), {}, {"AUC": ERROR}))
    page = build_report_pages(tmp_path / "site", found).parent / "paper.html"
    text = page.read_text(encoding="utf-8")
    assert "<strong>raises NameError</strong>" in text
    noted = text.partition('id="repaired-1-DaisyRec-RocAuc"')[2].partition("</li>")[0]
    assert "published fail" in noted
    assert "Measured as the library is: raises NameError" in noted


def test_a_starred_cell_says_whose_number_it_is(
    surveyed: Surveyed, tmp_path: Path
) -> None:
    """The published number of repaired code is called that."""
    page = build_report_pages(
        tmp_path / "site", surveyed(("beta-rec", "0.3.2", MAP))
    ).parent
    text = (page / "paper.html").read_text(encoding="utf-8")
    noted = text.partition('id="repaired-1-NeuRec-HitRate"')[2].partition("</li>")[0]
    assert "the number of repaired code, after replacing == by in" in noted


def test_numbers_on_movielens_stand_beside_those_of_the_example(
    surveyed: Surveyed, tmp_path: Path
) -> None:
    """Where the record has them; per-user numbers by their mean."""
    surveyed(("beta-rec", "0.3.2", MAP, {}, {"MAP": "per user"}))
    file = store.locate_record_file("beta-rec", "0.3.2", tmp_path / "records")
    found = as_plain(store.read_record_file(file))
    found["example"]["means"] = {"MAP": 0.25}
    found["movielens"] = {"data": "ml", "values": {"MAP": 0.125}}
    store.write_record_of(
        convert_plain_record(found, "a test"), [], tmp_path / "records"
    )
    release = read_survey(folder=tmp_path / "records").libraries[0].newest
    assert paper.find_dataset_number(release, "example", "MAP") == 0.25
    assert paper.find_dataset_number(release, "movielens", "MAP") == 0.125
    page = build_report_pages(
        tmp_path / "site", read_survey(folder=tmp_path / "records")
    ).parent
    assert "0.1250</span>" in (page / "paper.html").read_text(encoding="utf-8")


def test_a_number_is_told_once_and_a_refusal_is_none(
    surveyed: Surveyed, tmp_path: Path
) -> None:
    """Two metrics of one meaning, one rounded, and a third that refuses the data."""
    metrics = dict.fromkeys("abc", "average_precision(divisor=min_k_r)")
    surveyed(("recbole", "1.2.1", metrics))
    file = store.locate_record_file("recbole", "1.2.1", tmp_path / "records")
    found = as_plain(store.read_record_file(file))
    refused = "refused: one item for every user"
    found["example"] = {"data": "d", "values": {"a": 0.73496, "b": 0.735, "c": refused}}
    store.write_record_of(
        convert_plain_record(found, "a test"), [], tmp_path / "records"
    )
    first, _ = paper.build_paper_tables(
        sure := read_survey(folder=tmp_path / "records"), find_meanings_by_family(sure)
    )
    (meant,) = next(
        one for one in summarise_paper_columns(first) if one.column == "MAP"
    ).measured
    assert meant.values == (0.73496,)
    assert meant.names == ("RecBole a", "RecBole b")
    (entry,) = (one for one in first.entries if one.measured)
    assert entry.refusals == ["one item for every user"]


def test_a_row_says_from_which_commit_and_why_it_has_no_movielens(
    surveyed: Surveyed, tmp_path: Path
) -> None:
    """And a refusal on MovieLens gives its reason in words that print."""
    surveyed(("beta-rec", "0.3.2", MAP), ("elliot", "0.3.1", MAP))
    folder = tmp_path / "records"
    found = as_plain(
        store.read_record_file(store.locate_record_file("beta-rec", "0.3.2", folder))
    )
    refused = {"MAP": "refused: only falling scores"}
    found["example"] = {"data": "d", "values": {"MAP": 0.5}}
    found["movielens"] = {"data": "ml", "values": refused}
    store.write_record_of(convert_plain_record(found, "a test"), [], folder)
    found = as_plain(
        store.read_record_file(store.locate_record_file("elliot", "0.3.1", folder))
    )
    found["provenance"]["from"] = "commit 641100a89c70"
    store.write_record_of(convert_plain_record(found, "a test"), [], folder)
    page = (
        build_report_pages(tmp_path / "site", read_survey(folder=folder)).parent
        / "paper.html"
    )
    text = page.read_text(encoding="utf-8")
    made_without = "not on MovieLens: its record was made without it"
    assert text.count(made_without) == 2, "Elliot’s row, in either table"
    assert "recorded 2026-01-02, commit 641100a<" in text
    assert '<span class="real">ML refused</span>' in text
    assert ": only falling scores</span>" in text
    assert text.count("Beta RecSys, refused: only falling scores.") == 1


def test_an_environment_that_cannot_be_built_is_told_and_its_record_stays(
    surveyed: Surveyed, tmp_path: Path
) -> None:
    """What a live run expected and did not get: a status, not a crash."""
    expected = pytest.importorskip("homonym.conformance_tests.expected")
    surveyed(("beta-rec", "0.3.2", MAP))
    locks, live = tmp_path / "locks", tmp_path / "live"
    locks.mkdir()
    live.mkdir()
    (locks / "py311-beta-rec-0.3.2.txt").write_text("numpy==1.26.4\nbeta-rec==0.3.2\n")
    (locks / "py311-nowhere-0.3.0.txt").write_text("nowhere==0.3.0\n")
    (live / "statuses.json").write_text(
        json.dumps(expected.list_expected_versions(locks))
    )
    found = read_survey(live, tmp_path / "records")
    site = build_report_pages(tmp_path / "site", found).parent
    text = (site / "paper.html").read_text(encoding="utf-8")
    failed = text.partition('id="not-built"')[2]
    assert "nowhere 0.3.0: no result: its environment could not be built" in failed
    assert "0.3.2: no result: its environment could not be built" in failed
    assert found.libraries[0].newest.record or found.libraries[1].newest.record
    assert "recorded 2026-01-02" in (site / "matrix.html").read_text(encoding="utf-8")


def test_a_library_that_the_paper_names_and_does_not_tabulate_has_a_row_twice() -> None:
    """Surprise: at the version of the paper's time, and today."""
    found = read_survey()
    first, _ = paper.build_paper_tables(found, find_meanings_by_family(found))
    (row,) = (entry for entry in first.entries if entry.name == "Surprise")
    versions = [one.run.release.version for one in row.times if one.run.release]
    assert versions[0] == "1.1.1"
    assert len(versions) == 2
    assert not row.published


def test_only_what_the_paper_cut_at_k_is_headed_so(
    surveyed: Surveyed, tmp_path: Path
) -> None:
    """RocAuc was calculated on full predictions; Table 2 names its depths itself."""
    found = surveyed(("beta-rec", "0.3.2", MAP))
    first, second = paper.build_paper_tables(found, find_meanings_by_family(found))
    assert dict(zip(first.columns, first.headings, strict=True))["MAP"] == "MAP@20"
    assert first.headings[-1] == "RocAuc"
    assert second.headings == second.columns
    text = (
        build_report_pages(tmp_path / "site", found).parent / "paper.html"
    ).read_text("utf-8")
    assert '<th scope="col">Recall@20</th><th scope="col">RocAuc</th>' in text
    assert "RocAuc was calculated using full predictions" in text


def test_what_is_said_of_the_depth_stands_in_the_source(shared: Path) -> None:
    """In its section 3, line breaks and hyphens aside."""

    def plain(text: str) -> str:
        return re.sub(r"[^a-z0-9]", "", text.lower())

    (text,) = (shared / "papers").glob("004*.txt")
    words = plain(paper.read_published_numbers()["table_1"]["depth"])
    assert words in plain(text.read_text(encoding="utf-8"))


def test_a_rounded_number_has_no_digits_that_the_library_does_not_give(
    surveyed: Surveyed, tmp_path: Path
) -> None:
    """0.0248 beside 0.02485; 0.735 of single precision is 0.7350; both are noted."""
    function = {
        "claims": "average_precision",
        "variants": ["average_precision(divisor=min_k_r)"],
        "precision": 1e-9,
    }
    rounded = {**function, "precision": 1e-4}
    metrics = {"a": function, "b": rounded}
    surveyed(("recbole", "1.2.1", metrics, {}, {"a": 0.73496, "b": 0.735000014}))
    file = store.locate_record_file("recbole", "1.2.1", tmp_path / "records")
    found = as_plain(store.read_record_file(file))
    found["movielens"] = {"data": "ml", "values": {"a": 0.0248477, "b": 0.0248}}
    store.write_record_of(
        convert_plain_record(found, "a test"), [], tmp_path / "records"
    )
    read = read_survey(folder=tmp_path / "records")
    first, _ = paper.build_paper_tables(read, find_meanings_by_family(read))
    (entry,) = (one for one in first.entries if one.measured)
    one, other = entry.times[-1].cells["MAP"]
    assert (one.digits(one.real), other.digits(other.real)) == ("0.02485", "0.0248")
    assert other.digits(other.value) == "0.7350"
    (meant,) = next(
        sum for sum in summarise_paper_columns(first) if sum.column == "MAP"
    ).measured
    assert meant.values == (0.73496,), "of which the other is made by rounding"
    text = (
        build_report_pages(tmp_path / "site", read).parent / "paper.html"
    ).read_text("utf-8")
    assert "0.02480" not in text
    assert text.count("rounded by the library to 4 decimals") == 1


def test_what_is_not_offered_and_what_is_not_measured_are_told_apart(
    surveyed: Surveyed, tmp_path: Path
) -> None:
    """In words, on the page and in Markdown; a dash is the paper's own."""
    metrics = {**MAP, "MRR": "reciprocal_rank", "NDCG": "ndcg"}
    values = {"MAP": 0.5, "NDCG": 0.5}
    found = surveyed(("beta-rec", "0.3.2", metrics, {}, values))
    first, _ = paper.build_paper_tables(found, find_meanings_by_family(found))
    (entry,) = (one for one in first.entries if one.measured)
    (time,) = entry.times
    assert time.absent("MRR") == "not measured on this data"
    assert time.absent("Recall") == "not offered"
    site = build_report_pages(tmp_path / "site", found).parent
    text = (site / "paper.html").read_text(encoding="utf-8")
    mine = text.partition('id="table-1-Beta-RecSys"')[2].partition("</tbody>")[0]
    published, measured = mine.split("</tr>")[1:3]
    assert published.count("–</span>") == 2, "HitRate and MRR, as in the paper"
    assert measured.count(">not offered</span>") == 4
    assert measured.count(">not measured on this data</span>") == 1
    assert "–</span>" not in measured
    row = (
        (site / "report.md")
        .read_text(encoding="utf-8")
        .partition("| Beta RecSys 0.3.2 |")[2]
    )
    assert row.startswith(" not offered | 0.5000 MAP (divisor=k) | not measured")


def test_the_tables_can_be_taken_along_in_all_digits(
    surveyed: Surveyed, tmp_path: Path
) -> None:
    """As CSV, a row a number: published, then and now; and as LaTeX; and unfolded."""
    metrics = {"mapr": "average_precision(divisor=r)"}
    numbers = {"0.5.0": 0.123456789012, "0.6.0": 0.210987654321}
    found = surveyed(
        *(
            ("rs-metrics", version, metrics, {}, {"mapr": value})
            for version, value in numbers.items()
        )
    )
    site = build_report_pages(tmp_path / "site", found).parent
    with (site / "table-1.csv").open(encoding="utf-8", newline="") as file:
        told = [
            (row["run"], row["version"], row["number"], row["formula"])
            for row in csv.DictReader(file)
            if (row["library"], row["column"]) == ("rs_metrics", "MAP")
        ]
    formula = "average_precision(divisor=r)"
    assert told == [
        ("published", "0.5.0", "0.031690245847362415", ""),
        (THEN, "0.5.0", "0.123456789012", formula),
        (NOW, "0.6.0", "0.210987654321", formula),
    ]
    tex = (site / "table-1.tex").read_text(encoding="utf-8")
    rows = [one for one in tex.splitlines() if one.startswith(r"rs\_metrics")]
    assert [one.split(" & ")[1:5:3] for one in rows] == [
        ["published", "0.03169"],
        ["at the paper's version", "0.1235 A"],
        ["today", "0.2110 A"],
    ]
    text = (site / "paper.html").read_text(encoding="utf-8")
    assert '<a href="table-1.csv">' in text and '<a href="table-2.tex">' in text
    digits = text.partition('id="digits-1"')[2].partition("</details>")[0]
    for value in ("0.031690245847362415", *map(str, numbers.values())):
        assert value in digits


def test_a_refusal_over_homonyms_own_data_says_so(
    surveyed: Surveyed, tmp_path: Path
) -> None:
    """In the cell and below the table; another refusal is left as it is."""
    (known,) = paper.read_published_numbers()["refusal"]
    surveyed(("recbole", "1.2.1", {**MAP, "MRR": "reciprocal_rank"}))
    folder = tmp_path / "records"
    found = as_plain(
        store.read_record_file(store.locate_record_file("recbole", "1.2.1", folder))
    )
    refused = {"MAP": f"refused: {known['reason']}", "MRR": "refused: no k"}
    found["example"] = {"data": "d", "values": {"MAP": 0.5, "MRR": 0.5}}
    found["movielens"] = {"data": "ml", "values": refused}
    store.write_record_of(convert_plain_record(found, "a test"), [], folder)
    page = (
        build_report_pages(tmp_path / "site", read_survey(folder=folder)).parent
        / "paper.html"
    )
    text = page.read_text(encoding="utf-8")
    assert f"{known['reason']} ({known['short']})</span>" in text
    assert f"RecBole, refused: {known['reason']}. {known['says']}.</li>" in text
    assert "RecBole, refused: no k.</li>" in text
