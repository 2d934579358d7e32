"""The matrix: its columns, its rows, and what is folded."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import msgspec.structs
import pytest

from homonym.records.schema import Record
from homonym.records.schema_entry import MetricEntry, NoVerdict
from homonym.records.store import read_every, write_record_of
from homonym.reports.build import build_report_pages
from homonym.reports.evidence.matrix import (
    LibraryRows,
    Matrix,
    build_section_matrices,
    describe_verdict_change,
)
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.meaning import find_meanings_by_family
from homonym.reports.findings.survey import Survey, read_survey
from homonym.reports.pages.front import list_cell_letters
from homonym.reports.pages.matrix import order_families


def rs_metrics() -> Record:
    return next(r for r in read_every() if r.library == "rs-metrics")


def surveyed(folder: Path, *records: Record) -> Survey:
    for one in records:
        write_record_of(one, [], folder)
    return read_survey(folder=folder)


def first_matrix(found: Survey) -> Matrix:
    known = find_meanings_by_family(found)
    return build_section_matrices(found, order_families(found, known), known)[0]


def rows_of(tmp_path: Path, *records: Record) -> LibraryRows:
    (found,) = first_matrix(surveyed(tmp_path / "records", *records)).libraries
    return found


def versions(found: LibraryRows) -> list[list[str]]:
    """The versions of each row, the shown and the folded."""
    rows = (*found.shown, *found.folded)
    return [[one.version for one in (row.release, *row.alike)] for row in rows]


def test_what_people_ask_for_stands_first() -> None:
    """NDCG, MAP, AUC; then by the number of libraries."""
    found = first_matrix(read_survey())
    names = [family.name for family in found.families]
    assert names[:3] == ["ndcg", "average_precision", "auc"]
    assert set(names[3:6]) <= {"precision", "recall", "reciprocal_rank", "hit_rate"}


def test_neighbours_that_say_the_same_are_one_row(tmp_path: Path) -> None:
    """Three versions, the middle one without AUC: three rows; with it, one."""
    one = rs_metrics()
    copies = [msgspec.structs.replace(one, version=v) for v in ("1.0", "2.0", "3.0")]
    assert versions(rows_of(tmp_path / "alike", *copies)) == [["3.0", "2.0", "1.0"]]
    less = {name: entry for name, entry in one.metrics.items() if "ndcg" not in name}
    copies[1] = msgspec.structs.replace(copies[1], metrics=less)
    found = rows_of(tmp_path / "apart", *copies)
    assert versions(found) == [["3.0"], ["2.0"], ["1.0"]]
    assert (len(found.shown), found.older) == (1, 2)


def test_a_version_without_a_record_hides_no_measured_one(tmp_path: Path) -> None:
    """Both stand; only what is older than the measured one is folded."""
    one = rs_metrics()
    older = msgspec.structs.replace(one, version="0.1", metrics={})
    found = surveyed(tmp_path / "records", one, older)
    (library,) = found.libraries
    (newest, old) = library.releases
    missing = replace(newest, version="9.9", record=None)
    library = replace(library, releases=(missing, newest, old))
    (rows,) = first_matrix(replace(found, libraries=(library,))).libraries
    assert versions(rows) == [["9.9"], [one.version], ["0.1"]]
    assert len(rows.shown) == 2


def test_every_version_of_a_row_keeps_its_cells_addresses(tmp_path: Path) -> None:
    """Those of older versions stand beside the newest's."""
    one = rs_metrics()
    found = surveyed(
        tmp_path / "records", one, msgspec.structs.replace(one, version="0.1")
    )
    text = (
        build_report_pages(tmp_path / "site", found).parent / "matrix.html"
    ).read_text("utf-8")
    for version in (one.version, "0.1"):
        assert text.count(f'id="cell-rs-metrics-{version}-mapr"') == 1
    assert "the same at 0.1" in text


@pytest.mark.parametrize("family", ["ndcg", "average_precision", "auc"])
def test_the_small_matrix_has_each_letter_of_the_large_one(family: str) -> None:
    """Once, marked where one of its metrics differs from its documentation."""
    matrix = first_matrix(read_survey())
    place = [one.name for one in matrix.families].index(family)
    for row in matrix.rows:
        for cell in row.cells[place : place + 1]:
            found = list_cell_letters(cell)
            assert {one.letter for one, _ in found} == {one.letter for one in cell}
            assert len(found) == len({one.letter for one in cell})
            marked = {one.letter for one, differs in found if differs}
            told = {g.letter for g in cell if any(f.differs for f in g.findings)}
            assert marked == told


@pytest.mark.exhaustive
def test_versions_at_which_nothing_changed_share_a_column(tmp_path: Path) -> None:
    """82 versions, the 41st without one metric: three columns."""
    one = rs_metrics()
    copies = [msgspec.structs.replace(one, version=f"{n}.0") for n in range(1, 83)]
    less = {name: entry for name, entry in one.metrics.items() if name != "mapr"}
    copies[40] = msgspec.structs.replace(one, version="41.0", metrics=less)
    site = build_report_pages(
        tmp_path / "site", surveyed(tmp_path / "records", *copies)
    ).parent
    page = (site / "library-rs-metrics.html").read_text(encoding="utf-8")
    head = page.partition('id="versions"')[2].partition("</thead>")[0]
    told = re.findall(r"<code>(\d+).0</code>", head)
    assert told == ["82", "42", "41", "40", "1"]
    assert head.count("<th ") == 4
    assert "41 versions" in head and "40 versions" in head


def test_every_page_says_what_it_is_about_where_it_is_linked_to(
    tmp_path: Path,
) -> None:
    """A description of its own words, and the picture, which is there."""
    site = build_report_pages(
        tmp_path / "site", surveyed(tmp_path / "records", rs_metrics())
    ).parent
    told = {}
    for file in site.glob("*.html"):
        text = file.read_text(encoding="utf-8")
        (told[file.name],) = re.findall(
            '<meta name="description" content="(.+)">', text
        )
        assert f'"og:description" content="{told[file.name]}"' in text
        assert '<meta property="og:image" content="preview.png">' in text
        assert "<" not in told[file.name]
    assert "rs_metrics" in told["library-rs-metrics.html"]
    assert "MAP" not in told["family-ndcg.html"] and "NDCG" in told["family-ndcg.html"]
    assert (site / "preview.png").read_bytes().startswith(b"\x89PNG")


RANKED, OTHER = (
    MetricEntry(claims="average_precision", status="identified", variants=(one,))
    for one in ("average_precision(divisor=r)", "average_precision(divisor=k)")
)
RAISED = MetricEntry(
    claims="average_precision",
    status="unavailable",
    no_verdict=NoVerdict(kind="raised", reason="TypeError: no"),
)


@pytest.mark.parametrize(
    ("verdicts", "words"),
    [
        ([RANKED, RANKED], ""),
        ([RANKED, OTHER], "changed meaning between versions"),
        ([RAISED, RANKED], "broke between versions"),
        ([RANKED, RAISED], "repaired between versions"),
        ([RAISED, RANKED, OTHER], "changed meaning between versions"),
    ],
)
def test_a_metric_that_raises_has_broken_and_changed_no_meaning(
    verdicts: list[MetricEntry], words: str
) -> None:
    """The newest version first."""
    found = [Finding("fake", str(n), "map", entry) for n, entry in enumerate(verdicts)]
    assert describe_verdict_change(found) == words


def test_no_text_tells_of_a_colour_for_each_formula(site: Path) -> None:
    """More formulas than ten have letters: rarer ones are grey."""
    meanings = find_meanings_by_family(read_survey())["ndcg"].values()
    assert len({one.letter for one in meanings}) > len({one.colour for one in meanings})
    readme = Path(__file__).parents[2] / "README.md"
    for file in (readme, site / "matrix.html", site / "index.html"):
        assert "one colour a formula" not in file.read_text(encoding="utf-8")
