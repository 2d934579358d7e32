"""The code that `homonym witness --code` shows gives what was measured."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from homonym.adapters import find_adapter
from homonym.adapters.contract import Value
from homonym.explain.snippets import render_library_snippet
from homonym.gate.check import Result
from homonym.measurement.library_process import find_checkout_path
from homonym.reference.case import AnyCase
from homonym.reference.corpus import core
from homonym.reference.variants import Problem, every_family
from homonym.tolerances import are_recorded_alike

RUN = """
import json, sys
for line in sys.stdin:
    shown = []
    exec(json.loads(line), {"print": shown.append})
    (found,) = shown
    found = list(found.values()) if isinstance(found, dict) else found
    found = found if isinstance(found, list) else [found]
    print("numbers", json.dumps([float(number) for number in found]), flush=True)
"""
"""Run each line's code, and print the numbers that it would have printed, after a word
that tells them from what libraries print."""


def test_the_code_shown_gives_what_was_measured(
    result: Result, pytestconfig: pytest.Config, tmp_path: Path
) -> None:
    """For every metric, on the first core case of its type that it takes."""
    library, version = result.record.library, result.record.version
    asked = list(select_measured_cases(result))
    assert asked
    given = [
        json.dumps(render_library_snippet(library, name, case, version))
        for name, case, _ in asked
    ]
    path = find_checkout_path(library, pytestconfig.getoption("--homonym-checkout"))
    if path:
        lay_clone(library, path, tmp_path)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", RUN],
        input="\n".join(given),
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        # Spark's workers are to run this Python too, as in an activated environment
        env={
            **os.environ,
            "PYTHONPATH": str(path.resolve() if path else ""),
            "PYSPARK_PYTHON": sys.executable,
        },
    )
    assert done.returncode == 0, done.stderr
    lines = (line.partition("numbers ") for line in done.stdout.splitlines())
    found = [json.loads(text) for before, word, text in lines if word and not before]
    for (name, case, values), numbers in zip(asked, found, strict=True):
        assert len(numbers) == len(values), f"{name} on {case}"
        assert all(map(are_recorded_alike, numbers, values)), (
            f"{name} on {case}: {numbers}"
        )


def lay_clone(library: str, clone: Path, folder: Path) -> None:
    """Put a link to the clone into the folder, by the name of its repository: where the
    code that is shown looks for it."""
    name = find_adapter(library).homepage.rstrip("/").rpartition("/")[-1]
    (folder / name).symlink_to(clone.resolve(), target_is_directory=True)


def select_measured_cases(
    result: Result,
) -> Iterator[tuple[str, AnyCase, tuple[float, ...]]]:
    """(metric, case, numbers) of the first core case of every metric with a value."""
    seen = set()
    metrics, families = result.record.metrics, every_family()
    for name, line, found in result.rows:
        known = index_core_cases(families[metrics[name].claims].takes)
        if name not in seen and line in known and isinstance(found, Value):
            seen.add(name)
            numbers = found.per_user or (found.value,)
            yield name, known[line], tuple(n for n in numbers if n is not None)


@cache
def index_core_cases(takes: type[Problem]) -> dict[str, AnyCase]:
    """The core cases of a type, by their lines."""
    return {case.id: case for case in core(takes)}
