"""One measurement for all processes of a run under pytest-xdist: start at `once`.

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

R = TypeVar("R")


def once(config: pytest.Config, make: Callable[[], R]) -> R:
    """What `make` returns, made by one of the run's processes."""
    told: dict[str, Any] = getattr(config, "workerinput", {})
    if SHARED not in told:
        return make()
    file = Path(told[SHARED]) / "result.pickle"
    with alone(file.with_suffix(".lock")):
        if not file.exists():
            file.write_bytes(pickle.dumps(make()))
        found: R = pickle.loads(file.read_bytes())
    return found


@contextmanager
def alone(file: Path) -> Iterator[None]:
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
