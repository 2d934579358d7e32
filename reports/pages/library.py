"""The page of a library: its versions side by side, every metric with its evidence."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from homonym.reference.variants import Variant
from homonym.reports.evidence import edges
from homonym.reports.evidence.changes import (
    find_environment_changes,
    list_version_steps,
)
from homonym.reports.evidence.edge_numbers import EdgeNumber, list_probed_numbers
from homonym.reports.findings.effects import list_library_effects
from homonym.reports.findings.ids import parse_variant
from homonym.reports.findings.meaning import Meanings, count_metrics
from homonym.reports.findings.questions import find_answered_questions
from homonym.reports.findings.survey import RecordedLibrary, Release, Survey
from homonym.reports.pages.library_stories import (
    Computed,
    Story,
    collect_metric_stories,
    group_alike_versions,
    group_stories_by_section,
)
from homonym.versions import split_mark

USUAL = 200
"""So many cases a run draws to refute a verdict, unless it is asked for others."""


def build_library_context(
    library: RecordedLibrary,
    survey: Survey,
    known: dict[str, Meanings],
    against: Sequence[edges.Contradiction],
) -> dict[str, Any]:
    """What the template of a library's page shows; against: its contradictions."""
    recorded = library.recorded
    told = collect_metric_stories(recorded, known, group_variants_by_family(survey))
    apart = find_environment_changes(library)
    return {
        "library": library,
        "recorded": recorded,
        "measured": any(release.raw for release in recorded),
        "usual": USUAL,
        "kinds": edges.list_release_case_types(recorded),
        "stories": told,
        "columns": group_alike_versions(recorded, told),
        "parts": group_stories_by_section(told),
        "metrics": count_metrics(f for r in recorded for f in r.findings),
        "versions": len({split_mark(one.version)[0] for one in recorded}),
        "differing": [f.metric for f in library.newest.findings if f.differs],
        "several": [f.metric for f in library.newest.findings if f.several],
        "changed": [
            name
            for one in told
            if one.changed
            for name in one.names
            if name not in apart
        ],
        "siblings": survey.siblings(library),
        "edges": any(f.entry.conventions for r in recorded for f in r.findings),
        "contradictions": against,
        "contradicted": sum(library.newest.version in one.versions for one in against),
        "invariances": any(f.entry.invariances for r in recorded for f in r.findings),
        "violations": edges.list_invariance_violations(recorded),
        "violating": count_metrics(f for f in library.newest.findings if f.matters),
        "steps": list_version_steps(library),
        "effects": list_library_effects(library.name),
        "questions": find_answered_questions(library.newest.findings),
        "inventories": [(r, split_inventory_names(r)) for r in recorded],
    }


def build_cases_context(
    library: RecordedLibrary, told: Sequence[Story]
) -> dict[str, Any]:
    """What the template of the page of its recorded cases shows."""
    recorded = library.recorded
    states = (state for story in told for state in story.states)
    return {
        "library": library,
        "kinds": edges.list_release_case_types(recorded),
        "told": [one for one in states if one.proof and not one.told],
    }


def build_edges_context(
    library: RecordedLibrary,
    files: Container[str],
    against: Sequence[edges.Contradiction],
) -> dict[str, Any]:
    """What the template of the page of its edge cases shows; files: the pages of
    probes that there are; against: its contradictions."""
    recorded = library.recorded
    return {
        "library": library,
        "files": files,
        "kinds": edges.list_release_case_types(recorded),
        "conventions": list_edge_tables(recorded),
        "invariances": edges.build_edge_tables(recorded, "invariances"),
        "contradictions": against,
    }


def list_edge_tables(
    recorded: Sequence[Release],
) -> list[tuple[edges.EdgeTable, list[tuple[edges.Probed, list[EdgeNumber]]]]]:
    """The tables of the edges, each with the numbers returned at its newest version."""
    at = {release.version: release for release in recorded}
    tables = edges.build_edge_tables(recorded, "conventions")
    return [
        (table, list_probed_numbers(table, at[table.versions[0]])) for table in tables
    ]


def group_variants_by_family(survey: Survey) -> Computed:
    """What all libraries compute, by family, first what most metrics do."""
    often = sorted(survey.computing.items(), key=lambda one: -len(one[1]))
    found: dict[str, list[Variant]] = {}
    for id, _ in often:
        if variant := parse_variant(id):
            found.setdefault(variant.family, []).append(variant)
    return found


def split_inventory_names(release: Release) -> dict[str, Any]:
    """Wrapped names, unlisted names, and those out of scope by reason."""
    given = release.record.inventory if release.record else None
    reasons: dict[str, list[str]] = {}
    for name, reason in given.out_of_scope.items() if given else ():
        reasons.setdefault(reason, []).append(name)
    return {
        "wrapped": given.wrapped if given else (),
        "unlisted": given.unlisted if given else (),
        "out_of_scope": reasons,
    }
