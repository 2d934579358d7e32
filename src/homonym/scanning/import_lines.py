"""What a name in a module stands for, by its imports: start at `find_imported_uses`.

Imports are read wherever they stand in a file. A variable that is made by calling
something imported stands for what was called, so that a method of an imported class is
found too. Nothing else is followed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Use:
    """A piece of code that stands for a dotted name, as `rs_metrics.mapr`.

    text: a text among the arguments of a call of it, as the name of a metric is; empty
    where the dotted name itself is used.
    """

    node: ast.expr
    dotted: str
    text: str = ""


def find_imported_names(trees: Iterable[ast.Module]) -> dict[str, str]:
    """Each name that an import binds, with the dotted name it stands for; of `from x
    import *` the star itself, as `x.*`."""
    found: dict[str, str] = {}
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for one in node.names:
                    first = one.name.partition(".")[0]
                    found[one.asname or first] = one.name if one.asname else first
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                for one in node.names:
                    bound = f"{node.module}.*" if one.name == "*" else one.name
                    found[one.asname or bound] = f"{node.module}.{one.name}"
    return found


def find_call_results(tree: ast.Module, names: dict[str, str]) -> dict[str, str]:
    """Variables that a call of something imported makes, with what was called."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            dotted = resolve_dotted_name(node.value.func, names)
            for target in node.targets:
                if dotted and isinstance(target, ast.Name):
                    found[target.id] = dotted
    return found


def resolve_dotted_name(node: ast.expr, names: dict[str, str]) -> str:
    """The dotted name that an expression stands for; nothing where it is not known."""
    if isinstance(node, ast.Name):
        return names.get(node.id, "")
    if isinstance(node, ast.Call):
        return resolve_dotted_name(node.func, names)
    if isinstance(node, ast.Attribute):
        start = resolve_dotted_name(node.value, names)
        return f"{start}.{node.attr}" if start else ""
    return ""


def find_imported_uses(trees: list[ast.Module]) -> Iterator[tuple[int, Use]]:
    """Every use of what is imported, with the place of its tree: the longest dotted
    names, and the texts in calls of them."""
    imported = find_imported_names(trees)
    made: dict[str, str] = {}
    for tree in trees:
        made.update(find_call_results(tree, {**made, **imported}))
    stars = [name[:-1] for name in imported.values() if name.endswith(".*")]
    for place, tree in enumerate(trees):
        for use in (
            *find_name_uses(tree, imported, stars),
            *find_attribute_uses(tree, made, imported),
        ):
            yield place, use


def find_name_uses(
    tree: ast.Module, imported: dict[str, str], stars: list[str]
) -> Iterator[Use]:
    """Names that stand alone: what was imported by its own name, or by a star."""
    begin = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and id(node) not in begin:
            if node.id in imported:
                yield Use(node, imported[node.id])
            elif isinstance(node.ctx, ast.Load):
                yield from (Use(node, f"{star}{node.id}") for star in stars)


def find_attribute_uses(
    tree: ast.Module, made: dict[str, str], imported: dict[str, str]
) -> Iterator[Use]:
    """Parts of what is imported, or of what it made, and the texts in calls of them."""
    names = {**made, **imported}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and (
            dotted := resolve_dotted_name(node, names)
        ):
            yield Use(node, dotted)
        if isinstance(node, ast.Call) and (
            dotted := resolve_dotted_name(node.func, names)
        ):
            yield from (
                Use(text, dotted, str(text.value)) for text in find_texts_in_call(node)
            )


def find_texts_in_call(call: ast.Call) -> Iterator[ast.Constant]:
    """The texts among a call's arguments, however deep."""
    given = (*call.args, *(keyword.value for keyword in call.keywords))
    for argument in given:
        for node in ast.walk(argument):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node
