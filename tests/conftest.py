"""What several test files share: fakes, records, and what is built once for all.

pytest-xdist gives each worker a session of its own: a session's fixture is made once a
worker. What takes long is made `once`: by the first that asks, while others wait.

pytest reads this file too where a library's environment runs the conformance suite from
the checkout: what only these tests need is imported by what needs it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout
from dataclasses import asdict
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from homonym.records import store
from homonym.records.reading import convert_plain_record
from homonym.reference.corpus import editions
from homonym.reference.variants import Variant
from homonym.reports.build import build_report_pages
from homonym.reports.findings.survey import Survey, read_survey
from homonym.reports.pages import processes
from homonym.running import collect_seldom

if TYPE_CHECKING:
    from filelock import FileLock

HERE = Path(__file__).parent
ROOT = HERE.parent
SHARED = HERE.parent.parent / "shared"

# workers would write one folder in the checkout: what is drawn is the same each time;
# how long a machine takes says nothing about what is tested
settings.register_profile("tests", database=None, deadline=None)
settings.load_profile("tests")
collect_seldom()


Make = Callable[[Path], object]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave to the exhaustive tests what a sampled one has beside its sample; put what
    takes minutes first, the rest as it stood."""
    asked: Counter[str] = Counter()
    for item in items:
        test = item.nodeid.partition("[")[0]
        marker = item.get_closest_marker("sampled")
        if marker and asked[test] % marker.args[0]:
            item.add_marker(pytest.mark.exhaustive)
        asked[test] += 1
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Write a text under a name and return its path."""

    def written(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return written


@pytest.fixture(scope="session")
def shared_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the workers of this run have in common."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def once(shared_root: Path) -> Callable[[str, Make], Path]:
    """Makes a folder of that name, once in a run of the tests; whoever reads it leaves
    it as it is. What fails midway is made again by the next that asks."""

    def made(name: str, make: Make) -> Path:
        from filelock import FileLock

        folder, done = shared_root / name, shared_root / f"{name}.done"
        with FileLock(shared_root / f"{name}.lock"):
            if not done.exists():
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
                make(folder)
                done.touch()
        return folder

    return made


@pytest.fixture(scope="session")
def building(shared_root: Path) -> FileLock:
    """Held by whoever builds homonym: pip and setuptools write into the checkout."""
    from filelock import FileLock

    return FileLock(shared_root / "building.lock")


@pytest.fixture(scope="session")
def wheels(once: Callable[[str, Make], Path], building: FileLock) -> Path:
    """A folder with the source distribution, and the wheel that is built from it."""

    def make(folder: Path) -> None:
        command = [sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)]
        with building:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        told = done.stdout + done.stderr
        assert done.returncode == 0, told
        assert "absent from the `packages`" not in told

    return once("wheels", make)


@pytest.fixture(scope="session")
def environment(wheels: Path) -> Callable[[Path], dict[str, str]]:
    """Makes a fresh environment, and gives the variables of a shell in it: pip finds
    homonym's wheel, and compiles nothing, as most of what it installs is never run.
    (Of `--no-compile` a variable says whether to compile.)"""

    def made(folder: Path) -> dict[str, str]:
        command = [sys.executable, "-m", "virtualenv", "--quiet", str(folder)]
        subprocess.run(command, check=True)
        links = f"{wheels} {os.environ.get('PIP_FIND_LINKS', '')}".strip()
        path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
        kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
        pip = {"PIP_FIND_LINKS": links, "PIP_QUIET": "1", "PIP_NO_COMPILE": "0"}
        return {**kept, **pip, "PATH": path}

    return made


@pytest.fixture(scope="session")
def tutorial(
    once: Callable[[str, Make], Path], environment: Callable[[Path], dict[str, str]]
) -> Path:
    """The folder after the tutorial: every block in order, in an empty folder and a
    fresh environment. Its report is one of the wheel's with its extra."""

    from carried_out import blocks, carry_out

    def make(folder: Path) -> None:
        page = ROOT / "docs" / "tutorial.md"
        (work := folder / "work").mkdir()
        done = carry_out(page, work, environment(folder / "environment"))
        run = [b for b in blocks(page) if not b.mark.startswith("file ")]
        assert [block for block, _ in done.said] == run

    return once("tutorial", make) / "work"


@pytest.fixture(scope="session", autouse=True)
def pages_in_one_process() -> Iterator[None]:
    """Pages are written in this process: pictures that reports share are drawn once,
    and the other processor has other tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(processes, "COPIES", False)
        yield


@pytest.fixture(scope="session")
def site(once: Callable[[str, Make], Path]) -> Path:
    """The report of the committed records, raw measurements included, which an
    installed homonym does not have."""

    def make(folder: Path) -> None:
        build_report_pages(
            folder / "site", read_survey(folder=ROOT / "reports" / "records")
        )

    return once("report", make) / "site"


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> str:
    """The adapter of the fake library, importable here and in child processes."""
    make_importable(monkeypatch)
    return "fakes.lying:adapter"


def make_importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the fake libraries be found here and in child processes."""
    path = os.environ.get("PYTHONPATH", "")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(HERE), path])))
    sys.modules.pop("fakes.lying", None)


@pytest.fixture(scope="session")
def gate() -> Callable[..., tuple[int, str]]:
    """Asks the gate about a fake library as the command line does: the exit code, and
    what it prints. A call may take two seconds: some hang. Strings are hashed
    by one seed when a record is accepted, and by another when it is checked; the
    example data is left out."""

    from homonym.cli.app import app
    from homonym.measurement import datasets

    def asked(fake: str, record: Path, *words: str) -> tuple[int, str]:
        command = ["check", "--adapter", f"{fake}:adapter", "--record", str(record)]
        command += ["--timeout", "2"]
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()) as said:
            make_importable(patch)
            patch.setattr(datasets, "measure_example_data", lambda calls, metrics: None)
            patch.setenv("PYTHONHASHSEED", str(1 + ("--accept" in words)))
            code = app([*command, *words], standalone_mode=False)
        return code, said.getvalue()

    return asked


@pytest.fixture(scope="session")
def accepted(
    once: Callable[[str, Make], Path], gate: Callable[..., tuple[int, str]]
) -> Callable[[str], Path]:
    """The record of a fake library, measured and accepted once in a run."""

    def made(fake: str) -> Path:
        def make(folder: Path) -> None:
            code, said = gate(fake, folder / "record.toml", "--accept")
            assert code in (0, 3), said  # 3: a metric that always fails is among them

        return once(fake, make) / "record.toml"

    return made


@pytest.fixture
def shared() -> Path:
    """The source documents beside the checkout; users do not have them."""
    if not SHARED.is_dir():
        pytest.skip("the source documents are not beside this checkout")
    return SHARED


@pytest.fixture
def surveyed(tmp_path: Path) -> Callable[..., Survey]:
    """Makes a survey of small records.

    Each is given as (library, version, {metric: a variant's id, or a whole entry}),
    and may have a fourth, the conventions of all its metrics, and a fifth, the values
    on the example data.
    """

    def make(*given: Any) -> Survey:
        for library, version, metrics, *rest in given:
            edges, values = (*rest, {}, {})[:2]
            made = {name: entry(found, edges) for name, found in metrics.items()}
            record = {
                "schema": 1,
                "library": library,
                "version": version,
                "corpus": asdict(editions()[0]),
                "metrics": made,
                "example": {"data": "example", "values": values},
                "provenance": {
                    "measured": "2026-01-02",
                    "from": "registry",
                    "python": "3.11.7",
                    "packages": {"numpy": "2.0.0"},
                },
            }
            store.write_record_of(
                convert_plain_record(record, "a test"), [], tmp_path / "records"
            )
        return read_survey(folder=tmp_path / "records")

    return make


def entry(found: str | Mapping[str, Any], edges: Mapping[str, str]) -> dict[str, Any]:
    """A metric's entry: as given, but for the core cases, or of one variant."""
    core = {"ran": 48, "of": 48}
    if not isinstance(found, str):
        return {"core": core, **found}
    return {
        "claims": Variant.with_defaults(found).family,
        "entry": "function",
        "variants": [str(Variant.with_defaults(found).canonical())],
        "status": "identified",
        "precision": 1e-9,
        "core": core,
        "refuted": {"tried": 200, "failed": 0},
        "conventions": dict(edges),
    }
