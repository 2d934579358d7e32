"""What `homonym check` asks for, and what it ends with, here of made-up answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fakes.recorded import record_of
from msgspec.structs import replace

from homonym.adapters.contract import Failed, Measurement, Value
from homonym.cli import check
from homonym.cli.check import (
    RECORD,
    CheckAsked,
    accept_record,
    append_summary,
    check_library,
    choose_check_exit_code,
    find_own_record_file,
)
from homonym.errors import UserError
from homonym.gate.check import Result
from homonym.records import store
from homonym.records.differences import Difference
from homonym.records.schema_entry import Core, MetricEntry, NoVerdict

Printed = pytest.CaptureFixture[str]
RECALL = MetricEntry(
    claims="recall",
    status="identified",
    variants=("recall(divisor=r)",),
    core=Core(ran=4, of=4),
)
DIES = MetricEntry(
    claims="recall",
    status="unavailable",
    no_verdict=NoVerdict(kind="died", reason="killed by SIGSEGV"),
    core=Core(ran=0, of=4, failed={"killed by SIGSEGV": 4}),
)
PLAIN, HALF = record_of({"m": RECALL}), Value(0.5)


def asked(*words: Any, **more: Any) -> CheckAsked:
    """What is asked by these options: library, adapter, record, folder, tries, seed."""
    given = [*words, *("", "", None, None, None, None)[len(words) :]]
    return CheckAsked.of(*given, **more)


def result(answer: Measurement = HALF, record: Any = PLAIN, **more: Any) -> Result:
    """A check in which the metric answered once."""
    return Result(record, [("m", "1 @1", answer)], **more)


def test_a_library_is_asked_by_its_name_or_an_adapters() -> None:
    """The command to ask it again has what was given."""
    plain = asked("lib")
    assert (plain.library, plain.command) == ("lib", "homonym check lib")
    assert (plain.file, plain.records, plain.metrics) == (None, None, ())
    own = asked("", "my.module:adapter")
    assert (own.library, own.file) == ("my.module:adapter", RECORD)
    told = "homonym check --adapter my.module:adapter --record homonym.toml"
    assert own.command == told
    kept = asked("", "a:b", None, Path("all"))
    assert (kept.file, kept.records) == (None, Path("all"))
    assert kept.command == "homonym check --adapter a:b --records all"
    assert asked("lib", "", Path("r.toml")).file == Path("r.toml")


def test_what_is_drawn_is_what_is_usual_where_nothing_is_said() -> None:
    """A seed of 0 is one; the metrics are those that are named."""
    usual = asked("lib")
    assert (usual.tries, usual.seed, usual.fewer) == (200, 1, False)
    mine = asked("lib", "", None, None, 50, 0, fewer=True, metrics=["a", "b"])
    assert (mine.tries, mine.seed, mine.fewer) == (50, 0, True)
    assert mine.metrics == ("a", "b")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "say what to check: the name of a library, or --adapter"),
        (("lib", "a:b"), "say what to check"),
        (("", "a.b"), "--adapter 'a.b' names no adapter: write MODULE:NAME"),
        (("lib", "", Path("a"), Path("b")), "--record names a file, --records a fol"),
    ],
)
def test_options_that_contradict_each_other_are_refused(
    words: tuple[Any, ...], says: str
) -> None:
    with pytest.raises(UserError, match=says):
        asked(*words)


def test_a_new_record_stands_where_it_is_asked_for() -> None:
    """In its file, in the folder, or among those that are here."""
    assert asked("lib", "", Path("a.toml")).target == Path("a.toml")
    in_folder = Path("all") / "LIBRARY" / "VERSION.toml"
    assert asked("lib", "", None, Path("all")).target == in_folder
    own = store.find_records_folder() / "LIBRARY" / "VERSION.toml"
    assert asked("lib").target == own


def test_a_record_of_ones_own_is_named() -> None:
    found = result()
    assert find_own_record_file(found, asked("lib")) is None
    file = asked("lib", "", Path("a.toml"))
    assert find_own_record_file(found, file) == Path("a.toml")
    folder = asked("lib", "", None, Path("all"))
    assert find_own_record_file(found, folder) == Path("all/lib/1.toml")


def test_an_unknown_form_is_refused_at_once() -> None:
    with pytest.raises(UserError, match="--format 'yaml' is unknown: write "):
        check_library(asked("lib"), False, [], "yaml", None)


def test_a_summary_is_added_to_what_stands_there(tmp_path: Path) -> None:
    file = tmp_path / "summary.md"
    append_summary(file, "one\n")
    append_summary(file, "two\n")
    assert file.read_text(encoding="utf-8") == "one\ntwo\n"
    with pytest.raises(UserError, match=r"no summary at .*: Is a directory"):
        append_summary(tmp_path, "three")


LEFT = replace(PLAIN, inventory=replace(PLAIN.inventory, unlisted=("new",)))
MOVED = Difference("m", ("core", "ran"), 4, 3)


@pytest.mark.parametrize(
    ("found", "code"),
    [
        (result(expected=PLAIN), 0),
        (result(), 1),
        (result(expected=PLAIN, drift=[MOVED]), 1),
        (result(record=LEFT, expected=PLAIN), 1),
        (result(Failed("KeyError: 1"), expected=PLAIN), 5),
        (result(Failed("SIGSEGV"), record_of({"m": DIES}), expected=PLAIN), 3),
    ],
)
def test_the_exit_code_of_a_check(found: Result, code: int) -> None:
    """Held, drift or without a record, nothing ran, or broken."""
    assert choose_check_exit_code(found) == code


def test_an_accepted_record_is_written_and_told(
    tmp_path: Path, capsys: Printed
) -> None:
    file = tmp_path / "own.toml"
    mine = asked("lib", "", file)
    assert accept_record(result(), mine) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "a new record" in lines
    assert lines[-1] == f"recorded in {file}" and file.exists()
    assert accept_record(result(expected=PLAIN), mine) == 0
    assert "no difference" in capsys.readouterr().out.splitlines()
    assert accept_record(result(record=LEFT), mine) == 1
    assert "neither wrapped nor out of scope: new" in capsys.readouterr().out
    file.unlink()
    assert accept_record(result(Failed("KeyError: 1"), expected=PLAIN), mine) == 5
    assert capsys.readouterr().err == "homonym: nothing ran, so nothing is recorded\n"
    assert not file.exists()


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What a check does, of a library that holds."""
    done: list[Any] = []

    def measure(*given: Any, **how: Any) -> Result:
        done.append(how)
        return result(expected=PLAIN)

    monkeypatch.setattr(check, "measure_against_record", measure)
    monkeypatch.setattr(check, "look_here", lambda *names: None)
    monkeypatch.setattr(check, "find_importable_adapter", lambda name: None)
    monkeypatch.setattr(check, "check_target", done.append)
    monkeypatch.setattr(check, "write_record", lambda *given: Path("own.toml"))
    monkeypatch.setattr(store, "make_records_folder", done.append)
    return done


def test_a_check_writes_no_record(
    steps: list[Any], tmp_path: Path, capsys: Printed
) -> None:
    """And measures no example; a summary is written where one is asked for."""
    mine, summary = asked("lib", "", None, None, 50, 2), tmp_path / "summary.md"
    assert check_library(mine, False, [], "text", None) == 0
    (how,) = steps
    assert (how["example"], how["renew"], how["fewer"]) == (False, False, False)
    assert (how["seed"], how["file"], how["wanted"]) == (2, None, ())
    assert "recall(divisor=r)" in capsys.readouterr().out
    assert check_library(mine, False, [], "text", summary) == 0
    assert "recall(divisor=r)" in summary.read_text(encoding="utf-8")


def test_a_record_is_accepted_where_it_can_be_written(
    steps: list[Any], capsys: Printed
) -> None:
    """What homonym keeps itself, or a folder does, has the example data too."""
    file, folder = asked("lib", "", Path("a")), asked("lib", "", None, Path("b"))
    assert check_library(file, True, [], "text", None) == 0
    target, how = steps
    assert (target, how["example"], how["renew"]) == (Path("a"), False, True)
    steps.clear()
    assert check_library(folder, True, [], "text", None) == 0
    target, made, how = steps
    assert (target, made, how["example"]) == (folder.target, Path("b"), True)
    steps.clear()
    assert check_library(asked("lib"), True, [], "text", None) == 0
    target, how = steps
    assert how["example"] is True
    assert capsys.readouterr().out.count("recorded in own.toml") == 3
    steps.clear()
    assert check_library(folder, False, [], "text", None) == 0
    assert len(steps) == 1
