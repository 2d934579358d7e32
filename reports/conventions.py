"""The page of all conventions: what every library does at the edges, side by side.

Start at `context`: a row for each probe, a cell for each library at its newest version.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from homonym.reference.corpus import Edge, edge
from homonym.reports.finding import Finding
from homonym.reports.survey import Library, Survey


@dataclass(frozen=True)
class Outcome:
    """What some metrics of a library do on a probe."""

    words: str
    metrics: tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """One probe: the outcomes of each library, the most common first.

    said: every outcome, with the libraries and their metrics that have it.
    """

    probe: Edge
    cells: tuple[tuple[Outcome, ...], ...]
    said: tuple[tuple[str, tuple[tuple[Library, tuple[str, ...]], ...]], ...]


def context(survey: Survey) -> dict[str, Any]:
    """What the template of the page shows."""
    libraries = [one for one in survey.libraries if one.newest.record]
    rows = [row(probe, libraries) for probe in edge()]
    return {"libraries": libraries, "rows": [one for one in rows if any(one.cells)]}


def row(probe: Edge, libraries: Iterable[Library]) -> Row:
    """One probe in all libraries."""
    cells = {
        library.name: cell(probe, library.newest.findings) for library in libraries
    }
    said: dict[str, list[tuple[Library, tuple[str, ...]]]] = {}
    for library in libraries:
        for outcome in cells[library.name]:
            said.setdefault(outcome.words, []).append((library, outcome.metrics))
    ordered = sorted(said.items(), key=lambda pair: -len(pair[1]))
    told = tuple((words, tuple(found)) for words, found in ordered)
    return Row(probe, tuple(cells.values()), told)


def cell(probe: Edge, findings: Iterable[Finding]) -> tuple[Outcome, ...]:
    """The outcomes of a library's metrics, that of most metrics first."""
    groups: dict[str, list[str]] = {}
    for finding in findings:
        if words := finding.entry.get("conventions", {}).get(probe.id):
            groups.setdefault(shortened(words), []).append(finding.metric)
    made = [Outcome(words, tuple(names)) for words, names in groups.items()]
    return tuple(sorted(made, key=lambda outcome: -len(outcome.metrics)))


def shortened(words: str) -> str:
    """An outcome without the adapter's reason: the library's page gives it.

    >>> shortened("refused: RecBole ranks by score"), shortened("silently wrong: -1")
    ('refused', 'silently wrong: -1')
    """
    return "refused" if words.startswith("refused") else words
