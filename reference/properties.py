"""What holds of a definition, whatever the ranking: start at `PROPERTIES`.

Each property is a test of a variant on a case: `breaks` says whether the case is a
counterexample. Those of rankings stand here, those of another type of case in the file
of this name in the type's folder. Which of them a family's default variant has, and
each choice, is declared in the folder's properties.toml, which `of` reads: those under
`holds`; all others with a counterexample. A value that is undefined proves nothing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from itertools import permutations, product
from math import isnan
from typing import Any

from homonym.reference.axes import Family, Number, Problem, Variant
from homonym.reference.case import Case, Ranking

SCHEMA = 2
ROUNDING = 1e-9
Grade = float | None


@dataclass(frozen=True)
class Property:
    """A name, what it says, whether a case is a counterexample to it, and what there is
    to add of a family."""

    name: str
    says: str
    breaks: Callable[[Variant, Any], bool]
    of_family: Mapping[str, str] = field(default_factory=dict)

    def said(self, home: Family) -> str:
        """What it says of a family."""
        return f"{self.says}{self.of_family.get(home.name, '')}"


PROPERTIES: dict[str, Property] = {}


def property_of(
    says: str,
) -> Callable[[Callable[[Variant, Case], bool]], Callable[[Variant, Case], bool]]:
    """Register a test as a property, and return it unchanged."""

    def register(
        breaks: Callable[[Variant, Case], bool],
    ) -> Callable[[Variant, Case], bool]:
        PROPERTIES[breaks.__name__] = Property(breaks.__name__, says, breaks)
        return breaks

    return register


@property_of("the value lies between 0 and 1")
def bounds(variant: Variant, case: Case) -> bool:
    values = numbers(variant.value(case))
    return any(not -ROUNDING <= x <= 1 + ROUNDING for x in values if x is not None)


@property_of("a list in the best order gives the largest value that any list can")
def perfect(variant: Variant, case: Case) -> bool:
    best = variant.value(relisted(case, [best_order(user) for user in case.users]))
    every = product(*(set(orders(user)) for user in case.users))
    return any(lowers(variant.value(relisted(case, lists)), best) for lists in every)


@property_of("exchanging an item with a less relevant one above it never lowers it")
def exchange(variant: Variant, case: Case) -> bool:
    before = variant.value(case)
    return any(lowers(before, variant.value(better)) for better in exchanged(case))


@property_of("appending items below rank k changes nothing")
def below_k(variant: Variant, case: Case) -> bool:
    before = variant.value(case)
    return any(
        lowers(before, after) or lowers(after, before)
        for after in map(variant.value, read_on(case))
    )


@property_of("an irrelevant item added at the end of a list never lowers it")
def irrelevant(variant: Variant, case: Case) -> bool:
    before = variant.value(case)
    longer = (
        with_user(case, place, appended(user, None))
        for place, user in enumerate(case.users)
    )
    return any(lowers(before, variant.value(after)) for after in longer)


def max_attainable(variant: Variant, r: int, k: int, items: int = 0) -> Number:
    """The largest value that a ranking of so many items (at least as many as k and one
    that is not relevant take) with r relevant ones of grade 1 can get at k; for a
    variant that has the property `perfect`.

    >>> max_attainable(Variant.parse("precision"), 1, 2)
    0.5
    """
    ranked = ["1"] * r + ["."] * max(1, k - r, items - r)
    return variant.value(Case.parse(f"{' '.join(ranked)} @{k}"))


def lowers(before: Number, after: Number) -> bool:
    """Whether any number of the second is less than the same one of the first."""
    pairs = zip(numbers(before), numbers(after), strict=True)
    return any(y < x - ROUNDING for x, y in pairs if x is not None and y is not None)


def numbers(value: Number) -> tuple[float | None, ...]:
    """The value, or every user's; NaN is undefined as None is."""
    every = value if isinstance(value, tuple) else (value,)
    return tuple(None if x is None or isnan(x) else x for x in every)


def worth(grade: Grade) -> float:
    return 0.0 if grade is None else grade


def candidates(user: Ranking) -> list[Grade]:
    """The grades of all that could be listed, best first."""
    others: list[Grade] = [None] * user.unranked
    return sorted([*user.grades, *user.missed, *others], key=worth, reverse=True)


def best_order(user: Ranking) -> tuple[Grade, ...]:
    return tuple(candidates(user)[: len(user.grades)])


def orders(user: Ranking) -> Iterator[tuple[Grade, ...]]:
    """Every list of the same length."""
    return permutations(candidates(user), len(user.grades))


def relisted(case: Case, lists: Sequence[tuple[Grade, ...]]) -> Case:
    """The case with other lists, of the same lengths."""
    pairs = zip(case.users, lists, strict=True)
    return Case(tuple(listing(user, grades) for user, grades in pairs), case.k)


def listing(user: Ranking, grades: tuple[Grade, ...]) -> Ranking:
    """The user with another list of the same length, out of the same candidates."""
    left = candidates(user)
    for grade in grades:
        left.remove(grade)
    missed = tuple(grade for grade in left if grade is not None)
    return replace(user, grades=grades, missed=missed, unranked=left.count(None))


def exchanged(case: Case) -> Iterator[Case]:
    """The case with two items of a list exchanged, the more relevant one now above."""
    for place, user in enumerate(case.users):
        for low in range(len(user.grades)):
            for high in range(low):
                if worth(user.grades[low]) > worth(user.grades[high]):
                    grades = list(user.grades)
                    grades[low], grades[high] = grades[high], grades[low]
                    yield with_user(case, place, replace(user, grades=tuple(grades)))


def read_on(case: Case) -> Iterator[Case]:
    """The case with one more item of a list, relevant or not, that was not listed."""
    for place, user in enumerate(case.users):
        if user.unranked:
            fewer = replace(user, unranked=user.unranked - 1)
            yield with_user(case, place, appended(fewer, None))
        for grade in set(user.missed):
            rest = list(user.missed)
            rest.remove(grade)
            fewer = replace(user, missed=tuple(rest))
            yield with_user(case, place, appended(fewer, grade))


def appended(user: Ranking, grade: Grade) -> Ranking:
    """The user's list with one more item at its end."""
    last = min(user.scores, default=1.0) / 2
    return replace(user, grades=(*user.grades, grade), scores=(*user.scores, last))


def with_user(case: Case, place: int, user: Ranking) -> Case:
    return Case((*case.users[:place], user, *case.users[place + 1 :]), case.k)


@dataclass(frozen=True)
class Relation:
    """Variants whose values never fall from one to the next, on any case; why."""

    rising: tuple[Variant, ...]
    because: str


Declared = dict[str, Any]
"""By property: a counterexample, or None where it holds."""


def properties(takes: type[Problem]) -> Mapping[str, Property]:
    """The properties of metrics that take this type of case, by name."""
    if takes is Case:
        return PROPERTIES
    module = import_module(f"homonym.reference.{takes.folder}.properties")
    found: Mapping[str, Property] = module.PROPERTIES
    return found


@lru_cache(maxsize=16)
def written(folder: str = "") -> dict[str, Any]:
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


def relations() -> Iterator[Relation]:
    """The declared inequalities between variants."""
    for entry in written()["relation"]:
        yield Relation(tuple(map(Variant.parse, entry["rising"])), entry["because"])


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
