"""Versions that a folder pins: which files say them, and which goes first."""

from __future__ import annotations

from pathlib import Path

import pytest

from homonym.scanning.pins import (
    PIN,
    Pin,
    normalise_distribution_name,
    read_pinned_versions,
)


def folder_of(folder: Path, files: dict[str, str]) -> Path:
    """A folder with these files."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("line", "name", "version"),
    [
        ("rs-metrics==0.6.0", "rs-metrics", "0.6.0"),
        ("ranx[all] == 0.3.21  # why", "ranx", "0.3.21"),
        ("  - recbole=1.2.1=py_0", "recbole", "1.2.1"),
        ("'x_y.z===1!2.0+cpu',", "x_y.z", "1!2.0+cpu"),
        ('"ranx==0.3"', "ranx", "0.3"),
    ],
)
def test_a_line_pins_one_version(line: str, name: str, version: str) -> None:
    found = PIN.match(line)
    assert found and (found[1], found[2]) == (name, version)


@pytest.mark.parametrize(
    "line", ["ranx>=0.3", "ranx", "# ranx==0.3", "ranx==latest", "a b==1", "==1"]
)
def test_other_lines_pin_nothing(line: str) -> None:
    assert not PIN.match(line)


def test_every_file_that_pins_is_read(tmp_path: Path) -> None:
    """Each with what it says; names as registries compare them."""
    folder = folder_of(
        tmp_path,
        {
            "uv.lock": '[[package]]\nname = "A"\nversion = "1.0"\n'
            '[[package]]\nname = "own"\nsource = "."\n',
            "pyproject.toml": '[project]\ndependencies = ["B_b==2.0", "z>=1"]\n'
            '[project.optional-dependencies]\nx = ["c==3.0"]\n',
            "requirements-dev.txt": "# none\nd==4.0\n",
            "requirements.in": "e==5.0",
            "environment.yaml": "dependencies:\n  - f=6.0=py\n",
            "setup.py": "requires = [\n    'g==7.0',\n]\n",
            "setup.cfg": "install_requires =\n    h==8.0\n",
        },
    )
    assert read_pinned_versions(folder) == {
        "a": Pin("1.0", "uv.lock"),
        "b-b": Pin("2.0", "pyproject.toml"),
        "c": Pin("3.0", "pyproject.toml"),
        "d": Pin("4.0", "requirements-dev.txt"),
        "e": Pin("5.0", "requirements.in"),
        "f": Pin("6.0", "environment.yaml"),
        "g": Pin("7.0", "setup.py"),
        "h": Pin("8.0", "setup.cfg"),
    }
    assert normalise_distribution_name("A__b.-c") == "a-b-c"


def test_the_nearest_to_the_top_goes_first(tmp_path: Path) -> None:
    """A lock before what it was made from, that before other files, and those at the
    top before those two folders below; further down none is looked for."""
    files = {
        "a/b/requirements.txt": "x==1\ny==1\nz==1\nu==1\nv==1",
        "a/requirements.txt": "x==2\ny==2\nz==2\nu==2",
        "requirements.txt": "x==3\ny==3\nz==3",
        "pyproject.toml": '[project]\ndependencies = ["x==4", "y==4"]',
        "poetry.lock": '[[package]]\nname = "x"\nversion = "5"\n',
        "a/b/c/requirements.txt": "w==1",
    }
    found = read_pinned_versions(folder_of(tmp_path, files))
    assert found == {
        "x": Pin("5", "poetry.lock"),
        "y": Pin("4", "pyproject.toml"),
        "z": Pin("3", "requirements.txt"),
        "u": Pin("2", "a/requirements.txt"),
        "v": Pin("1", "a/b/requirements.txt"),
    }


def test_what_is_no_folder_and_no_toml_pins_nothing(tmp_path: Path) -> None:
    """Nor does what cannot be read; the rest is read on."""
    file = tmp_path / "requirements.txt"
    file.write_text("x==1", encoding="utf-8")
    assert read_pinned_versions(file) == read_pinned_versions(tmp_path / "none") == {}
    folder_of(tmp_path, {"pyproject.toml": "no toml = =", "pdm.lock": "[package"})
    (tmp_path / "setup.py").mkdir()
    assert read_pinned_versions(tmp_path) == {"x": Pin("1", "requirements.txt")}
