"""The page of a variant: its formula, who computes it, and what tells it from others.

Start at `build_variant_context`. There is a page for every class that another page may
link to (`list_linked_variants`); `homonym explain` tells of the thousands more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from homonym.explain.variant import describe_relations
from homonym.reference.variants import Family, Variant, every_family
from homonym.reports.evidence.witness import Witness, find_telling_witness
from homonym.reports.findings.finding import Finding, group_findings_by_metric
from homonym.reports.findings.ids import find_averaged_id, parse_variant
from homonym.reports.findings.meaning import Meaning, Meanings, collect_finding_homes
from homonym.reports.findings.names import sort_words_alphabetically
from homonym.reports.findings.papers import read_papers
from homonym.reports.findings.survey import Survey
from homonym.reports.findings.textbook import read_textbook_definitions
from homonym.reports.pages.family import list_family_formulas
from homonym.reports.pages.render import select_latex_formulas
from homonym.reports.pages.symbols import build_symbol_legend
from homonym.trace.latex import list_formula_rows

SHOWN = 12
"""The most equal ids that are listed."""


@dataclass(frozen=True)
class VariantUse:
    """A metric that has to do with the variant, at the versions that do."""

    finding: Finding
    title: str
    versions: tuple[str, ...]
    example: float | str


@dataclass(frozen=True)
class Other:
    """Another meaning of the family, and the smallest case that tells them apart."""

    meaning: Meaning
    witness: Witness


def list_linked_variants(survey: Survey) -> list[str]:
    """The ids of the classes that have a page: what records, papers and books name,
    and what families have a name for. Known before any page is drawn."""
    told = (
        *yield_recorded_classes(survey),
        *yield_paper_classes(),
        *(t.variant for t in read_textbook_definitions()),
    )
    ids = {find_averaged_id(id) for id in told}
    return sorted({id for id in ids if parse_variant(id)} | {*yield_named_classes()})


def yield_recorded_classes(survey: Survey) -> Iterator[str]:
    """What metrics compute, promise, or come nearest to; where a search found it, the
    runner-up too."""
    for finding in survey.findings:
        yield from (finding.meaning, *finding.mentioned)
        yield finding.entry.runner_up.variant if finding.entry.runner_up else ""


def yield_paper_classes() -> Iterator[str]:
    """What the texts of papers define."""
    return (told.variant for paper in read_papers() for told in paper.metrics)


def yield_named_classes() -> Iterator[str]:
    """What each family's name stands for, and its aliases."""
    for family in every_family().values():
        yield str(family.default.canonical())
        for also in family.also.values():
            yield str(family.variant(**also).canonical())


def build_variant_context(
    variant: Variant,
    survey: Survey,
    known: dict[str, Meanings],
    everything: dict[str, Meanings],
) -> dict[str, Any]:
    """What the template of a variant's page shows; everything: the meanings that
    repositories of papers have as well."""
    home, id = variant.home, str(variant)
    mine = known.get(home.name, {}).get(id)
    papers = survey.papers
    found = survey.computing.get(id, [])
    same = find_equal_ids(home.name).get(variant, ())
    return {
        "variant": variant,
        "family": home,
        "choices": [(axis, home.axes[axis].choices[c]) for axis, c in variant.choices],
        "formula": list_own_formula_rows(variant),
        "symbols": list_variant_symbols(variant),
        "aliases": [
            alias
            for alias, also in home.also.items()
            if home.variant(**also).canonical() == variant
        ],
        "equal": [(one, "; ".join(home.reasons(one))) for one in same[:SHOWN]],
        "equals": len(same),
        "relations": list(describe_relations(variant)),
        "computed": list_variant_uses(found, survey),
        "documented": list_variant_uses(survey.promising.get(id, ()), survey),
        "left": list_variant_uses(survey.mentioning.get(id, ()), survey),
        "papers": list_variant_uses(papers.computing.get(id, ()), papers),
        "seen": mine or everything.get(home.name, {}).get(id),
        "papers_left": list_variant_uses(papers.mentioning.get(id, ()), papers),
        "others": list_other_meanings(variant, known.get(home.name, {})),
        "mine": mine,
        "homes": collect_finding_homes(found),
        "carried": sort_words_alphabetically(f.name for f in found),
    }


def list_own_formula_rows(variant: Variant) -> list[str]:
    """Its formula with the choices in their places; none of a family that declares no
    places."""
    rows = list_formula_rows(variant) if variant.home.rows else ()
    return [row for row in rows if row]


def list_variant_symbols(variant: Variant) -> list[tuple[str, str]]:
    """What the letters of its formulas mean."""
    home = variant.home
    chosen = [home.axes[axis].choices[c].formula for axis, c in variant.choices]
    return build_symbol_legend(
        home,
        select_latex_formulas(
            [*list_own_formula_rows(variant), *list_family_formulas(home), *chosen]
        ),
    )


def list_variant_uses(findings: Iterable[Finding], survey: Survey) -> list[VariantUse]:
    """The metrics with their versions, the newest first; those at which something
    matters that must not are apart."""
    return [
        VariantUse(
            found[0],
            survey.title(found[0].library),
            tuple(f.version for f in found),
            survey.number(found[0]),
        )
        for found in group_findings_by_metric(findings)
    ]


def list_other_meanings(variant: Variant, known: Meanings) -> list[Other]:
    """The other meanings that this family's name has, with their witnesses."""
    found = []
    for id, meaning in known.items():
        other = parse_variant(id)
        if (
            other
            and other != variant
            and (witness := find_telling_witness(variant, other))
        ):
            found.append(Other(meaning, witness))
    return found


@cache
def find_equal_ids(family: str) -> dict[Variant, list[Variant]]:
    """For each class of a family the other ids that mean it."""
    home: Family = every_family()[family]
    groups: dict[Variant, list[Variant]] = {}
    for variant in home.variants:
        if (canonical := variant.canonical()) != variant:
            groups.setdefault(canonical, []).append(variant)
    return groups
