"""The package as people install it: complete, tidy, light and quick to start."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = {
    "homonym": ROOT / "src" / "homonym",
    "homonym/reference": ROOT / "reference",
    "homonym/adapters": ROOT / "adapters",
    "homonym/conformance_tests": ROOT / "conformance_tests",
    "homonym/reports": ROOT / "reports",
}
SHIPPED = {".py", ".txt", ".toml", ".html", ".ini", ".typed", ".css", ".js", ".md"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built as a release would be."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--wheel-dir", str(folder), str(ROOT)], check=True)
    return next(folder.glob("*.whl"))


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


def test_the_wheel_holds_every_file_and_nothing_but_homonym(wheel: Path) -> None:
    """A package missing from the list would vanish silently; raw measurements stay."""
    names = set(zipfile.ZipFile(wheel).namelist())
    assert own_files() <= names
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"homonym"}
    assert not [name for name in names if name.endswith(".tsv")]


def test_a_wheel_in_a_fresh_environment_measures_nothing_but_explains(
    wheel: Path, tmp_path: Path
) -> None:
    """The core installs without numpy and answers from its own data."""
    venv.create(tmp_path / "fresh", with_pip=True)
    python = tmp_path / "fresh" / "bin" / "python"
    pip = [str(python), "-m", "pip"]
    subprocess.run([*pip, "install", "--quiet", str(wheel)], check=True)
    frozen = subprocess.run(
        [*pip, "freeze"], capture_output=True, text=True, check=True
    )
    assert not re.search("^(numpy|pandas|torch)==", frozen.stdout, re.MULTILINE)
    done = subprocess.run(
        [str(tmp_path / "fresh" / "bin" / "homonym"), "explain", "MAP"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    assert "average_precision(divisor=min_k_r)" in done.stdout


def test_an_editable_install_finds_every_package_in_the_checkout(
    tmp_path: Path,
) -> None:
    """Each import package comes from its own folder, whatever the working folder."""
    venv.create(tmp_path / "fresh", with_pip=True)
    python = str(tmp_path / "fresh" / "bin" / "python")
    install = [python, "-m", "pip", "install", "--quiet", "--editable", str(ROOT)]
    subprocess.run(install, check=True)
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
    """Neither numpy nor hypothesis, pytest, jinja2 or a family file."""
    code = (
        "import sys, contextlib\n"
        "from homonym.cli import app\n"
        "with contextlib.suppress(SystemExit): app(['--help'])\n"
        "print(sorted(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    loaded = done.stdout.splitlines()[-1]
    for name in ("numpy", "hypothesis", "_pytest", "jinja2", "homonym.reference.ndcg"):
        assert f"'{name}'" not in loaded


def test_every_library_environment_has_its_lock() -> None:
    """tox.ini names no environment without a lock, and no lock lies unused."""
    text = (ROOT / "tox.ini").read_text()
    named = set(re.findall(r"py311-[\w-]+-\d+\.\d+\.\d+", text))
    locks = {file.stem for file in (ROOT / "locks").glob("*.txt")}
    assert named <= locks
    libraries = {lock.rsplit("-", 1)[0].removeprefix("py311-") for lock in locks}
    assert libraries == set(re.findall(r"LIBRARY = ([\w-]+)", text))


def test_the_core_depends_on_nothing_that_libraries_pin() -> None:
    """No numpy and no pandas among its requirements."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = {re.split(r"[<>=]", need)[0] for need in project["dependencies"]}
    assert needed == {"hypothesis", "pytest", "rich", "tomli-w", "typer"}


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
