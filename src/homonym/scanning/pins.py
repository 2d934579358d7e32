"""Which version of a library somebody's folder asks for: start at
`read_pinned_versions`.

Exact versions alone are pins: `==` in requirements and in pyproject.toml, `=` in the
environments of conda, and what lock files hold.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PIN = re.compile(
    r"""^[\s"'-]*([A-Za-z0-9][\w.-]*)(?:\[[^]]*\])?\s*={1,3}\s*([0-9][\w.+!-]*)"""
)
"""A line that pins: `rs-metrics==0.6.0`, `  - recbole=1.2.1=py_0`, `"ranx==0.3"`."""
LINES = (
    "requirements*.txt",
    "requirements*.in",
    "environment*.y*ml",
    "setup.py",
    "setup.cfg",
)
LOCKS = ("uv.lock", "poetry.lock", "pdm.lock")


@dataclass(frozen=True)
class Pin:
    """A version, and where it is said."""

    version: str
    where: str


def read_pinned_versions(folder: Path) -> dict[str, Pin]:
    """The pin of every distribution that has one, by its name as registries write it;
    the nearest to the top of the folder, if there are several."""
    found: dict[str, Pin] = {}
    for name, pin in read_folder_pins(folder):
        found.setdefault(normalise_distribution_name(name), pin)
    return found


def read_folder_pins(folder: Path) -> Iterator[tuple[str, Pin]]:
    """All of them: of lock files first, then those at the top of the folder."""
    if not folder.is_dir():
        return
    for pattern in LOCKS:
        yield from (
            pin
            for file in sorted(folder.glob(pattern))
            for pin in read_lock_file_pins(file)
        )
    for file in sorted(folder.glob("pyproject.toml")):
        yield from read_project_pins(file)
    for depth in ("", "*/", "*/*/"):
        for pattern in LINES:
            for file in sorted(folder.glob(f"{depth}{pattern}")):
                yield from read_line_pins(file, folder)


def read_line_pins(file: Path, folder: Path) -> Iterator[tuple[str, Pin]]:
    """The pins of a file that has one a line."""
    where = file.relative_to(folder).as_posix()
    for line in read_text_or_empty(file).splitlines():
        if told := PIN.match(line):
            yield told[1], Pin(told[2].rstrip("\"',"), where)


def read_project_pins(file: Path) -> Iterator[tuple[str, Pin]]:
    """The pins among the dependencies of a pyproject.toml."""
    project = load_toml_or_empty(file).get("project", {})
    lists = [
        project.get("dependencies", ()),
        *project.get("optional-dependencies", {}).values(),
    ]
    for line in (line for one in lists for line in one):
        if told := PIN.match(str(line)):
            yield told[1], Pin(told[2], file.name)


def read_lock_file_pins(file: Path) -> Iterator[tuple[str, Pin]]:
    """The packages of a lock file."""
    for package in load_toml_or_empty(file).get("package", ()):
        if "version" in package:
            yield package["name"], Pin(package["version"], file.name)


def load_toml_or_empty(file: Path) -> dict[str, Any]:
    """A TOML file; an empty one where it is none."""
    try:
        return tomllib.loads(read_text_or_empty(file))
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}


def read_text_or_empty(file: Path) -> str:
    """A file's text; nothing where it cannot be read."""
    try:
        return file.read_text("utf-8", errors="replace")
    except OSError:
        return ""


def normalise_distribution_name(name: str) -> str:
    """A distribution's name as registries compare it.

    >>> normalise_distribution_name("Rs_Metrics")
    'rs-metrics'
    """
    return re.sub(r"[-_.]+", "-", name).lower()
