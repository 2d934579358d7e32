"""One measurement for all processes of a run under pytest-xdist: start at
`measure_once_per_run`.

The process that comes first measures; the others wait, and read what it found.
"""

from __future__ import annotations

import pickle
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

SHARED = "homonym_shared"
"""What a worker is told: the folder that it shares with the others."""
FOLDER = pytest.StashKey[str]()
MEASURED = pytest.StashKey[Any]()
FILE = "result.pickle"

R = TypeVar("R")


def measure_once_per_run(config: pytest.Config, make: Callable[[], R]) -> R:
    """What `make` returns, made by one of the run's processes."""
    folder = find_worker_folder(config)
    found = make_once_for_workers(folder, make) if folder else make()
    config.stash[MEASURED] = found
    return found


def make_once_for_workers(folder: Path, make: Callable[[], R]) -> R:
    """The same, of workers that share a folder."""
    file = folder / FILE
    with hold_measurement_lock(file.with_suffix(".lock")):
        if not file.exists():
            (part := file.with_suffix(".part")).write_bytes(pickle.dumps(make()))
            part.rename(file)
        found: R = pickle.loads(file.read_bytes())
    return found


def find_shared_measurement(config: pytest.Config) -> Any:
    """What this process measured, or one of the workers that it started; else None."""
    folder = find_started_folder(config)
    if folder and (file := folder / FILE).exists():
        return pickle.loads(file.read_bytes())
    return config.stash.get(MEASURED, None)


def find_worker_folder(config: pytest.Config) -> Path | None:
    """The folder that a worker shares with the others."""
    told: dict[str, Any] = getattr(config, "workerinput", {})
    return Path(told[SHARED]) if SHARED in told else None


def find_started_folder(config: pytest.Config) -> Path | None:
    """The folder that the workers share which this process started."""
    folder = config.stash.get(FOLDER, None)
    return Path(folder) if folder else None


@contextmanager
def hold_measurement_lock(file: Path) -> Iterator[None]:
    """Wait until no other process holds the lock."""
    import fcntl

    with file.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell each worker, before it starts, which folder is shared."""
    stash = node.config.stash
    if FOLDER not in stash:
        stash[FOLDER] = tempfile.mkdtemp(prefix="homonym-")
    node.workerinput[SHARED] = stash[FOLDER]


def pytest_unconfigure(config: pytest.Config) -> None:
    """Nothing is left of the folder."""
    if FOLDER in config.stash:
        shutil.rmtree(config.stash[FOLDER], ignore_errors=True)
