"""A library held to its record, where what it answers is made up."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fakes.recorded import record_of
from msgspec.structs import replace

from homonym.adapters.contract import Adapter, Failed, Metric, Value
from homonym.errors import Broken, UserError
from homonym.gate import check
from homonym.gate.check import (
    Result,
    list_metric_statuses,
    make_import_error,
    measure_against_record,
    name_metric_status,
)
from homonym.measurement.refutation import SEED, TRIES
from homonym.measurement.session import make_corpus_entry
from homonym.records import store
from homonym.records.schema import OnData, Record
from homonym.records.schema_entry import (
    Core,
    MetricEntry,
    NoVerdict,
    ReasonKind,
    Refuted,
    RepeatedCall,
)
from homonym.reference.corpus import editions

BY_R, BY_K = "recall(divisor=r)", "recall(divisor=min_k_r)"
RECALL = MetricEntry(
    claims="recall",
    status="identified",
    variants=(BY_R,),
    core=Core(ran=4, of=4),
    refuted=Refuted(tried=200, failed=0),
)
CAPPED = replace(RECALL, variants=(BY_K,))
ODD = MetricEntry(claims="recall", status="unexplained")
MOVING = MetricEntry(
    claims="recall",
    status="unstable",
    variants=(BY_R,),
    unstable=(RepeatedCall(case="1 . @1", gave=(0.5, 1.0)),),
)
OLD = editions()[6]
"""An edition that is not the newest."""


def without(kind: ReasonKind) -> MetricEntry:
    """A metric of which there is no verdict, for a reason of that kind."""
    verdict = NoVerdict(kind=kind, reason="why")
    return MetricEntry(claims="recall", status="unavailable", no_verdict=verdict)


REFUSED, RAISED, KILLED, NOT_RUN = map(
    without, ("refused", "raised", "killed", "not run")
)


@pytest.mark.parametrize(
    ("old", "now", "differs", "status"),
    [
        (RECALL, None, True, "no longer offered"),
        (None, RECALL, True, "new"),
        (None, REFUSED, False, "refused everything"),
        (None, RAISED, True, "errored"),
        (RECALL, REFUSED, True, "refused everything"),
        (RECALL, KILLED, True, "errored"),
        (REFUSED, REFUSED, False, "holds"),
        (NOT_RUN, NOT_RUN, False, "holds"),
        (RAISED, RAISED, False, "fails, as recorded"),
        (KILLED, KILLED, False, "fails, as recorded"),
        (RECALL, RECALL, False, "holds"),
        (RECALL, MOVING, True, "unstable now"),
        (MOVING, MOVING, True, "unstable now"),
        (MOVING, RECALL, True, "stable now"),
        (RECALL, ODD, True, "unexplained now"),
        (ODD, ODD, True, "changed"),
        (ODD, RECALL, True, "changed to another class"),
        (RECALL, CAPPED, True, "changed to another class"),
        (RECALL, RECALL, True, "changed"),
    ],
)
def test_a_metric_has_one_status(
    old: MetricEntry | None, now: MetricEntry | None, differs: bool, status: str
) -> None:
    """In the words of the table."""
    assert name_metric_status(old, now, differs) == status


def test_metrics_of_the_record_come_first() -> None:
    """Without one all are new; the differences of no metric are none's."""
    record = record_of({"b": RECALL, "c": RECALL})
    old = record_of({"a": RECALL, "b": CAPPED})
    drift = [check.Difference("b", ("variants",), [BY_K], [BY_R])]
    drift += [check.Difference(None, ("library",), "x", "y")]
    assert [*list_metric_statuses(Result(record, [], old, drift))] == [
        ("a", "no longer offered", []),
        ("b", "changed to another class", drift[:1]),
        ("c", "new", []),
    ]
    told = list_metric_statuses(Result(record, []))
    assert [(name, status) for name, status, _ in told] == [("b", "new"), ("c", "new")]


def test_numbers_are_counted_and_found_by_their_case() -> None:
    """What failed is no measurement that ran."""
    failed = Failed("KeyError: 1")
    rows: Any = [
        ("a", "1 @1", Value(1.0)),
        ("a", ". @1", failed),
        ("b", "1 @1", failed),
    ]
    found = Result(record_of({}), rows)
    assert (found.cases_run, found.spent) == (1, 0)
    assert found.measured("a") == {"1 @1": Value(1.0), ". @1": failed}
    assert found.measured("c") == {}


def test_names_that_nobody_decided_on_are_those_of_the_inventory() -> None:
    """A record without one has none."""
    record = record_of({})
    assert record.inventory
    inventory = replace(record.inventory, unlisted=("new",))
    assert Result(replace(record, inventory=inventory), []).unlisted == ("new",)
    assert Result(replace(record, inventory=None), []).unlisted == ()


class Process:
    """A library that is in no process, with the metrics `a`, `b` and one of another
    version."""

    name = "lib"

    def __init__(self, about: dict[str, Any]) -> None:
        self.about = {
            "names": ["a", "b"],
            "version": "1",
            "absent": {},
            **about,
        }
        self.adapter = Adapter("lib", "lib", "Lib", "", lambda: ["a", "b"])
        for name in ("a", "b"):
            metric = Metric(name, "recall", lambda case: 0.0)
            self.adapter.metrics[name] = metric

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing has to end."""


class Asked:
    """What a run was asked to measure, and what it found."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, now: Record) -> None:
        self.now = now
        self.sessions: list[tuple[Any, ...]] = []
        self.processes: list[tuple[Any, ...]] = []
        self.about: dict[str, Any] = {}
        monkeypatch.setattr(check, "LibraryProcess", self.start)
        monkeypatch.setattr(check, "Calls", self.calls)
        monkeypatch.setattr(check, "Session", self.session)

    def start(self, *given: Any) -> Process:
        self.processes.append(given)
        return Process(self.about)

    def calls(self, asked: Process) -> Any:
        return Calls(asked)

    def session(self, *given: Any) -> Any:
        self.sessions.append(given)
        return SimpleNamespace(record=self.found)

    def found(self, about: dict[str, Any]) -> Record:
        here = self.now.metrics.keys() - about["absent"].keys()
        metrics = {name: self.now.metrics[name] for name in sorted(here)}
        return replace(self.now, metrics=metrics)


class Calls:
    """Calls that nobody makes."""

    def __init__(self, asked: Process) -> None:
        self.rows: list[Any] = [("a", "1 @1", Value(1.0))]
        self.seconds = 0.25
        self.lost = ["lost"]

    def __enter__(self) -> Calls:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing has to end."""


BOTH = replace(
    record_of({"a": RECALL, "b": RECALL}),
    corpus=make_corpus_entry(OLD),
    example=OnData(data="example", values={"a": 0.5, "b": 0.25}, means={"b": 0.75}),
)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """A run that finds what the record says."""
    return Asked(monkeypatch, BOTH)


def write(folder: Path, record: Record = BOTH) -> Path:
    """A record in a folder of records."""
    return store.write_record_of(record, [], folder)


def test_a_library_is_held_to_the_record_of_its_version(
    asked: Asked, tmp_path: Path
) -> None:
    """By the edition that the record was made with; all that was asked is handed on."""
    write(tmp_path)
    found = measure_against_record("lib", folder=tmp_path)
    assert found.expected and set(found.expected.metrics) == {"a", "b"}
    assert (found.record, found.drift, found.absent) == (BOTH, [], {})
    assert (found.rows, found.spent, found.lost) == (
        [("a", "1 @1", Value(1.0))],
        0.25,
        ["lost"],
    )
    ((_, edition, expected, progress, tries, example, seed, ratings),) = asked.sessions
    assert (edition, expected) == (OLD, found.expected)
    assert (tries, example, seed, ratings) == (TRIES, False, SEED, None)
    assert progress("core", 1, 2) is None
    assert asked.processes == [("lib", None, 30.0)]


def test_a_library_without_a_record_is_measured_by_the_newest_edition(
    asked: Asked, tmp_path: Path
) -> None:
    """And has nothing to differ from."""
    found = measure_against_record("lib", folder=tmp_path, tries=1)
    assert found.expected is None and found.drift == []
    assert asked.sessions[0][1] == editions()[-1]


def test_a_record_is_made_anew_by_the_newest_edition(
    asked: Asked, tmp_path: Path
) -> None:
    """On as many drawn cases at least, unless fewer will do; what differs is told."""
    write(tmp_path)
    asked.now = replace(BOTH, metrics={"a": RECALL, "b": CAPPED})
    found = measure_against_record("lib", folder=tmp_path, renew=True)
    assert [str(one) for one in found.drift] == [
        f"metrics.b.variants: recorded {BY_R}, now {BY_K}"
    ]
    assert asked.sessions[0][1] == editions()[-1]
    told = "the record rests on 200 drawn cases a metric, and 199 are asked for"
    with pytest.raises(UserError, match=rf"^{told}") as refused:
        measure_against_record("lib", folder=tmp_path, renew=True, tries=199)
    assert refused.value.remedy.startswith("--max-examples 200, or --fewer-draws")
    fewer = measure_against_record(
        "lib", folder=tmp_path, renew=True, tries=199, fewer=True
    )
    assert fewer.expected
    assert measure_against_record("lib", folder=tmp_path, tries=199).expected


@pytest.mark.parametrize(
    ("tries", "seed", "shown"),
    [(TRIES, SEED, 1), (TRIES - 1, SEED, 0), (TRIES, SEED + 1, 0)],
)
def test_what_follows_from_the_draws_is_compared_of_the_same_draws(
    tries: int, seed: int, shown: int, asked: Asked, tmp_path: Path
) -> None:
    """Other cases, or fewer, give other counts."""
    write(tmp_path)
    drawn = Refuted(tried=200, failed=0, raised={"KeyError": 1})
    metrics = {"a": RECALL, "b": replace(RECALL, refuted=drawn)}
    asked.now = replace(BOTH, metrics=metrics)
    found = measure_against_record("lib", folder=tmp_path, tries=tries, seed=seed)
    assert len(found.drift) == shown


def test_a_metric_that_is_wanted_is_asked_alone(asked: Asked, tmp_path: Path) -> None:
    """The record is held to without the others, and their numbers on data."""
    write(tmp_path)
    found = measure_against_record("lib", folder=tmp_path, wanted=["a"])
    assert found.absent == {"b": "--metric names others"}
    assert found.expected and set(found.expected.metrics) == {"a"}
    assert found.expected.example == OnData(data="example", values={"a": 0.5}, means={})
    assert found.expected.movielens is None
    with pytest.raises(UserError, match=r"^lib: unknown metric: 'c'; known are a, b"):
        measure_against_record("lib", folder=tmp_path, wanted=["a", "c"])
    with pytest.raises(UserError, match=r"^lib is recorded whole: --metric names oth"):
        measure_against_record("lib", folder=tmp_path, wanted=["a"], renew=True)


def test_a_metric_that_is_registered_is_offered_or_on_record(
    asked: Asked, tmp_path: Path
) -> None:
    """A new record has none that is neither."""
    asked.about = {"names": ["a"]}
    told = "^the metric 'b' is registered, and is none of the names"
    with pytest.raises(Broken, match=told):
        measure_against_record("lib", folder=tmp_path)
    write(tmp_path)
    assert measure_against_record("lib", folder=tmp_path).drift == []
    with pytest.raises(Broken, match=told):
        measure_against_record("lib", folder=tmp_path, renew=True)


def test_a_file_that_is_named_is_what_a_library_is_held_to(
    asked: Asked, tmp_path: Path
) -> None:
    """Of any version, whatever stands in the folder; one that is not there is none."""
    write(tmp_path)
    file = tmp_path / "named.toml"
    store.save_record(replace(BOTH, version="0.9"), [], file)
    found = measure_against_record("lib", folder=tmp_path, file=file)
    assert found.expected and found.expected.version == "0.9"
    away = tmp_path / "away.toml"
    assert measure_against_record("lib", folder=tmp_path, file=away).expected is None


def test_wrong_use_is_refused_before_a_process_is_started(
    asked: Asked, tmp_path: Path
) -> None:
    """Each in one sentence."""
    with pytest.raises(UserError, match=r"nowhere is no folder of records$"):
        measure_against_record("lib", folder=tmp_path / "nowhere")
    with pytest.raises(UserError, match=r"^0 drawn cases try nothing: ask for 1 or mo"):
        measure_against_record("lib", tries=0)
    (odd := tmp_path / "odd.toml").write_text("x = 1")
    with pytest.raises(UserError, match=re.escape(f"{odd} is no record")):
        measure_against_record("lib", file=odd)
    assert not asked.processes


def adapter(module: str, checkout: bool = False) -> Adapter:
    """That of a library of that module."""
    names: Iterable[str] = ()
    return Adapter(
        "lib", module, "Lib", "", lambda: names, distribution="x", checkout=checkout
    )


@pytest.mark.parametrize(
    ("module", "error", "told", "remedy"),
    [
        (
            "lib.metrics",
            "ModuleNotFoundError: No module named 'lib'",
            "lib is not installed here: there is no module 'lib'",
            "pip install x",
        ),
        (
            "lib.metrics",
            "ModuleNotFoundError: No module named 'lib.metrics'",
            "lib is not installed here: there is no module 'lib.metrics'",
            "pip install x",
        ),
        (
            "library",
            "ModuleNotFoundError: No module named 'lib'",
            "lib cannot be measured: ModuleNotFoundError: No module named 'lib'",
            "",
        ),
        ("lib", "ImportError: no", "lib cannot be measured: ImportError: no", ""),
    ],
)
def test_a_library_that_is_not_there_is_told_from_one_that_is_broken(
    module: str, error: str, told: str, remedy: str
) -> None:
    """What it needs itself may be missing too."""
    found = make_import_error(adapter(module), error)
    assert isinstance(found, Broken)
    assert (found.message, found.remedy) == (told, remedy)


def test_a_clone_without_the_module_is_wrong_use(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing could be installed."""
    error = "ModuleNotFoundError: No module named 'lib'"
    found = make_import_error(adapter("lib", checkout=True), error)
    assert isinstance(found, UserError)
    assert found.message == "the folder given for lib holds no lib"
    asked.about = {"error": "ImportError: no"}
    with pytest.raises(Broken, match=r"^lib cannot be measured: ImportError: no$"):
        measure_against_record("lib")
