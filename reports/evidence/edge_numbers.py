"""The numbers at the edges: what metrics returned there, and what each reading gives.

Start at `list_probed_numbers`: for a table of `homonym.reports.evidence.edges`, probe
by probe.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from homonym.adapters.contract import Value
from homonym.records.outcomes import Outcome
from homonym.reference.corpus import Edge, edge
from homonym.reference.variants import Number, Variant
from homonym.reports.evidence.edges import EdgeTable, Probed, parse_metric_outcomes
from homonym.reports.evidence.proof import find_returned_number
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.ids import parse_variant
from homonym.reports.findings.survey import Release
from homonym.verdicts.conventions import (
    AS_FORMULA,
    compute_probe_numbers,
    read_rows_as_given,
)

OutcomeNumbers = tuple[tuple[str, Number], ...]
"""Each outcome of a probe, with what a formula gives when the input is read so."""


@dataclass(frozen=True)
class EdgeNumber:
    """What some metrics of one formula returned on a probe, and what it is called."""

    metrics: tuple[str, ...]
    outcome: Outcome
    returned: Number
    read: OutcomeNumbers


def list_probed_numbers(
    table: EdgeTable, release: Release
) -> list[tuple[Probed, list[EdgeNumber]]]:
    """Every probe of the table on which some metric returned a number that shows
    something, at this version."""
    mine = [finding for finding in release.findings if finding.takes is table.takes]
    names = parse_metric_outcomes(release, "conventions", table.takes)
    rows = (
        (row, list(yield_edge_numbers(row, mine, release, names))) for row in table.rows
    )
    return [(row, found) for row, found in rows if found]


def yield_edge_numbers(
    row: Probed,
    mine: list[Finding],
    release: Release,
    names: Mapping[str, Mapping[str, Outcome]],
) -> Iterator[EdgeNumber]:
    """Metrics that returned the same for the same reason stand together; names: what
    each metric does, as the table calls it."""
    groups: dict[tuple[Outcome, Number, OutcomeNumbers], list[str]] = {}
    for finding in mine:
        outcome = names.get(finding.metric, {}).get(row.id)
        raw, at = release.raw.get(finding.metric, {}), f"edge {row.id}"
        if outcome and isinstance(raw.get(at), Value):
            variant = parse_variant(finding.variants[0]) if finding.variants else None
            read = compute_reading_numbers(variant, row.id) if variant else ()
            key = outcome, find_returned_number(raw, at), read
            groups.setdefault(key, []).append(finding.metric)
    for (outcome, found, read), metrics in groups.items():
        yield EdgeNumber(tuple(metrics), outcome, found, read)


@lru_cache(maxsize=8192)
def compute_reading_numbers(variant: Variant, id: str) -> OutcomeNumbers:
    """What the formula gives by each reading of a probe; only AUC can average ties.
    What the formula says of the rows themselves reads their scores too."""
    probe = index_probes_by_id(variant.home.takes).get(id)
    if probe is None:
        return ()
    numbers = compute_probe_numbers(variant, probe)
    as_given = read_rows_as_given(variant, probe) if AS_FORMULA in numbers else None
    if as_given:
        numbers[AS_FORMULA] = variant.value(as_given)
    return tuple(numbers.items())


@lru_cache(maxsize=16)
def index_probes_by_id(takes: Any) -> dict[str, Edge]:
    """The probes of a type of case by id."""
    return {probe.id: probe for probe in edge(takes)}
