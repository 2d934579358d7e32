"""The checks of the lint run see what they are for: they are tried on small trees.

That the checkout itself passes is the lint run's business, but for what needs no wheel.
"""

from __future__ import annotations

import runpy
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[1]
HOUSE = SimpleNamespace(**runpy.run_path(str(ROOT / "tests/architecture.py")))

PROJECT = """
[project]
scripts = { homonym = "homonym.top:main" }
[project.entry-points.pytest11]
"""
FLOORS = """
[importlinter:contract:floors]
layers =
    homonym.top
    homonym.cellar
"""
COMMAND = """
[[import]]
in = "pyproject.toml"
source = "scripts: homonym = homonym.top:main"
why = "the command"
"""
DATA = """
[[import]]
in = "homonym.top"
source = "files('homonym.cellar')"
why = "data"
"""
READS = "from importlib.resources import files\nDATA = files('homonym.cellar')\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A house of two floors; the upper one reads the data of the lower."""
    for name, text in {
        "pyproject.toml": PROJECT,
        ".importlinter": FLOORS,
        "tests/architecture.toml": COMMAND + DATA,
        "src/homonym/__init__.py": "",
        "src/homonym/top.py": READS,
        "src/homonym/cellar/__init__.py": "",
        "tox.ini": "commands = python -m homonym.top",
        "README.md": "",
        "CONTRIBUTING.md": "",
    }.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path


def add(tree: Path, name: str, text: str) -> None:
    """Text at the end of a file, which may be a new one."""
    file = tree / name
    before = file.read_text() if file.exists() else ""
    file.write_text(before + text)


def test_a_tree_in_order_passes(tree: Path) -> None:
    """Nothing is said of what is listed and goes down."""
    assert list(HOUSE.by_string(tree)) == []
    assert list(HOUSE.missing_in(tree)) == []
    assert {*HOUSE.modules(tree)} == {"homonym", "homonym.top", "homonym.cellar"}


def test_a_module_that_was_not_analysed_is_named() -> None:
    """And so is one that is left in a folder of an older build."""
    passed_over, left = HOUSE.unlike(
        {"homonym", "homonym.new"}, {"homonym.old", "homonym"}
    )
    assert passed_over.startswith("homonym.new: not analysed")
    assert left.startswith("homonym.old: analysed, but no file has it")


def test_links_to_other_folders_are_not_modules_twice(tree: Path) -> None:
    """src/homonym/reports may be a link, for editors."""
    add(tree, "other.py", "")
    (tree / "src/homonym/linked").symlink_to(tree, target_is_directory=True)
    assert not [name for name in HOUSE.modules(tree) if "linked" in name]


@pytest.mark.parametrize(
    ("line", "source"),
    [
        (
            "import importlib\nimportlib.import_module(name)",
            "importlib.import_module(name)",
        ),
        ("from importlib import import_module as get\nget('os')", "get('os')"),
        ("import importlib\nload = importlib.import_module", "importlib.import_module"),
        ("import pkgutil\nlist(pkgutil.walk_packages(p))", "pkgutil.walk_packages(p)"),
        ("def f():\n    from runpy import run_path\n    run_path(x)", "run_path(x)"),
        ("__import__('os')", "__import__('os')"),
        ("run([python, '-m', 'homonym.top', '--json'])", "-m homonym.top"),
    ],
)
def test_an_import_by_string_that_is_not_listed_is_named(
    tree: Path, line: str, source: str
) -> None:
    """However the function was imported, also where it is only handed on."""
    add(tree, "src/homonym/new.py", line)
    (told,) = HOUSE.by_string(tree)
    assert told.startswith(f"homonym.new: {source} is an import by string")


def test_a_variable_that_is_named_like_such_a_function_is_none(tree: Path) -> None:
    """`files` is a usual name."""
    add(tree, "src/homonym/top.py", "def f():\n    files = 1\n    return files\n")
    assert list(HOUSE.by_string(tree)) == []


def test_an_import_by_string_that_is_gone_is_named(tree: Path) -> None:
    """The list does not outlive what it explains."""
    (tree / "src/homonym/top.py").write_text("")
    (told,) = HOUSE.by_string(tree)
    assert told.endswith("is listed in tests/architecture.toml, and not there")


def test_a_reason_is_demanded(tree: Path) -> None:
    """An empty one lists nothing."""
    file = tree / "tests/architecture.toml"
    file.write_text(file.read_text().replace('"data"', '""'))
    assert len(list(HOUSE.by_string(tree))) == 1


def test_what_is_read_by_string_stands_on_a_lower_floor(tree: Path) -> None:
    """The cellar does not reach up, unless the list says that it does."""
    add(tree, "src/homonym/cellar/data.py", READS.replace("cellar", "top"))
    entry = DATA.replace("cellar", "up").replace("homonym.top", "homonym.cellar.data")
    add(tree, "tests/architecture.toml", entry.replace("homonym.up", "homonym.top"))
    (told,) = HOUSE.by_string(tree)
    assert "goes up a floor" in told
    add(tree, "tests/architecture.toml", "up = true\n")
    assert list(HOUSE.by_string(tree)) == []
    add(tree, "tests/architecture.toml", DATA.replace('"data"', '"again"\nup = true'))
    (told,) = HOUSE.by_string(tree)
    assert "does not go up" in told


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        (
            "tox.ini",
            "\npython -m homonym.gone",
            "tox.ini: there is no module homonym.gone",
        ),
        ("README.md", "`python -m homonym.old`", "README.md: there is no module"),
        (
            "src/homonym/top.py",
            "'''python -m homonym.x'''",
            "src/homonym/top.py: there",
        ),
    ],
)
def test_a_module_that_people_are_told_to_run_is_there(
    tree: Path, file: str, text: str, says: str
) -> None:
    """In documents, in docstrings and in tox."""
    add(tree, file, text)
    (told,) = HOUSE.missing_in(tree)
    assert told.startswith(says)


def test_an_entry_point_names_a_module(tree: Path) -> None:
    """A command that moved would end in a traceback."""
    (tree / "src/homonym/top.py").unlink()
    assert "names no module" in list(HOUSE.missing_in(tree))[-1]


def test_every_import_by_string_of_the_checkout_is_listed() -> None:
    """This needs no wheel: it is told before the lint run does."""
    assert list(HOUSE.by_string(ROOT)) == []
    assert list(HOUSE.missing_in(ROOT)) == []
