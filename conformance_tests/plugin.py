"""The pytest plugin: it measures a library once a session, and tests look at it.

`--homonym-adapter MODULE:NAME` holds a maintainer's library to its record, a test a
metric and a convention: see `gate`. `--homonym-library NAME` points this package's own
suite at a library; with `--homonym-results DIR` the record is written there, for a
report on a live run.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from homonym.conformance_tests.run_end import end_with_one_sentence, yield_run_endings
from homonym.conformance_tests.run_options import (
    choose_call_seconds,
    format_check_command,
    resolve_asked_record,
)
from homonym.conformance_tests.shared_measurement import measure_once_per_run

if TYPE_CHECKING:
    from homonym.gate.check import Result
    from homonym.measurement.session import Progress

RESULT = pytest.StashKey["Result"]()

OPTIONS: dict[str, dict[str, Any]] = {
    "adapter": {
        "metavar": "MODULE:NAME",
        "help": "hold the library of this adapter to its record: one test for each "
        "metric and for each convention, beside the other tests of the run",
    },
    "record": {
        "metavar": "FILE",
        "default": "homonym.toml",
        "help": "the record it is held to (default: homonym.toml)",
    },
    "library": {
        "metavar": "NAME",
        "help": "the library that homonym.conformance_tests measures",
    },
    "checkout": {
        "metavar": "LIBRARY=PATH",
        "action": "append",
        "default": [],
        "help": "a clone of a library that is on no registry",
    },
    "records": {"metavar": "DIR", "help": "folder of the records to hold it to"},
    "accept": {
        "action": "store_true",
        "help": "write the record to hold it to, before the tests look at it; with an "
        "adapter say homonym check --accept instead, which prints the difference",
    },
    "ratings": {
        "metavar": "PATH",
        "help": "a MovieLens folder to measure on too, by the protocol of the paper",
    },
    "results": {"metavar": "DIR", "help": "folder to write the new record to"},
    "max-examples": {
        "metavar": "N",
        "type": int,
        "help": "how many cases to draw for each metric (default: 200); a property "
        "of each is tried on an eighth as many others",
    },
    "timeout": {
        "metavar": "SECONDS",
        "type": float,
        "help": "how long a call may take (default: 30)",
    },
    "fewer-draws": {
        "action": "store_true",
        "help": "let an accepted record rest on fewer drawn cases than the one before",
    },
    "seed": {
        "metavar": "N",
        "type": int,
        "help": "draw other cases, by this seed (default: the same in every run); "
        "the properties go by --hypothesis-seed",
    },
}
"""The options by what stands after `--homonym-`, as pytest takes them."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options."""
    group = parser.getgroup("homonym", "conformance of a library's metrics")
    for name, given in OPTIONS.items():
        group.addoption(f"--homonym-{name}", **given)


def pytest_configure(config: pytest.Config) -> None:
    """Have the record collected, whatever else was asked for; under pytest-xdist one
    process measures."""
    config.pluginmanager.register(
        sys.modules[measure_once_per_run.__module__], "homonym-once"
    )
    adapter = config.getoption("--homonym-adapter")
    if not adapter:
        return
    record = resolve_asked_record(config)
    if not record.is_file():
        raise pytest.UsageError(
            f"no record {record}: {format_check_command(config)} --accept"
        )
    if config.getoption("--homonym-accept"):
        raise pytest.UsageError(
            f"to accept a change: {format_check_command(config)} --accept"
        )
    check_adapter_loads(adapter, config.invocation_params.dir)
    named = (config.invocation_params.dir / a.partition("::")[0] for a in config.args)
    if record not in {path.resolve() for path in named}:
        config.args.append(str(record))


def check_adapter_loads(adapter: str, folder: Path) -> None:
    """End the run where there is no such adapter, or a broken one: once, and not in
    each test."""
    from homonym.errors import Broken, UserError
    from homonym.measurement.own_folder import find_adapter_module, look_here
    from homonym.measurement.tried_import import find_importable_adapter

    look_here(find_adapter_module(adapter), folder=folder)
    try:
        find_importable_adapter(adapter)
    except UserError as error:
        raise pytest.UsageError(f"--homonym-adapter: {error}") from None
    except Broken as error:
        pytest.exit(f"homonym: {error}", returncode=error.exit_code)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A run whose library is broken ends as `homonym check` does, and says why."""
    if not any(
        map(session.config.getoption, ("--homonym-adapter", "--homonym-library"))
    ):
        return
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    for code, told in yield_run_endings(session.config):
        session.exitstatus = code
        if reporter:
            reporter.write_line(f"\nhomonym: {told}")


def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> pytest.Collector | None:
    """The record is a test file, when an adapter says whose."""
    config = parent.config
    if config.getoption("--homonym-adapter") and file_path == resolve_asked_record(
        config
    ):
        from homonym.conformance_tests.gate import RecordFile

        return RecordFile.from_parent(parent, path=file_path)
    return None


def ask_session_result(config: pytest.Config) -> Result:
    """The result of the session's check, made when first asked for."""
    if RESULT not in config.stash:
        with end_with_one_sentence(config):
            config.stash[RESULT] = measure_once_per_run(
                config, lambda: _run_session_check(config)
            )
    return config.stash[RESULT]


def _run_session_check(config: pytest.Config) -> Result:
    from homonym.gate.check import measure_against_record
    from homonym.measurement.library_process import find_checkout_path
    from homonym.measurement.refutation import SEED, TRIES
    from homonym.records import store
    from homonym.records.target import check_target

    library = config.getoption("--homonym-library")
    folder = config.getoption("--homonym-records")
    results = config.getoption("--homonym-results")
    checkout = find_checkout_path(library, config.getoption("--homonym-checkout"))
    home = Path(folder) if folder else None
    accept = config.getoption("--homonym-accept")
    given = config.getoption("--homonym-ratings")
    tries = config.getoption("--homonym-max-examples")
    if accept:
        check_target((home or store.find_records_folder()) / "LIBRARY" / "VERSION.toml")
    result = measure_against_record(
        library,
        checkout,
        _make_progress_printer(config),
        home,
        tries=TRIES if tries is None else tries,
        example=True,
        renew=accept,
        seed=config.getoption("--homonym-seed") or SEED,
        ratings=Path(given) if given else None,
        seconds=choose_call_seconds(config),
        fewer=config.getoption("--homonym-fewer-draws"),
    )
    if results:
        store.write_record_of(result.record, result.rows, Path(results))
    if accept:
        store.write_record_of(result.record, result.rows, home)
        return replace(result, expected=result.record, drift=[])
    return result


def _make_progress_printer(config: pytest.Config) -> Progress:
    """Say each stage once, on the terminal, as the run goes."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    said: set[str] = set()

    def progress(stage: str, done: int, of: int) -> None:
        if reporter and stage not in said:
            said.add(stage)
            reporter.write_line(f"homonym: {stage}")

    return progress
