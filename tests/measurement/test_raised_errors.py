"""Where in a library an error was raised."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from homonym.measurement.raised_errors import locate_raised_error


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder to import from, below one that is called as a package is."""
    (found := tmp_path / "lib" / "python").mkdir(parents=True)
    monkeypatch.syspath_prepend(found)
    known = set(sys.modules)
    yield found
    for name in set(sys.modules) - known:
        del sys.modules[name]


def raised(module: str, library: str) -> str:
    """Where `fail` of a module raises, as told of a library."""
    try:
        importlib.import_module(module).fail()
    except ZeroDivisionError as error:
        return locate_raised_error(error, library)
    raise AssertionError("nothing was raised")


def test_a_package_is_no_other_folder_of_its_name(folder: Path) -> None:
    """A library called lib is not blamed for what lies below some `lib`."""
    (folder / "lib").mkdir()
    (folder / "lib" / "__init__.py").write_text("")
    (folder / "lib" / "inner.py").write_text("def fail():\n    return 1 / 0\n")
    (folder / "outer.py").write_text("def fail():\n    return 1 / 0\n")
    importlib.import_module("lib")
    assert raised("lib.inner", "lib.inner") == "lib/inner.py:2"
    assert raised("outer", "lib") == ""


def test_a_module_that_is_one_file_is_told(folder: Path) -> None:
    """It has no folder of its own."""
    (folder / "mine.py").write_text("def fail():\n    return 1 / 0\n")
    assert raised("mine", "mine") == "mine.py:2"


def test_what_could_not_be_imported_goes_by_its_folder(folder: Path) -> None:
    """Its import raised: nothing of it is known but the name."""
    (folder / "bad").mkdir()
    (folder / "bad" / "__init__.py").write_text("1 / 0\n")
    with pytest.raises(ZeroDivisionError) as told:
        importlib.import_module("bad")
    assert locate_raised_error(told.value, "bad") == "bad/__init__.py:1"
