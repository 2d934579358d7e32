"""The findings that surprise, and the questions at trackers: each rests on a record."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

from homonym.reports.evidence.surprises import find_shown_surprises, read_surprises
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.questions import (
    find_answered_questions,
    is_stated_on_record,
    read_tracker_questions,
)
from homonym.reports.findings.survey import read_survey

ADDRESS = re.compile(r"https://github\.com/[\w.-]+/[\w.-]+/(issues|pull)/\d+")


def test_ten_stand_on_the_front_page(site: Path) -> None:
    """Each with its case, what the metric gives, and lines that call the library."""
    page = unescape((site / "index.html").read_text(encoding="utf-8"))
    found = list(find_shown_surprises(read_survey()))
    assert len(found) == len(read_surprises()) == 10
    for one in found:
        part = page.partition(f"<strong>{one.told.title}.</strong>")[2]
        part = part.partition("</details>")[0]
        assert "\n".join(one.rows) in part
        assert one.here in part and one.there in part
        assert one.code in part and "print(" in one.code
        assert one.finding.page in part.replace("&amp;", "&")


def test_a_finding_is_told_while_the_record_says_so() -> None:
    """Another outcome on record, and it is left out."""
    known = read_survey()
    first = read_surprises()[0]
    (finding,) = (f for f in known.newest if f"{f.library}.{f.metric}" == first.metric)
    assert is_stated_on_record(finding, first.does)
    assert not is_stated_on_record(finding, "precision(divisor=k)")
    assert not is_stated_on_record(finding, first.does, edge="ties")


def test_a_perfect_list_is_one() -> None:
    """Of the case that shows an NDCG below 1, the usual NDCG is 1."""
    (one,) = (
        one
        for one in find_shown_surprises(read_survey())
        if one.told.title.startswith("A perfect list")
    )
    assert (one.here, one.there.split(" as ")[0]) == ("0.613147", "1")


def test_both_sides_differ() -> None:
    """A finding whose two numbers or outcomes are the same would be none."""
    for one in find_shown_surprises(read_survey()):
        assert one.here != one.there.split(" as ")[0], one.told.title
        assert one.here != one.there.rpartition(": ")[2], one.told.title


def test_the_words_of_a_finding_hold_for_all_that_they_name() -> None:
    """What the sentences say of further metrics stands in their records too."""
    known = {f"{f.library}.{f.metric}": f for f in read_survey().newest}

    def outcome(metric: str, edge: str) -> str:
        return known[metric].entry.conventions[edge]

    for name in ("Precision", "Recall", "MAP", "MRR"):
        for edge in ("score_zero", "score_negative"):
            metric = f"torchmetrics.Retrieval{name}"
            assert outcome(metric, edge) == "not recommended"
    for name in ("HitRate", "NormalizedDCG"):
        metric = f"torchmetrics.Retrieval{name}"
        assert outcome(metric, "score_negative") == "ranked as any other"
    for metric in ("xgboost.ndcg", "catboost.NDCG"):
        assert outcome(metric, "user_with_empty_truth") == "counts as 1"
    by_trec = "larger id first, ids as text"
    assert outcome("ir-measures.nDCG[pytrec_eval]", "ties") == by_trec
    assert known["recommenders.map"].variants == ("average_precision(divisor=r)",)
    achievable = known["rectools.NDCG(divide_by_achievable=True)"]
    assert achievable.variants == ("ndcg(gain=binary)",)
    (ideal,) = known["rectools.NDCG"].promises
    assert ideal == "ndcg(gain=binary, ideal=ones_k)"


def test_every_question_is_answered_by_the_records() -> None:
    """Each line names metrics of the newest version that say what it says."""
    told = [question for question, _ in find_answered_questions(read_survey().newest)]
    assert {*told} == {*read_tracker_questions()}
    for question in read_tracker_questions():
        assert ADDRESS.fullmatch(question.address)
        assert question.day < read_survey().until


def test_a_library_shows_its_questions(site: Path) -> None:
    """With their links, and the definition or outcome that answers."""
    known = {one.name: one for one in read_survey().libraries}
    for library in {question.library for question in read_tracker_questions()}:
        findings = known[library].newest.findings
        page = unescape((site / f"library-{library}.html").read_text("utf-8"))
        part = page.partition('id="questions"')[2].partition("<h2")[0]
        for question, answers in find_answered_questions(findings):
            assert question.address in part and question.asks in part
            assert all(
                answer.metric in part.replace("\u200b", "").replace("<wbr>", "")
                for answer in answers
            )


def test_an_answer_that_changed_is_not_shown() -> None:
    """The question of a metric that computes something else now is left out."""
    (question, *_), (finding, *_) = zip(
        *((q, f) for q, f in find_answered_questions(read_survey().newest)), strict=True
    )
    metric: Finding = finding[0]
    entry = metric.entry
    other = Finding(
        metric.library,
        metric.version,
        metric.metric,
        type(entry)(
            **{
                **{n: getattr(entry, n) for n in entry.__struct_fields__},
                "variants": ("recall(divisor=r)",),
                "conventions": {},
            }
        ),
    )
    others = [other if f == metric else f for f in finding]
    assert question not in [q for q, _ in find_answered_questions(others)]


def test_a_finding_names_threads_that_are_listed() -> None:
    """And no thread is told of without its line."""
    known = {question.address for question in read_tracker_questions()}
    for one in read_surprises():
        assert {*one.asked} <= known, replace(one).title
