"""Two jobs at once."""

import os
import sys
import time
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


def test_both_jobs_are_done_the_first_in_a_process_of_its_own_where_that_can_be(
    tmp_path: Path, copies: bool
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    run_side_by_side(lambda: write_process(first), lambda: write_process(second))
    assert second.read_text() == str(os.getpid())
    assert (first.read_text() != second.read_text()) == copies


def fail(words: str) -> None:
    """Raise."""
    raise ValueError(words)


def test_what_the_first_job_raises_is_raised(tmp_path: Path, copies: bool) -> None:
    second = tmp_path / "second"
    with pytest.raises(ValueError, match="of the first"):
        run_side_by_side(lambda: fail("of the first"), lambda: write_process(second))
    assert second.exists() == copies


@pytest.mark.skipif(not LINUX, reason="no process is copied here")
def test_where_the_second_job_raises_the_first_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "COPIES", True)
    late = tmp_path / "late"

    def wait_and_write() -> None:
        time.sleep(2)
        write_process(late)

    began = time.monotonic()
    with pytest.raises(ValueError, match="of the second"):
        run_side_by_side(wait_and_write, lambda: fail("of the second"))
    assert time.monotonic() - began < 1.5
    assert not late.exists()
