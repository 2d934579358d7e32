"""The maintainer's how-to and the action, carried out to the letter."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
HOW_TO = ROOT / "docs" / "maintainers.md"
BLOCK = re.compile(
    r"(?:<!-- (?P<mark>.+?) -->\n)?```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.S | re.M
)


@dataclass(frozen=True)
class Block:
    """A block of code: its mark, its language and its text."""

    mark: str
    kind: str
    text: str


def blocks(page: Path) -> Iterator[Block]:
    """The blocks of a page, in order."""
    for found in BLOCK.finditer(page.read_text(encoding="utf-8")):
        yield Block(found["mark"] or "", found["kind"], found["text"])


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The variables of a fresh environment; pip finds homonym's wheel for it."""
    folder = tmp_path_factory.mktemp("fresh")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--wheel-dir", folder / "wheels", ROOT], check=True)
    venv.create(folder / "venv", with_pip=True)
    links = f"{folder / 'wheels'} {os.environ.get('PIP_FIND_LINKS', '')}".strip()
    path = f"{folder / 'venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    return {**kept, "PATH": path, "PIP_FIND_LINKS": links, "PIP_QUIET": "1"}


def bash(text: str, cwd: Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a script as CI would."""
    command = ["bash", "-eo", "pipefail", "-c", text]
    return subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def repository(
    shell: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, list[tuple[Block, str]]]:
    """An empty repository after the how-to, and what each of its scripts printed."""
    folder = tmp_path_factory.mktemp("repository")
    bash("git init --quiet", folder, shell)
    said = []
    for block in blocks(HOW_TO):
        if block.kind == "bash":
            done = bash(block.text, folder, shell)
            expected = block.mark.removeprefix("exits with ") or "0"
            told = done.stdout + done.stderr
            assert done.returncode == int(expected), f"{block.text}\n{told}"
            said.append((block, told))
        else:
            file = folder / block.mark.removeprefix("file ")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text)
    return folder, said


def test_the_how_to_ends_in_a_green_gate(
    repository: tuple[Path, list[tuple[Block, str]]],
) -> None:
    """Every block does what the page says, the last is green, the files are there."""
    folder, said = repository
    last, told = said[-1]
    assert "homonym check mymetrics" in last.text
    assert "mymetrics 1.0.0 holds its record" in told
    names = {"mymetrics_conformance.py", "homonym.toml", "homonym.tsv", "junit.xml"}
    assert names <= {path.name for path in folder.iterdir()}


def test_the_red_run_of_the_how_to_shows_the_smallest_case(
    repository: tuple[Path, list[tuple[Block, str]]],
) -> None:
    """One user, two items, k = 1: 1/2 where 1/min(1, 2) is recorded."""
    red = next(told for block, told in repository[1] if block.mark == "exits with 1")
    assert "average_precision_at_k is no longer average_precision(" in red
    assert "one user, ranking [a], relevant {a, b}, k = 1" in red
    assert re.search(r"recorded +\(1\)", red) and re.search(r"now +\(0\.5\)", red)
    assert "recall_at_k is" not in red


def test_pytest_reads_the_record_as_tests_of_its_own(
    repository: tuple[Path, list[tuple[Block, str]]],
) -> None:
    """JUnit has one test a metric and one a convention, none failed."""
    junit = (repository[0] / "junit.xml").read_text()
    assert 'classname="homonym.toml.recall_at_k" name="definition"' in junit
    assert 'classname="homonym.toml.recall_at_k" name="ties"' in junit
    assert 'failures="0"' in junit and 'errors="0"' in junit


@pytest.mark.parametrize(
    "words",
    [
        "cite recbole==1.2.1 ndcg --k 20",
        "same-as recbole.MAP --when leave-one-out",
        "convert recbole.MAP recommenders.map",
        "libraries --archive records.zip",
    ],
)
def test_the_wheel_alone_answers_from_its_records(
    words: str,
    repository: tuple[Path, list[tuple[Block, str]]],
    shell: dict[str, str],
) -> None:
    """Without the extra that builds the report."""
    done = bash(f"homonym {words}", repository[0], shell)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def steps(action: dict[str, Any], given: dict[str, str]) -> Iterator[tuple[str, Any]]:
    """Each step's script with its variables, the inputs put in."""
    inputs = {n: i.get("default", "") for n, i in action["inputs"].items()} | given

    def filled(text: str) -> str:
        return re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda m: inputs[m[1]], text)

    for step in action["runs"]["steps"]:
        assert step["shell"] == "bash"
        variables = {n: filled(v) for n, v in step.get("env", {}).items()}
        assert "${{" not in step["run"], "an input belongs into a variable"
        yield step["run"], variables


def test_the_action_holds_the_library_to_its_record(
    repository: tuple[Path, list[tuple[Block, str]]], shell: dict[str, str]
) -> None:
    """Its own steps, with the inputs of the how-to's workflow: green, then red."""
    folder, _ = repository
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    workflow = yaml.safe_load((folder / ".github/workflows/metrics.yml").read_text())
    used = workflow["jobs"]["homonym"]["steps"][-1]
    assert set(used["with"]) <= set(action["inputs"])
    summary = folder / "summary.md"
    runner = {
        **shell,
        "GITHUB_ACTION_PATH": str(ROOT),
        "GITHUB_STEP_SUMMARY": str(summary),
    }
    done = [
        bash(run, folder, {**runner, **its}) for run, its in steps(action, used["with"])
    ]
    assert [one.returncode for one in done] == [0, 0], done[-1].stdout + done[-1].stderr
    assert "mymetrics 1.0.0 holds its record" in summary.read_text()
    library = folder / "mymetrics.py"
    library.write_text(library.read_text().replace("min(k,", "max(k,"))
    *_, (run, its) = steps(action, used["with"])
    red = bash(run, folder, {**runner, **its})
    assert red.returncode == 1
    assert "::error file=homonym.toml,line=" in red.stdout
    assert "| `average_precision_at_k` |" in summary.read_text()
