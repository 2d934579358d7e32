"""How the pages are written sooner: jobs on two processors, by `run_side_by_side`."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from signal import SIGKILL

Job = Callable[[], None]
COPIES = sys.platform == "linux"
"""Whether a process is copied as it is: on macOS libraries of the system forbid it."""


def run_side_by_side(*jobs: Job) -> None:
    """Run each, here or in a copy of this process, whichever is free: a job may write
    files, and gives nothing back. It ends soonest where the longest come first.

    Where the copy fails, what was not run here is, so that its error is raised as any
    other. Where no process can be copied, one job follows the other.
    """
    if not COPIES:
        for job in jobs:
            job()
        return
    waiting = open_job_pipe(len(jobs))
    copy = start_copy(lambda: [jobs[n]() for n in take_job_numbers(waiting)])
    ran = set()
    try:
        for n in take_job_numbers(waiting):
            ran.add(n)
            jobs[n]()
        _, status = os.waitpid(copy, 0)
    except BaseException:
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(copy, SIGKILL)
            os.waitpid(copy, 0)
        raise
    finally:
        os.close(waiting)
    if status:
        for n, job in enumerate(jobs):
            if n not in ran:
                job()


def open_job_pipe(count: int) -> int:
    """A pipe that holds the numbers below this, at most 256, a byte each."""
    there, here = os.pipe()
    os.write(here, bytes(range(count)))
    os.close(here)
    return there


def take_job_numbers(waiting: int) -> Iterator[int]:
    """The numbers that are left, each for the process that asks first."""
    while found := os.read(waiting, 1):
        yield found[0]


def start_copy(job: Callable[[], object]) -> int:
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
