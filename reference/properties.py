"""What holds of a definition, whatever the case: start at `properties`.

Each property is a test of a variant on a case: `breaks` says whether the case is a
counterexample. Those of a type of case stand in the file of this name in the type's
folder. Which of them a family's default variant has, and each choice, is declared in
the folder's properties.toml, which `of` reads: those under `holds`; all others with a
counterexample. A value that is undefined proves nothing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from importlib import import_module
from importlib.resources import files
from math import isnan
from typing import Any

from homonym.reference.variants import Family, Number, Problem, Variant

SCHEMA = 2
ROUNDING = 1e-9
KEPT = 4096
"""Of so many cases what they are turned into is kept."""


@dataclass(frozen=True)
class Property:
    """A name, what it says, whether a case is a counterexample to it, and what there is
    to add of a family; slow: whether that takes long, so that it is tried on the
    smallest cases alone."""

    name: str
    says: str
    breaks: Callable[[Variant, Any], bool]
    of_family: Mapping[str, str] = field(default_factory=dict)
    slow: bool = False

    def said(self, home: Family) -> str:
        """What it says of a family."""
        return f"{self.says}{self.of_family.get(home.name, '')}"


def kept(vary: Callable[[Any], Iterable[Any]]) -> Callable[[Any], tuple[Any, ...]]:
    """What a case is turned into, made once: a property is tried on the same cases for
    one variant after another."""

    @lru_cache(maxsize=KEPT)
    @wraps(vary)
    def every(case: Any) -> tuple[Any, ...]:
        return tuple(vary(case))

    return every


def lowers(before: Number, after: Number) -> bool:
    """Whether any number of the second is less than the same one of the first."""
    pairs = zip(numbers(before), numbers(after), strict=True)
    return any(y < x - ROUNDING for x, y in pairs if x is not None and y is not None)


def numbers(value: Number) -> tuple[float | None, ...]:
    """The value, or every user's; NaN is undefined as None is."""
    every = value if isinstance(value, tuple) else (value,)
    return tuple(None if x is None or isnan(x) else x for x in every)


@dataclass(frozen=True)
class Relation:
    """Variants whose values never fall from one to the next, on any case; why; who says
    so, or how it follows from the definitions; each: by axis, the choices with any of
    which, the same in all that have the axis, it holds as well."""

    rising: tuple[Variant, ...]
    because: str
    source: str
    each: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


Declared = dict[str, Any]
"""By property: a counterexample, or None where it holds."""


def properties(takes: type[Problem]) -> Mapping[str, Property]:
    """The properties of metrics that take this type of case, by name."""
    module = import_module(f"homonym.reference.{takes.folder}.properties")
    found: Mapping[str, Property] = module.PROPERTIES
    return found


@lru_cache(maxsize=16)
def written(folder: str) -> dict[str, Any]:
    """What stands in the properties.toml of a folder of the reference."""
    file = files("homonym.reference").joinpath(folder, "properties.toml")
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    if found.get("schema") != SCHEMA:
        raise ValueError(f"{file} has schema {found.get('schema')}, not {SCHEMA}")
    return found


def of(family: Family, choice: str = "") -> Declared:
    """What a family declares, or one of its choices, as in `ideal=list_k`; KeyError
    where it declares nothing."""
    table = written(family.takes.folder)[family.name]
    mine = table[choice] if choice else table
    parse = family.takes.parse
    return {
        name: None if name in mine["holds"] else parse(mine[name])
        for name in properties(family.takes)
    }


def relations(takes: type[Problem]) -> list[Relation]:
    """The declared inequalities between variants that take this type of case."""
    return [
        Relation(
            tuple(map(Variant.with_defaults, entry["rising"])),
            entry["because"],
            entry["source"],
            {axis: tuple(its) for axis, its in entry.get("each", {}).items()},
        )
        for entry in written(takes.folder).get("relation", ())
    ]


def alone(family: Family) -> dict[str, Variant]:
    """Every choice's own variant, with the defaults elsewhere; the family's own first
    (without a choice)."""
    found = {"": family.default}
    for axis, its in family.axes.items():
        for name in list(its.choices)[1:]:
            names = {axis: name}
            if not family.void(**family.variant(**names).names):
                found[f"{axis}={name}"] = family.variant(**names)
    return found


def holds(variant: Variant) -> Declared:
    """What is known of a variant that may make several choices: the counterexample of
    one of them where it is one to this variant too, else None."""
    home = variant.home
    choices = [f"{axis}={name}" for axis, name in variant.choices]
    told = [
        of(home),
        *(of(home, choice) for choice in choices if choice in alone(home)),
    ]
    found: Declared = {}
    for name, one in properties(home.takes).items():
        cases = (own[name] for own in told)
        broken = (c for c in cases if c is not None and one.breaks(variant, c))
        found[name] = next(broken, None)
    return found
