"""A whole check, from the child process to the verdict, on a library that lies."""

from __future__ import annotations

import hashlib
import importlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from homonym.adapters.contract import Failed, Measurement, Metric, Refused, Value
from homonym.cases.rankings_enumerated import enumerate_small_rankings
from homonym.errors import UserError
from homonym.gate import check as checking
from homonym.gate.check import (
    Result,
    list_metric_statuses,
    measure_against_record,
    name_metric_status,
)
from homonym.gate.drift import explain_drift
from homonym.gate.formats import as_markdown, format_result_as_json, render_result_text
from homonym.measurement import datasets
from homonym.measurement import record_entry as entries
from homonym.measurement.library_process import LibraryProcess
from homonym.records import store
from homonym.records.lookup import describe_repeated_call
from homonym.records.measurements import MeasuredRow, render_tsv
from homonym.records.schema_entry import Core
from homonym.reference.corpus import core, editions
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant
from homonym.verdicts.contradictions import find_contradictions
from homonym.verdicts.formula import classify_metric

COMMITTED = Path(__file__).parents[2] / "reports" / "records"


@pytest.fixture
def quick(fakes: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The fake library, its version known, without the example data."""
    monkeypatch.setattr(datasets, "measure_example_data", lambda calls, metrics: None)
    return fakes


@pytest.fixture
def asked(fakes: str) -> Iterator[LibraryProcess]:
    """The fake library in its child process, with little patience."""
    with LibraryProcess(fakes, seconds=1.0) as found:
        yield found


CASE = Case.parse("1 . ; . 1 . | 1 @1")


def test_a_metric_that_raises_is_measured_with_message_and_place(
    asked: LibraryProcess,
) -> None:
    """The first line of the message, and the file and line in the library."""
    measured = asked.measure("raises", CASE)
    assert isinstance(measured, Failed)
    assert measured.error == "ValueError: no such thing"
    assert measured.where.startswith("fakes") or "lying.py" in measured.where


def test_a_metric_that_kills_its_process_is_measured_and_the_run_goes_on(
    asked: LibraryProcess,
) -> None:
    """The signal is the measurement; the next case is answered by a new process."""
    deadly = Case.parse("1.5 . . | 3 ; . . 3 . . | @2")
    assert asked.measure("crashes_once", deadly) == Failed("killed by SIGABRT")
    assert isinstance(asked.measure("crashes_once", CASE), Value)


def test_what_a_library_prints_is_not_taken_for_an_answer(
    asked: LibraryProcess,
) -> None:
    """Its standard output is kept apart."""
    assert asked.measure("chatters", CASE) == Value(0.5)


def only(monkeypatch: pytest.MonkeyPatch, *names: str, of: str = "fakes.lying") -> None:
    """Let a fake library offer these metrics alone."""
    lying = importlib.import_module(of)
    kept = {name: lying.adapter.metrics[name] for name in names}
    monkeypatch.setattr(lying.adapter, "metrics", kept)


def metrics(result: Result) -> dict[str, Any]:
    """The record's metrics, as they are written; those without a variant say so."""
    found: dict[str, Any] = store.as_plain(result.record)["metrics"]
    return {name: {"variants": [], **entry} for name, entry in found.items()}


def apart(variant: Variant, case: Case) -> bool:
    """Whether the variant differs from the square of average precision."""
    squared = Variant.with_defaults("average_precision").value(case)
    value = variant.value(case)
    assert isinstance(squared, float)
    return isinstance(value, float) and abs(value - squared**2) > 1e-9


def test_each_lie_gets_its_verdict(
    quick: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Claimed MAP is found to be recall; float32, refusals and NaN are said."""
    told = ["precision", "map_is_recall", "float32", "per_user", "only_full", "nan"]
    only(monkeypatch, *told, "raises", "never_seen")
    found = metrics(measure_against_record(quick, folder=tmp_path, tries=40))
    variants = {name: entry.get("variants") for name, entry in found.items()}
    assert variants["precision"] == ["precision(divisor=k)"]
    assert variants["map_is_recall"] == ["recall(divisor=r)"]
    assert found["map_is_recall"]["searched"] > 140
    assert variants["float32"] == ["ndcg(gain=binary)"]
    assert variants["per_user"] == ["precision(divisor=k, users=caller)"]
    assert variants["only_full"] == ["auc(positives=all, users=by_r)"]
    assert found["only_full"]["when"] == "full_rankings"
    assert found["only_full"]["status"] == "identified"
    assert variants["never_seen"] == []
    assert found["never_seen"]["nearest"]["of"] == len(core())
    near = found["never_seen"]["nearest"]
    nearest = Variant.parse(near["variant"])
    wrong = (c for c in enumerate_small_rankings() if apart(nearest, c))
    assert near["witness"] == next(wrong).id, "no smaller case shows it"
    assert near["witness"] in found["never_seen"]["values"]
    assert variants["nan"] == []
    assert found["raises"]["no_verdict"]["reason"] == "ValueError: no such thing"
    assert found["precision"]["documented"]["variant"] == "recall(divisor=r)"
    assert found["precision"]["documented"]["where"].startswith("fakes/lying.py:")


@pytest.mark.exhaustive
def test_a_metric_of_another_version_is_not_measured(
    quick: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The record has the metrics whose public name the installed version has."""
    only(monkeypatch, "precision", "of_another_version")
    assert list(metrics(measure_against_record(quick, folder=tmp_path, tries=5))) == [
        "precision"
    ]


@pytest.mark.exhaustive
def test_a_lie_that_the_corpus_misses_is_refuted_by_a_drawn_case(
    quick: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The counterexample is stored, and decides the verdict from then on: fifteen
    relevant items, and the one other that a full ranking must hold, if it is one."""
    name = "right_unless_r_exceeds_fourteen"
    only(monkeypatch, name)
    first = measure_against_record(quick, folder=tmp_path)
    found = metrics(first)[name]
    assert found["variants"] == []
    assert "refuted" not in found, "no verdict is left to refute"
    (line,) = found["cases"]
    assert Case.parse(line).users[0].r == 15
    assert Case.parse(line).weight <= (1, 16, 2, 15, 15)
    store.write_record_of(first.record, first.rows, tmp_path)
    again = metrics(measure_against_record(quick, folder=tmp_path))[name]
    assert (again["variants"], again["cases"]) == ([], found["cases"])


@pytest.mark.exhaustive
def test_a_lie_that_drawn_cases_miss_is_refuted_by_a_large_one(
    quick: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The first that contradicts it is stored and asked again: more than a hundred
    users."""
    name = "another_formula_above_a_hundred_users"
    only(monkeypatch, name, of="fakes.subtle")
    first = measure_against_record("fakes.subtle:adapter", folder=tmp_path)
    found = metrics(first)[name]
    assert found["variants"] == []
    assert found["cases"] == found["nearest"]["differs_on"] == ["large users_257"]
    assert not {"refuted", "large"} & found.keys(), "no verdict is left to refute"
    store.write_record_of(first.record, first.rows, tmp_path)
    second = measure_against_record("fakes.subtle:adapter", folder=tmp_path)
    assert metrics(second)[name]["cases"] == ["large users_257"]
    assert "large users_257" in second.measured(name)
    assert second.drift == []


def test_what_was_tried_beside_the_core_stands_in_the_record(
    quick: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Large cases, drawn ones, and the core again."""
    only(monkeypatch, "precision")
    found = metrics(measure_against_record(quick, folder=tmp_path, tries=20))[
        "precision"
    ]
    large = editions()[-1].large["rankings"]
    assert found["large"] == {"ran": large, "of": large}
    assert found["refuted"] == {"tried": 20, "failed": 0}
    assert found["repeated"] == {"cases": len(core()), "differed": 0}
    assert "unstable" not in found


@pytest.mark.exhaustive
def test_raising_on_a_drawn_case_is_said_and_refutes_no_formula(
    quick: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The verdict stands on the cases with a number; the message is in the record."""
    only(monkeypatch, "raises_for_seven_items")
    found = metrics(measure_against_record(quick, folder=tmp_path))[
        "raises_for_seven_items"
    ]
    assert found["variants"] == ["recall(divisor=r)"]
    assert found["refuted"]["failed"] == 0
    assert found["refuted"]["raised"]["ValueError: seven items"] > 0


def test_a_state_that_a_call_leaves_behind_makes_a_metric_unstable(
    quick: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """In another process, and another order, the core gives other numbers; what does
    not move holds beside it."""
    only(monkeypatch, "remembers", "precision")
    found = metrics(measure_against_record(quick, folder=tmp_path, tries=30))
    told = found["remembers"]
    assert told["status"] == "unstable"
    assert told["variants"] == []
    assert 0 < told["repeated"]["differed"] < told["repeated"]["cases"]
    for call in told["unstable"]:
        assert call["gave"][0] != call["gave"][1]
    assert not {"core", "large", "refuted", "conventions"} & told.keys()
    assert set(found["precision"]["invariances"].values()) == {"holds"}


def test_a_number_that_is_gone_when_it_is_asked_for_again_is_unstable(
    quick: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One call of some hundred gave 7: its case is named with both numbers."""
    only(monkeypatch, "wrong_once")
    found = metrics(measure_against_record(quick, folder=tmp_path))["wrong_once"]
    assert (found["status"], found["variants"]) == ("unstable", [])
    assert 7.0 in {value for call in found["unstable"] for value in call["gave"]}


@pytest.mark.exhaustive
def test_an_unstable_metric_holds_as_such_and_is_drift_where_it_was_not(
    quick: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Whatever its numbers are now; a verdict that moves is drift, said with a case."""
    only(monkeypatch, "remembers")
    first = measure_against_record(quick, folder=tmp_path, tries=20)
    file = store.write_record_of(first.record, first.rows, tmp_path)
    assert measure_against_record(quick, folder=tmp_path, tries=30).drift == []
    entry = store.read_record_file(file).metrics["remembers"]
    computes, core = ("hit_rate(counts=any)",), Core(ran=62, of=62)
    verdict = replace(
        entry, status="identified", variants=computes, unstable=(), core=core
    )
    stable = replace(first.record, metrics={"remembers": verdict})
    store.write_record_of(stable, first.rows, tmp_path)
    moved = measure_against_record(quick, folder=tmp_path, tries=20)
    assert [s[:2] for s in list_metric_statuses(moved)] == [
        ("remembers", "unstable now")
    ]
    told = "\n".join(explain_drift(moved))
    assert "remembers is no longer hit_rate(counts=any)" in told


def test_what_matters_and_what_moves_stands_in_the_output(
    quick: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Beside the verdict, in every form of it."""
    padded, late = "takes_item_zero_for_padding", "wrong_every_23rd_call"
    only(monkeypatch, padded, late, of="fakes.subtle")
    found = measure_against_record("fakes.subtle:adapter", folder=tmp_path, tries=20)
    (variant,) = found.record.metrics[padded].variants
    moved = describe_repeated_call(found.record.metrics[late])
    assert moved.startswith("one input gives two numbers (")
    wanted = {padded: f"{variant}, but ids matter", late: f"unstable: {moved}"}
    for form in (render_result_text, as_markdown):
        lines = form(found, "homonym check", None).splitlines()
        for name, words in wanted.items():
            (line,) = (line for line in lines if line.strip("| `").startswith(name))
            assert words in line.replace("\\|", "|")
    told = json.loads(format_result_as_json(found, "homonym check", None))["metrics"]
    assert {name: told[name]["computes"] for name in wanted} == wanted


def test_a_record_holds_until_the_library_changes(
    quick: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Accepted, then no drift; a changed definition is drift, with a case."""
    only(monkeypatch, "precision")
    first = measure_against_record(quick, folder=tmp_path, tries=20)
    assert first.expected is None
    file = store.write_record_of(first.record, first.rows, tmp_path)
    again = measure_against_record(quick, folder=tmp_path, tries=20)
    assert again.expected == store.read_record_file(file)
    assert again.drift == []
    text = file.read_text().replace("precision(divisor=k)", "recall(divisor=r)")
    file.write_text(text.replace('claims = "precision"', 'claims = "recall"'))
    changed = measure_against_record(quick, folder=tmp_path, tries=20)
    assert ("precision", "changed to another class") in [
        s[:2] for s in list_metric_statuses(changed)
    ]
    told = "\n".join(explain_drift(changed))
    assert "precision is no longer recall(divisor=r)" in told
    assert "recorded" in told and "now" in told and "case" in told


@pytest.mark.exhaustive
def test_a_metric_that_is_wanted_is_asked_alone(
    quick: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The others are skipped, and no drift; an unknown one is wrong use, and a record
    is of them all."""
    only(monkeypatch, "precision", "nan")
    first = measure_against_record(quick, folder=tmp_path, tries=20)
    file = store.write_record_of(first.record, first.rows, tmp_path)
    text = file.read_text().replace("precision(divisor=k)", "recall(divisor=r)")
    file.write_text(text.replace('claims = "precision"', 'claims = "recall"'))
    held = measure_against_record(quick, folder=tmp_path, tries=20, wanted=["nan"])
    assert (held.drift, {name for name, _, _ in held.rows}) == ([], {"nan"})
    assert held.absent == {"precision": "--metric names others"}
    assert "skipped: precision\n  --metric names others" in render_result_text(
        held, "", None
    )
    changed = measure_against_record(
        quick, folder=tmp_path, tries=20, wanted=["precision"]
    )
    assert {one.metric for one in changed.drift} == {"precision"}
    with pytest.raises(UserError, match="unknown metric: 'precisio'; did you mean pre"):
        measure_against_record(quick, folder=tmp_path, wanted=["nan", "precisio"])
    with pytest.raises(UserError, match="is recorded whole: --metric names others"):
        measure_against_record(quick, folder=tmp_path, wanted=["nan"], renew=True)


@pytest.mark.exhaustive
def test_a_record_never_comes_to_rest_on_fewer_drawn_cases_unasked(
    quick: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Refused before anything is measured, unless it is said."""
    only(monkeypatch, "precision")
    first = measure_against_record(quick, folder=tmp_path, tries=20)
    store.write_record_of(first.record, first.rows, tmp_path)
    with pytest.raises(UserError, match="rests on 20 drawn cases a metric, and 7 ar"):
        measure_against_record(quick, folder=tmp_path, tries=7, renew=True)
    told = measure_against_record(
        quick, folder=tmp_path, tries=7, renew=True, fewer=True
    )
    assert metrics(told)["precision"]["refuted"]["tried"] == 7
    assert measure_against_record(quick, folder=tmp_path, tries=7).drift == []


def test_raw_measurements_are_read_back_as_they_were_written(tmp_path: Path) -> None:
    """Values, per-user values, failures and refusals survive the text."""
    rows: list[MeasuredRow] = [
        ("m", "1 . @1", Value(1 / 3)),
        ("m", "edge ties", Value(None, (0.5, None))),
        ("m", "1 @1", Failed("ValueError: a\tb", "x.py:3")),
        ("m", ". 1 @1", Refused("needs scores")),
    ]
    file = tmp_path / "m.tsv"
    file.write_text(render_tsv(rows))
    assert store.read_tsv(file) == rows


@pytest.mark.parametrize(
    "damage",
    [
        b"\xff\xfe",
        b"schema = 2",
        b'schema = 1\nlibrary = "a"\nversion = "1"\ncorpus = 3\nmetrics = 4\n'
        b"provenance = 5",
        b'schema = 1\nlibrary = "a"\nversion = "1"\n[corpus]\n[provenance]\n'
        b'[metrics.m]\nvariants = ["recall(divisor=qqq)"]',
        b'schema = 1\nlibrary = "a"\nversion = "1"\n[corpus]\n[provenance]\n'
        b'[metrics.m.nearest]\nvariant = "recall(divisor=qqq)"',
        b'schema = 1\nlibrary = "../a"\nversion = "1"\n[corpus]\n[provenance]\n'
        b"[metrics]",
        b'schema = 1\nlibrary = "a"\nversion = "1/.."\n[corpus]\n[provenance]\n'
        b"[metrics]",
    ],
)
def test_a_damaged_record_is_refused_in_one_sentence(
    damage: bytes, tmp_path: Path
) -> None:
    """No text, another schema, no tables, an unknown choice, an odd name; the report
    of a live run refuses it too."""
    file = tmp_path / "live" / "1.toml"
    file.parent.mkdir()
    file.write_bytes(damage)
    with pytest.raises(checking.UserError, match=re.escape(str(file))):
        store.read_expected_record(file)
    with pytest.raises(checking.UserError, match=re.escape(str(file))):
        store.read_every(tmp_path)


@pytest.mark.exhaustive
def test_every_committed_record_was_classified_from_its_own_measurements() -> None:
    """The verdicts follow from the raw measurements beside each record: those of equal
    measurements, as several versions have, are computed once."""
    from homonym.adapters import adapters
    from homonym.reference.variants import every_family
    from homonym.verdicts.formula import Verdict, classify_metric

    verdicts: dict[Any, Verdict] = {}
    for record in store.read_every(COMMITTED):
        file = store.locate_record_file(record.library, record.version, COMMITTED)
        raw = store.read_tsv(file.with_suffix(".tsv"))
        for name, entry in record.metrics.items():
            metric = adapters()[record.library].metrics[name]
            takes: Any = every_family()[metric.claims].takes
            known = {case.id: case for case in core(takes)}
            known |= {line: takes.parse(line) for line in entry.cases}
            mine = {known[c]: m for n, c, m in raw if n == name and c in known}
            numbers = tuple((case.id, repr(m)) for case, m in mine.items())
            same = metric.claims, metric.precision, numbers
            if same not in verdicts:
                verdicts[same] = classify_metric(metric, mine)
            verdict = verdicts[same]
            at = (record.library, record.version, name)
            assert verdict.variants == entry.variants, at
            assert verdict.when == entry.when, at
            assert verdict.status == entry.status, at
            near, recorded = verdict.nearest, entry.nearest
            its = recorded and (recorded.variant, recorded.agrees_on)
            assert (near and (near.variant, near.agrees_on)) == its, at
            why, own = verdict.no_verdict, entry.no_verdict
            assert (why and (why.kind, why.reason)) == (
                own and (own.kind, own.reason)
            ), at


@pytest.mark.exhaustive
def test_every_committed_convention_was_named_from_its_own_measurement() -> None:
    """What a record says of an edge follows from the raw measurement beside it, but
    for what takes several calls."""
    from homonym.adapters import adapters
    from homonym.reference.corpus import edge
    from homonym.reference.variants import Variant, every_family
    from homonym.verdicts.conventions import (
        NOT_READ,
        RANDOM,
        find_missing_cut_offs,
        hold_to_shown_edges,
        name_convention,
    )
    from homonym.verdicts.ties import reconcile_tie_outcomes

    for record in store.read_every(COMMITTED):
        file = store.locate_record_file(record.library, record.version, COMMITTED)
        raw = {(n, c): m for n, c, m in store.read_tsv(file.with_suffix(".tsv"))}
        for name, entry in record.metrics.items():
            metric = adapters()[record.library].metrics[name]
            takes = every_family()[metric.claims].takes
            probes = {one.id: one for one in edge(takes)}
            variant = Variant.parse(entry.variants[0]) if entry.variants else None
            named = dict(entry.conventions)
            for id, told in entry.conventions.items():
                if told not in (NOT_READ, RANDOM):
                    measured = raw[name, f"edge {id}"]
                    named[id] = str(
                        name_convention(metric, variant, probes[id], measured)
                    )
            if variant:
                named |= reconcile_tie_outcomes(variant, named, metric.precision)
                gave = {id: raw[name, f"edge {id}"] for id in named}
                its = variant, [*probes.values()]
                named |= hold_to_shown_edges(*its, named, gave, metric.precision)
                named |= find_missing_cut_offs(*its, named, gave, metric.precision)
            assert named == entry.conventions, (record.library, name)


@pytest.mark.parametrize(
    ("library", "version", "told"),
    [
        (
            "recommenders",
            "1.2.1",
            {"recall_at_k": "skipped", "map": "skipped", "ndcg_at_k": "counts as 0"},
        ),
        ("rs-metrics", "0.6.0", {"precision": "NaN", "recall": "counts as 0"}),
    ],
)
def test_a_library_that_contradicts_itself_on_a_missing_user_is_flagged(
    library: str, version: str, told: dict[str, str]
) -> None:
    """Known from their code: each metric treats a user without a list its own way."""
    record = store.read_record_file(
        store.locate_record_file(library, version, COMMITTED)
    )
    found = find_contradictions(record.metrics)["user_without_list"]
    assert all(metric in found[outcome] for metric, outcome in told.items())


def test_the_raw_measurements_beside_a_record_are_those_it_names() -> None:
    """Their hash stands in the record's provenance."""
    found = store.read_every(COMMITTED)
    assert found
    for record in found:
        named = record.provenance.measurements
        assert named
        file = COMMITTED / record.library / named.file
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        assert digest.startswith(named.sha256), file


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--homonym-library", "qqq"], "unknown library 'qqq'; homonym libraries"),
        pytest.param(
            ["--homonym-library", "elliot", "--homonym-checkout", "elliot"],
            "write LIBRARY=PATH",
            marks=pytest.mark.exhaustive,
        ),
        pytest.param(
            ["--homonym-library", "rs-metrics", "--homonym-max-examples", "-3"],
            "-3 drawn cases try nothing",
            marks=pytest.mark.exhaustive,
        ),
        pytest.param(
            ["--homonym-library", "rs-metrics", "--homonym-max-examples", "0"],
            "0 drawn cases try nothing",
            marks=pytest.mark.exhaustive,
        ),
    ],
)
def test_wrong_use_of_the_plugin_is_one_sentence_and_exit_code_2(
    words: list[str], says: str
) -> None:
    """No traceback, no collection error."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    named = ["--pyargs", "homonym.conformance_tests", *words]
    ini = ["-c", str(COMMITTED.parents[1] / "conformance_tests" / "pytest.ini")]
    ran = subprocess.run(
        [*command, *ini, *named], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert says in ran.stdout + ran.stderr
    assert "Traceback" not in ran.stdout + ran.stderr


def test_the_checks_edition_is_that_of_the_record() -> None:
    """A record is held to its own corpus edition."""
    record = store.read_record_file(
        store.locate_record_file("recbole", "1.2.1", COMMITTED)
    )
    assert checking.find_record_edition(record).edition == record.corpus.edition
    assert checking.find_record_edition(None).edition == editions()[-1].edition


@pytest.mark.parametrize(
    ("measured", "told"),
    [
        (Failed("ConnectionRefusedError: connection refused"), "errored"),
        (Failed("killed by SIGSEGV"), "errored"),
        (Refused("it ranks by score: ties have no order"), "refused everything"),
    ],
)
def test_an_error_is_told_from_a_refusal_by_what_happened(
    measured: Measurement, told: str
) -> None:
    """Not by the word: an error may speak of a refusal, a refusal need not."""
    metric = Metric("m", "recall", lambda case: 0.0)
    found = dict.fromkeys(core(), measured)
    now = entries.make_metric_entry(
        entries.Findings(metric, found, classify_metric(metric, found), [])
    )
    assert name_metric_status(None, now, differs=True) == told
