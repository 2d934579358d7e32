"""Print what a properties.toml lacks.

For whoever adds a variant: `python -m homonym.maintain.declare_properties beyond`.
Start at `declarations`: it looks for a counterexample to each property of each choice
that declares nothing, among the small cases and drawn ones. What
has none is said to hold: read it before you append it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

from homonym.cases.kinds import few_cases, kind_of, type_of
from homonym.measurement.refute import SEED, draw
from homonym.reference.properties import alone, properties, written
from homonym.reference.variants import Family, Problem, Variant, families

DRAWN, TRIED = 40, 10
"""How many cases are drawn of a type, and how many of them, the shortest, are tried."""


def declarations(takes: type[Problem]) -> Iterator[str]:
    """The table of each choice that has none, as lines of TOML."""
    for home in families(takes).values():
        for choice, variant in alone(home).items():
            if not told(home, choice):
                key = f'{home.name}."{choice}"' if choice else home.name
                yield "\n".join([f"[{key}]", *lines(variant)]) + "\n"


def told(home: Family, choice: str) -> bool:
    """Whether the file has a table of it."""
    tables = written(home.takes.folder).get(home.name, {})
    return choice in tables if choice else "holds" in tables


def lines(variant: Variant) -> Iterator[str]:
    """The properties that it has, and a counterexample to each of the others."""
    names = properties(variant.home.takes)
    found = {name: counterexample(variant, name) for name in names}
    holding = [name for name, case in found.items() if case is None]
    yield f"holds = [{', '.join(map(quoted, holding))}]"
    yield from (f"{n} = {quoted(str(case))}" for n, case in found.items() if case)


def counterexample(variant: Variant, name: str) -> Any:
    """The first case that breaks the property, None where there is none."""
    takes = variant.home.takes
    one, few = properties(takes)[name], few_cases(takes)
    tried = few if one.slow else (*few, *drawn(takes))
    return next((case for case in tried if one.breaks(variant, case)), None)


@cache
def drawn(takes: type[Problem]) -> tuple[Any, ...]:
    """Cases drawn by chance, always the same, the shortest first."""
    found: list[Any] = []
    draw(kind_of(takes).drawn()[0], DRAWN, SEED, found.append)
    return tuple(sorted(found, key=lambda case: len(case.id))[:TRIED])


def quoted(text: str) -> str:
    return f'"{text}"'


def main() -> None:
    """Print the tables of the type that is named by its folder, of rankings if none."""
    folder = sys.argv[1] if len(sys.argv) > 1 else "rankings"
    for table in declarations(type_of(folder)):
        print(table, flush=True)


if __name__ == "__main__":
    main()
