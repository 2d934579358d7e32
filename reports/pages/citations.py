"""The page that says what to write of a library's metrics: start at
`build_citations_context`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from homonym.explain.methods import Citation, make_metric_citation
from homonym.records.store import locate_record_file
from homonym.reference.variants import Variant
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.ids import parse_variant
from homonym.reports.findings.survey import RecordedLibrary, Release
from homonym.reports.pages.symbols import build_symbol_legend
from homonym.trace.latex import list_formula_rows

K = 20
"""The cut-off in the sentences."""


@dataclass(frozen=True)
class Cited:
    """A metric at the versions that compute the same, newest first: the words, the rows
    of its formula with the choices in their places, and what the letters mean."""

    finding: Finding
    versions: tuple[str, ...]
    words: Citation
    formula: tuple[str, ...]
    legend: tuple[tuple[str, str], ...]


def build_citations_context(library: RecordedLibrary) -> dict[str, Any]:
    """What the template of the page shows."""
    return {"library": library, "k": K, "told": list(yield_merged_citations(library))}


def yield_merged_citations(library: RecordedLibrary) -> Iterator[Cited]:
    """Every metric with one formula, once as long as that stays the same."""
    found: dict[tuple[str, str], Cited] = {}
    for release in library.releases:
        for finding in release.findings:
            key = finding.metric, finding.meaning
            if key in found:
                versions = (*found[key].versions, release.version)
                found[key] = replace(found[key], versions=versions)
            elif told := build_metric_citation(finding, release):
                found[key] = told
    yield from found.values()


def build_metric_citation(finding: Finding, release: Release) -> Cited | None:
    """What to write of a metric at a release; None where it has not one formula that
    this homonym knows."""
    found = parse_variant(finding.variants[0]) if finding.meaning else None
    if found is None or release.record is None:
        return None
    file = locate_record_file(release.library, release.version, release.folder)
    words = make_metric_citation(release.record, finding.metric, K, file)
    rows = tuple(row for row in list_formula_rows(found) if row)
    return Cited(
        finding, (release.version,), words, rows, build_formula_legend(found, rows)
    )


def build_formula_legend(
    variant: Variant, rows: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    """What the letters of its formula mean."""
    return tuple(build_symbol_legend(variant.home, rows))
