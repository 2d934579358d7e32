"""The maintainer's how-to and the action, carried out to the letter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from carried_out import Block, bash, carry_out
from filelock import FileLock

ROOT = Path(__file__).parents[2]
HOW_TO = ROOT / "docs" / "maintainers.md"
pytestmark = pytest.mark.exhaustive


@pytest.fixture(scope="module")
def repository(
    shell: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, list[tuple[Block, str]]]:
    """An empty repository after the how-to, and what each of its scripts printed."""
    folder = tmp_path_factory.mktemp("repository")
    bash("git init --quiet", folder, shell)
    done = carry_out(HOW_TO, folder, shell)
    return done.folder, done.said


def test_the_how_to_ends_in_a_green_gate(
    repository: tuple[Path, list[tuple[Block, str]]],
) -> None:
    """Every block does what the page says, the last is green, the files are there."""
    folder, said = repository
    last, told = said[-1]
    assert "homonym check mymetrics" in last.text
    assert "mymetrics 1.0.0 matches its record" in told
    names = {"mymetrics_conformance.py", "homonym.toml", "homonym.tsv", "junit.xml"}
    assert names <= {path.name for path in folder.iterdir()}


def test_the_red_run_of_the_how_to_shows_the_smallest_case(
    repository: tuple[Path, list[tuple[Block, str]]],
) -> None:
    """One user, two items, k = 1: 1/2 where 1/min(1, 2) is recorded."""
    red = next(told for block, told in repository[1] if block.mark == "exits with 1")
    assert "average_precision_at_k is no longer average_precision(" in red
    assert "one user, ranking [a], relevant {a, b}, k = 1" in red
    assert re.search(r"recorded +1 +divisor min\(k, r\) = 1\n", red)
    assert re.search(r"now +0\.5 +as ", red)
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
    assert done.returncode == 0, done.stdout
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
    repository: tuple[Path, list[tuple[Block, str]]],
    shell: dict[str, str],
    building: FileLock,
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
    with building:
        done = [
            bash(run, folder, {**runner, **its})
            for run, its in steps(action, used["with"])
        ]
    assert [one.returncode for one in done] == [0, 0], done[-1].stdout
    assert "mymetrics 1.0.0 matches its record" in summary.read_text()
    library = folder / "mymetrics.py"
    library.write_text(library.read_text().replace("min(k,", "max(k,"))
    *_, (run, its) = steps(action, used["with"])
    red = bash(run, folder, {**runner, **its})
    assert red.returncode == 1
    assert "::error file=homonym.toml,line=" in red.stdout
    assert "| `average_precision_at_k` |" in summary.read_text()
