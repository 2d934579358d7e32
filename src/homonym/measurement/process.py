"""A library in its child process, as seen from here.

`LibraryProcess` asks it for measurements. A call that hangs or kills the process is
that case's measurement and costs one restart; after three, the rest of that metric is
not run.
"""

from __future__ import annotations

import json
import os
import pickle
import select
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from homonym.adapters import find_adapter
from homonym.adapters.contract import (
    Failed,
    Measurement,
    Refused,
)
from homonym.errors import UserError
from homonym.measurement.worker import decode
from homonym.reference.case import TableCase
from homonym.reference.variants import Problem

SECONDS = 30.0
RESTARTS = 3
START_SECONDS = 180.0
HASH_SEED = 1
NO_ANSWER = "no answer in"
NOT_RUN = f"not run: the metric hung or died {RESTARTS} times before"


def own_path() -> str:
    """The folders where this process finds what is not installed: for the child too."""
    own = [entry for entry in sys.path if not is_installed(entry)]
    return os.pathsep.join(entry or str(Path.cwd()) for entry in own)


def is_installed(path: str) -> bool:
    """Whether Python or packages are installed there."""
    found = Path(path)
    packages = {"site-packages", "dist-packages"} & set(found.parts)
    stdlib = found.is_relative_to(sysconfig.get_path("stdlib"))
    return bool(packages) or stdlib or found.suffix == ".zip"


def request(case: Problem) -> dict[str, str]:
    """How the child process is asked about a case: by its line, and its type."""
    return {"line": case.id, "folder": case.folder}


@contextmanager
def handed(case: TableCase) -> Iterator[dict[str, str]]:
    """How it is asked about tables, which have no line: by a file that it reads."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "case.pickle"
        file.write_bytes(pickle.dumps(case))
        yield {"tables": str(file)}


class LibraryProcess:
    """A library's metrics, each call made in a child process.

    seconds: the time a call may take; hash_seed: of the strings of its Python, which
    orders sets; asked, spent: the calls and the time inside the library so far.
    """

    def __init__(
        self,
        name: str,
        checkout: Path | None = None,
        seconds: float = SECONDS,
        hash_seed: int = HASH_SEED,
    ) -> None:
        self.name = name
        self.adapter = find_adapter(name)
        self.seconds = seconds
        self.checkout = checkout
        self.asked, self.spent = 0, 0.0
        self._hash_seed = hash_seed
        self._deaths: Counter[str] = Counter()
        self._command = [sys.executable, "-m", "homonym.measurement.worker", name]
        if checkout:
            if not checkout.is_dir():
                raise UserError(f"{checkout} is no folder: give the path of a clone")
            self._command.append(str(checkout.resolve()))
        elif self.adapter.checkout:
            raise UserError(
                f"{name} is on no registry: name a clone, --checkout {name}=PATH"
            )
        self.about: dict[str, Any] = self._start()

    def another(self, hash_seed: int) -> LibraryProcess:
        """The same library in a process of its own, with another hash seed."""
        return type(self)(self.name, self.checkout, self.seconds, hash_seed)

    def _start(self) -> dict[str, Any]:
        self._child = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={
                **os.environ,
                "PYTHONWARNINGS": "ignore",
                "PYTHONPATH": own_path(),
                "PYTHONHASHSEED": str(self._hash_seed),
            },
        )
        self._buffer = b""
        line = self._read(START_SECONDS)
        if not line:
            return {"error": self._cause(), "where": ""}
        about: dict[str, Any] = json.loads(line)
        return about

    def measure(self, metric: str, case: Problem | dict[str, str]) -> Measurement:
        """What the metric returns on a case (or one named as the child names it)."""
        if self._deaths[metric] >= RESTARTS:
            return Refused(NOT_RUN)
        self.asked += 1
        named = case if isinstance(case, dict) else request(case)
        line = self._ask({"metric": metric, "case": named})
        if line is None:
            self._deaths[metric] += 1
            cause = self._cause()
            self.close()
            self._start()
            return Failed(cause)
        spent, answer = json.loads(line)
        self.spent += spent
        return decode(answer)

    def _ask(self, request: dict[str, Any]) -> bytes | None:
        assert self._child.stdin
        try:
            self._child.stdin.write(json.dumps(request).encode() + b"\n")
            self._child.stdin.flush()
        except BrokenPipeError:
            return None
        return self._read(self.seconds)

    def _read(self, seconds: float) -> bytes | None:
        """The next line, or None when the child says nothing in time, or is gone."""
        assert self._child.stdout
        descriptor = self._child.stdout.fileno()
        while b"\n" not in self._buffer:
            ready, _, _ = select.select([descriptor], [], [], seconds)
            chunk = os.read(descriptor, 1 << 16) if ready else b""
            if not chunk:
                return None
            self._buffer += chunk
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line

    def _cause(self) -> str:
        """Why there was no answer."""
        try:
            code = self._child.wait(timeout=0.2)
        except subprocess.TimeoutExpired:
            return f"{NO_ANSWER} {self.seconds:g} s"
        if code < 0:
            return f"killed by {signal.Signals(-code).name}"
        return f"the process ended with exit code {code}"

    def close(self) -> None:
        self._child.kill()
        self._child.wait()
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe:
                pipe.close()

    def __enter__(self) -> LibraryProcess:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def checkout_of(library: str, given: list[str]) -> Path | None:
    """The path of the library's clone among `LIBRARY=PATH` arguments."""
    for text in given:
        name, equals, path = text.partition("=")
        if not equals or not name or not path:
            raise UserError(
                f"--checkout {text!r} names no clone: write LIBRARY=PATH, "
                f"as in --checkout {library}=PATH"
            )
        if name == library:
            return Path(path)
    return None
