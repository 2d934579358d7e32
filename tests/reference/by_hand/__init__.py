"""What families give, by hand: a file each, of its name, with a value of each choice.

A rational family has its arithmetic in fractions beside, under its name, another one
`IRRATIONAL`, why it has none. Start at `ROWS`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules

from by_hand.lists import Names, Part, Row
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.variants import families

THERE = {one.name for one in iter_modules(__path__)}
MODULES = {n: import_module(f"by_hand.{n}") for n in families(Case) if n in THERE}
ROWS: list[Row] = [row for module in MODULES.values() for row in module.ROWS]
PARTS: dict[str, Callable[[Ranking, int, Names], Part]] = {
    name: getattr(module, name)
    for name, module in MODULES.items()
    if hasattr(module, name)
}


def file_of(family: str) -> str:
    """Where that stands for a family, in the project."""
    return f"tests/reference/by_hand/{family}.py"
