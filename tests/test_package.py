"""The package as people install it: complete, tidy, light and quick to start."""

from __future__ import annotations

import fnmatch
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Callable
from configparser import ConfigParser
from pathlib import Path

import pytest
from filelock import FileLock

ROOT = Path(__file__).parents[1]
FOLDERS = {
    "homonym": ROOT / "src" / "homonym",
    "homonym/reference": ROOT / "reference",
    "homonym/adapters": ROOT / "adapters",
    "homonym/conformance_tests": ROOT / "conformance_tests",
    "homonym/reports": ROOT / "reports",
}
CODE = {".py", ".typed", ".ini"}
DATA = {".txt", ".toml", ".json", ".html", ".css", ".js", ".svg"}
SHIPPED = CODE | DATA


@pytest.fixture(scope="module")
def wheel(wheels: Path) -> Path:
    """The wheel, built as a release would be."""
    return next(wheels.glob("*.whl"))


def own_files() -> set[str]:
    """Every file of ours that a user needs, by its name in the wheel."""
    found = set()
    for package, folder in FOLDERS.items():
        for file in folder.rglob("*"):
            inside = file.relative_to(folder)
            nested = package == "homonym" and (folder / inside.parts[0]).is_symlink()
            if file.is_file() and file.suffix in SHIPPED and not nested:
                found.add(f"{package}/{inside}")
    return found


@pytest.mark.exhaustive
def test_the_wheel_holds_every_file_and_nothing_but_homonym(wheel: Path) -> None:
    """A package missing from the list would vanish silently; raw measurements are what
    pages show the cases of."""
    names = set(zipfile.ZipFile(wheel).namelist())
    assert own_files() <= names
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"homonym"}
    records = {name for name in names if "/reports/records/" in name}
    raw = {name for name in records if name.endswith(".tsv")}
    assert {name.replace(".tsv", ".toml") for name in raw} == records - raw


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("pattern", "least"),
    [
        ("homonym/adapters/snippets/*.toml", 10),
        ("homonym/reference/witnesses/*.txt", 10),
        ("homonym/reference/sources.toml", 1),
        ("homonym/reference/*/properties.toml", 5),
        ("homonym/drafting/shapes.toml", 1),
        ("homonym/drafting/stubs/*.txt", 1),
        ("homonym/reports/records/*/*.toml", 20),
        ("homonym/reports/published/*.toml", 3),
        ("homonym/reports/report.schema.json", 1),
        ("homonym/reports/templates/*.js", 2),
        ("homonym/reports/templates/*.svg", 1),
        ("homonym/reports/templates/*.css", 1),
    ],
)
def test_each_kind_of_data_is_in_the_wheel(
    wheel: Path, pattern: str, least: int
) -> None:
    """Named one by one: a folder that moves must not leave the test with nothing."""
    names = zipfile.ZipFile(wheel).namelist()
    assert len(fnmatch.filter(names, pattern)) >= least


@pytest.mark.exhaustive
def test_the_source_distribution_holds_every_file(wheels: Path) -> None:
    """Under the folders of the checkout, from which the wheel is built again."""
    with tarfile.open(next(wheels.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    folders = {package: str(f.relative_to(ROOT)) for package, f in FOLDERS.items()}
    for name in own_files():
        package = max((p for p in FOLDERS if name.startswith(f"{p}/")), key=len)
        assert folders[package] + name.removeprefix(package) in names


@pytest.fixture(scope="session")
def fresh(
    once: Callable[[str, Callable[[Path], object]], Path],
    environment: Callable[[Path], dict[str, str]],
) -> Path:
    """The folder of commands of an environment that has nothing but the wheel."""

    def make(folder: Path) -> None:
        install = ["python", "-m", "pip", "install", "homonym"]
        subprocess.run(install, check=True, env=environment(folder))
        assert not list(folder.rglob("hypothesis/__pycache__"))  # minutes, in all

    return once("core", make) / "bin"


def said(fresh: Path, folder: Path, *arguments: str) -> str:
    """What `homonym` prints there, away from the checkout."""
    done = subprocess.run(
        [str(fresh / "homonym"), *arguments],
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
    )
    return done.stdout


@pytest.mark.exhaustive
def test_a_fresh_environment_has_no_numpy(fresh: Path) -> None:
    """The core installs without what libraries pin."""
    installed = "\n".join(frozen([str(fresh / "python"), "-m", "pip"]))
    assert not re.search("^(numpy|pandas|torch)==", installed, re.MULTILINE)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["explain", "MAP"], "average_precision(divisor=min_k_r)"),
        (["witness", "MAP", "MAP(divisor=r)"], "case  1 | 1 @1"),
        (
            ["witness", "MAP", "rs-metrics.mapr", "--code", "rs-metrics"],
            "rs_metrics.mapr(truth, lists, k=1)",
        ),
        (["cite", "rs-metrics", "mapr"], "average_precision(divisor=r)"),
    ],
)
def test_a_wheel_in_a_fresh_environment_answers_from_its_own_data(
    fresh: Path, tmp_path: Path, arguments: list[str], says: str
) -> None:
    """Away from the checkout, without any library."""
    assert says in said(fresh, tmp_path, *arguments)


@pytest.mark.exhaustive
def test_a_wheel_in_a_fresh_environment_makes_the_report(tutorial: Path) -> None:
    """With the extra `report`, which the tutorial installs: pages, their scripts and
    the badges."""
    made = {file.name for file in (tutorial / "report").rglob("*")}
    assert {"index.html", "paper.html", "search-index.js", "report.json"} <= made
    assert [name for name in made if name.endswith(".svg")]


@pytest.mark.exhaustive
def test_an_editable_install_finds_every_package_in_the_checkout(
    tmp_path: Path, environment: Callable[[Path], dict[str, str]], building: FileLock
) -> None:
    """Each import package comes from its own folder, whatever the working folder."""
    env = environment(tmp_path / "fresh")
    python = str(tmp_path / "fresh" / "bin" / "python")
    install = [python, "-m", "pip", "install", "--editable", str(ROOT)]
    with building:
        subprocess.run(install, check=True, env=env)
    names = [package.replace("/", ".") for package in FOLDERS]
    code = (
        f"import {', '.join(names)}; print({', '.join(f'{n}.__file__' for n in names)})"
    )
    done = subprocess.run(
        [python, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    found = [Path(file).resolve() for file in done.stdout.split()]
    assert found == [folder / "__init__.py" for folder in FOLDERS.values()]


@pytest.mark.parametrize(
    "name", ["reference", "adapters", "conformance_tests", "reports"]
)
def test_the_folders_are_not_importable_by_their_bare_names(
    name: str, tmp_path: Path
) -> None:
    """`import reference` must not work by accident."""
    done = subprocess.run(
        [sys.executable, "-c", f"import {name}"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert b"ModuleNotFoundError" in done.stderr


def test_help_imports_nothing_heavy() -> None:
    """Neither numpy nor hypothesis, pytest, jinja2 or a family file; nor zipfile, which
    is half of what looking up a version takes."""
    code = (
        "import sys, contextlib\n"
        "from homonym.cli.app import app\n"
        "with contextlib.suppress(SystemExit): app(['--help'])\n"
        "print(sorted(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    loaded = done.stdout.splitlines()[-1]
    for name in (
        "numpy",
        "hypothesis",
        "_pytest",
        "jinja2",
        "zipfile",
        "homonym.reference.rankings.ndcg",
    ):
        assert f"'{name}'" not in loaded


def test_every_library_environment_has_its_lock() -> None:
    """tox.ini names no environment without a lock, and no lock lies unused."""
    text = (ROOT / "tox.ini").read_text()
    named = set(re.findall(r"py311-[\w-]+-\d+\.\d+\.\d+(?:\.post\d+)?", text))
    locks = {file.stem for file in (ROOT / "locks").glob("*.txt")}
    assert named <= locks
    libraries = {lock.rsplit("-", 1)[0].removeprefix("py311-") for lock in locks}
    assert libraries == set(re.findall(r"LIBRARY = ([\w-]+)", text))


def test_libraries_run_side_by_side_between_the_first_step_and_the_report() -> None:
    """`clean` has none before it, each library has that, the report has them all."""
    tox = ConfigParser(interpolation=None)
    tox.read(ROOT / "tox.ini")
    labels = dict(
        line.split(" = ") for line in tox["tox"]["labels"].split("\n") if line
    )
    first, *libraries, last = labels["report"].split(", ")
    assert (first, last) == ("clean", "report")
    assert "depends" not in tox["testenv:clean"]
    assert tox["library"]["depends"] == first
    assert tox["testenv:report"]["depends"].split() == [first, *libraries]
    first, *fast = labels["fast"].split(", ")
    assert first == "clean"
    assert set(fast) < set(libraries)
    lines = {file: (ROOT / file).read_text() for file in (".ci/run", "README.md")}
    assert "\ntox run-parallel -m fast -p 2\n" in lines[".ci/run"]
    assert "tox && tox run-parallel -m report -p 2\n" in lines["README.md"]


def test_what_an_environment_is_based_on_beside_the_library_goes_before_it() -> None:
    """Of several bases the first that names a setting gives it, and `older` and `built`
    install otherwise than `library` does."""
    tox = ConfigParser(interpolation=None)
    tox.read(ROOT / "tox.ini")
    bases = [tox[name]["base"].split(", ") for name in tox if "base" in tox[name]]
    others = [base for base in bases if {"older", "built"} & set(base)]
    assert len(others) >= 7
    assert all(base.index("library") == len(base) - 1 for base in others)


def test_the_core_depends_on_nothing_that_libraries_pin() -> None:
    """No numpy and no pandas among its requirements."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = {re.split(r"[<>=]", need)[0] for need in project["dependencies"]}
    named = {"hypothesis", "msgspec", "packaging", "pytest", "rich", "typer"}
    named |= {"tomli", "tomli-w"}
    assert needed == named


@pytest.mark.slow
def test_the_core_leaves_pydantic_1_where_it_is(wheel: Path, tmp_path: Path) -> None:
    """Libraries pin it, and typer needs pydantic 2 from 0.29 on."""
    venv.create(tmp_path / "env", with_pip=True)
    pip = [str(tmp_path / "env" / "bin" / "python"), "-m", "pip"]
    subprocess.run([*pip, "install", "--quiet", "pydantic==1.10.*"], check=True)
    before = frozen(pip)
    assert any(pin.startswith("pydantic==1.10.") for pin in before)
    subprocess.run([*pip, "install", "--quiet", str(wheel)], check=True)
    assert before <= frozen(pip)


@pytest.mark.slow
@pytest.mark.parametrize(
    "lock", sorted((ROOT / "locks").glob("*.txt")), ids=lambda p: p.stem
)
def test_the_core_moves_no_pin_of_a_library(
    lock: Path, wheel: Path, tmp_path: Path
) -> None:
    """`pip freeze` before and after: only new packages, none changed."""
    venv.create(tmp_path / "env", with_pip=True)
    pip = [str(tmp_path / "env" / "bin" / "python"), "-m", "pip"]
    install = [*pip, "install", "--quiet"]
    tools = lock.parent / "build" / lock.name
    isolation = []
    older = "--ignore-requires-python"  # as tox.ini does for the versions that need it
    if tools.exists():
        subprocess.run([*install, "-r", str(tools)], check=True)
        isolation = ["--no-build-isolation"]
    subprocess.run(
        [*install, "--no-deps", *isolation, older, "-r", str(lock)],
        check=True,
        env={**os.environ, "CYTHON_FORCE_REGEN": "1"},
    )
    before = frozen(pip)
    subprocess.run([*install, str(wheel)], check=True)
    after = frozen(pip)
    assert before <= after, before - after


def frozen(pip: list[str]) -> set[str]:
    """What is installed, pin by pin."""
    done = subprocess.run([*pip, "freeze"], capture_output=True, text=True, check=True)
    return set(done.stdout.split("\n"))


def test_what_the_test_line_leaves_out_has_an_environment_of_its_own() -> None:
    """Each marker says which; the one of what is sampled by default is CI's as well."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]
    markers = told["ini_options"]["markers"]
    environments = {m: re.findall(r"tox run -e (\w+)", m) for m in markers}
    named = {m.partition(":")[0]: its for m, its in environments.items() if its}
    left_out = re.findall(r"not (\w+)", told["ini_options"]["addopts"][-1])
    assert set(left_out) == set(named)
    tox = (ROOT / "tox.ini").read_text()
    for (environment,) in named.values():
        assert f"[testenv:{environment}]" in tox
    assert "tox run -e exhaustive" in (ROOT / ".ci" / "run").read_text()
