"""The suite of pytest, pointed at a library in a folder: what fails, and how it
ends."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import forked
import pytest

ADAPTER = '''"""A library in a file, and its adapter."""
import os, sys
from homonym import Adapter

__version__ = "1.0.0"
adapter = Adapter("lib", "lib", "Lib", "", lambda: [*adapter.metrics])

@adapter.metric("hits", "recall")
def hits(case):
    return mean(case, lambda found, r: found / r)

@adapter.metric("share", "precision")
def share(case):
    return mean(case, lambda found, r: found / case.k)

def mean(case, of):
    users = case.truth.items()
    found = [len({i for i, _ in case.recommendations[u][: case.k]} & {i for i, _ in t})
             for u, t in users]
    return sum(of(n, len(t)) for n, (u, t) in zip(found, users)) / len(case.truth)
'''
FEW = ("--homonym-max-examples", "5", "-k", "fixed_cases")


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A Python module as a command, in the folder."""
    return forked.run(*words, cwd=folder)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the library, and its record in another below it."""
    folder = tmp_path_factory.mktemp("suite")
    (folder / "lib.py").write_text(ADAPTER)
    given = ("--adapter", "lib:adapter", "--records", "records", "--max-examples", "5")
    done = run(folder, "homonym", "check", *given, "--accept")
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def suite(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The suite on the library in the folder."""
    given = ("--pyargs", "homonym.conformance_tests", "-p", "no:cacheprovider", "-q")
    library = ("--homonym-library", "lib:adapter", "--homonym-records", "records")
    return run(folder, "pytest", *given, *library, *words)


def edit(folder: Path, old: str, new: str) -> None:
    """Change the library, as it was recorded, in one place."""
    assert ADAPTER.count(old) == 1
    (folder / "lib.py").write_text(ADAPTER.replace(old, new))


@pytest.mark.exhaustive
def test_another_definition_is_one_failure_a_metric(recorded: Path) -> None:
    """Its edges follow from it: they are told in words, and fail nowhere."""
    edit(recorded, "found / r)", "found / max(1, min(r, case.k)))")
    done = suite(recorded, *FEW, "-rfs")
    failed = re.findall(r"^FAILED \S+::(\S+)", done.stdout, re.M)
    assert failed == ["test_metric_holds_its_definition[hits]"], done.stdout
    assert "hits is no longer recall(divisor=r)" in done.stdout
    assert "see its definition" in done.stdout
    assert done.returncode == 1


@pytest.mark.exhaustive
def test_an_edge_alone_is_a_failure_of_the_conventions(recorded: Path) -> None:
    """The definition holds, and nothing else has drifted."""
    edit(
        recorded,
        "found / case.k)",
        "found / min(case.k, *(len(p) or 1 for p in case.recommendations.values())))",
    )
    done = suite(recorded, *FEW, "-rfs")
    failed = re.findall(r"^FAILED \S+::(\S+)", done.stdout, re.M)
    assert failed == ["test_metric_holds_its_conventions[share]"], done.stdout
    assert "now       " in done.stdout


@pytest.mark.parametrize(
    "workers", [(), pytest.param(("-n", "2"), marks=pytest.mark.exhaustive)]
)
@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("\nif 'worker.py' in sys.argv[0]: os._exit(0)\n", "lib cannot be measured"),
        pytest.param(
            "",
            "the library is broken: share: killed by SIGABRT",
            marks=pytest.mark.exhaustive,
        ),
    ],
)
def test_a_broken_library_is_3_whoever_measures(
    change: str, says: str, workers: tuple[str, ...], recorded: Path
) -> None:
    """Also where the processes of pytest-xdist do, of the suite and of a maintainer."""
    if workers:
        pytest.importorskip("xdist")
    edit(recorded, "found / case.k)", "case.k == 2 and os.abort() or found / case.k)")
    if change:
        (recorded / "lib.py").write_text(ADAPTER + change)
    record = next((recorded / "records").glob("*/*.toml"))
    own = ("--homonym-adapter", "lib:adapter", "--homonym-record", str(record))
    for done in (
        suite(recorded, *FEW, *workers),
        run(recorded, "pytest", "-q", "-p", "no:cacheprovider", *own, *workers),
    ):
        assert done.returncode == 3, done.stdout + done.stderr
        assert f"homonym: {says}" in done.stdout + done.stderr
        assert "INTERNALERROR" not in done.stdout
