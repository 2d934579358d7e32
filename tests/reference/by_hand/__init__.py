"""What families give, by hand: a file each, of its name, with a value of each choice.

A rational family has its arithmetic in fractions beside, under its name, another one
`IRRATIONAL`, why it has none. An axis that families share has a file of its name, for
what comes to all of them at once. Start at `ROWS`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules

from by_hand.lists import Names, Part, Row
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.variants import Variant, families

THERE = {one.name for one in iter_modules(__path__)}
MODULES = {n: import_module(f"by_hand.{n}") for n in families(Case) if n in THERE}
AXES = {n: import_module(f"by_hand.{n}") for n in THERE - {*MODULES, "lists"}}
OF_FAMILIES: list[Row] = [row for module in MODULES.values() for row in module.ROWS]
ROWS: list[Row] = OF_FAMILIES + [row for one in AXES.values() for row in one.ROWS]
PARTS: dict[str, Callable[[Ranking, int, Names], Part]] = {
    name: getattr(module, name)
    for name, module in MODULES.items()
    if hasattr(module, name)
}


def file_of(name: str) -> str:
    """Where that stands for a family or an axis, in the project."""
    return f"tests/reference/by_hand/{name}.py"


def file_of_choice(family: str, axis: str, *choices: str) -> str:
    """Where values of choices stand: in the file of their axis where no family has one
    of each in its own."""
    known = (Variant.with_defaults(text).names.get(axis) for text, _, _ in OF_FAMILIES)
    new = axis in AXES and not {*choices} <= {*known}
    return file_of(axis if new else family)
