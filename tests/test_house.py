"""What tells where things are agrees with the tree: tables, docstrings, plans."""

from __future__ import annotations

import ast
import configparser
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
TOPS = ("src/homonym", "reference", "adapters", "conformance_tests", "reports")
PACKAGES = sorted(
    {
        file.parent
        for top in TOPS
        for file in (ROOT / top).rglob("__init__.py")
        if not any(parent.is_symlink() for parent in file.parents)
    }
)
ALIAS = re.compile("[A-Z].*[a-z]")
"""The name of a type, and no constant's or type variable's."""
PLAN = tomllib.loads((ROOT / "tests/mutation.toml").read_text("utf-8"))


def rows(file: str, heading: str) -> Iterator[list[str]]:
    """What stands in backticks in the first cells of the table under a heading."""
    text = (ROOT / file).read_text("utf-8").partition(f"\n## {heading}\n")[2]
    for line in text.partition("\n## ")[0].splitlines():
        if line.startswith("| `"):
            yield re.findall(r"`([^`]+)`", line.split("|")[1])


def test_the_rooms_stand_on_the_floors_that_the_contract_proves() -> None:
    """CONTRIBUTING's table, row by row, is .importlinter's."""
    contracts = configparser.ConfigParser()
    contracts.read(ROOT / ".importlinter")
    layers = contracts["importlinter:contract:floors"]["layers"].split("\n")
    floors = [
        {name.strip().removeprefix("homonym.") for name in layer.split("|")}
        for layer in layers
        if layer.strip()
    ]
    told = [
        {name.strip("/").removesuffix(".py") for name in row}
        for row in rows("CONTRIBUTING.md", "The rooms")
    ]
    assert told == [floor for floor in floors if floor != {"__main__"}]


def test_every_room_of_the_tree_is_on_a_floor() -> None:
    """A new package is not left out."""
    told = {name for row in rows("CONTRIBUTING.md", "The rooms") for name in row}
    own = {file.name for file in (ROOT / "src/homonym").iterdir() if file.suffix}
    rooms = {f"{room.name}/" for room in PACKAGES if room.parent.name == "homonym"}
    named = own - {"__init__.py", "__main__.py", "py.typed"} | rooms
    assert told == named | {f"{top}/" for top in TOPS[1:]}


def test_the_folders_that_the_readme_names_are_there() -> None:
    """And the question that is asked first, where a verdict is decided, has its row."""
    told = [name for row in rows("README.md", "Where things are") for name in row]
    assert "src/homonym/verdicts/" in told
    assert all((ROOT / name).is_dir() for name in told)


@pytest.mark.parametrize(
    "package", PACKAGES, ids=lambda path: str(path.relative_to(ROOT))
)
def test_a_package_says_what_it_is_for_and_where_to_start(package: Path) -> None:
    """In its docstring; what it names is there."""
    tree = ast.parse((package / "__init__.py").read_text("utf-8"))
    doc = " ".join((ast.get_docstring(tree) or "").split())
    named = re.search(r"[Ss]tart at `([^`]+)`", doc)
    assert named and not doc.lower().startswith("start"), package
    assert any(there(package, named[1])), named[1]


def there(package: Path, name: str) -> Iterator[bool]:
    """Whether a file or module of the package, or of homonym, has that name; the last
    part may be what the module defines."""
    parts = re.split(r"[./]", name.removesuffix(".py"))
    home = package
    if parts[0] == "homonym":
        parts = parts[1:]
        home = ROOT if parts[0] in TOPS else ROOT / "src/homonym"
    for most in (parts, parts[:-1]):
        path = home.joinpath(*most)
        yield path != package and (path.is_dir() or path.with_suffix(".py").is_file())


def paths(plan: dict[str, Any]) -> Iterator[str]:
    """Every file and folder that the plan of mutation testing names."""
    lists = [plan["family"]["tests"], *plan["module"].values()]
    lists += [folder["tests"] for folder in plan["folder"].values()]
    yield from (word for words in lists for word in words if word.endswith(".py"))
    yield from (*plan["module"], *plan["sample"], *plan["folder"])
    yield from (entry["module"] for entry in plan["equivalent"])
    home = plan["family"]["folder"]
    yield from (home, *(f"{home}/{name}.py" for name in plan["family"]["sample"]))


def test_the_plan_of_mutation_testing_names_what_is_there() -> None:
    """A file that moved would be left out, or its tests would be."""
    found = list(paths(PLAN))
    assert len(found) > 100
    assert [name for name in found if not (ROOT / name).exists()] == []


def statements(tops: Iterable[str] = TOPS) -> Iterator[tuple[str, ast.stmt]]:
    """What every module says at its top level, each with the module's file."""
    for file in (file for top in tops for file in (ROOT / top).rglob("*.py")):
        if not any(parent.is_symlink() for parent in file.parents):
            for node in ast.parse(file.read_text("utf-8")).body:
                yield f"{file.relative_to(ROOT)}", node


def test_a_class_has_a_name_of_its_own() -> None:
    """No two modules name different things alike; an adapter is a world of its own."""
    stands: dict[str, list[str]] = {}
    for file, node in statements(top for top in TOPS if top != "adapters"):
        if isinstance(node, ast.ClassDef) and node.name[0] != "_":
            stands.setdefault(node.name, []).append(file)
    assert {name: files for name, files in stands.items() if len(files) > 1} == {}


def is_named_after_it(file: str) -> bool:
    """Whether functions of a module bear no verb, but the name of what they are: a
    command, a metric and its choices, a check that data names, a part of drafts, a
    variation of cases."""
    commands = ("src/homonym/cli/", "src/homonym/public/", "src/homonym/maintain/app")
    families = ("rankings/", "ratings/", "whole_runs/")
    measures = tuple(f"src/homonym/evaluation/{folder}" for folder in families)
    checks = ("rulings", "arithmetic", "one_class")
    data = (*(f"reports/paper/{one}" for one in checks), "reports/pages/published_")
    cases = ("src/homonym/cases/variations", "src/homonym/cases/rankings.py")
    drafts = ("src/homonym/drafting/arranged", "src/homonym/explain/snippets")
    suite = "conformance_tests/test_"
    return file.startswith((*commands, *measures, *data, *cases, *drafts, suite))


def functions() -> dict[str, list[str]]:
    """The files of each function at a module's top level, by its name. In the reference
    functions are named after choices, in an adapter after what they call."""
    stands: dict[str, list[str]] = {}
    for file, node in statements(("src/homonym", "reports", "conformance_tests")):
        if isinstance(node, ast.FunctionDef) and node.name[0] != "_":
            stands.setdefault(node.name, []).append(file)
    return stands


def test_a_function_has_a_name_of_its_own() -> None:
    """But for commands, which are named as the public function is that they hand to,
    and the two of `main`."""
    commands = ("src/homonym/cli/", "src/homonym/maintain/app.py")
    others = {
        name: [file for file in files if not file.startswith(commands)]
        for name, files in functions().items()
    }
    assert {name: files for name, files in others.items() if len(files) > 1} == {}


def test_a_function_begins_with_a_verb() -> None:
    """One of those in verbs.txt: a new one is written there, where another does not
    say the same."""
    verbs = {*(Path(__file__).parent / "verbs.txt").read_text("utf-8").split()}
    begins: dict[str, list[str]] = {}
    for name, files in functions().items():
        if not any(map(is_named_after_it, files)) and not name.startswith("pytest_"):
            begins.setdefault(name.partition("_")[0], []).append(name)
    assert {word: names for word, names in begins.items() if word not in verbs} == {}
    assert verbs - {*begins} == set()


def test_an_alias_of_a_type_means_one_thing() -> None:
    """Two modules may each write the same type out; no other type has its name, and no
    class."""
    types: dict[str, dict[str, str]] = {}
    for file, node in statements():
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]) if ALIAS.match(name):
                types.setdefault(name, {})[ast.unparse(node.value)] = file
    for file, node in statements():
        if isinstance(node, ast.ClassDef) and node.name in types:
            types[node.name]["a class"] = file
    assert {name: told for name, told in types.items() if len(told) > 1} == {}
