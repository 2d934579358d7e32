"""The function that somebody names, by its module or its file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from homonym.drafting.target import (
    NotThere,
    load_file,
    load_module,
    load_target,
    split_target,
)

CODE = "import beside_it\nclass A:\n    one = staticmethod(len)\n_own = len\nsome = 1\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a module and what it imports; it is the working one."""
    (tmp_path / "a_module.py").write_text(CODE, encoding="utf-8")
    (tmp_path / "beside_it.py").write_text("", encoding="utf-8")
    (tmp_path / "lacking.py").write_text("import not_here_at_all", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [one for one in sys.path if one])
    before = {*sys.modules}
    yield tmp_path
    for name in {*sys.modules} - before:
        del sys.modules[name]


@pytest.mark.parametrize(
    ("target", "parts"),
    [
        ("pkg.metrics:ndcg", ("pkg.metrics", "ndcg")),
        ("C:/eval.py:A.one", ("C:/eval.py", "A.one")),
    ],
)
def test_a_target_is_split_at_its_last_colon(
    target: str, parts: tuple[str, str]
) -> None:
    assert split_target(target) == parts


@pytest.mark.parametrize("target", ["eval.py", "eval.py:", ":ndcg", "", ":", "\0:f"])
def test_half_a_target_is_refused(target: str) -> None:
    with pytest.raises(NotThere, match="names no function: write MODULE:FUNCTION"):
        split_target(target)


@pytest.mark.parametrize("where", ["a_module", "a_module.py"])
def test_a_function_is_found_in_a_module_or_a_file(where: str, folder: Path) -> None:
    """In a class too; the folder is looked in last, and once."""
    assert load_target(f"{where}:A.one") is len
    load_target(f"{where}:A")
    assert sys.path.count(str(folder)) == 1 and sys.path[-1] == str(folder)


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("a_module:nope", "a_module has no 'nope'; there are A$"),
        ("a_module:A.nope", "a_module has no 'A.nope'; there are one$"),
        ("beside_it:nope", "beside_it has no 'nope'; there are nothing$"),
        ("a_module:some", "has 'some', which is no function and no class"),
        ("no_module.at_all:f", "there is no module 'no_module' here; write"),
        ("none.py:f", "there is no file none.py; write"),
    ],
)
def test_what_is_not_there_is_a_sentence(target: str, said: str, folder: Path) -> None:
    """It names what there is."""
    with pytest.raises(NotThere, match=said):
        load_target(target)


def test_what_a_module_lacks_itself_is_its_own_error(folder: Path) -> None:
    with pytest.raises(ModuleNotFoundError, match="not_here_at_all"):
        load_module("lacking")


def test_a_file_does_not_stand_for_a_module_of_its_name(folder: Path) -> None:
    """Whoever imports the module gets what was there; else the file."""
    (folder / "json.py").write_text("dumps = 3", encoding="utf-8")
    import json

    assert load_file("json.py").dumps == 3
    assert sys.modules["json"] is json
    found = load_file("a_module.py")
    assert sys.modules["a_module"] is found
