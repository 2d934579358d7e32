"""The child's side of the protocol: requests come, answers go, each with its id.

`Requests` reads and answers them; `end_with_parent` ends the process when nobody can
ask it any more.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import Iterator
from threading import Thread
from typing import Any, NoReturn


class Requests:
    """The requests of the parent process, and the way back.

    A process that the library forks, and that returns into our loop, answers as well:
    it says so under the same id, and ends.
    """

    def __init__(self, requests: int, answers: int) -> None:
        self._process = os.getpid()
        for descriptor in (requests, answers):
            os.set_inheritable(descriptor, False)
        self._requests = os.fdopen(requests, "rb")
        self._answers = os.fdopen(answers, "wb")

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Each request, until the parent has no more."""
        return map(json.loads, self._requests)

    def answer(self, id: str, answer: Any) -> None:
        """Write the answer to the request of that id."""
        forked = os.getpid() != self._process
        found = {"id": id} if forked else {"id": id, "answer": answer}
        told = json.dumps(found, ensure_ascii=False)
        self._answers.write(told.encode("utf-8", "replace") + b"\n")
        self._answers.flush()
        if forked:
            os._exit(0)


def end_with_parent(alive: int, folder: str) -> None:
    """End this process, those that it started, and its temporary files, when the other
    end of a pipe is closed: the parent has ended, in whichever way."""
    os.set_inheritable(alive, False)

    def wait() -> None:
        os.read(alive, 1)
        end_own_session(folder)

    Thread(target=wait, daemon=True).start()


def end_own_session(folder: str) -> NoReturn:
    """End this process and those that it started, when its temporary files are gone."""
    shutil.rmtree(folder, ignore_errors=True)
    try:
        os.killpg(os.getpid(), signal.SIGKILL)
    finally:
        os._exit(1)
