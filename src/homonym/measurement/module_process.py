"""A module of homonym run in a process apart: start at `run_apart`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen
from tempfile import TemporaryDirectory

from homonym.measurement.environment import HASH_SEED, make_child_environment
from homonym.measurement.interrupts import defer_interrupts
from homonym.measurement.own_folder import join_import_folders

START_SECONDS = 180.0
"""So long a module may take to be imported."""


@dataclass(frozen=True)
class ProcessEnd:
    """How a process ended, None where it took too long, and what it printed."""

    code: int | None
    printed: bytes
    complained: bytes


def run_apart(*words: str) -> ProcessEnd:
    """Run `python WORDS` without input, in a session of its own and as a library's
    process is: nothing that it started is left."""
    with ExitStack() as ended:
        with defer_interrupts():
            folder = Path(ended.enter_context(TemporaryDirectory(prefix="homonym-")))
            process = start_separate_process(words, folder)
            ended.callback(end_process_session, process)
        code = None
        with suppress(subprocess.TimeoutExpired):
            code = process.wait(START_SECONDS)
        told = [(folder / name).read_bytes() for name in ("printed", "complained")]
        return ProcessEnd(code, *told)


def start_separate_process(words: tuple[str, ...], folder: Path) -> Popen[bytes]:
    """The process; it writes two files of the folder, which no one need read."""
    with (
        (folder / "printed").open("wb") as printed,
        (folder / "complained").open("wb") as complained,
    ):
        return Popen(
            [sys.executable, "-P", *words],
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=complained,
            start_new_session=True,
            env=make_child_environment(
                os.environ, join_import_folders(), str(folder), HASH_SEED
            ),
        )


def end_process_session(process: Popen[bytes]) -> None:
    """End it, and what it started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
