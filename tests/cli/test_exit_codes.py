"""What every command ends with: a test a row of the table, `MEANINGS`."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import forked
import pytest
from samples import few_of

from homonym.cli.exit_codes import MEANINGS

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "reports" / "records" / "rs-metrics" / "0.6.0.toml"

ADAPTER = '''"""A library in a file, and its adapter."""
import os, signal, sys, threading
from homonym import Adapter

__version__ = "1.0.0"
adapter = Adapter("lib", "lib", "Lib", "", lambda: [*adapter.metrics])

@adapter.metric("m", "{family}")
def m(case):
    {body}
'''
RECALL = "return sum(len({i for i, _ in case.recommendations[u][: case.k]} & {i for i, _ in t}) / len(t) for u, t in case.truth.items()) / len(case.truth)"  # noqa: E501


def library(folder: Path, body: str, family: str = "recall") -> None:
    """Write a library of one metric."""
    text = ADAPTER.format(family=family, body=body.replace("\n", "\n    "))
    (folder / "lib.py").write_text(text)


def homonym(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command in a folder."""
    return forked.run("homonym", *words, cwd=folder)


def printed_to(
    stdout: int, folder: Path, *words: str
) -> subprocess.CompletedProcess[str]:
    """The command, as people run it, where they send what it prints."""
    return subprocess.run(
        [sys.executable, "-m", "homonym", *words],
        cwd=folder,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )


def check(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The gate on the library in the folder, with few draws."""
    given = ("--adapter", "lib:adapter", "--max-examples", "5")
    return homonym(folder, "check", *given, *words)


def ended(done: subprocess.CompletedProcess[str], code: int, says: str) -> None:
    """Assert that it ended with the code, and one sentence that says so."""
    assert (done.returncode, says in done.stderr) == (code, True), done.stderr
    assert done.stderr.startswith("homonym: ")
    assert "Traceback" not in done.stderr


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["check", "lib", "--seed", "-1"], "-1 is not in the range"),
        (["off-policy", "--seed", "-1"], "-1 is not in the range"),
        (["example", "--seed", "-1"], "-1 is not in the range"),
        (["check", "lib", "--timeout", "0"], "0 is not in the range"),
        (["libraries", "--archive", ""], "'.' names no file for the archive"),
        (["libraries", "--archive", "/proc/a.zip"], "/proc/a.zip cannot be written"),
        pytest.param(
            *(["example", "--out", "/proc/homonym"], "/proc/homonym cannot be written"),
            marks=pytest.mark.exhaustive,
        ),
        pytest.param(
            *(["report", "--live", "."], "lib/1.tsv"), marks=pytest.mark.exhaustive
        ),
    ],
)
def test_what_a_person_gave_is_2(words: list[str], says: str, tmp_path: Path) -> None:
    """Options, a folder that takes no files, a record's numbers cut off."""
    (folder := tmp_path / "lib").mkdir()
    text = RECORD.read_text().replace('library = "rs-metrics"', 'library = "lib"')
    (folder / "1.toml").write_text(text.replace(RECORD.stem, "1"))
    (folder / "1.tsv").write_bytes(RECORD.with_suffix(".tsv").read_bytes()[:3000])
    ended(homonym(tmp_path, *words), 2, says)


@pytest.mark.parametrize("text", ["a = " + "[" * 5000, "schema = 2\n" + "a." * 5000])
def test_a_record_nested_too_deep_is_2(text: str, tmp_path: Path) -> None:
    """In brackets, and in names."""
    library(tmp_path, RECALL)
    (tmp_path / "deep.toml").write_text(f"{text}b = 1\n")
    ended(check(tmp_path, "--record", "deep.toml"), 2, "deep.toml")


def test_an_unknown_family_is_2(tmp_path: Path) -> None:
    """With the nearest that there are."""
    library(tmp_path, RECALL, family="recal")
    ended(check(tmp_path), 2, "claims an unknown family: 'recal'; did you mean recall?")


@pytest.mark.exhaustive
def test_a_full_disk_is_3(tmp_path: Path) -> None:
    """Also where only the last of the output finds no room."""
    with Path("/dev/full").open("w") as full:
        for words in (["variants"], ["--version"], ["libraries", "--json"]):
            done = printed_to(full.fileno(), tmp_path, *words)
            assert done.returncode == 3
            assert done.stderr == "homonym: No space left on device\n"


def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    """With the code of what was asked: whoever reads the first line alone is no
    failure."""
    for words in (["variants"], ["libraries", "--json"], ["--version"]):
        read, write = os.pipe()
        os.close(read)
        done = printed_to(write, tmp_path, *words)
        os.close(write)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture(params=[signal.SIGINT, signal.SIGTERM])
def asked(request: pytest.FixtureRequest) -> Iterator[signal.Signals]:
    """What a process that is started here can be ended by: also where these tests are a
    job of the background, which is started with SIGINT ignored."""
    before = signal.signal(request.param, signal.default_int_handler)
    yield request.param
    signal.signal(request.param, before)


def test_an_interrupted_command_is_130(asked: signal.Signals, tmp_path: Path) -> None:
    """It leaves no temporary file, and no process."""
    library(tmp_path, "import time; time.sleep(60)")
    (scratch := tmp_path / "scratch").mkdir()
    with subprocess.Popen(
        [sys.executable, "-m", "homonym", "check", "--adapter", "lib:adapter"],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(scratch)},
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        end = time.monotonic() + 30
        while not list(scratch.iterdir()) and time.monotonic() < end:
            time.sleep(0.05)
        running.send_signal(asked)
        _, told = running.communicate(timeout=30)
    assert (running.returncode, told.strip()) == (130, "homonym: stopped")
    assert not list(scratch.iterdir())


ENDS = {
    "sys.exit(0)": "SystemExit: 0",
    "sys.exit('done')": "SystemExit: done",
    "print('bye', flush=True); os._exit(0)": "exit code 0; it had printed:\n    bye",
    "os.kill(os.getpid(), 15)": "fails: killed by SIGTERM",
}
"""How a module ends who imports it, and what is said of it."""


@pytest.mark.parametrize("ends", few_of(ENDS, [*ENDS][:1]))
def test_a_module_that_ends_python_is_3(ends: str, tmp_path: Path) -> None:
    """When it is imported: of check, --accept, init, measure, ask and the tests of
    pytest, whatever it ends with."""
    (tmp_path / "lib.py").write_text(f"import os, sys\n{ends}\n")
    (tmp_path / "p.csv").write_text("user,item,score\n1,a,0.5\n")
    (tmp_path / "t.csv").write_text("user,item,relevance\n1,a,1\n")
    tables = ("--predictions", "p.csv", "--truth", "t.csv", "--k", "1")
    for done in (
        check(tmp_path),
        check(tmp_path, "--accept"),
        homonym(tmp_path, "measure", "lib:adapter", *tables),
    ):
        ended(done, 3, ENDS[ends])
    says = ENDS[ends].removeprefix("fails: ")
    ended(homonym(tmp_path, "init", "lib"), 3, says)
    ended(homonym(tmp_path, "ask", "lib:m"), 3, "lib:m cannot be imported")
    assert not list(tmp_path.glob("*.toml"))
    shutil.copy(RECORD, tmp_path / "homonym.toml")
    tested = pytest_in(tmp_path)
    assert tested.returncode == 3
    assert says in tested.stdout + tested.stderr


def pytest_in(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The tests of a maintainer in the folder, as people run them."""
    given = ("-q", "-p", "no:cacheprovider", "--homonym-adapter", "lib:adapter")
    return forked.run("pytest", *given, *words, cwd=folder)


def test_a_library_that_ends_the_child_is_3(tmp_path: Path) -> None:
    """When it is imported there, with the last lines that it printed."""
    library(tmp_path, RECALL)
    text = (tmp_path / "lib.py").read_text()
    away = 'if sys.argv[0].endswith("worker.py"):\n    print("good bye", flush=True)\n'
    (tmp_path / "lib.py").write_text(f"{text}\n{away}    os._exit(0)\n")
    ended(check(tmp_path), 3, "the process ended with exit code 0; it had printed:")
    ended(check(tmp_path), 3, "good bye")


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("sys.exit(0)", "lib is broken: m: SystemExit: 0"),
        pytest.param(
            *("os._exit(0)", "lib is broken: m: the process ended with exit code 0"),
            marks=pytest.mark.exhaustive,
        ),
        pytest.param(
            *("os.fork()\nreturn 0.0", "answered twice"), marks=pytest.mark.exhaustive
        ),
    ],
)
def test_a_metric_that_ends_its_process_is_3(
    body: str, says: str, tmp_path: Path
) -> None:
    """Or lets another go on: recorded or not, it is never silent."""
    library(tmp_path, body)
    ended(check(tmp_path), 3, says)
    ended(check(tmp_path, "--accept"), 3, says)


@pytest.mark.exhaustive
def test_a_metric_that_ends_its_process_on_people_s_data_is_3(tmp_path: Path) -> None:
    """With the last lines that it printed; what others leave behind changes no
    number."""
    (tmp_path / "p.csv").write_text("user,item,score\n1,a,0.5\n1,b,0.4\n")
    (tmp_path / "t.csv").write_text("user,item,relevance\n1,a,1\n1,b,1\n")
    tables = ("--predictions", "p.csv", "--truth", "t.csv", "--k", "1")
    library(tmp_path, f"print('no memory', flush=True)\nos._exit(9)\n{RECALL}")
    done = homonym(tmp_path, "measure", "lib:adapter", *tables)
    ended(done, 3, "m: the process ended with exit code 9; it had printed:")
    ended(done, 3, "    no memory")


@pytest.mark.exhaustive
def test_a_held_metric_that_ends_its_process_is_no_drift(tmp_path: Path) -> None:
    """3, as one whose library is broken, not 1."""
    library(tmp_path, RECALL)
    assert check(tmp_path, "--accept").returncode == 0
    library(tmp_path, f"if case.k == 2: os.abort()\n{RECALL}")
    ended(check(tmp_path), 3, "lib is broken: m: killed by SIGABRT")
    tested = pytest_in(tmp_path, "--homonym-timeout", "20")
    assert tested.returncode == 3, tested.stdout + tested.stderr
    assert "the library is broken: m: killed by SIGABRT" in tested.stdout
    assert "Traceback" not in tested.stdout


@pytest.mark.exhaustive
def test_a_process_that_dies_between_two_calls_is_begun_again(tmp_path: Path) -> None:
    """The record is held, and it is told."""
    library(tmp_path, RECALL)
    assert check(tmp_path, "--accept").returncode == 0
    once = "\n".join(
        [
            'if not os.path.exists("died"):',
            '    open("died", "w").close()',
            "    kill = (os.getpid(), signal.SIGKILL)",
            "    threading.Timer(0.01, os.kill, kill).start()",
        ]
    )
    library(tmp_path, f"{once}\n{RECALL}")
    done = check(tmp_path)
    if "between two calls" in done.stderr:
        ended(done, 0, "lib was started again: killed by SIGKILL between two calls")
    else:  # it died in the next call
        ended(done, 3, "lib is broken: m: killed by SIGKILL")


@pytest.mark.exhaustive
def test_half_a_character_in_an_error_is_recorded(tmp_path: Path) -> None:
    """What gives no number is still a record's part; nothing ran is 5."""
    half = f"if case.k == 1: raise ValueError('\\udcff')\n{RECALL}"
    library(tmp_path, half.replace("\udcff", "\\udcff"))
    accepted = check(tmp_path, "--accept")
    assert (accepted.returncode, accepted.stderr) == (0, "")
    assert "ValueError: ?" in (tmp_path / "homonym.tsv").read_text()
    assert check(tmp_path).returncode == 0


def test_nothing_ran_is_5(tmp_path: Path) -> None:
    """No metric returned a number."""
    library(tmp_path, "raise ValueError")
    assert check(tmp_path).returncode == 5


def test_what_nobody_foresaw_is_3_and_names_the_place(tmp_path: Path) -> None:
    """Never 1, which is drift."""
    broken = (
        "from homonym.cli import app, variants\n"
        "def fails(*given): raise KeyError('odd')\n"
        "variants.list_variants = fails\n"
        "import sys; sys.argv[1:] = ['variants']\n"
        "app.main()\n"
    )
    (tmp_path / "run.py").write_text(broken)
    command = [sys.executable, "run.py"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    ended(done, 3, "unforeseen: KeyError: 'odd', in run.py, line 2")


@pytest.mark.exhaustive
def test_a_folder_s_own_rich_is_not_run(tmp_path: Path) -> None:
    """The folder that one is in is searched last, for homonym and for the library."""
    library(tmp_path, RECALL)
    for name in ("rich", "msgspec", "typer", "json"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(7)\n")
    assert check(tmp_path, "--accept").returncode == 0


@pytest.mark.parametrize("page", ["theory.md", "maintainers.md", "cli.md"])
def test_every_page_has_every_code(page: str) -> None:
    """And no other."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    told = re.findall(r"^\| (\d+) \|.*\|$|^\|.*\| (\d+) \|$", text, re.M)
    codes = {int(one or other) for one, other in told} & {*range(6), 130, 141}
    assert codes == set(MEANINGS)


def test_the_readme_lists_every_code() -> None:
    """In the order of the table."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    listed = readme.partition("Exit codes of `check`:")[2].partition("\n\n")[0]
    assert [int(code) for code in re.findall(r"\d+", listed)] == [*MEANINGS]


@pytest.mark.exhaustive
def test_the_record_is_as_it_was_where_a_run_is_broken(tmp_path: Path) -> None:
    """Nothing is accepted of a library that cannot be started."""
    library(tmp_path, RECALL)
    assert check(tmp_path, "--accept").returncode == 0
    before = (tmp_path / "homonym.toml").read_text()
    (tmp_path / "lib.py").write_text("import sys\nsys.exit(0)\n")
    shutil.rmtree(tmp_path / "__pycache__", ignore_errors=True)
    ended(check(tmp_path, "--accept"), 3, "SystemExit: 0")
    assert (tmp_path / "homonym.toml").read_text() == before


@pytest.mark.exhaustive
def test_a_library_in_the_folder_comes_before_an_installed_copy(tmp_path: Path) -> None:
    """Also where the adapter imports it at its top: what is changed here is red."""
    (installed := tmp_path / "venv" / "site-packages").mkdir(parents=True)
    (mine := tmp_path / "mine").mkdir()
    library(installed, RECALL)
    (installed / "lib_adapter.py").write_text("import lib\nadapter = lib.adapter\n")
    for file in installed.glob("*.py"):
        shutil.copy(file, mine)
    given = ("check", "--adapter", "lib_adapter:adapter", "--max-examples", "5")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(installed))
        assert homonym(mine, *given, "--accept").returncode == 0
        library(mine, RECALL.replace("len(t)", "case.k"))
        assert homonym(mine, *given).returncode == 1
