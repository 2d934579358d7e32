"""How a command line is run: `run_commands`, below `homonym` and `homonym-maintain`.

Whatever stops a command is one sentence after the program's name, and an exit code of
the table in `homonym.cli.exit_codes`.
"""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
import traceback
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn, TextIO

import typer

from homonym.errors import Broken, Told, UserError, make_file_error, shorten_error

STOPPED = 130
"""What an interrupted command ends with."""
USAGE: type[BaseException] = typer.BadParameter.__mro__[1]
"""What typer raises for wrong options, in the module that its version keeps it in."""
GARBAGE = (100_000, 50, 100)
"""After how many new objects Python looks for garbage among the young, and after how
many such looks among the older: it has 700, 10 and 10."""


class Outlet(io.FileIO):
    """A standard stream; what is written for a reader who is gone is dropped.

    dropped: the errors that say so.
    """

    dropped: type[OSError] = BrokenPipeError

    def write(self, data: Any, /) -> int:
        """Write, or drop, all of it."""
        try:
            return super().write(data)
        except self.dropped:
            return len(data)


class LastOutlet(Outlet):
    """Standard error: where it cannot be written to, there is nowhere to say so."""

    dropped = OSError


def run_commands(app: typer.Typer, name: str) -> NoReturn:
    """Run a command, and end with its exit code. Hypothesis keeps nothing in the folder
    that it is run in."""
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", os.devnull)
    collect_seldom()
    asked = watch_for_interruption()
    sys.stdout = wrap_output_stream(sys.stdout, Outlet)
    sys.stderr = wrap_output_stream(sys.stderr, LastOutlet)
    try:
        code = run_typer_app(app)
    except (typer.Abort, KeyboardInterrupt):
        stop_command(name, "stopped", STOPPED)
    except USAGE as error:
        stop_command(name, describe_usage_error(error), UserError.exit_code)
    except Exception as error:
        if asked:  # an engine tells of it in words of its own
            stop_command(name, "stopped", STOPPED)
        if isinstance(error, Told):
            stop_command(name, error.in_command, error.exit_code)
        if sys.flags.dev_mode:
            traceback.print_exc()
        found = make_unforeseen_error(error, name)
        stop_command(name, str(found), found.exit_code)
    sys.exit(code)


def watch_for_interruption() -> list[int]:
    """The signals by which somebody has asked a command to end: each raises
    KeyboardInterrupt as well. SIGINT stays ignored where it is, as it is in the
    background."""
    asked: list[int] = []

    def interrupt(signum: int, frame: FrameType | None) -> NoReturn:
        asked.append(signum)
        signal.default_int_handler(signum, frame)

    signal.signal(signal.SIGTERM, interrupt)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, interrupt)
    return asked


def collect_seldom() -> None:
    """Look for garbage seldom: a command keeps nearly all that it reads to its end, and
    to look through that again and again takes a tenth of its time and more."""
    gc.set_threshold(*GARBAGE)


def run_typer_app(app: typer.Typer) -> int | None:
    """Run a command to its end; Broken where other code than ours ends the process."""
    try:
        code: int | None = app(sys.argv[1:] or ["--help"], standalone_mode=False)
    except SystemExit as error:
        raise Broken(
            f"a library or its adapter ended it: {shorten_error(error)}"
        ) from None
    if code == STOPPED:  # newer versions of typer end so, older ones raise
        raise typer.Abort
    sys.stdout.flush()
    return code


def stop_command(name: str, told: str, code: int) -> NoReturn:
    """Say why a command stops, and end it."""
    print(f"{name}: {told}", file=sys.stderr)
    try:
        sys.stdout.flush()
    except OSError:  # Python would try once more, and end with a code of its own
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def wrap_output_stream(stream: TextIO | None, kind: type[Outlet]) -> TextIO:
    """The stream, without an error for what nobody reads, or for a character that its
    encoding lacks."""
    if stream is None:
        return Path(os.devnull).open("w", encoding="utf-8")
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    try:
        raw = kind(stream.fileno(), "wb", closefd=False)
    except io.UnsupportedOperation:  # it is kept in memory
        return stream
    return io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding=stream.encoding,
        errors="backslashreplace",
        line_buffering=stream.line_buffering or stream.write_through,
        write_through=stream.write_through,
    )


def make_unforeseen_error(error: Exception, name: str) -> Told:
    """What to say of an error that nobody expected: the file that it is about, or the
    place where it was raised."""
    if isinstance(error, OSError) and error.strerror:
        about = f"{error.filename}: " if error.filename is not None else ""
        return make_file_error(error, f"{about}{error.strerror}")
    at = traceback.extract_tb(error.__traceback__)[-1]
    return Broken(
        f"unforeseen: {shorten_error(error)}, in {Path(at.filename).name}, line "
        f"{at.lineno}",
        f"PYTHONDEVMODE=1 {name} … shows how it came to that",
    )


def describe_usage_error(error: BaseException) -> str:
    """What an option or argument is wrong about, in one line."""
    told = getattr(error, "format_message", error.__str__)()
    return " ".join(str(told).split()).rstrip(".")
