"""One child process and the pipes to it: start at `Child.ask`.

A request is a line with an id, and so is its answer: what comes with another id is no
answer to it. The pipes are the protocol's own. The library's standard input is empty;
what it prints is read to the end, so that it never waits, and the last lines are kept
for whoever is told that it died.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Mapping
from threading import Thread
from time import monotonic
from typing import Any

from homonym.errors import UserError
from homonym.failures import ENDED, KILLED, TWICE, UNREADABLE
from homonym.measurement.module_process import end_process_session

NOTICE = 0.25
"""So many seconds after a process ends it is noticed, where another one that it left
behind holds the pipe open."""
PRINTED = 4096
"""So many bytes of what a library printed are kept."""
LINES = 3
"""So many lines of them are told."""


class Lost(Exception):
    """There is no answer to a request.

    cause: why, or nothing where the time was over; to_blame: the id of the request at
    fault, or nothing where the process was gone before it was asked; said: the last
    lines that it printed.
    """

    def __init__(self, cause: str, to_blame: str = "", said: str = "") -> None:
        super().__init__(cause)
        self.cause, self.to_blame, self.said = cause, to_blame, said


class Child:
    """A process of `homonym.measurement.worker`, in a session of its own; python: the
    interpreter that runs it."""

    def __init__(
        self, words: list[str], environment: Mapping[str, str], python: str
    ) -> None:
        if sys.platform == "win32":
            raise UserError(
                "a library is asked through pipes that Windows cannot wait for: run "
                "homonym on Linux or macOS, or in WSL"
            )
        requests, self._requests = os.pipe()
        self._answers, answers = os.pipe()
        alive, self._alive = os.pipe()
        theirs = (requests, answers, alive)
        try:
            self._process = start_worker(words, environment, theirs, python)
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        self._open = [self._requests, self._answers, self._alive]
        self._buffer, self._printed = b"", b""
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()

    def ask(self, id: str, request: dict[str, Any], seconds: float) -> Any:
        """The answer to a request; Lost where there is none in that time."""
        told = json.dumps({"id": id, **request}).encode() + b"\n"
        try:
            if self._process.poll() is not None:
                raise BrokenPipeError
            while told:
                told = told[os.write(self._requests, told) :]
        except BrokenPipeError:
            raise Lost(self._end(), said=self._said()) from None
        return self.answer(id, seconds)

    def answer(self, id: str, seconds: float) -> Any:
        """The answer with that id, which must be the next."""
        line = self._line(id, seconds)
        try:
            found = json.loads(line)
            answered, answer = found["id"], found.get("answer")
        except (ValueError, LookupError, TypeError, AttributeError):
            raise Lost(UNREADABLE, id) from None
        if answered != id or answer is None:
            raise Lost(TWICE, str(answered))
        return answer

    def _line(self, id: str, seconds: float) -> bytes:
        """The next line that comes in time."""
        end = monotonic() + seconds
        while b"\n" not in self._buffer:
            chunk = os.read(self._answers, 1 << 16) if self._comes(end) else b""
            if not chunk:
                raise Lost(self._end(), id, self._said())
            self._buffer += chunk
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line

    def _comes(self, end: float) -> bool:
        """Whether there is something to read before the time is over."""
        while True:
            gone, left = self._process.poll() is not None, end - monotonic()
            wait = 0 if gone else max(0.0, min(left, NOTICE))
            ready, _, _ = select.select([self._answers], [], [], wait)
            if ready or gone or left <= 0:
                return bool(ready)

    def _end(self) -> str:
        """How the process ended; nothing where it did not."""
        try:
            code = self._process.wait(timeout=0.2)
        except subprocess.TimeoutExpired:
            return ""
        return describe_exit_code(code)

    def _listen(self) -> None:
        """Read what the library prints until nobody can print any more."""
        assert self._process.stdout
        with self._process.stdout as pipe:
            while chunk := os.read(pipe.fileno(), PRINTED):
                self._printed = (self._printed + chunk)[-PRINTED:]

    def _said(self) -> str:
        """The last lines that were printed."""
        if self._process.poll() is not None:
            end_process_session(self._process)
            self._listener.join(timeout=1)
        return decode_last_lines(self._printed)

    def close(self) -> None:
        """End the process; a second time there is nothing to end."""
        if self._open:
            end_process_session(self._process)
            self._listener.join(timeout=1)
        while self._open:
            os.close(self._open.pop())


def describe_exit_code(code: int) -> str:
    """How a process ended, by its exit code."""
    if code < 0:
        named = {one.value: one.name for one in signal.Signals}
        return f"{KILLED} {named.get(-code, -code)}"
    return f"{ENDED} exit code {code}"


def decode_last_lines(printed: bytes) -> str:
    """The last lines of what was printed."""
    text = printed.decode("utf-8", "replace")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return "\n".join(lines[-LINES:])


def append_last_words(cause: str, said: str) -> str:
    """Why there is no answer, with the last lines that the library printed."""
    lines = "".join(f"\n    {line}" for line in said.splitlines())
    return f"{cause}; it had printed:{lines}" if said else cause


def start_worker(
    words: list[str],
    environment: Mapping[str, str],
    pipes: tuple[int, ...],
    python: str,
) -> subprocess.Popen[bytes]:
    """The process itself, given its ends of the pipes; it does not look for modules in
    the current folder first."""
    module = ["-P", "-m", "homonym.measurement.worker"]
    return subprocess.Popen(
        [python, *module, *map(str, pipes), *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        pass_fds=pipes,
        start_new_session=True,
        env=environment,
    )
