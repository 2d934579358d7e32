"""The clock of .ci/run: what it says, and when it fails."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def asked(*words: str) -> tuple[int, str]:
    """How the program ends, and what it prints."""
    command = [sys.executable, str(ROOT / ".ci" / "clock.py"), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("seconds", "ended", "said"),
    [
        ("150.2", 0, "tests: 2.5 minutes of 4\n"),
        ("240", 0, "tests: 4.0 minutes of 4\n"),
        ("719", 0, "tests: 12.0 minutes of 4: above the limit of a quiet machine\n"),
        ("720", 1, "tests: 12.0 minutes of 4, 3 times the limit: too slow\n"),
    ],
)
def test_the_clock_fails_from_three_times_the_limit_on(
    seconds: str, ended: int, said: str
) -> None:
    assert asked("tests", "4", seconds) == (ended, said)


def test_of_an_environment_its_commands_count_and_not_what_it_installs(
    tmp_path: Path,
) -> None:
    """As tox reports them: two commands of the test line."""
    setup, test = [{"elapsed": 900.0}], [{"elapsed": 100.0}, {"elapsed": 20.0}]
    file = tmp_path / "tests.json"
    file.write_text(json.dumps({"testenvs": {"tests": {"setup": setup, "test": test}}}))
    assert asked("tests", "4", str(file)) == (0, "tests: 2.0 minutes of 4\n")


def test_ci_holds_the_test_line_and_all_of_itself_to_their_limits() -> None:
    lines = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    assert 'python .ci/clock.py tests 4 "$TOX_RESULT_JSON"' in lines
    assert ".tox/tests/bin/python benchmarks/commands.py 3" in lines
    assert ".tox/tests/bin/python benchmarks/report.py 40 0 3" in lines
    assert ".tox/tests/bin/python benchmarks/report.py 85 0 3" in lines
    assert lines[-1] == 'python .ci/clock.py .ci/run 30 "$SECONDS"'
