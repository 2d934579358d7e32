"""What several commands share: the console, progress, and what names are taken for."""

from __future__ import annotations

import io
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from homonym.cli import common
from homonym.cli.common import (
    find_library_clone,
    make_console,
    read_own_record,
    resolve_ambiguous_metrics,
    show_measuring_status,
    show_progress_bar,
    tell_lost,
    tell_taken,
)
from homonym.errors import UserError
from homonym.records import store

Printed = pytest.CaptureFixture[str]
MAP = "average_precision(divisor=min_k_r)"


def test_what_is_piped_elsewhere_is_not_cut(capsys: Printed) -> None:
    """Nor is it marked up: what stands in brackets is no style."""
    line = f"[b]{'a' * 197}"
    make_console().print(line)
    assert capsys.readouterr().out == f"{line}\n"
    make_console().print(f"{line}a")
    assert capsys.readouterr().out == f"{line}\na\n"
    make_console(stderr=True).print("a")
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "a\n")


def test_numbers_have_no_colour_of_their_own(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a terminal either."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    make_console().print("12 of 'a'")
    assert capsys.readouterr().out == "12 of 'a'\n"


def test_who_waits_sees_the_stage_and_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[str] = []

    class Line:
        """A console whose one line is kept."""

        @contextmanager
        def status(self, text: str) -> Any:
            """Begin with this text."""
            seen.append(text)
            yield self

        def update(self, text: str) -> None:
            """Go on with that."""
            seen.append(text)

    consoles: dict[bool, Any] = {True: Line()}
    monkeypatch.setattr(common, "make_console", lambda stderr: consoles[stderr])
    with show_measuring_status("lib") as moved:
        moved("core cases", 0, 9)
        moved("core cases", 3, 9)
    assert seen == ["lib: starting", "lib: core cases", "lib: core cases 3 of 9"]


def test_a_bar_is_for_a_terminal_alone(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    with show_progress_bar() as moved:
        moved("reading", 0.5)
    assert capsys.readouterr() == ("", "")
    shown = io.StringIO()
    terminal = Console(file=shown, force_terminal=True, width=80)
    consoles = {True: terminal}
    monkeypatch.setattr(common, "make_console", lambda stderr: consoles[stderr])
    with show_progress_bar() as moved:
        moved("counting", 0.5)
    assert "counting" in shown.getvalue() and "50%" in shown.getvalue()
    assert "left" in shown.getvalue()
    assert shown.getvalue().endswith("\x1b[2K")  # it is gone at the end


def test_a_clone_is_of_the_library_that_is_asked(tmp_path: Path) -> None:
    """One of another library nobody would look at."""
    given = f"elliot={tmp_path}"
    assert find_library_clone("elliot", [given]) == tmp_path
    assert find_library_clone("elliot", []) is None
    with pytest.raises(UserError, match="is a clone of elliot, and recbole is asked"):
        find_library_clone("recbole", [given])


def test_what_was_broken_and_what_was_begun_again_are_notes(capsys: Printed) -> None:
    tell_lost("lib", ["m: killed by SIGSEGV"], ["no answer"])
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.splitlines() == [
        "homonym: lib is broken: m: killed by SIGSEGV",
        "homonym: lib was started again: no answer",
    ]


def test_a_record_is_read_where_one_is_given() -> None:
    assert read_own_record(None) is None
    file = store.locate_record_file("rs-metrics", "0.6.0")
    own = read_own_record(file)
    assert own and own.library == "rs-metrics"


def test_a_name_of_several_definitions_is_taken_for_the_default(
    capsys: Printed,
) -> None:
    """Which is said; a name of one, and one that is none, is not."""
    tell_taken(["MAP", MAP, "zz"])
    assert capsys.readouterr().err.splitlines() == [
        f"homonym: MAP has several definitions; this is {MAP}, and homonym variants "
        "average_precision lists the others"
    ]


def test_a_name_of_recorded_definitions_is_evaluated_as_it_is(capsys: Printed) -> None:
    """What no record has is taken for the default."""
    assert resolve_ambiguous_metrics(["MAP", MAP]) == ["MAP", MAP]
    assert capsys.readouterr().err == ""
    taken = "err(stops=exponential)"
    assert resolve_ambiguous_metrics(["err", MAP]) == [taken, MAP]
    assert f"err has several definitions; this is {taken}" in capsys.readouterr().err
