"""The page that tells how to get one library's number from another's.

Start at `build_recipes_context`: for each name the meanings that metrics of the newest
versions have, and a `Recipe` for every two of them, in each direction, of which one
follows from the other (see `homonym.equivalence.conversion`).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Any

from homonym.equivalence.conversion import Conversion, find_conversion
from homonym.reference.variants import Family, every_family
from homonym.reports.findings.addresses import make_slug
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.ids import parse_variant
from homonym.reports.findings.meaning import Meaning, Meanings
from homonym.reports.findings.survey import Survey


@dataclass(frozen=True)
class Side:
    """A meaning, and the metrics that stand for it at the newest versions."""

    meaning: Meaning
    findings: tuple[Finding, ...]

    @property
    def letter(self) -> str:
        return self.meaning.letter


@dataclass(frozen=True)
class Recipe:
    """How to get the target's number from the source's."""

    source: Side
    target: Side
    found: Conversion

    @property
    def anchor(self) -> str:
        family = self.source.meaning.family
        return make_slug("from", family, self.source.letter, "to", self.target.letter)


@dataclass(frozen=True)
class RecipeName:
    """A family by the name that metrics claim: its meanings, and the recipes."""

    family: Family
    sides: tuple[Side, ...]
    recipes: tuple[Recipe, ...]

    def between(self, source: Side, target: Side) -> Recipe | None:
        """The recipe of a pair, if there is one."""
        pair = source, target
        return next((r for r in self.recipes if (r.source, r.target) == pair), None)


@dataclass(frozen=True)
class Option:
    """A metric to choose from: its address, its name, and what it means."""

    value: str
    metric: str
    family: str
    letter: str


def build_recipes_context(survey: Survey, known: dict[str, Meanings]) -> dict[str, Any]:
    """What the template of the page shows."""
    names = [
        build_family_recipes(family, meanings, survey)
        for family, meanings in known.items()
    ]
    ordered = sorted(names, key=lambda one: one.family.title.casefold())
    return {
        "names": [one for one in ordered if one.sides],
        "options": group_metric_options(survey, ordered),
        "count": sum(len(one.recipes) for one in ordered),
    }


def build_family_recipes(family: str, meanings: Meanings, survey: Survey) -> RecipeName:
    """A family's meanings and recipes."""
    found = tuple(
        filter(None, (build_recipe_side(m, survey) for m in meanings.values()))
    )
    pairs = permutations(found, 2)
    recipes = filter(
        None, (find_conversion_recipe(source, target) for source, target in pairs)
    )
    return RecipeName(every_family()[family], found, tuple(recipes))


def build_recipe_side(meaning: Meaning, survey: Survey) -> Side | None:
    """The meaning with its metrics at the newest versions; None where there are none.

    A metric whose formula is known for a part of the inputs only stands for nothing.
    """
    newest = set(survey.newest)
    found = tuple(f for f in meaning.findings if f in newest and not f.when)
    return Side(meaning, found) if found else None


def find_conversion_recipe(source: Side, target: Side) -> Recipe | None:
    """The recipe from one to the other, if it follows from what they compute."""
    a, b = parse_variant(source.meaning.variant), parse_variant(target.meaning.variant)
    found = find_conversion(a, b) if a and b else None
    return Recipe(source, target, found) if found else None


def group_metric_options(
    survey: Survey, names: list[RecipeName]
) -> dict[str, list[Option]]:
    """The metrics to choose from, by their library's title."""
    known = {
        f: Option(f"{f.library}.{f.metric}", f.metric, name.family.name, side.letter)
        for name in names
        for side in name.sides
        for f in side.findings
    }
    return {
        library.title: [known[f] for f in library.newest.findings if f in known]
        for library in survey.libraries
    }
