"""What the lint run proves beside the contracts of `.importlinter`: start at `main`.

`lint-imports` judges the modules that grimp finds, and grimp passes over what it does
not see, in silence: in an editable install two modules of three. So the modules that it
analysed are held against the files of the checkout. And it sees no import by string:
those are listed in `tests/architecture.toml`, each with its reason, and held to the
same floors.
"""

from __future__ import annotations

import ast
import configparser
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIST = "tests/architecture.toml"
PACKAGES = {
    "homonym": "src/homonym",
    "homonym.reference": "reference",
    "homonym.adapters": "adapters",
    "homonym.conformance_tests": "conformance_tests",
    "homonym.reports": "reports",
}
"""Where each import package stands, as in pyproject.toml."""
BY_STRING = {
    "importlib.import_module",
    "importlib.util.find_spec",
    "importlib.util.module_from_spec",
    "importlib.util.spec_from_file_location",
    "importlib.resources.files",
    "importlib.metadata.entry_points",
    "pkgutil.walk_packages",
    "pkgutil.iter_modules",
    "pkgutil.resolve_name",
    "runpy.run_module",
    "runpy.run_path",
    "__import__",
}
"""What imports, or reads a package's data, by a name in a string."""
Listed = set[tuple[str, str]]
"""Imports by string: the module that has it, and its source."""


def main() -> int:
    """Say what is wrong, a line each; 1 if anything is."""
    from grimp import build_graph

    analysed = build_graph("homonym", cache_dir=None).modules
    written = set(modules(ROOT))
    wrong = [*unlike(written, analysed), *by_string(ROOT), *missing_in(ROOT)]
    for line in wrong:
        print(line, file=sys.stderr)
    print(f"{len(analysed)} modules analysed, {len(written)} written")
    return bool(wrong)


def modules(root: Path) -> dict[str, Path]:
    """Every module of ours by its name, with its file. Links to other folders, which
    editors need, are not followed."""
    found = {}
    for package, folder in PACKAGES.items():
        for file in sorted((root / folder).rglob("*.py")):
            inside = file.relative_to(root / folder)
            if not (root / folder / inside.parts[0]).is_symlink():
                parts = [*package.split("."), *inside.with_suffix("").parts]
                found[".".join(parts).removesuffix(".__init__")] = file
    return found


def unlike(written: Iterable[str], analysed: Iterable[str]) -> Iterator[str]:
    """Modules that were passed over, or are no longer there.

    >>> list(unlike({"homonym", "homonym.new"}, {"homonym"}))
    ['homonym.new: not analysed; is its package listed in pyproject.toml?']
    """
    for name in sorted({*written} - {*analysed}):
        yield f"{name}: not analysed; is its package listed in pyproject.toml?"
    for name in sorted({*analysed} - {*written}):
        yield f"{name}: analysed, but no file has it; remove build/lib"


def by_string(root: Path) -> Iterator[str]:
    """Imports by string that are not listed, those listed that are gone, and those of
    our own modules that go up."""
    entries = tomllib.loads((root / LIST).read_text("utf-8"))["import"]
    listed = {(entry["in"], entry["source"]) for entry in entries if entry["why"]}
    upward = {(entry["in"], entry["source"]) for entry in entries if "up" in entry}
    found = asked(root)
    for place, source in sorted(found - listed):
        yield f"{place}: {source} is an import by string that {LIST} does not list"
    for place, source in sorted(listed - found):
        yield f"{place}: {source} is listed in {LIST}, and not there"
    order = floors(root)
    going = {
        (place, source) for place, source in found if goes_up(place, source, order)
    }
    for place, source in sorted(going ^ upward):
        goes = "goes up a floor" if (place, source) in going else "does not go up"
        yield f"{place}: {source} {goes}; {LIST} says otherwise"


def asked(root: Path) -> Listed:
    """Every import by string, of the modules and of pyproject.toml."""
    found = {("pyproject.toml", source) for source in entry_points(root)}
    for name, file in modules(root).items():
        tree = ast.parse(file.read_text("utf-8"))
        found |= {(name, source) for source in strings(tree)}
    return found


def strings(tree: ast.Module) -> Iterator[str]:
    """The imports by string of a module, as they stand in its source.

    >>> list(strings(ast.parse("import pkgutil\\nfor m in pkgutil.iter_modules(p): m")))
    ['pkgutil.iter_modules(p)']
    >>> list(strings(ast.parse("run([python, '-m', 'homonym', 'report'])")))
    ['-m homonym']
    """
    nodes = list(ast.walk(tree))
    own = {n.id for n in nodes if isinstance(n, ast.Name) and stored(n)}
    names = dict(bound(nodes))
    called = {id(node.func): node for node in nodes if isinstance(node, ast.Call)}
    for node in nodes:
        if isinstance(node, ast.Name) and node.id in own and id(node) not in called:
            continue  # a variable of that name
        if (
            isinstance(node, ast.Name | ast.Attribute)
            and full(node, names) in BY_STRING
        ):
            yield ast.unparse(called.get(id(node), node))
        elif isinstance(node, ast.List | ast.Tuple | ast.Call):
            yield from programs(node)


def stored(name: ast.Name) -> bool:
    """Whether something is assigned to the name there."""
    return isinstance(name.ctx, ast.Store)


def bound(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    """What the names that a module imports stand for, wherever it imports them."""
    for node in nodes:
        if isinstance(node, ast.Import):
            for one in node.names:
                first = one.name.partition(".")[0]
                yield (one.asname, one.name) if one.asname else (first, first)
        elif isinstance(node, ast.ImportFrom):
            for one in node.names:
                yield one.asname or one.name, f"{node.module}.{one.name}"


def full(node: ast.expr, names: dict[str, str]) -> str:
    """The name of what a name or an attribute stands for."""
    if isinstance(node, ast.Attribute):
        return f"{full(node.value, names)}.{node.attr}"
    return names.get(node.id, node.id) if isinstance(node, ast.Name) else ""


def programs(node: ast.List | ast.Tuple | ast.Call) -> Iterator[str]:
    """Modules of ours that are run: the word after `-m`."""
    items = node.args if isinstance(node, ast.Call) else node.elts
    words = [one.value if isinstance(one, ast.Constant) else None for one in items]
    for one, after in pairwise(words):
        if (
            one == "-m"
            and isinstance(after, str)
            and f"{after}.".startswith("homonym.")
        ):
            yield f"-m {after}"


def entry_points(root: Path) -> Iterator[str]:
    """What pyproject.toml names for others to import: commands and plugins."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    groups = {"scripts": project["scripts"], **project["entry-points"]}
    for group, entries in groups.items():
        for name, target in entries.items():
            yield f"{group}: {name} = {target}"


def missing_in(root: Path) -> Iterator[str]:
    """Modules of ours that texts or entry points name, and that are not there."""
    known = {*modules(root)}
    files = [*modules(root).values(), *(root / "docs").glob("*.md")]
    tops = [root / "tox.ini", root / "README.md", root / "CONTRIBUTING.md"]
    workflows = (root / ".github").rglob("*.yml")
    for file in [*files, *tops, *workflows]:
        text = file.read_text("utf-8")
        for name in re.findall(r"(?:-m|--pyargs)\s+(homonym(?:\.\w+)*)", text):
            if name not in known:
                yield f"{file.relative_to(root)}: there is no module {name}"
    for source in entry_points(root):
        if source.partition(" = ")[2].partition(":")[0] not in known:
            yield f"pyproject.toml: {source} names no module"


def floors(root: Path) -> dict[str, int]:
    """The floor of each package, from the ground up, as `.importlinter` has it."""
    contracts = configparser.ConfigParser()
    contracts.read(root / ".importlinter")
    layers = contracts["importlinter:contract:floors"]["layers"].split("\n")
    rows = [re.split(r"\s*[|:]\s*", row) for row in reversed(layers) if row.strip()]
    return {name: number for number, row in enumerate(rows) for name in row}


def goes_up(place: str, source: str, order: dict[str, int]) -> bool:
    """Whether a module names one of a floor above its own."""
    named = re.findall(r"homonym(?:\.\w+)+", source)
    return any(floor(name, order) > floor(place, order) for name in named)


def floor(name: str, order: dict[str, int]) -> int:
    """The floor that a module stands on; pyproject.toml and `homonym` stand on top."""
    package = ".".join(name.split(".")[:2])
    return order.get(package, len(order))


if __name__ == "__main__":
    sys.exit(main())
