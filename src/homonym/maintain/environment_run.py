"""One tox environment run to its end, and how that was: start at `run_environment`."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

HOLDS, DIFFERS, ACCEPTED = "holds its record", "differs", "accepted"
NO_ENVIRONMENT = "could not be installed"
NOT_RUN, BROKEN = "not run", "broken"
STARTED = re.compile(r"^\S+: commands\[0\]> ", re.MULTILINE)
"""What tox says when an environment stands, before it runs the suite."""
ENDED = re.compile(r"^\S+: exit (-?\d+) ", re.MULTILINE)
SAID = re.compile(
    r"^(?:ERROR: |error: |SKIPPED \[\d+\] \S+ |E +|(?:! \S+ )?homonym: )(.+?)(?: !)?$",
    re.MULTILINE,
)
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
MEGABYTE = 1_000_000
running: set[subprocess.Popen[str]] = set()
"""What has been started and not ended."""


@dataclass(frozen=True)
class Ended:
    """How an environment's run ended; installing, measuring: seconds; megabytes: what
    the environment takes on the disk."""

    status: str
    reason: str = ""
    installing: float = 0.0
    measuring: float = 0.0
    megabytes: int = 0

    @property
    def done(self) -> bool:
        """Whether a further run has nothing to do."""
        return self.status in (HOLDS, ACCEPTED)


def run_environment(
    command: Sequence[str], log: Path, result: Path, folder: Path, accept: bool = False
) -> Ended:
    """Run tox for one environment; its output is the log, result: the record that it
    writes where it measures, folder: the environment's."""
    result.unlink(missing_ok=True)
    begun = time.monotonic()
    stood = None
    with (
        log.open("w", 1, encoding="utf-8") as file,
        subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        ) as process,
    ):
        running.add(process)
        for line in process.stdout or ():
            file.write(line)
            if stood is None and STARTED.match(COLOURS.sub("", line)):
                stood = time.monotonic()
    running.discard(process)
    code = process.returncode
    ended = time.monotonic()
    text = COLOURS.sub("", log.read_text("utf-8"))
    found = parse_tox_output(text, code, result.exists(), accept)
    return replace(
        found,
        installing=round((stood or ended) - begun, 1),
        measuring=round(ended - stood, 1) if stood else 0.0,
        megabytes=sum_disk_bytes(folder) // MEGABYTE,
    )


def parse_tox_output(text: str, code: int, measured: bool, accept: bool) -> Ended:
    """The status of a run by what tox printed and the code that it ended with.

    >>> said = "py311-a-1: commands_pre[0]> python -m pip"
    >>> parse_tox_output(said, 1, False, False).status
    'could not be installed'
    >>> said = "py311-a-1: commands[0]> python -m pytest"
    >>> parse_tox_output(said, 0, True, False).status
    'holds its record'
    """
    found = STARTED.search(text)
    if not found:
        return Ended(NO_ENVIRONMENT, find_last_reason(text))
    after = text[found.end() :]
    codes = [int(one) for one in ENDED.findall(after)]
    suite = codes[0] if codes else code
    if suite == code == 0:
        done = ACCEPTED if accept else HOLDS
        return Ended(done) if measured else Ended(NOT_RUN, find_last_reason(after))
    if suite == 1 and measured:
        return Ended(DIFFERS, find_last_reason(after))
    return Ended(BROKEN, find_last_reason(after) or f"exit code {suite}")


def find_last_reason(text: str) -> str:
    """The last line that says why, of pip, pytest or the suite."""
    told = SAID.findall(text)
    return told[-1].strip()[:200] if told else ""


def sum_disk_bytes(folder: Path) -> int:
    """The bytes that a folder takes on the disk; none where there is no folder."""
    sizes = (file.lstat().st_blocks * 512 for file in folder.rglob("*"))
    return sum(sizes)


def remove_environment(folder: Path) -> None:
    """Remove an environment."""
    shutil.rmtree(folder, ignore_errors=True)


def end_running() -> None:
    """End what is running, tox and what it started: no result is waited for."""
    for process in [*running]:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
