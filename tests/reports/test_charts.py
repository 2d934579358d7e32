"""The charts of numbers, and the words for what the letters count."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest

from homonym.records import store
from homonym.records.reading import convert_plain_record
from homonym.records.schema_entry import MetricEntry
from homonym.reference.corpus import editions
from homonym.reference.variants import Variant, every_family
from homonym.reports.charts import dots as charts
from homonym.reports.charts.lines import (
    Curve,
    Scales,
    draw_line_chart,
    draw_point_chart,
)
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.ids import find_averaged_id
from homonym.reports.findings.meaning import (
    Meaning,
    find_meanings_by_family,
    rank_family_meanings,
)
from homonym.reports.findings.survey import read_survey
from homonym.reports.pages.family import describe_common_meaning, find_mentioned_classes
from homonym.reports.pages.variant import list_variant_symbols


def test_a_chart_shows_every_meaning_that_is_counted() -> None:
    """Those without a number and those off the scale too, each number once."""
    gathered = read_survey()
    known = find_meanings_by_family(gathered)
    for family, found in known.items():
        drawn = charts.build_meaning_rows(found.values(), gathered)
        assert [row.meaning for row in drawn] == list(found.values()), family
        for row in drawn:
            told = [f"{dot.value:.4f}" for dot in row.dots]
            assert len(set(told)) == len(told), (family, row.meaning.letter)
    ndcg = charts.draw_charts_by_family(gathered, {"ndcg": known["ndcg"]})["ndcg"].svg
    assert (
        f"The family NDCG at 20 of the same predictions: {len(known['ndcg'])}" in ndcg
    )
    assert all(f">{meaning.letter}<" in ndcg for meaning in known["ndcg"].values())
    assert ">86.35<" in ndcg
    assert re.search(r"\b[A-Z] 0.3353: DL RS Evaluation, Jurity", ndcg)


def test_a_formula_of_two_numbers_is_explained(site: Path) -> None:
    """Without a cut-off, some libraries have the first ranks and others all of them."""
    told = "Two dots in a row are one formula without a cut-off"
    front, average, ndcg = (
        (site / f"{name}.html").read_text("utf-8")
        for name in ("index", "family-average_precision", "family-ndcg")
    )
    assert told in front and told in average and told not in ndcg
    gathered = read_survey()
    for family, found in find_meanings_by_family(gathered).items():
        for row in charts.build_meaning_rows(found.values(), gathered):
            if len(row.dots) > 1:
                assert "depth=all" in row.meaning.variant, family


def test_a_meaning_of_old_versions_is_charted_with_the_version(tmp_path: Path) -> None:
    """No newest version has it, yet it is counted."""
    for version, divisor in (("1.0.0", "r"), ("2.0.0", "min_k_r")):
        entry = {
            "claims": "average_precision",
            "variants": [f"average_precision(divisor={divisor})"],
            "core": {"ran": 48, "of": 48},
        }
        found = {
            "schema": 1,
            "library": "fake",
            "version": version,
            "corpus": asdict(editions()[0]),
            "metrics": {"map": entry},
            "example": {"data": "example", "values": {"map": 0.25}},
            "provenance": {
                "measured": "2026-01-02",
                "from": "registry",
                "python": "3.11.7",
                "packages": {},
            },
        }
        store.write_record_of(convert_plain_record(found, "a test"), [], tmp_path)
    gathered = read_survey(folder=tmp_path)
    found = find_meanings_by_family(gathered)["average_precision"]
    rows = charts.build_meaning_rows(found.values(), gathered)
    assert [row.dots[0].libraries for row in rows] == [("fake 1.0.0",), ("fake",)]


@pytest.mark.parametrize(
    ("homes", "told"),
    [
        ([["a", "b"], ["c"]], "A is the most common meaning, not the right one."),
        ([["a"], ["b"]], "A and B are equally common, 1 library each; "),
        ([["a", "b"], ["b", "c"], ["d"]], "A and B are equally common, 2 libraries "),
        ([], ""),
    ],
)
def test_the_most_common_meaning_may_be_several(
    homes: list[list[str]], told: str
) -> None:
    """The letters order those of equally many libraries, and the page says so."""

    def made(names: list[str]) -> list[Finding]:
        variants = ("recall(divisor=r)",)
        entry = MetricEntry(claims="recall", status="identified", variants=variants)
        return [Finding(name, "1", "m", entry) for name in names]

    found = [
        Meaning("recall", "recall", place, tuple(made(names)))
        for place, names in enumerate(homes)
    ]
    assert describe_common_meaning(found).startswith(told)


def test_the_letters_of_a_formula_are_told_on_its_page() -> None:
    """Those that stand in it, whatever the family; other types have other letters."""
    told = dict(list_variant_symbols(Variant.with_defaults("MAP")))
    assert {"h_n", "x", "a_u", "b_u", "k", "r"} <= told.keys()
    assert "H" not in told and told["x"] == "what the axis divisor gives"
    assert (
        dict(list_variant_symbols(Variant.with_defaults("gini")))["n"]
        == "the number of items"
    )


def test_what_is_computed_for_each_user_is_not_called_computed_by_nobody() -> None:
    """The same formula without its mean is listed once, under its meaning."""
    gathered = read_survey()
    known = find_meanings_by_family(gathered)["ndcg"]
    named = find_mentioned_classes(every_family()["ndcg"], gathered, known)
    assert not [id for id, _ in named if find_averaged_id(id) in known]


@pytest.mark.parametrize("draw", [draw_line_chart, draw_point_chart])
def test_a_marker_at_the_edge_of_a_chart_is_whole(
    draw: Callable[..., str],
) -> None:
    """At the greatest and the least value nothing is clipped, and it stands inside of
    the picture."""
    scales = Scales("value", "size", ["a", "b"])
    svg = draw(scales, [Curve("one", (0.0, 1.0))])
    width, height = map(float, re.search(r'viewBox="0 0 (\S+) (\S+)"', svg).groups())
    line = svg.partition('<g class="dot c0">')[2]
    marks = re.findall(r"M([\d.]+) ([\d.]+)a([\d.]+)", line)
    assert len(marks) == 3, "two, and that of the legend"
    assert "clip-path" not in line
    for left, y, radius in (map(float, mark) for mark in marks):
        assert left > 0 and left + 2 * radius < width
        assert radius < y < height - radius


def test_the_headline_names_a_library_once_whatever_its_interfaces() -> None:
    """RePlay on Spark and in PyTorch are RePlay."""
    gathered = read_survey()
    meaning = rank_family_meanings("ndcg", gathered)["ndcg(gain=binary)"]
    (row,) = charts.build_meaning_rows([meaning], gathered)
    named = [name for dot in row.dots for name in dot.homes]
    shown = [name for dot in row.dots for name in dot.libraries]
    assert "RePlay on Spark" in shown and "RePlay on Spark" not in named
    more = len(set(named)) - charts.NAMED
    assert charts.shorten_libraries(row).endswith(f"and {more} more")
