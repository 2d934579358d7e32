"""The Python of a folder: which files, which cells, what cannot be read."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from homonym import UserError
from homonym.scanning.code_files import (
    Code,
    Unread,
    convert_cell_to_python,
    find_code_files,
    read_code,
)


def written(path: Path, text: str = "") -> Path:
    """A file with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def notebook(*cells: tuple[str, list[str] | str]) -> str:
    """A notebook of these cells."""
    return json.dumps(
        {"cells": [{"cell_type": kind, "source": source} for kind, source in cells]}
    )


def test_ones_own_modules_and_notebooks_are_found(tmp_path: Path) -> None:
    """In order; neither what is built nor what is installed or hidden."""
    own = [written(tmp_path / name) for name in ("a.py", "b/c.ipynb", "b/d.py")]
    for aside in ("x.txt", ".git/e.py", "venv/f.py", "b/build/g.py", "b/.h.py"):
        written(tmp_path / aside)
    (tmp_path / "folder.py").mkdir()
    assert find_code_files(tmp_path) == own
    assert find_code_files(own[1]) == [own[1]]
    assert find_code_files(tmp_path / "venv") == [tmp_path / "venv/f.py"]


def test_without_python_there_is_one_sentence(tmp_path: Path) -> None:
    text = written(tmp_path / "a.txt")
    for path, words in (
        (tmp_path / "none", "there is no file or folder"),
        (text, "is no Python: give a folder"),
        (tmp_path, "has no Python: no .py and no .ipynb"),
    ):
        with pytest.raises(UserError, match=words):
            find_code_files(path)


def test_a_module_is_one_piece(tmp_path: Path) -> None:
    """Named from the folder, or by itself; an invalid escape is no warning, a byte that
    is no text no end."""
    file = written(tmp_path / "b/a.py", "x = '\\d'\ny = 1\n")
    (code,) = read_code(file, tmp_path)
    assert isinstance(code, Code) and (code.file, code.cell) == ("b/a.py", 0)
    assert code.at(code.tree.body[1]) == "b/a.py:2"
    (alone,) = read_code(file, file)
    assert alone.file == "a.py"
    file.write_bytes(b"x = '\xff'\n")
    assert isinstance(next(read_code(file, tmp_path)), Code)


def test_a_notebook_is_a_piece_a_cell(tmp_path: Path) -> None:
    """Numbered from 1, those of text too, which are empty."""
    file = written(
        tmp_path / "n.ipynb",
        notebook(
            ("markdown", ["# x"]),
            ("code", ["%time\n", "y = 1"]),
            ("code", "%%bash\nls"),
            ("code", "def f(:\n"),
        ),
    )
    text, code, shell, wrong = read_code(file, tmp_path)
    assert isinstance(text, Code) and not text.tree.body
    assert isinstance(shell, Code) and not shell.tree.body
    assert isinstance(code, Code)
    assert [type(node) for node in code.tree.body] == [ast.Pass, ast.Assign]
    assert code.at(code.tree.body[1]) == "n.ipynb, cell 2, line 2"
    assert wrong == Unread("n.ipynb", "no Python 3 (cell 4, line 1)")


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("a.py", "print 'x'\n", "no Python 3 (line 1)"),
        ("a.py", "x = 1\x00", "no Python 3"),
        ("n.ipynb", "x = 1", "no file of that kind: JSONDecodeError"),
        ("n.ipynb", "{}", "no file of that kind: KeyError"),
        ("n.ipynb", "[]", "no file of that kind: TypeError"),
    ],
)
def test_what_cannot_be_read_says_why(
    name: str, text: str, reason: str, tmp_path: Path
) -> None:
    (found,) = read_code(written(tmp_path / name, text), tmp_path)
    assert isinstance(found, Unread) and found.file == name
    assert found.reason.startswith(reason)
    (gone,) = read_code(tmp_path / "gone.py", tmp_path)
    assert gone == Unread("gone.py", "no file of that kind: FileNotFoundError")


@pytest.mark.parametrize(
    ("source", "python"),
    [
        ("", ""),
        ("x = 1\n  !ls\ny", "x = 1\n  pass\ny"),
        ("?x\n%matplotlib inline", "pass\npass"),
        ("%%time\nx = 1", "pass\nx = 1"),
        ("\n %%html\n<b>", ""),
        ("%%timeit -n 3\nx", "pass\nx"),
    ],
)
def test_magic_is_no_python(source: str, python: str) -> None:
    """A line of it is passed over; a cell of another language has none at all."""
    assert convert_cell_to_python(source) == python
