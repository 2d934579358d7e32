"""What a reader checks with a piece of paper: recorded cases, and numbers returned."""

from __future__ import annotations

import re
from html import unescape
from math import isfinite
from pathlib import Path
from typing import Any

import msgspec
import pytest

from homonym.adapters.contract import Failed, Measurement, Value
from homonym.equivalence.witness import are_told_apart
from homonym.records import store
from homonym.records.schema_entry import MetricEntry
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant
from homonym.reports.build import build_report_pages
from homonym.reports.evidence.proof import find_verdict_proof
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.meaning import find_meanings_by_family
from homonym.reports.findings.survey import Survey, read_survey
from homonym.reports.pages import library, library_stories
from homonym.reports.pages.library_stories import State
from homonym.verdicts.formula import agrees_with_measured

COMMITTED = Path(__file__).parents[2] / "reports" / "records"
"""With the raw measurements, which an installed homonym does not have."""


@pytest.fixture(scope="module")
def all_records() -> Survey:
    return read_survey(folder=COMMITTED)


@pytest.fixture(scope="module")
def states(all_records: Survey) -> list[State]:
    """Every metric of every library, at the versions that differ."""
    known, computed = (
        find_meanings_by_family(all_records),
        library.group_variants_by_family(all_records),
    )
    return [
        state
        for one in all_records.libraries
        for told in library_stories.collect_metric_stories(
            [release for release in one.releases if release.record], known, computed
        )
        for state in told.states
    ]


NEAR = {"agrees_on": 50, "of": 60, "witness": "1 . @1"}


def entry(**more: Any) -> MetricEntry:
    usual = {
        "claims": "average_precision",
        "variants": ["average_precision(divisor=r)"],
        "status": "identified",
        "precision": 1e-9,
    }
    return msgspec.convert({**usual, **more}, MetricEntry)


def found(raw: dict[str, Measurement], *computed: str, **more: Any) -> Any:
    finding = Finding("fake", "1.0.0", "map", entry(**more))
    return find_verdict_proof(finding, raw, map(Variant.with_defaults, computed))


def of(variant: str, *lines: str) -> dict[str, Measurement]:
    """What a library that computes the variant returns on these cases."""
    computed = Variant.with_defaults(variant)
    return {line: Value(computed.value(Case.parse(line))) for line in lines}


def text(page: Path) -> str:
    plain = re.sub(r"<[^>]+>", " ", page.read_text(encoding="utf-8"))
    return " ".join(unescape(plain).split())


EQUAL, MIN, SMALL = "2 . 2 ; 2 5 . @2", ". 2.5 . | ; 2.5 . 1 | @2", "4.5 . 5 2 | @2"
"""Core cases: every user's r is k; only min(k, r) is r; neither k nor min(k, r) is."""


@pytest.mark.exhaustive
def test_every_explained_metric_has_a_case_with_the_number_returned(
    states: list[State],
) -> None:
    """On it the formula gives what was returned, and the rival something else."""
    shown = 0
    for one in states:
        finding, told = one.finding, one.proof
        if not finding.variants:
            assert told is None
            continue
        at = (finding.library, one.versions, finding.metric)
        assert told, at
        case, variant = told.worked.case, Variant.parse(finding.variants[0])
        measured = one.raw[case.id]
        assert isinstance(measured, Value), at
        assert agrees_with_measured(
            variant.value(case), measured, finding.entry.precision
        ), at
        if told.rival:
            assert are_told_apart(told.worked.one, told.worked.other), at
            shown += 1
    assert shown > 300


def test_the_rival_agrees_on_the_most_cases_and_the_case_is_the_smallest() -> None:
    """The divisor k differs on two of three, min(k, r) on one; a call that failed is
    none of the cases."""
    raw = of("MAP(divisor=r)", EQUAL, MIN, SMALL)
    computed = ("MAP(divisor=k)", "MAP(divisor=r)", "MAP")
    told = found(raw, *computed)
    assert told.rival == "average_precision(divisor=min_k_r)"
    assert told.worked.case.id == SMALL
    assert told.returned == pytest.approx(1 / 3)
    other = found({**raw, SMALL: Failed("ValueError")}, *computed)
    assert other.rival == "average_precision(divisor=k)"
    assert other.worked.case.id == MIN


def test_the_runner_up_and_the_promise_come_before_what_others_compute() -> None:
    """What the record sets a metric against is its rival, if it is another formula."""
    raw = of("MAP(divisor=r)", EQUAL, MIN, SMALL)
    promised = {"variant": "average_precision(divisor=k)", "quote": "", "where": ""}
    second = {"variant": "average_precision(divisor=hits)", **NEAR}
    assert found(raw, "MAP", documented=promised).rival == promised["variant"]
    both = found(raw, "MAP", documented=promised, runner_up=second)
    assert both.rival == second["variant"]
    kept = {**promised, "variant": "average_precision(divisor=r)"}
    assert found(raw, "MAP", documented=kept).rival.endswith("(divisor=min_k_r)")


def test_where_libraries_compute_nothing_else_one_choice_is_another() -> None:
    """Of the other divisors the one that agrees on the most cases: min(k, r)."""
    raw = of("MAP(divisor=r)", EQUAL, MIN, SMALL)
    assert found(raw, "MAP(divisor=r)").rival.endswith("(divisor=min_k_r)")


def test_without_a_rival_the_formula_stands_beside_the_number_returned() -> None:
    """Its family has no other on these inputs; without a number there is no case."""
    raw = of("hit_rate", "1 . @1")
    one = {"claims": "hit_rate", "variants": ["hit_rate(counts=any)"]}
    assert found(raw, **one) is None, "that is no core case"
    assert found({}, "MAP") is None
    line = "2.5 . . . . . | ; . . . | 1 @3"
    each: dict[str, Measurement] = {line: Value(None, (1.0, 0.0))}
    told = found(
        each, claims="hit_rate", variants=["hit_rate(counts=any, users=caller)"]
    )
    assert (told.rival, told.returned, told.worked.other) == ("", (1, 0), (1, 0))


@pytest.mark.exhaustive
def test_what_an_edge_is_called_is_the_reading_that_gives_the_number_returned(
    all_records: Survey,
) -> None:
    """In every table of every library, where the outcome is one of the readings."""
    compared = 0
    for one in all_records.libraries:
        recorded = [release for release in one.releases if release.record]
        for table, rows in library.list_edge_tables(recorded):
            for row, given in rows:
                for found in given:
                    assert found.outcome in row.outcomes
                    expected = dict(found.read).get(str(found.outcome))
                    if isinstance(expected, float) and isfinite(expected):
                        at = (one.name, table.versions, row.id, found.metrics)
                        numbers = found.returned
                        each = numbers if isinstance(numbers, tuple) else [numbers]
                        wanted = pytest.approx(expected, abs=1e-3)
                        assert all(number == wanted for number in each), at
                        compared += 1
    assert compared > 1000


def test_the_edges_of_a_library_lead_to_their_inputs(site: Path) -> None:
    """Every input of its table, and there what each reading makes of the rows."""
    mine = (site / "edges-rs-metrics.html").read_text(encoding="utf-8")
    heads = re.findall(r'<th scope="row" title="(\w+)">\s*<a href="([^"]+)"', mine)
    assert ("ties", "probe-ties.html") in heads
    assert len({at for _, at in heads}) == len(heads) > 20
    told = text(site / "edges-rs-metrics.html")
    returned = "recall , hitrate 0.3333 counts as 0 skipped: 0.5000 counts as 0: 0.3333"
    assert returned in told
    probe = text(site / "probe-user_without_list.html")
    assert "skipped · 1 · · · 1 . 1 . ; . . 1 @2 counts as 0" in probe
    assert "averaged 0.5000 " in text(site / "probe-ties.html")


def test_a_metrics_case_is_on_its_page_with_the_number_returned(site: Path) -> None:
    """rs_metrics' NDCG on two users: 1/1.63093 and 0, and the same was returned."""
    mine = text(site / "library-rs-metrics.html")
    assert "A recorded case : returned 0.3066 , where ndcg(" in mine
    told = text(site / "cases-rs-metrics.html")
    assert "user 1: value 1/1.63093 = 0.613147 1/1 = 1" in told
    assert "Returned, as recorded: 0.3065735963827292" in told
    page = (site / "library-rs-metrics.html").read_text(encoding="utf-8")
    places = re.findall(r'href="(\S+)">A recorded case', page)
    assert len(places) == len(set(places)) > 5
    cases = (site / "cases-rs-metrics.html").read_text(encoding="utf-8")
    for file, _, anchor in (place.partition("#") for place in places):
        assert file == "cases-rs-metrics.html" and f'id="{anchor}"' in cases


def test_a_page_without_raw_measurements_says_so(tmp_path: Path) -> None:
    """As in an installed homonym; nothing stands for a number that is not there."""
    one = [r for r in store.read_every(COMMITTED) if r.library == "rs-metrics"][-1]
    store.write_record_of(one, [], tmp_path).with_suffix(".tsv").unlink()
    built = build_report_pages(tmp_path / "site", read_survey(folder=tmp_path)).parent
    told = text(built / "library-rs-metrics.html")
    assert "the installed package, which made these pages, does not have them" in told
    assert "A recorded case" not in told
