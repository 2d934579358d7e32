"""The page of a family: its axes, its rules, who computes what, what tells apart."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from homonym.reference.variants import Family
from homonym.reports.evidence.witness import Witness, find_telling_witness
from homonym.reports.findings.finding import (
    Finding,
    group_findings_by_metric,
    join_names,
)
from homonym.reports.findings.ids import find_averaged_id, parse_variant
from homonym.reports.findings.meaning import Meaning, Meanings
from homonym.reports.findings.names import Name
from homonym.reports.findings.survey import Survey
from homonym.reports.pages.equalities import list_family_equalities
from homonym.reports.pages.render import select_latex_formulas, split_docstring
from homonym.reports.pages.symbols import build_symbol_legend

PAIRED = 10
"""So many meanings are set beside one another; the page of two metrics has any pair."""


@dataclass(frozen=True)
class WitnessPair:
    """Two meanings of one name, and the smallest case on which they differ."""

    one: Meaning
    other: Meaning
    witness: Witness | None


@dataclass(frozen=True)
class Computing:
    """One metric that has a meaning, at the versions that have it."""

    finding: Finding
    title: str
    versions: tuple[str, ...]


def build_family_context(
    family: Family, survey: Survey, known: Meanings, called: Sequence[Name]
) -> dict[str, Any]:
    """What the template of a family's page shows; called: every name that people
    read."""
    found = list_family_equalities(family.name)
    claiming = survey.claiming.get(family.name, ())
    return {
        "family": family,
        "about": split_docstring(read_module_docstring(family)),
        "meanings": [
            (m, group_metrics_by_library(m.findings, survey)) for m in known.values()
        ],
        "called": [n for n in called if family in n.families],
        "most": describe_common_meaning(list(known.values())),
        "unsettled": group_metrics_by_library(
            [f for f in claiming if not f.meaning], survey
        ),
        "elsewhere": list_classes_elsewhere(family, survey),
        "mentioned": find_mentioned_classes(family, survey, known),
        "uses": index_libraries_by_choice(family, survey),
        "pairs": list_witness_pairs(known),
        "paired": PAIRED,
        "equal": [one for one in found if not one.rule.when],
        "conditions": [one for one in found if one.rule.when],
        "symbols": list_family_symbols(family),
        "aliases": [
            (alias, str(family.variant(**names).canonical()))
            for alias, names in family.also.items()
        ],
    }


def list_meanings_in_papers(
    family: Family, survey: Survey, everything: dict[str, Meanings]
) -> list[tuple[Meaning | None, list[Computing]]]:
    """What repositories of papers compute under the family's name, by meaning; last
    those without one; everything: the meanings of libraries and repositories."""
    apart = survey.papers
    mine = apart.claiming.get(family.name, ())
    found: list[tuple[Meaning | None, list[Computing]]] = [
        (meaning, group_metrics_by_library(told, apart))
        for meaning in everything.get(family.name, {}).values()
        if (told := [f for f in mine if f.meaning == meaning.variant])
    ]
    rest = [f for f in mine if not f.meaning]
    return [*found, (None, group_metrics_by_library(rest, apart))] if rest else found


def describe_common_meaning(found: Sequence[Meaning]) -> str:
    """Which meaning the most libraries have, in a sentence: it may be several."""
    if not found:
        return ""
    count = len(found[0].libraries)
    letters = [one.letter for one in found if len(one.libraries) == count]
    if len(letters) == 1:
        return f"{letters[0]} is the most common meaning, not the right one."
    each = "1 library each" if count == 1 else f"{count} libraries each"
    common = f"{join_names(letters)} are equally common"
    return f"{common}, {each}; no letter says who is right."


def read_module_docstring(family: Family) -> str:
    """What the family's file says of it, without the name, which is the headline."""
    doc = sys.modules[family.function.__module__].__doc__ or family.doc
    name, colon, rest = doc.partition(": ")
    named = colon and name.casefold() == family.title.casefold()
    return rest[:1].upper() + rest[1:] if named else doc


def list_family_formulas(family: Family) -> list[str]:
    """The formulas of the family's file, without their ranges."""
    blocks = split_docstring(read_module_docstring(family))
    lines = (line for kind, lines in blocks if kind == "formula" for line in lines)
    return [
        line.partition(" range ")[0] for line in lines if not line.startswith("range ")
    ]


def list_family_symbols(family: Family) -> list[tuple[str, str]]:
    """What the letters of all its formulas mean."""
    axes = family.axes.values()
    choices = [one.formula for axis in axes for one in axis.choices.values()]
    return build_symbol_legend(
        family, select_latex_formulas([*list_family_formulas(family), *choices])
    )


def group_metrics_by_library(
    findings: Sequence[Finding], survey: Survey
) -> list[Computing]:
    """The metrics by library with their versions; those at which something matters
    that must not are apart."""
    return [
        Computing(
            found[0], survey.title(found[0].library), tuple(f.version for f in found)
        )
        for found in group_findings_by_metric(findings)
    ]


def list_classes_elsewhere(
    family: Family, survey: Survey
) -> list[tuple[str, list[Computing]]]:
    """Classes of this family that metrics named after another one compute."""
    groups = {
        id: [f for f in found if f.claims != family.name]
        for id, found in survey.computing.items()
        if (variant := parse_variant(id)) and variant.family == family.name
    }
    return [
        (id, group_metrics_by_library(found, survey))
        for id, found in groups.items()
        if found
    ]


def find_mentioned_classes(
    family: Family, survey: Survey, known: Meanings
) -> list[tuple[str, list[Computing]]]:
    """Classes that no metric was found to compute, with those whose record names them:
    because it is documented, or one of several that are left, or the nearest."""
    told = {*known, *(variant for variant, _ in list_classes_elsewhere(family, survey))}
    groups: dict[str, list[Finding]] = {}
    for finding in survey.findings:
        for variant in finding.mentioned:
            mine = variant.partition("(")[0] == family.name
            if mine and find_averaged_id(variant) not in told:
                groups.setdefault(variant, []).append(finding)
    return [
        (variant, group_metrics_by_library(found, survey))
        for variant, found in groups.items()
    ]


def index_libraries_by_choice(
    family: Family, survey: Survey
) -> Callable[[str, str], list[str]]:
    """A function that says which libraries compute with a choice, at any version."""
    found: dict[tuple[str, str], set[str]] = {}
    for id, findings in survey.computing.items():
        variant = parse_variant(id)
        if variant and variant.family == family.name:
            titles = {survey.title(finding.library) for finding in findings}
            for choice in variant.choices:
                found.setdefault(choice, set()).update(titles)
    return lambda axis, choice: sorted(found.get((axis, choice), ()))


def list_witness_pairs(known: Meanings) -> list[WitnessPair]:
    """Every two of the meanings that most libraries have, with their witness."""
    found = []
    for one, other in combinations([*known.values()][:PAIRED], 2):
        a, b = parse_variant(one.variant), parse_variant(other.variant)
        witness = find_telling_witness(a, b) if a and b else None
        found.append(WitnessPair(one, other, witness))
    return found
