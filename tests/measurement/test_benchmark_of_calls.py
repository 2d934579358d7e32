"""What a library's calls cost, stage by stage, as the benchmark prints it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from homonym.measurement.refutation import TRIES
from homonym.measurement.session import LATE
from homonym.reference.corpus import core, editions
from homonym.reference.rankings.case import Case

ROOT = Path(__file__).parents[2]
LIBRARY = """
from homonym.adapters.contract import Adapter
from homonym.reference.variants import Variant

__version__ = "1.0"
__path__ = []
adapter = Adapter("small", "small", "Small", "https://example.org", lambda: ["hits"])


@adapter.metric("hits", "hit_rate")
def hits(case):
    lists = case.recommendations
    good = {user: {i for i, g in of if g >= 1} for user, of in case.truth.items()}
    found = [any(i in good[u] for i, _ in of[: case.k]) for u, of in lists.items()]
    return sum(found) / len(found)
"""


@pytest.mark.exhaustive
def test_the_benchmark_tells_the_calls_of_each_stage(tmp_path: Path) -> None:
    """Every case of the core, so many drawn ones, the core again, the example once."""
    (tmp_path / "small.py").write_text(LIBRARY)
    done = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / "calls.py"), "small:adapter"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    title, heads, *lines = done.stdout.splitlines()
    assert (title, heads.split()[0]) == ("small:adapter 1.0", "calls")
    calls = {stage: int(made) for stage, made in map(stage_and_calls, lines)}
    size = editions()[-1].size(Case)[0]
    assert calls["core"] == len(core(Case)[:size]) == calls["the core again"]
    assert calls["drawn cases"] >= TRIES
    assert calls["large cases"] == len(editions()[-1].large_cases(Case))
    assert min(calls["edges"], calls["variations"], calls["example"]) > 0
    assert calls["some of the core, late"] == LATE
    assert calls["smallest cases"] == 0, "there is no runner-up"
    assert calls.pop("all") == sum(calls.values())


def stage_and_calls(line: str) -> list[str]:
    """Both stand first, with two spaces or more between them and after."""
    return re.split(r"\s{2,}", line)[:2]
