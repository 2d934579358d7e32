"""The Python of a folder: modules and notebooks, parsed. Start at `read_code`."""

from __future__ import annotations

import ast
import json
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from homonym.errors import UserError

SUFFIXES = (".py", ".ipynb")
NOT_ONES_OWN = {"site-packages", "node_modules", "build", "dist", "venv", "env"}
"""Folders that are not looked into, beside those whose name begins with a dot."""
MAGIC = ("%", "!", "?")
"""What begins a line of a notebook that is no Python."""
OF_PYTHON = ("%%time", "%%timeit", "%%capture", "%%prun")
"""What begins a cell that is Python all the same."""


@dataclass(frozen=True)
class Code:
    """A module, or a cell of a notebook.

    file: as seen from the folder; cell: which one of a notebook, from 1; 0 of a module.
    """

    file: str
    cell: int
    tree: ast.Module

    def at(self, node: ast.stmt | ast.expr) -> str:
        """Where a piece stands, for people."""
        if self.cell:
            return f"{self.file}, cell {self.cell}, line {node.lineno}"
        return f"{self.file}:{node.lineno}"


@dataclass(frozen=True)
class Unread:
    """A file that is no Python of today, and why."""

    file: str
    reason: str


def find_code_files(path: Path) -> list[Path]:
    """The modules and notebooks below a folder, or the one file; UserError where there
    are none."""
    if not path.exists():
        raise UserError(f"there is no file or folder {path}")
    if path.is_file():
        if path.suffix not in SUFFIXES:
            raise UserError(f"{path} is no Python: give a folder, .py or .ipynb")
        return [path]
    found = [
        file
        for file in sorted(path.rglob("*"))
        if file.suffix in SUFFIXES
        and file.is_file()
        and not any(is_foreign_folder(part) for part in file.relative_to(path).parts)
    ]
    if not found:
        raise UserError(f"{path} has no Python: no .py and no .ipynb below it")
    return found


def is_foreign_folder(part: str) -> bool:
    """Whether a folder holds what is not one's own."""
    return part in NOT_ONES_OWN or part.startswith(".")


def read_code(file: Path, folder: Path) -> Iterator[Code | Unread]:
    """The parsed module, or each cell of a notebook; what cannot be read, and why."""
    name = file.name if file == folder else file.relative_to(folder).as_posix()
    try:
        text = file.read_bytes().decode("utf-8", errors="replace")
        cells = [text] if file.suffix == ".py" else parse_notebook_cells(text)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        yield Unread(name, f"no file of that kind: {type(error).__name__}")
        return
    for number, cell in enumerate(cells, start=1):
        shown = number if file.suffix == ".ipynb" else 0
        try:
            yield Code(name, shown, parse_python_code(cell))
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            line = getattr(error, "lineno", None)
            cell_number = f"cell {shown}, " if shown else ""
            where = f" ({cell_number}line {line})" if line else ""
            yield Unread(name, f"no Python 3{where}")


def parse_python_code(text: str) -> ast.Module:
    """The syntax tree; of invalid escapes nobody is warned."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def parse_notebook_cells(text: str) -> list[str]:
    """The Python of each cell; nothing of the others."""
    cells = json.loads(text)["cells"]
    sources = ["".join(cell["source"]) for cell in cells]
    return [
        convert_cell_to_python(source) if cell["cell_type"] == "code" else ""
        for cell, source in zip(cells, sources, strict=True)
    ]


def convert_cell_to_python(source: str) -> str:
    r"""A cell's lines, `pass` where one is magic; nothing where the whole cell is in
    another language.

    >>> convert_cell_to_python("%matplotlib inline\nfor k in ks:\n    !ls")
    'pass\nfor k in ks:\n    pass'
    """
    first = source.split(maxsplit=1)[:1]
    if first and first[0].startswith("%%") and first[0] not in OF_PYTHON:
        return ""
    lines = ((line, line.lstrip()) for line in source.splitlines())
    return "\n".join(
        f"{line[: len(line) - len(told)]}pass" if told.startswith(MAGIC) else line
        for line, told in lines
    )
