"""Two jobs at once."""

import os
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from homonym.reports.pages import processes
from homonym.reports.pages.processes import run_side_by_side

LINUX = sys.platform == "linux"


@pytest.fixture(params=[True, False] if LINUX else [False])
def copies(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether a process can be copied: both where it can."""
    monkeypatch.setattr(processes, "COPIES", request.param)
    return bool(request.param)


def write_process(path: Path) -> None:
    """Leave behind who wrote."""
    path.write_text(str(os.getpid()))


def test_each_job_is_done_once_by_whichever_process_is_free(
    tmp_path: Path, copies: bool
) -> None:
    """Two take all; the others do not wait for one that takes long."""
    done = tmp_path / "done"
    done.mkdir()

    def write(n: int) -> None:
        while n == 0 and copies and not any(done.iterdir()):
            time.sleep(0.01)
        (done / f"{n}-{os.getpid()}").write_text("")

    run_side_by_side(*(partial(write, n) for n in range(9)))
    found = [file.name.split("-") for file in sorted(done.iterdir())]
    assert [n for n, _ in found] == [*"012345678"]
    assert len({process for _, process in found}) == 1 + copies


def fail(words: str) -> None:
    """Raise."""
    raise ValueError(words)


@pytest.mark.parametrize("place", [0, 1, 4])
def test_what_a_job_raises_is_raised(tmp_path: Path, copies: bool, place: int) -> None:
    """Whichever process had it."""
    jobs = [partial(write_process, tmp_path / str(n)) for n in range(5)]
    jobs[place] = partial(fail, "of a job")
    with pytest.raises(ValueError, match="of a job"):
        run_side_by_side(*jobs)


@pytest.mark.skipif(not LINUX, reason="no process is copied here")
def test_what_fails_in_the_copy_is_run_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that its error is raised."""
    monkeypatch.setattr(processes, "COPIES", True)
    here, failed = os.getpid(), tmp_path / "failed"

    def wait_here() -> None:
        while os.getpid() == here and not failed.exists():
            time.sleep(0.01)

    def leave_a_mark_and_fail() -> None:
        failed.touch()
        fail("in the copy")

    with pytest.raises(ValueError, match="in the copy"):
        run_side_by_side(wait_here, leave_a_mark_and_fail)


@pytest.mark.skipif(not LINUX, reason="no process is copied here")
def test_where_a_job_fails_here_the_other_process_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "COPIES", True)
    here, late = os.getpid(), tmp_path / "late"

    def fail_here() -> None:
        if os.getpid() == here:
            time.sleep(0.2)
            fail("here")
        time.sleep(3)
        write_process(late)

    began = time.monotonic()
    with pytest.raises(ValueError, match="here"):
        run_side_by_side(fail_here, fail_here)
    assert time.monotonic() - began < 2
    assert not late.exists()
