"""What the front page counts, by rules that it states."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from homonym.records.schema_entry import MetricEntry
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.meaning import count_metrics, find_meanings_by_family
from homonym.reports.findings.names import list_names_by_meanings
from homonym.reports.findings.survey import read_survey
from homonym.reports.pages.front import build_front_context, find_environment_causes

ENTRY = MetricEntry(
    claims="average_precision",
    status="identified",
    variants=("average_precision(divisor=r)",),
)


@pytest.mark.parametrize(
    ("library", "metric", "name"),
    [
        ("elliot", "Evaluator.eval(nDCG(relevance_threshold=1))", "nDCG"),
        ("elliot", "nDCG(relevance_threshold=1)", "nDCG"),
        ("neurec-v1", "evaluate_by_foldout[MRR]", "MRR"),
        ("scikit-surprise", "precision_recall_at_k(threshold=0.5)[recall]", "recall"),
        ("replay-rec", "MRR[polars]", "MRR"),
        ("fake", "Trainer.evaluate(MAP)", "Trainer.evaluate"),
    ],
)
def test_a_metric_goes_by_its_name_however_it_is_called(
    library: str, metric: str, name: str
) -> None:
    """A name that calls metrics of several families is the name of none."""
    assert Finding(library, "1", metric, ENTRY).name == name


def test_ways_to_call_a_metric_count_once() -> None:
    """And its versions, and its interfaces; another library's does not."""
    ways = ("MAP", "Evaluator.eval(MAP)", "Evaluator.eval")
    found = [Finding("elliot", v, way, ENTRY) for v in "12" for way in ways[:2]]
    assert count_metrics(found) == 1
    assert count_metrics([*found, Finding("rs-metrics", "1", "MAP", ENTRY)]) == 2
    spark = [Finding(f"replay-rec{way}", "1", "MAP", ENTRY) for way in ("", "-spark")]
    assert count_metrics(spark) == 1


def test_the_table_of_broken_promises_is_of_the_metrics_that_are_counted() -> None:
    """A metric has several rows only where they say different things."""
    gathered = read_survey()
    known = find_meanings_by_family(gathered)
    shown = build_front_context(gathered, list_names_by_meanings(gathered, known))
    rows = shown["differing"]
    assert {len({f.name for f in row}) for row in rows} == {1}
    named = {(row[0].home, row[0].name) for row in rows}
    assert len(named) == shown["broken"] + shown["by_environment"]
    own = {(f.home, f.name) for row in rows for f in row if f not in shown["caused"]}
    assert len(own) == shown["broken"] and shown["by_environment"] == 1
    said = [
        (row[0].library, row[0].name, row[0].promises, row[0].variants) for row in rows
    ]
    assert len(set(said)) == len(said)


def test_a_broken_promise_says_what_is_computed_and_whose_doing_it_is(
    site: Path,
) -> None:
    """The formula that a record writes out; and trectools is as documented with the
    pandas before: its record of that environment says so."""
    gathered = read_survey()
    apart = find_environment_causes(gathered)
    assert {(f.library, f.metric) for f in apart} == {("trectools", "get_rprec")}
    (trectools,) = (one for one in gathered.libraries if one.name == "trectools")
    before = {f.metric: f.meaning for f in trectools.recorded[-1].findings}
    assert before["get_rprec"] == "r_precision(cut=r)"
    text = unescape((site / "index.html").read_text("utf-8"))
    table = text.partition('id="documented"')[2].partition('id="several"')[0]
    assert table.count("Caused by the environment, not by the library") == 1
    assert "measured with pandas 2" in table
    assert (
        ", and 1 because of the environment, which the count above leaves out, in"
        in table
    )
    odd = [f for f in gathered.newest if f.differs and f.status == "unexplained"]
    written = {f.entry.formula.split(" ")[0] for f in odd if f.entry.formula}
    assert "mae(missing=no_error)" in written
    assert all(
        f"unexplained: {words}" in table.replace("<wbr>", "") for words in written
    )


def test_a_name_has_as_many_meanings_in_the_papers_columns_as_in_the_picture(
    site: Path,
) -> None:
    """DCG stands in the column NDCG, and is none of its meanings."""
    front, told = ((site / f).read_text("utf-8") for f in ("index.html", "paper.html"))
    (drawn,) = re.findall(r"(\d+) of the \d+ are here", front)
    row = told.partition('id="together-NDCG"')[2].partition("</tr>")[0]
    ((named, other),) = re.findall(
        r">(\d+) meanings at the newest versions, and (\d+) under other names<", row
    )
    assert named == drawn
    assert int(named) + int(other) == row.count('class="group ')
