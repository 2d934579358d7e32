"""The page of all conventions: what every library does at the edges, side by side.

Start at `context`: a row for each probe, a cell for each library at its newest version.
What must not change a number (the invariances) has rows of the same kind.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from homonym.conventions import contradictions
from homonym.reference.corpus import Edge, edge
from homonym.reports.edges import INVARIANCES, VIOLATED
from homonym.reports.finding import Finding
from homonym.reports.survey import Library, Survey


@dataclass(frozen=True)
class Outcome:
    """What some metrics of a library do on a probe."""

    words: str
    metrics: tuple[str, ...]


@dataclass(frozen=True)
class Cell:
    """What a library does, the outcome of most metrics first; contradicts: whether its
    metrics contradict one another, and do not only show more or less."""

    outcomes: tuple[Outcome, ...]
    contradicts: bool


@dataclass(frozen=True)
class Row:
    """One probe: the outcomes of each library.

    said: every outcome, with the libraries and their metrics that have it; probe: the
    exact input, for an edge case.
    """

    id: str
    words: str
    cells: tuple[Cell, ...]
    said: tuple[tuple[str, tuple[tuple[Library, tuple[str, ...]], ...]], ...]
    probe: Edge | None = None


def context(survey: Survey) -> dict[str, Any]:
    """What the template of the page shows."""
    libraries = [one for one in survey.libraries if one.newest.record]
    against = {
        one.name: contradictions(one.newest.record or {"metrics": {}})
        for one in libraries
    }
    rows = [
        row(one.id, one.convention, "conventions", libraries, against, one)
        for one in edge()
    ]
    kept = [
        row(id, words, "invariances", libraries, {})
        for id, words in INVARIANCES.items()
    ]
    return {
        "libraries": libraries,
        "rows": [one for one in rows if any(cell.outcomes for cell in one.cells)],
        "kept": [one for one in kept if any(cell.outcomes for cell in one.cells)],
        "contradicting": [one for one in libraries if against[one.name]],
    }


def row(
    id: str,
    words: str,
    part: str,
    libraries: Iterable[Library],
    against: dict[str, dict[str, Any]],
    probe: Edge | None = None,
) -> Row:
    """One probe in all libraries."""
    cells = {
        one.name: cell(id, part, one.newest.findings, against.get(one.name, ()))
        for one in libraries
    }
    said: dict[str, list[tuple[Library, tuple[str, ...]]]] = {}
    for library in libraries:
        for outcome in cells[library.name].outcomes:
            said.setdefault(outcome.words, []).append((library, outcome.metrics))
    ordered = sorted(said.items(), key=lambda pair: -len(pair[1]))
    told = tuple((words, tuple(found)) for words, found in ordered)
    return Row(id, words, tuple(cells.values()), told, probe)


def cell(
    id: str, part: str, findings: Iterable[Finding], against: Collection[str]
) -> Cell:
    """The outcomes of a library's metrics, that of most metrics first."""
    groups: dict[str, list[str]] = {}
    for finding in findings:
        if words := finding.entry.get(part, {}).get(id):
            groups.setdefault(shortened(words), []).append(finding.metric)
    made = [Outcome(words, tuple(names)) for words, names in groups.items()]
    ordered = sorted(made, key=lambda outcome: -len(outcome.metrics))
    return Cell(tuple(ordered), id in against)


def shortened(words: str) -> str:
    """An outcome without the reason or the numbers: the library's page gives them.

    >>> shortened("refused: RecBole ranks by score"), shortened("silently wrong: -1")
    ('refused', 'silently wrong: -1')
    """
    for short in ("refused", VIOLATED.rstrip(": ")):
        if words.startswith(short):
            return short
    return words
