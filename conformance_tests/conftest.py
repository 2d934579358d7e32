"""One test a metric of the library that the plugin was pointed at."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from homonym.conformance_tests.expected import write_skipped_status
from homonym.conformance_tests.plugin import ask_session_result
from homonym.conformance_tests.run_end import end_with_one_sentence
from homonym.conformance_tests.run_options import make_asked_library

if TYPE_CHECKING:
    from homonym.gate.check import Result
    from homonym.measurement.library_process import LibraryProcess


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test a metric."""
    if "metric" not in metafunc.fixturenames:
        return
    name = metafunc.config.getoption("--homonym-library")
    if not name:
        metafunc.parametrize("metric", [])
        return
    from homonym.measurement.tried_import import find_importable_adapter

    with end_with_one_sentence(metafunc.config):
        metafunc.parametrize("metric", list(find_importable_adapter(name).metrics))


def explain_missing_clone(config: pytest.Config) -> str:
    """Why a library that is read from a clone cannot be; nothing where it can."""
    from homonym.adapters import find_adapter
    from homonym.measurement.library_process import find_checkout_path

    library = config.getoption("--homonym-library")
    with end_with_one_sentence(config):
        clone = find_checkout_path(library, config.getoption("--homonym-checkout"))
    if clone or not find_adapter(library).checkout:
        return ""
    return f"it is on no registry: name a clone, --homonym-checkout {library}=PATH"


def note_skipped_run(config: pytest.Config, why: str) -> None:
    """Leave the reason for the report on a live run; tox says which version it was."""
    results, known = map(config.getoption, ("--homonym-results", "--homonym-records"))
    if results:
        environment = os.environ.get("TOX_ENV_NAME", "")
        write_skipped_status(
            Path(results), environment, why, Path(known) if known else None
        )


@pytest.fixture(name="result")
def find_session_result(request: pytest.FixtureRequest) -> Result:
    """What the session's check found; a metric of other versions is skipped."""
    library = request.config.getoption("--homonym-library")
    if not library:
        pytest.skip("no library: say --homonym-library NAME")
    from homonym.adapters import find_adapter

    if missing := find_adapter(library).missing() or explain_missing_clone(
        request.config
    ):
        note_skipped_run(request.config, missing)
        pytest.skip(f"{library} was not run: {missing}")
    found = ask_session_result(request.config)
    if "metric" in request.fixturenames:
        name = request.getfixturevalue("metric")
        recorded = found.expected.metrics if found.expected else {}
        if name in found.absent:
            pytest.skip(f"{name}: {found.absent[name]}")
        if name not in {**recorded, **found.record.metrics}:
            pytest.skip(f"{found.record.version} has no {name}")
    return found


@pytest.fixture(name="live", scope="session")
def start_library(
    pytestconfig: pytest.Config,
) -> Iterator[Callable[[], LibraryProcess]]:
    """The library in a process of its own, started when a test first asks for it."""
    with ExitStack() as until_the_end:
        yield cache(
            lambda: until_the_end.enter_context(make_asked_library(pytestconfig))
        )
