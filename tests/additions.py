"""What tests add to a copy of the project, by what is written by hand: start at
`Addition`. Those that are added stand in `added`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import ndiff
from pathlib import Path

ROOT = Path(__file__).parents[1]
LEFT_OUT = (
    ".git",
    ".tox",
    ".hypothesis",
    ".*_cache",
    "__pycache__",
    "build",
    "dist",
    "*.egg-info",
)
PATH = re.compile(r"[\w./-]+\.(?:py|toml|md|txt|ini)\b")
"""A file as a message names it."""
DEMANDS = (
    *(f"tests/reference/test_{name}.py" for name in ("values", "exact", "formulas")),
    *("tests/evaluation/test_choices.py", "tests/cli/test_cite.py", "-k"),
    "ndcg or precision or hit_power or fractions or expression or source",
)
"""The tests that ask a person for something, as far as they look at what is added;
others ask programs."""


@dataclass(frozen=True)
class Addition:
    """Something that is added to a family; kind: as CONTRIBUTING calls it; name: as
    messages do.

    files: for each file the line before which something is written, and what; no line:
    at the end. The family's file is the first.
    """

    kind: str
    family: str
    name: str
    files: Mapping[str, Sequence[tuple[str, str]]]

    @property
    def own(self) -> str:
        """Its family's file."""
        return next(iter(self.files))

    def write(self, copy: Path, file: str) -> None:
        """Write what belongs into one of its files."""
        path = copy / file
        text = path.read_text("utf-8") if path.exists() else ""
        for line, added in self.files[file]:
            assert text.count(line) == 1 or not line, (file, line)
            place = text.index(line) if line else len(text)
            text = text[:place] + added + text[place:]
        path.write_text(text, "utf-8")

    def lines(self, copy: Path) -> int:
        """How many lines the files of a copy have more, docstrings not counted."""
        return sum(1 for file in self.files for _ in written(copy, file))


def written(copy: Path, file: str) -> Iterator[str]:
    """The lines of a file that the project does not have."""
    ours = ROOT / file
    before = ours.read_text("utf-8").splitlines() if ours.exists() else []
    after = (copy / file).read_text("utf-8").splitlines()
    for line in ndiff(before, after):
        if line.startswith("+ ") and line[2:].strip() and '"""' not in line:
            yield line


def copy_of(folder: Path) -> Path:
    """A copy of the project in a new folder."""
    left_out = shutil.ignore_patterns(*LEFT_OUT)
    return Path(shutil.copytree(ROOT, folder, symlinks=True, ignore=left_out))


def run(copy: Path, *arguments: str) -> tuple[int, str]:
    """How Python ends in the copy, and what it says; it is no part of this run. What is
    in its folder `lib` is installed."""
    outer = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=copy,
        env={**outer, "PYTHONPATH": f"{copy / 'src'}{os.pathsep}{copy / 'lib'}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def demanded(said: str, addition: Addition) -> set[str]:
    """The files that failing tests name in a line about the addition."""
    lines = (line for line in said.splitlines() if line.startswith("E "))
    its = (line for line in lines if addition.name in line)
    return {known(file, addition) for line in its for file in PATH.findall(line)}


def known(file: str, addition: Addition) -> str:
    """A file that is named by its whole path as the addition calls it."""
    return next((one for one in addition.files if file.endswith(f"/{one}")), file)


def done(copy: Path, *arguments: str) -> str:
    """What Python says in the copy, where it ends well."""
    ended, said = run(copy, *arguments)
    assert ended == 0, said
    return said


def cost(what: str) -> int:
    """How many files CONTRIBUTING says that adding something takes."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    rows = re.findall(r"^\| ([^|]+) \| (\d) \|", text, re.MULTILINE)
    (found,) = (int(files) for added, files in rows if what in added.split(", "))
    return found
