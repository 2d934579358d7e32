"""What people name is found in the records there are, or told in one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from homonym.errors import UserError
from homonym.records import store
from homonym.records.lookup import (
    describe_recorded_formula,
    describe_repeated_call,
    explain_no_formula,
    find_identified_metric,
    find_metric_in_records,
    find_named,
    find_named_metric,
    find_on_record,
    find_own_metric_name,
    make_named_metric,
    require_explained_metric,
    require_identified_metric,
    yield_newest_metrics,
)
from homonym.records.schema import Record
from homonym.records.schema_entry import MetricEntry, NoVerdict, RepeatedCall
from homonym.reference.beyond.case import RunCase
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant

RECALL, PRECISION = "recall(divisor=r)", "precision(divisor=k)"
OPEN = {
    "claims": "recall",
    "entry": "function",
    "variants": [RECALL, PRECISION],
    "status": "ambiguous",
    "precision": 1e-9,
    "when": "binary_grades",
}
UNEXPLAINED = {
    "claims": "coverage",
    "entry": "function",
    "status": "unexplained",
    "precision": 1e-9,
}
REFUSED = NoVerdict(kind="refused", reason="needs ids")


@pytest.fixture
def records(
    surveyed: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> dict[str, Record]:
    """Three versions of one library, which stand alone on record."""
    surveyed(
        ("reckit", "1.0.0", {"MAP": "average_precision", "Recall": "recall"}),
        ("reckit", "2.0.0", {"MAP": "average_precision", "hit": "recall"}),
        ("reckit", "10.0.0", {"HIT": "recall", "hit": "precision", "Open": OPEN}),
    )
    folder = tmp_path / "records"
    monkeypatch.setattr(store, "find_records_folder", lambda: folder)
    return {record.version: record for record in store.read_every(folder)}


@pytest.mark.parametrize(
    ("text", "version", "metric"),
    [
        ("reckit.MAP", "2.0.0", "MAP"),
        ("RecKit.map", "2.0.0", "MAP"),
        ("reckit.recall", "1.0.0", "Recall"),
        ("reckit.HIT", "10.0.0", "HIT"),
        ("reckit.hit", "10.0.0", "hit"),
        ("reckit.Hit", "2.0.0", "hit"),
        ("reckit==1.0.0.MAP", "1.0.0", "MAP"),
        ("reckit==10.0.0.open", "10.0.0", "Open"),
    ],
)
def test_a_metric_is_that_of_the_newest_record_that_has_it(
    text: str, version: str, metric: str, records: dict[str, Record]
) -> None:
    """However its letters are written, where that leaves one; or of the version."""
    assert find_metric_in_records(text) == (records[version], metric)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "reckit.nope",
            "reckit 10.0.0 has no metric 'nope'; known are HIT, hit, Open",
        ),
        (
            "reckit==2.0.0.Recall",
            "reckit 2.0.0 has no metric 'Recall'; known are MAP, hit",
        ),
        (
            "reckit==1.0.0",
            "reckit==1.0.0 lacks a metric: write reckit==1.0.0.METRIC; there are MAP, "
            "Recall",
        ),
        (
            "reckit==1.0.MAP",
            "reckit==1.0.MAP names no record; known are reckit==1.0.0, reckit==2.0.0, "
            "reckit==10.0.0",
        ),
        (
            "elliot.MAP",
            "'elliot' has no record; homonym libraries lists those with one",
        ),
    ],
)
def test_what_is_not_on_record_is_told_with_what_is(
    text: str, told: str, records: dict[str, Record]
) -> None:
    with pytest.raises(UserError, match=f"^{re.escape(told)}$"):
        find_metric_in_records(text)


def test_a_version_that_is_asked_for_is_looked_up(records: dict[str, Record]) -> None:
    assert find_on_record("reckit", "map", "1.0.0") == (records["1.0.0"], "MAP")
    told = "reckit 3.0.0 has no record; there are 1.0.0, 2.0.0, 10.0.0"
    with pytest.raises(UserError, match=f"^{re.escape(told)}$"):
        find_on_record("reckit", "MAP", "3.0.0")
    with pytest.raises(UserError, match=r"^unknown library 'unheard'"):
        find_on_record("unheard", "MAP")


@pytest.mark.parametrize(
    ("text", "metric"),
    [
        ("MAP", "MAP"),
        ("RECKIT.map", "MAP"),
        ("reckit==1.0.0.recall", "Recall"),
        ("map", ""),
        ("recbole.MAP", ""),
        ("reckit==2.0.0.MAP", ""),
    ],
)
def test_in_a_record_of_ones_own_a_metric_goes_by_its_name(
    text: str, metric: str, records: dict[str, Record]
) -> None:
    """As it is written there; with the library's name however that is written."""
    own = records["1.0.0"]
    assert find_own_metric_name(text, own) == metric
    if metric:
        assert find_metric_in_records(text, own) == (own, metric)


def test_of_ones_own_library_only_its_own_metrics_are_known(
    records: dict[str, Record],
) -> None:
    """One that others have does not stand in for it."""
    told = "reckit 1.0.0 has no metric 'hit'; known are MAP, Recall"
    with pytest.raises(UserError, match=f"^{re.escape(told)}$"):
        find_metric_in_records("reckit.hit", records["1.0.0"])


def test_a_text_names_a_metric_or_a_definition(records: dict[str, Record]) -> None:
    """What begins with no library's name is a definition."""
    found = find_named("reckit.MAP")
    assert (found.title, found.of, found.takes) == ("reckit 2.0.0 MAP", 1, Case)
    assert str(found.recorded) == "reckit 2.0.0 MAP"
    assert find_named_metric("recall") is None
    recall = find_named("recall")
    assert (recall.title, recall.variant) == (RECALL, Variant.parse(RECALL))
    assert recall.recorded is None and recall.of == 1 and not recall.values
    assert find_named("coverage").takes is RunCase


def test_a_metric_is_shown_with_what_its_record_leaves_open() -> None:
    """Its first definition, how many there are, and when they are one; an unexplained
    one with the numbers that it gave."""
    entry = MetricEntry(
        claims="recall", status="ambiguous", variants=(RECALL, PRECISION), when="no"
    )
    found = make_named_metric("x", "1", "m", entry)
    assert (found.title, found.of, found.when) == ("x 1 m", 2, "no")
    assert found.variant == Variant.parse(RECALL)
    values = {"1 . @1": 0.5, "1 @1": "raises KeyError: 1", ". 1 @1": (0.5, 1.0)}
    entry = MetricEntry(claims="coverage", status="unexplained", values=values)
    found = make_named_metric("x", "1", "m", entry)
    assert found.variant is None and found.of == 0 and found.takes is RunCase
    assert found.values == {"1 . @1": 0.5, ". 1 @1": (0.5, 1.0)}


def test_what_has_no_verdict_is_refused_with_the_reason() -> None:
    entry = MetricEntry(claims="recall", status="unavailable", no_verdict=REFUSED)
    with pytest.raises(UserError, match=r"^x 1 m is unavailable: needs ids$"):
        make_named_metric("x", "1", "m", entry)


def test_the_newest_record_gives_its_metrics_that_have_a_verdict(
    surveyed: Callable[..., Any], records: dict[str, Record]
) -> None:
    """Of a library without a record there are none."""
    refused = {"claims": "recall", "unavailable": "needs ids"}
    surveyed(("reckit", "11.0.0", {"no": refused, "MAP": "average_precision"}))
    found = yield_newest_metrics("reckit")
    assert [one.title for one in found] == ["reckit 11.0.0 MAP"]
    assert not [*yield_newest_metrics("elliot")]


NO_VERDICT = MetricEntry(claims="recall", status="unavailable", no_verdict=REFUSED)
PLAIN = MetricEntry(claims="recall", status="identified", variants=(RECALL,))
SMALL = MetricEntry(
    claims="recall",
    status="ambiguous",
    variants=(RECALL, PRECISION),
    when="binary_grades",
)
UNKNOWN = MetricEntry(claims="recall", status="unexplained")
UNSTABLE = MetricEntry(
    claims="recall",
    status="unstable",
    variants=(RECALL,),
    unstable=(
        RepeatedCall(case="large users_257", gave=(0.25, 0.5)),
        RepeatedCall(case="1 . . . . . . . . . . . . . @1", gave=(0.5, 0.75)),
        RepeatedCall(case="1 . . . . . . . . . . @1", gave=(0.5, 1.0)),
    ),
)
TWICE = "one input gives two numbers (0.5 or 1 on 1 . . . . . . . . . . @1)"


@pytest.mark.parametrize(
    ("entry", "why", "computes"),
    [
        (NO_VERDICT, "unavailable, needs ids", "unavailable: needs ids"),
        (PLAIN, f"one of {RECALL}", RECALL),
        (
            SMALL,
            f"one of {RECALL}, {PRECISION}",
            f"ambiguous: {RECALL} or {PRECISION} on binary grades",
        ),
        (UNKNOWN, "no variant explains it", "unexplained"),
        (UNSTABLE, TWICE, f"unstable: {TWICE}"),
    ],
)
def test_a_verdict_is_told_in_a_few_words(
    entry: MetricEntry, why: str, computes: str
) -> None:
    """What shows that a metric is unstable is the shortest case, and no large one."""
    assert explain_no_formula(entry) == why
    assert describe_recorded_formula(entry) == computes


def test_nothing_is_told_of_what_is_not_on_record() -> None:
    """Nor of a call that no record shows."""
    assert describe_recorded_formula(None) == "-"
    entry = MetricEntry(claims="recall", status="unstable")
    assert describe_repeated_call(entry) == "one input gives two numbers"


def test_one_formula_is_asked_for_or_any(records: dict[str, Record]) -> None:
    """Of several the metric has no single one, but some."""
    newest = records["10.0.0"]
    assert require_identified_metric(newest, "hit").name == "hit"
    assert find_identified_metric("reckit.HIT").version == "10.0.0"
    told = f"reckit.Open has no single formula: one of {RECALL}, {PRECISION}"
    with pytest.raises(UserError, match=f"^{re.escape(told)}$"):
        require_identified_metric(newest, "Open")
    assert require_explained_metric(newest, "Open").name == "Open"
    assert require_explained_metric(newest, "hit").version == "10.0.0"


def test_a_metric_without_a_formula_is_not_explained(
    surveyed: Callable[..., Any], tmp_path: Path
) -> None:
    surveyed(("reckit", "1.0.0", {"Odd": UNEXPLAINED}))
    (record,) = store.read_every(tmp_path / "records")
    told = "reckit.Odd has no single formula: no variant explains it"
    with pytest.raises(UserError, match=f"^{re.escape(told)}$"):
        require_explained_metric(record, "Odd")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "nothing",
            "'nothing' names no metric on record: write LIBRARY.METRIC, as in ",
        ),
        ("unheard.MAP", "'unheard' is not on record; "),
    ],
)
def test_a_name_of_no_metric_is_told_with_how_one_is_written(
    name: str, told: str, records: dict[str, Record]
) -> None:
    with pytest.raises(UserError, match=f"^{re.escape(told)}"):
        find_identified_metric(name)
