"""The suite of pytest, pointed at a library in a folder: what it asks, what fails, and
how it ends."""

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
    return mean("hits", case, lambda found, r: found / r)

@adapter.metric("share", "precision")
def share(case):
    return mean("share", case, lambda found, r: found / case.k)

def mean(metric, case, of):
    with open("asked", "a") as file:
        file.write(f"{os.getpid()} {metric}: {case}\\n")
    users = case.truth.items()
    found = [len({i for i, _ in case.recommendations[u][: case.k]} & {i for i, _ in t})
             for u, t in users]
    return sum(of(n, len(t)) for n, (u, t) in zip(found, users)) / len(case.truth)
'''
FEW = ("--homonym-max-examples", "16", "-k", "fixed_cases")
PROPERTIES = ("-k", "drawn_cases or large_catalogue", "-rA")
DRAWN = "metric_agrees_with_its_verdict_on_drawn_cases"
LARGE = "a_pipeline_keeps_its_formula_on_a_large_catalogue"


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A Python module as a command, in the folder."""
    return forked.run(*words, cwd=folder)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the library, and its record in another below it; `known` has every
    call that was made for the record, `asked` those that are made since."""
    folder = tmp_path_factory.mktemp("suite")
    (folder / "lib.py").write_text(ADAPTER)
    given = ("--adapter", "lib:adapter", "--records", "records", "--max-examples", "16")
    done = run(folder, "homonym", "check", *given, "--accept")
    assert done.returncode == 0, done.stdout + done.stderr
    (folder / "asked").rename(folder / "known")
    return folder


def suite(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The suite on the library in the folder."""
    given = ("--pyargs", "homonym.conformance_tests", "-p", "no:cacheprovider", "-q")
    library = ("--homonym-library", "lib:adapter", "--homonym-records", "records")
    return run(folder, "pytest", *given, *library, *words)


def edit(folder: Path, old: str, new: str, *more: str) -> None:
    """Change the library, as it was recorded, in one place, or in more."""
    changed = ADAPTER
    for before, after in zip((old, *more[::2]), (new, *more[1::2]), strict=True):
        assert changed.count(before) == 1
        changed = changed.replace(before, after)
    (folder / "lib.py").write_text(changed)


def asked_last(folder: Path) -> dict[str, list[str]]:
    """The cases that the library's last process was asked about, by metric: that of the
    properties."""
    calls = [line.split(" ", 2) for line in (folder / "asked").read_text().splitlines()]
    cases: dict[str, list[str]] = {}
    for process, metric, case in calls:
        if process == calls[-1][0]:
            cases.setdefault(metric.rstrip(":"), []).append(case)
    return cases


def outcomes(done: subprocess.CompletedProcess[str]) -> dict[str, str]:
    """How each test of a metric ended that was not skipped, by its name."""
    ended = re.findall(r"^(FAILED|PASSED) \S+::test_(\S+)", done.stdout, re.M)
    return {name: how for how, name in ended}


def test_what_a_library_does_on_other_cases_than_those_recorded_is_caught(
    recorded: Path,
) -> None:
    """Half of recall where nobody asked for the record, which stays what it was; and a
    pipeline that gives 0 where there are 2,100 items. The pipeline agrees on the cases
    that are drawn: two, an eighth of 16."""
    edit(
        recorded,
        "found / r)",
        "found / r) / (1 if f' hits: {case}\\n' in open('known').read() else 2)",
        '"precision")',
        '"precision", entry="pipeline")',
        "found / case.k)",
        "found / case.k) * all(len(p) < 2000 for p in case.recommendations.values())",
    )
    done = suite(recorded, *FEW[:2], "--hypothesis-seed", "1", *PROPERTIES)
    assert outcomes(done) == {
        f"{DRAWN}[hits]": "FAILED",
        f"{DRAWN}[share]": "PASSED",
        f"{LARGE}[share]": "FAILED",
    }, done.stdout
    assert " refutes recall(divisor=r): it gave Value(value=" in done.stdout
    asked = asked_last(recorded)["share"]
    assert len([case for case in asked if len(case) < 2000]) == 2
    assert done.returncode == 1


@pytest.mark.exhaustive
def test_the_properties_draw_so_many_cases_by_their_seed(recorded: Path) -> None:
    """Of an honest library, that passes: an eighth of what is asked for, the same of a
    seed, and others of another."""
    edit(recorded, '"precision")', '"precision", entry="pipeline")')
    asked = []
    for most, seed in (("16", "1"), ("40", "1"), ("40", "1"), ("40", "2")):
        few = ("--homonym-max-examples", most, "--hypothesis-seed", seed)
        done = suite(recorded, *few, *PROPERTIES)
        assert outcomes(done) == dict.fromkeys(
            (f"{DRAWN}[hits]", f"{DRAWN}[share]", f"{LARGE}[share]"), "PASSED"
        ), done.stdout
        assert done.returncode == 0
        asked.append(asked_last(recorded)["hits"])
    assert [len(cases) for cases in asked] == [2, 5, 5, 5]
    assert asked[1] == asked[2] != asked[3]


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
