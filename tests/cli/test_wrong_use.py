"""Wrong use of the command line and of the plugin: one sentence, exit code 2."""

from __future__ import annotations

import subprocess
import sys
from importlib import metadata
from pathlib import Path

import forked
import pytest


def ran(*words: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """A module of Python, run as people do."""
    return forked.run(*words, cwd=folder)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["cite", "recbole", "MAP", "--k", "0"], "--k"),
        (["example", "--seed", "x"], "--seed"),
        (["witness", "MAP"], "Missing argument 'B'"),
        (["witnes"], "No such command 'witnes'"),
        (["variants", "--nope"], "--nope"),
        (["check", "--adapter", "json"], "write MODULE:NAME"),
    ],
)
def test_a_wrong_option_is_one_sentence(words: list[str], says: str) -> None:
    """No usage, no hint below it: a line that names it."""
    done = ran("homonym", *words)
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("homonym: ")
    assert says in line


def test_nothing_asked_is_answered_by_the_help() -> None:
    """And a command's own exit code is the process's."""
    done = ran("homonym")
    assert (done.returncode, done.stderr) == (0, "")
    assert "COMMAND" in done.stdout
    assert ran("homonym", "variants", "precision").returncode == 0


@pytest.mark.parametrize(
    ("adapter", "code", "says"),
    [
        ("nope:adapter", 3, "homonym: no adapter at nope:adapter"),
        ("json:nope", pytest.ExitCode.USAGE_ERROR, "json"),
    ],
)
def test_an_adapter_that_is_none_stops_the_run_at_once(
    tmp_path: Path, adapter: str, code: int, says: str
) -> None:
    """One that cannot be imported is broken, another thing of that name pytest's own
    usage error; neither is a failure of each test of the record."""
    (tmp_path / "homonym.toml").write_text("schema = 1")
    given = ("-p", "no:cacheprovider", "--homonym-adapter", adapter)
    done = ran("pytest", *given, folder=tmp_path)
    assert done.returncode == code
    assert says in done.stderr
    assert "FAILED" not in done.stdout


@pytest.mark.parametrize("command", [["report"], ["off-policy", "--out", "charts"]])
def test_pages_without_their_extra_are_one_sentence(
    command: list[str], tmp_path: Path
) -> None:
    """Whoever installed homonym alone is told what else pages need; nothing is written.

    A module that is None in sys.modules is one that is not installed.
    """
    absent = ("jinja2", "latex2mathml", "PIL")
    bare = f"import sys; sys.modules |= dict.fromkeys({absent})"
    run = f"{bare}; from homonym.cli.app import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", run, *command],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 2
    assert done.stderr == (
        "homonym: the report needs jinja2, latex2mathml and pillow\n"
        '  pip install "homonym[report]"\n'
    )
    assert not list(tmp_path.iterdir())


def test_the_version_is_printed() -> None:
    """The version that pip installed."""
    done = ran("homonym", "--version")
    assert (done.returncode, done.stdout) == (
        0,
        f"homonym {metadata.version('homonym')}\n",
    )
