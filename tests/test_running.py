"""How a command is stopped: the sentence, the exit code, and where nobody reads."""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from homonym import running
from homonym.errors import Broken, UserError
from homonym.running import (
    GARBAGE,
    LastOutlet,
    Outlet,
    collect_seldom,
    describe_usage_error,
    make_unforeseen_error,
    run_commands,
    run_typer_app,
    stop_command,
    watch_for_interruption,
    wrap_output_stream,
)

USAGE, OTHER = typer.BadParameter.__mro__[1:3]
"""Wrong options, and what else typer's own errors are."""
Printed = pytest.CaptureFixture[str]


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that is given no words, with these streams and no handler of a
    signal."""
    monkeypatch.setattr(running.signal, "signal", lambda *given: None)
    monkeypatch.setattr(running, "wrap_output_stream", lambda stream, kind: stream)
    monkeypatch.setattr(running, "run_typer_app", lambda app: app([]))


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (KeyboardInterrupt(), 130, "homonym: stopped\n"),
        (typer.Abort(), 130, "homonym: stopped\n"),
        (typer.BadParameter("it is wrong."), 2, "homonym: Invalid value: it is wrong"),
        (USAGE("no such option."), 2, "homonym: no such option\n"),
        (OTHER("odd"), 3, "homonym: unforeseen: ClickException: odd, in "),
        (UserError("no", "try"), 2, "homonym: no\n  try\n"),
        (Broken("it is broken"), 3, "homonym: it is broken\n"),
        (KeyError("x"), 3, "homonym: unforeseen: KeyError: 'x', in test_running.py"),
    ],
)
def test_what_stops_a_command_is_a_sentence_and_a_code(
    error: BaseException, code: int, says: str, alone: None, capsys: Printed
) -> None:
    def ended(words: Any) -> None:
        raise error

    app: Any = ended
    with pytest.raises(SystemExit) as stopped:
        run_commands(app, "homonym")
    assert stopped.value.code == code
    assert capsys.readouterr().err.startswith(says)


@pytest.fixture
def handlers() -> Iterator[None]:
    """Signals do again what they did, and SIGINT what it does to a command at a
    prompt."""
    both = signal.SIGINT, signal.SIGTERM
    before = [signal.signal(one, signal.default_int_handler) for one in both]
    yield
    for one, handler in zip(both, before, strict=True):
        signal.signal(one, handler)


@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("error", [RuntimeError("Query interrupted"), UserError("no")])
def test_an_engine_that_is_interrupted_may_say_so_in_its_own_words(
    asked: signal.Signals,
    error: Exception,
    handlers: None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Printed,
) -> None:
    def run_query(app: Any) -> int:
        try:
            signal.raise_signal(asked)
        except KeyboardInterrupt:
            raise error from None
        return 0

    monkeypatch.setattr(running, "wrap_output_stream", lambda stream, kind: stream)
    monkeypatch.setattr(running, "run_typer_app", run_query)
    with pytest.raises(SystemExit) as stopped:
        run_commands(typer.Typer(), "homonym")
    assert (stopped.value.code, capsys.readouterr().err) == (130, "homonym: stopped\n")


def test_an_interruption_that_is_ignored_stays_so(handlers: None) -> None:
    """As in the background of a shell; one that is not is noticed each time."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    watch_for_interruption()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    signal.signal(signal.SIGINT, signal.default_int_handler)
    asked = watch_for_interruption()
    for one in (signal.SIGINT, signal.SIGTERM):
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(one)
    assert asked == [signal.SIGINT, signal.SIGTERM]


def test_a_command_ends_with_its_own_code(alone: None, capsys: Printed) -> None:
    app: Any = lambda words: 1  # noqa: E731
    with pytest.raises(SystemExit) as ended:
        run_commands(app, "homonym")
    assert (ended.value.code, capsys.readouterr().err) == (1, "")


def test_code_that_ends_the_process_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """No library ends a command with a code of its own."""
    monkeypatch.setattr(sys, "argv", ["homonym", "check"])
    ending: Any = lambda words, standalone_mode: sys.exit(7)  # noqa: E731
    with pytest.raises(Broken, match="a library or its adapter ended it: SystemExit"):
        run_typer_app(ending)
    interrupted: Any = lambda words, standalone_mode: 130  # noqa: E731
    with pytest.raises(typer.Abort):
        run_typer_app(interrupted)


def test_without_a_word_the_help_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[list[str], bool]] = []

    def app(words: list[str], standalone_mode: bool) -> int:
        asked.append((words, standalone_mode))
        return 0

    given: Any = app
    for words in ([], ["check"]):
        monkeypatch.setattr(sys, "argv", ["homonym", *words])
        assert run_typer_app(given) == 0
    assert asked == [(["--help"], False), (["check"], False)]


def test_what_stops_it_is_told_on_standard_error(capsys: Printed) -> None:
    with pytest.raises(SystemExit) as stopped:
        stop_command("homonym", "full", 3)
    assert stopped.value.code == 3
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "homonym: full\n")


def test_a_full_disk_is_met_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What could not be written is not tried again when Python ends."""
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        full.write("lost")
        monkeypatch.setattr(sys, "stdout", full)
        with pytest.raises(SystemExit) as stopped:
            stop_command("homonym", "full", 3)
        monkeypatch.undo()
    assert stopped.value.code == 3


def test_an_error_of_a_file_names_it() -> None:
    """A wrong file is its owner's; others are told with the place."""
    named = make_unforeseen_error(OSError(13, "Permission denied", "a.csv"), "homonym")
    assert type(named) is UserError and str(named) == "a.csv: Permission denied"
    unnamed = make_unforeseen_error(OSError(5, "Input/output error"), "homonym")
    assert type(unnamed) is Broken and str(unnamed) == "Input/output error"
    try:
        raise OSError("odd")
    except OSError as error:
        told = make_unforeseen_error(error, "homonym-maintain")
    sentence, remedy = str(told).splitlines()
    assert sentence.startswith("unforeseen: OSError: odd, in test_running.py, line ")
    assert remedy == "  PYTHONDEVMODE=1 homonym-maintain … shows how it came to that"


def test_an_error_of_use_is_one_line() -> None:
    wrong = typer.BadParameter("it is\n   wrong.")
    assert describe_usage_error(wrong) == "Invalid value: it is wrong"
    assert describe_usage_error(ValueError("one\n two")) == "one two"


def test_garbage_is_looked_for_seldom() -> None:
    before = gc.get_threshold()
    try:
        gc.set_threshold(700, 10, 10)
        collect_seldom()
        assert gc.get_threshold() == GARBAGE == (100_000, 50, 100)
    finally:
        gc.set_threshold(*before)


def test_what_nobody_reads_is_dropped() -> None:
    """A pipe whose reader is gone; standard error drops what no disk takes too."""
    reader, writer = os.pipe()
    os.close(reader)
    with Outlet(writer, "wb") as outlet:
        assert outlet.write(b"lost") == 4
    with LastOutlet("/dev/full", "wb") as last:
        assert last.write(b"lost") == 4
    with (
        Outlet("/dev/full", "wb") as outlet,
        pytest.raises(OSError, match="No space left"),
    ):
        outlet.write(b"lost")


def test_a_stream_writes_what_its_encoding_lacks_in_digits(tmp_path: Path) -> None:
    path = tmp_path / "told"
    with path.open("w", encoding="ascii", newline="\n") as stream:
        wrapped = wrap_output_stream(stream, Outlet)
        assert wrapped is not stream and wrapped.encoding == "ascii"
        wrapped.write("a…\n")
        wrapped.flush()
    assert path.read_text(encoding="ascii") == "a\\u2026\n"


def test_a_stream_that_is_no_file_is_left_alone() -> None:
    """And where there is none, what is written is dropped."""
    memory = io.StringIO()
    assert wrap_output_stream(memory, Outlet) is memory
    inner = io.TextIOWrapper(io.BytesIO())
    assert wrap_output_stream(inner, Outlet) is inner
    with wrap_output_stream(None, Outlet) as nowhere:
        assert nowhere.write("lost") == 4
