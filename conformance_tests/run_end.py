"""How a run of pytest ends that cannot go on, or whose library is broken: as `homonym
check` does, see `end_with_one_sentence` and `yield_run_endings`.

A worker of pytest-xdist leaves why it cannot go on to the process that started it: the
exit code of that one is the run's.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

import pytest

from homonym.conformance_tests.shared_measurement import (
    find_shared_measurement,
    find_started_folder,
    find_worker_folder,
)

if TYPE_CHECKING:
    from homonym.errors import Told

FILE = "told.pickle"


@contextmanager
def end_with_one_sentence(config: pytest.Config) -> Iterator[None]:
    """End the run with the sentence, and the exit code that it has at the command."""
    from homonym.errors import Told

    why: Told | None = None
    try:
        yield
    except Told as told:
        why = told
    if why:
        end_run(config, why)


def end_run(config: pytest.Config, told: Told) -> NoReturn:
    """End the run, or this worker of it."""
    said = f"homonym: {told.in_command}"
    folder = find_worker_folder(config)
    if not folder:
        pytest.exit(said, returncode=told.exit_code)
    (folder / FILE).write_bytes(pickle.dumps(told))
    session = config.pluginmanager.get_plugin("session")
    assert isinstance(session, pytest.Session)
    session.shouldstop = said
    pytest.fail(said, pytrace=False)


def yield_run_endings(config: pytest.Config) -> Iterator[tuple[int, str]]:
    """(exit code, sentence) of what a worker could not go on for, else of what is
    broken in the library that was measured."""
    from homonym.errors import Broken
    from homonym.gate.broken_library import describe_breakage

    folder = find_started_folder(config)
    if folder and (file := folder / FILE).exists():
        told: Told = pickle.loads(file.read_bytes())
        yield told.exit_code, str(told)
    elif found := find_shared_measurement(config):
        for sentence in describe_breakage(found):
            yield Broken.exit_code, f"the library is broken: {sentence}"
