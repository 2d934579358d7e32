"""`homonym check`: measure, hold to the record, say what drifted."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from homonym.cli.common import find_library_clone, show_measuring_status, tell_lost
from homonym.cli.exit_codes import BROKEN, DRIFT, HOLDS, NOTHING_RAN
from homonym.errors import UserError, in_brief, make_file_error
from homonym.gate.broken_library import describe_breakage
from homonym.gate.check import Result, measure_against_record
from homonym.gate.drift import explain_drift
from homonym.gate.formats import (
    FORMS,
    as_lines,
    as_markdown,
    describe_failing_metrics,
    describe_unexplained_metrics,
)
from homonym.gate.table import is_failing_metric, render_status_table
from homonym.measurement.library_process import SECONDS
from homonym.measurement.own_folder import find_adapter_module, look_here
from homonym.measurement.refutation import SEED, TRIES
from homonym.measurement.tried_import import find_importable_adapter
from homonym.records import store
from homonym.records.target import check_target

RECORD = Path("homonym.toml")
"""Where a maintainer's record is, if nothing else is said."""


@dataclass(frozen=True)
class CheckAsked:
    """What is held to what.

    library: a name or the `module:attribute` of an adapter; file: the record, or
    records: the folder with the record of each version; command: to ask it again;
    tries, seed: how many cases are drawn, and which; seconds: how long a call may take;
    fewer: whether a new record may rest on fewer drawn cases than the old; metrics:
    those to hold, all where none is named.
    """

    library: str
    file: Path | None
    records: Path | None
    command: str
    tries: int = TRIES
    seed: int = SEED
    seconds: float = SECONDS
    fewer: bool = False
    metrics: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        library: str,
        adapter: str,
        file: Path | None,
        folder: Path | None,
        tries: int | None,
        seed: int | None,
        seconds: float = SECONDS,
        fewer: bool = False,
        metrics: Sequence[str] = (),
    ) -> CheckAsked:
        """From the options; UserError where they contradict each other."""
        if bool(library) == bool(adapter):
            raise UserError(
                "say what to check: the name of a library, or --adapter MODULE:NAME"
            )
        if adapter and ":" not in adapter:
            raise UserError(
                f"--adapter {in_brief(adapter)} names no adapter: write MODULE:NAME, "
                "as in mypackage.conformance:adapter"
            )
        if file and folder:
            raise UserError("--record names a file, --records a folder: give one")
        if adapter and not folder:
            file = file or RECORD
        words = ["homonym check", f"--adapter {adapter}" if adapter else library]
        words += [f"--record {file}"] if file else []
        words += [f"--records {folder}"] if folder else []
        drawn = (tries or TRIES, SEED if seed is None else seed)
        library, command = adapter or library, " ".join(words)
        wanted = tuple(metrics)
        return cls(library, file, folder, command, *drawn, seconds, fewer, wanted)

    @property
    def target(self) -> Path:
        """Where a new record is to stand: its file, or the folder it will stand in."""
        return (
            self.file
            or (self.records or store.find_records_folder())
            / "LIBRARY"
            / "VERSION.toml"
        )


def check_library(
    asked: CheckAsked,
    accept: bool,
    checkouts: list[str],
    form: str,
    summary: Path | None,
) -> int:
    """Check one library; return the exit code."""
    if form not in FORMS:
        raise UserError(
            f"--format {in_brief(form)} is unknown: write {', '.join(FORMS)}"
        )
    look_here(find_adapter_module(asked.library))
    find_importable_adapter(asked.library)
    clone = find_library_clone(asked.library, checkouts)
    if accept:
        check_target(asked.target)
    if accept and asked.records:
        store.make_records_folder(asked.records)
    with show_measuring_status(asked.library) as moved:
        result = measure_against_record(
            asked.library,
            clone,
            moved,
            asked.records,
            asked.tries,
            example=accept and asked.file is None,
            renew=accept,
            seed=asked.seed,
            file=asked.file,
            seconds=asked.seconds,
            fewer=asked.fewer,
            wanted=asked.metrics,
        )
    tell_broken(result)
    if accept:
        return accept_record(result, asked)
    file = find_own_record_file(result, asked)
    print(FORMS[form](result, asked.command, file))
    if summary:
        append_summary(summary, as_markdown(result, asked.command, file))
    return choose_check_exit_code(result)


def find_own_record_file(result: Result, asked: CheckAsked) -> Path | None:
    """The user's own file that the record stands in."""
    if asked.file or not asked.records:
        return asked.file
    now = result.record
    return store.locate_record_file(now.library, now.version, asked.records)


def append_summary(file: Path, text: str) -> None:
    """Add a text to a file that others add to as well, as CI summaries are made."""
    try:
        with file.open("a", encoding="utf-8") as opened:
            opened.write(text)
    except OSError as error:
        raise make_file_error(
            error, f"no summary at {file}: {error.strerror}"
        ) from None


def tell_broken(result: Result) -> None:
    """Say on standard error what was broken, and what was only begun again."""
    tell_lost(result.record.library, describe_breakage(result), result.lost)


def choose_check_exit_code(result: Result) -> int:
    """The exit code of a check."""
    if any(describe_breakage(result)):
        return BROKEN
    if not result.cases_run:
        return NOTHING_RAN
    return (
        DRIFT if result.drift or result.unlisted or result.expected is None else HOLDS
    )


def accept_record(result: Result, asked: CheckAsked) -> int:
    """Write the record; print what is recorded, the difference, and what fails, which
    is no verdict that could hold."""
    told = [
        render_status_table(result),
        *describe_failing_metrics(result),
        *describe_unexplained_metrics(result),
    ]
    told += explain_drift(result)
    print(as_lines("\n".join(told)))
    if not result.cases_run:
        print("homonym: nothing ran, so nothing is recorded", file=sys.stderr)
        return choose_check_exit_code(result)
    if not result.drift:
        print("\nno difference" if result.expected else "\na new record")
    print(f"\nrecorded in {write_record(result, asked)}")
    if any(is_failing_metric(name, result) for name in result.record.metrics):
        print("homonym: what fails is recorded as failing", file=sys.stderr)
        return BROKEN
    if any(describe_breakage(result)):
        return BROKEN
    return DRIFT if result.unlisted else HOLDS


def write_record(result: Result, asked: CheckAsked) -> Path:
    """Write the record where it was asked for."""
    if asked.file:
        return store.save_record(result.record, result.rows, asked.file)
    return store.write_record_of(result.record, result.rows, asked.records)
