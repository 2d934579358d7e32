"""The child process: one answer a request, whatever else the library does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import make_importable

from homonym.adapters.contract import Failed, Refused, Value
from homonym.errors import Broken, UserError
from homonym.failures import TWICE
from homonym.measurement import library_process
from homonym.measurement.environment import make_child_environment
from homonym.measurement.library_process import LibraryProcess, hand_over_tables
from homonym.measurement.own_folder import join_import_folders
from homonym.reference.rankings.case import Case

APART = Case.parse("1 1 | @1")
"""Its precision is 1, its recall 1/2."""
HOSTILE = "fakes.hostile:adapter"


@pytest.fixture
def hostile(monkeypatch: pytest.MonkeyPatch) -> Iterator[LibraryProcess]:
    """The library, with little patience."""
    make_importable(monkeypatch)
    with LibraryProcess(HOSTILE, seconds=1.0) as found:
        yield found


def right(asked: LibraryProcess) -> bool:
    """Whether two metrics give what is their own."""
    found = [asked.measure(name, APART) for name in ("precision", "recall")]
    return found == [Value(1.0), Value(0.5)]


def test_a_process_that_a_call_left_behind_answers_for_no_other(
    hostile: LibraryProcess,
) -> None:
    """It returns into the loop first: the call answered twice, and the others are
    right."""
    assert hostile.measure("forks", APART) == Failed(TWICE)
    assert right(hostile) and right(hostile)
    assert hostile.lost == []


@pytest.mark.exhaustive
def test_what_answers_once_more_later_is_told_and_the_call_is_made_again(
    hostile: LibraryProcess,
) -> None:
    """Whoever is asked when it does is not to blame."""
    assert hostile.measure("forks_and_comes_late", APART) == Value(0.5)
    end = time.monotonic() + 20
    while not hostile.lost and time.monotonic() < end:
        assert right(hostile)
    assert hostile.lost == [f"{TWICE} after forks_and_comes_late was asked"]
    assert right(hostile)


def test_a_metric_that_ends_python_raised(hostile: LibraryProcess) -> None:
    """And the process is the same as before."""
    found = hostile.measure("exits", APART)
    assert isinstance(found, Failed) and found.error == "SystemExit: 0"
    assert found.where.startswith("fakes/hostile.py:")
    assert right(hostile)


def kill(asked: LibraryProcess) -> None:
    """As the OOM killer does, when an answer has been given."""
    process = asked._child._process
    process.kill()
    process.wait()


@pytest.mark.exhaustive
def test_a_process_that_dies_between_two_calls_is_started_again(
    hostile: LibraryProcess,
) -> None:
    """The next call gives its number; it is told; a fourth time the library is
    broken."""
    for times in range(1, 4):
        assert right(hostile)
        kill(hostile)
        assert right(hostile)
        assert hostile.lost == ["killed by SIGKILL between two calls"] * times
    kill(hostile)
    with pytest.raises(Broken, match="was lost 4 times, at last: killed by SIGKILL"):
        hostile.measure("recall", APART)


def test_the_last_lines_of_a_process_that_died_are_kept(
    hostile: LibraryProcess,
) -> None:
    """Three, of both streams; the measurement is the same without them."""
    found = hostile.measure("dies_with_words", APART)
    assert found == Failed("the process ended with exit code 7")
    assert isinstance(found, Failed)
    assert found.said == "not enough\nof memory\nto go on"


def test_a_death_is_noticed_where_another_process_holds_the_pipes(
    hostile: LibraryProcess,
) -> None:
    """It is no call without an answer in time, and what was left is ended too."""
    found = hostile.measure("dies_and_leaves_another", APART)
    assert found == Failed("the process ended with exit code 7")
    assert right(hostile)


@pytest.mark.exhaustive
def test_the_first_call_of_a_metric_has_more_time(hostile: LibraryProcess) -> None:
    """1.5 s where a call may take one; a metric that hung has none again."""
    assert hostile.measure("slow_at_first", APART) == Value(0.5)
    assert hostile.measure("slow_at_first", APART) == Value(0.5)


def test_what_is_printed_never_blocks_and_nothing_is_read(
    hostile: LibraryProcess,
) -> None:
    """600,000 characters, and an end of file."""
    assert hostile.measure("prints_and_reads", APART) == Value(0.5)


def test_a_library_is_given_no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a variable that nobody named, nor one that begins as those named do."""
    make_importable(monkeypatch)
    for name in ("GITHUB_TOKEN", "LC_ALL"):
        monkeypatch.setenv(name, "C")
    with LibraryProcess(HOSTILE) as asked:
        found = asked.measure("looks_around", APART)
    assert isinstance(found, Failed) and found.error == "LookupError: LC_ALL"


@pytest.mark.parametrize(
    "name",
    [
        *("GITHUB_TOKEN", "GITHUB_ENV", "AWS_SECRET_ACCESS_KEY", "TF_VAR_password"),
        *("PYTHON_KEYRING_PASSWORD", "HF_TOKEN", "SSH_AUTH_SOCK", "CI_JOB_TOKEN"),
    ],
)
def test_a_variable_that_may_be_a_secret_is_kept_back(name: str) -> None:
    """Also where its prefix is one of those that are given."""
    given = {name: "x", "PATH": "/bin", "OMP_NUM_THREADS": "2"}
    found = make_child_environment(given, "", "/tmp", 1)
    assert name not in found
    assert {found["PATH"], found["OMP_NUM_THREADS"]} == {"/bin", "2"}


def test_no_temporary_file_is_left(hostile: LibraryProcess) -> None:
    """Neither the library's own nor the tables that it is handed; what an error says of
    their folder, which is another in every run, is the same."""
    found = hostile.measure("leaves_a_file", APART)
    assert isinstance(found, Failed)
    assert found.error == "FileExistsError: TMPDIR/left"
    assert (Path(hostile.folder) / "left").exists()
    hostile.close()
    assert not Path(hostile.folder).exists()


@pytest.mark.parametrize("ended_by", [signal.SIGTERM, signal.SIGKILL])
def test_the_child_ends_with_its_parent(
    ended_by: signal.Signals, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With what it left behind, and its temporary files, whichever way it ends."""
    make_importable(monkeypatch)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    script = f"""
import time
from homonym.measurement.library_process import LibraryProcess
asked = LibraryProcess({HOSTILE!r})
print(asked._child._process.pid, flush=True)
time.sleep(60)
"""
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout
        child = int(parent.stdout.readline())
        assert list(tmp_path.iterdir())
        parent.send_signal(ended_by)
    end = time.monotonic() + 20
    while (is_there(child) or list(tmp_path.iterdir())) and time.monotonic() < end:
        time.sleep(0.05)
    assert not is_there(child)
    assert not list(tmp_path.iterdir())


def is_there(process: int) -> bool:
    """Whether a process runs; one that nobody waited for does not."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_half_a_character_is_replaced(hostile: LibraryProcess) -> None:
    """A record, a page and a terminal take no half of one."""
    found = hostile.measure("half_a_character", APART)
    assert isinstance(found, Failed)
    assert found.error == "ValueError: a name of ? bytes"


def test_the_current_folder_is_searched_last(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """For the child neither first, nor before what is installed, unless PYTHONPATH
    names it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", str(tmp_path), "/own", *sys.path])
    monkeypatch.delenv("PYTHONPATH", raising=False)
    first, *others = join_import_folders().split(os.pathsep)
    assert first == "/own" and str(tmp_path) not in others
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    first, *others = join_import_folders().split(os.pathsep)
    assert first == str(tmp_path) and others[0] == "/own"


def test_a_hung_metric_is_not_run_after_three_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first has four times as long, and says what a call may take; three restarts,
    and the rest of that metric is not run, but others are."""
    make_importable(monkeypatch)
    with LibraryProcess("fakes.hanging:adapter", seconds=0.2) as asked:
        began = time.monotonic()
        assert asked.measure("hangs", APART) == Failed("no answer in 0.2 s")
        assert time.monotonic() - began > 0.8
        for _ in range(2):
            assert asked.measure("hangs", APART) == Failed("no answer in 0.2 s")
        assert asked.measure("hangs", APART) == Refused(library_process.NOT_RUN)
        assert isinstance(asked.measure("precision", APART), Value)


def test_windows_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its pipes cannot be waited for."""
    make_importable(monkeypatch)
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(UserError, match="run homonym on Linux or macOS, or in WSL"):
        LibraryProcess(HOSTILE)


def test_tables_are_handed_in_the_process_s_own_folder(
    hostile: LibraryProcess,
) -> None:
    """Which goes with it."""
    from homonym.datasets.lists import build_case_from_lists

    case = build_case_from_lists(
        {"ann": ["a", "b"]}, {"ann": {"a", "b"}}, 1, None, None
    )
    with hand_over_tables(case, hostile) as request:
        assert Path(request["tables"]).is_relative_to(hostile.folder)
        assert hostile.measure("recall", request) == Value(0.5)
    assert Path(tempfile.gettempdir()) in Path(hostile.folder).parents
