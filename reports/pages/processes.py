"""How the pages are written sooner: two jobs at once, on two processors, by
`run_side_by_side`."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from signal import SIGKILL

Job = Callable[[], None]
COPIES = sys.platform == "linux"
"""Whether a process may be copied as it is: elsewhere libraries that draw forbid it."""


def run_side_by_side(first: Job, second: Job) -> None:
    """Run both, the first in a copy of this process: it may write files, and gives
    nothing back.

    What fails there is run here once more, so that its error is raised as any other.
    Where no process can be copied, one job follows the other.
    """
    if not COPIES:
        first()
        second()
        return
    copy = start_copy(first)
    try:
        second()
        _, status = os.waitpid(copy, 0)
    except BaseException:
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(copy, SIGKILL)
            os.waitpid(copy, 0)
        raise
    if status:
        first()


def start_copy(job: Job) -> int:
    """The process that runs the job, and ends with 0 where nothing was raised."""
    with warnings.catch_warnings():
        # numpy's threads are at rest, and hold nothing that the copy needs
        warnings.simplefilter("ignore", DeprecationWarning)
        process = os.fork()
    if process == 0:
        status = 1
        try:
            job()
            status = 0
        finally:
            os._exit(status)
    return process
