"""The edge cases: what every library does with them, side by side.

Start at `list_convention_parts`: one for each type of case, in which each probe has a
row and each library a cell, at its newest version. What must not change a number (the
invariances) has rows of the same kind. `build_conventions_context` is the page of all
of them, `yield_probe_pages` are the pages of one each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any

from homonym.records.outcomes import RAISES, REFUSED, VIOLATED, Outcome
from homonym.reference.corpus import SILENT, Edge, edge
from homonym.reports.evidence.edges import (
    INVARIANCES,
    find_type_contradictions,
    parse_metric_outcomes,
)
from homonym.reports.findings.addresses import make_slug
from homonym.reports.findings.names import Name
from homonym.reports.findings.sections import (
    FIRST,
    find_section_title,
    list_finding_case_types,
)
from homonym.reports.findings.survey import RecordedLibrary, Survey

NAN = "nan"
SORTS = {
    NAN: "NaN",
    RAISES: "an error or a crash",
    SILENT: "silently wrong",
    VIOLATED: "violated",
    REFUSED: "refused",
}
"""The sorts of outcomes that the page can be narrowed to, in words."""


@dataclass(frozen=True)
class Done:
    """What some metrics of a library do on a probe."""

    words: str
    metrics: tuple[str, ...]

    @property
    def sorts(self) -> list[str]:
        """Which of the sorts it is of: several where a wrong number is NaN.

        >>> [Done(told, ()).sorts for told in ("(0.5, NaN)", "killed by SIGSEGV", "0")]
        [['nan'], ['raises'], []]
        """
        outcome = Outcome.parse(self.words)
        kind = RAISES if outcome.failed else outcome.kind
        has_nan = any(map(isnan, outcome.numbers))
        return [NAN] * has_nan + [kind] * (kind in SORTS)


@dataclass(frozen=True)
class OutcomeCell:
    """What a library does, the outcome of most metrics first; contradicts: whether its
    metrics contradict one another, and do not only show more or less; asked: how many
    metrics it has that take such a case."""

    outcomes: tuple[Done, ...]
    contradicts: bool
    asked: int

    @property
    def partly(self) -> bool:
        """Whether no outcome is that of all its metrics."""
        return all(len(one.metrics) < self.asked for one in self.outcomes)


@dataclass(frozen=True)
class ProbeRow:
    """One probe: the outcomes of each library.

    said: every outcome, with the libraries and their metrics that have it; probe: the
    exact input, for an edge case.
    """

    id: str
    words: str
    cells: tuple[OutcomeCell, ...]
    said: tuple[tuple[str, tuple[tuple[RecordedLibrary, tuple[str, ...]], ...]], ...]
    probe: Edge | None = None


@dataclass(frozen=True)
class ConventionsPart:
    """What libraries do with one type of case: rows for its probes, and for what must
    not change a number; contradicting: the libraries whose metrics do not agree."""

    takes: Any
    libraries: tuple[RecordedLibrary, ...]
    rows: tuple[ProbeRow, ...]
    kept: tuple[ProbeRow, ...]
    contradicting: tuple[RecordedLibrary, ...]

    def anchor(self, kind: str, id: str = "") -> str:
        """The permanent name of a probe, an invariance or a heading."""
        return make_edge_anchor(kind, self.takes, id)


def list_convention_parts(survey: Survey) -> list[ConventionsPart]:
    """What libraries do, by type of case."""
    return [
        build_convention_part(takes, survey.libraries)
        for takes in list_finding_case_types(survey.newest)
    ]


def build_conventions_context(
    survey: Survey, made: Sequence[ConventionsPart], called: Iterable[Name]
) -> dict[str, Any]:
    """What the template of the page of all shows; called: every name that people
    read."""
    numbers = {
        (f.library, f.metric): number
        for number, name in enumerate(sort_names_by_title(called), start=1)
        for f in name.findings
    }

    def places(library: RecordedLibrary, metrics: Iterable[str]) -> list[int]:
        return sorted({numbers[library.name, metric] for metric in metrics})

    return {
        "parts": made,
        "probes": sum(len(one.rows) for one in made),
        "sorts": SORTS,
        "names": [name.title for name in sort_names_by_title(called)],
        "places": places,
        "column": lambda library, rows, at: places(
            library, collect_column_metrics(rows, at)
        ),
        "libraries": survey.libraries,
        "contradicting": [
            one
            for one in survey.libraries
            if any(one in part.contradicting for part in made)
        ],
    }


def collect_column_metrics(rows: Iterable[ProbeRow], column: int) -> set[str]:
    """The metrics of the library of a column that show something in one of the rows."""
    outcomes = (done for row in rows for done in row.cells[column].outcomes)
    return {metric for done in outcomes for metric in done.metrics}


def sort_names_by_title(called: Iterable[Name]) -> list[Name]:
    """The names in the order of the alphabet."""
    return sorted(called, key=lambda name: name.title.casefold())


def yield_probe_pages(
    made: Iterable[ConventionsPart],
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The page of each probe and each invariance: its file, and what it shows."""
    for one in made:
        for kind, rows in (("probe", one.rows), ("invariance", one.kept)):
            for row in rows:
                file = name_probe_page(kind, one.takes, row.id)
                yield file, {"part": one, "row": row, "kind": kind}


def name_probe_page(kind: str, takes: Any, id: str) -> str:
    """The file of the page of a probe or an invariance."""
    return f"{make_edge_anchor(kind, takes, id)}.html"


def make_edge_anchor(kind: str, takes: Any, id: str = "") -> str:
    """A permanent name: types of case beside those of the first section say theirs."""
    folder = "" if find_section_title(takes.folder) == FIRST else takes.folder
    return make_slug(*filter(None, (kind, folder, id)))


def build_convention_part(
    takes: Any, among: Iterable[RecordedLibrary]
) -> ConventionsPart:
    """What the libraries that have metrics of a type of case do with it."""
    libraries = tuple(
        one for one in among if takes in list_finding_case_types(one.newest.findings)
    )
    split = {one.name: find_type_contradictions(one.newest, takes) for one in libraries}
    does, holds = (
        {one.name: parse_metric_outcomes(one.newest, part, takes) for one in libraries}
        for part in ("conventions", "invariances")
    )
    rows = (
        build_probe_row(one.id, one.convention, does, libraries, split, one)
        for one in edge(takes)
    )
    kept = (
        build_probe_row(id, words, holds, libraries, {})
        for id, words in INVARIANCES.items()
    )
    return ConventionsPart(
        takes,
        libraries,
        tuple(one for one in rows if any(cell.outcomes for cell in one.cells)),
        tuple(one for one in kept if any(cell.outcomes for cell in one.cells)),
        tuple(one for one in libraries if split[one.name]),
    )


def build_probe_row(
    id: str,
    words: str,
    told: Mapping[str, Mapping[str, Mapping[str, Outcome]]],
    libraries: Iterable[RecordedLibrary],
    split: dict[str, dict[str, Any]],
    probe: Edge | None = None,
) -> ProbeRow:
    """One probe in all libraries that have metrics of the type of case; told: what the
    metrics of each do."""
    cells = {
        one.name: build_outcome_cell(id, told[one.name], split.get(one.name, ()))
        for one in libraries
    }
    said: dict[str, list[tuple[RecordedLibrary, tuple[str, ...]]]] = {}
    for library in libraries:
        for outcome in cells[library.name].outcomes:
            said.setdefault(outcome.words, []).append((library, outcome.metrics))
    ordered = sorted(said.items(), key=lambda pair: -len(pair[1]))
    every = tuple((words, tuple(found)) for words, found in ordered)
    return ProbeRow(id, words, tuple(cells.values()), every, probe)


def build_outcome_cell(
    id: str, told: Mapping[str, Mapping[str, Outcome]], against: Collection[str]
) -> OutcomeCell:
    """The outcomes of a library's metrics, that of most metrics first."""
    groups: dict[str, list[str]] = {}
    for metric, outcomes in told.items():
        if outcome := outcomes.get(id):
            groups.setdefault(shorten_outcome(outcome), []).append(metric)
    made = [Done(words, tuple(names)) for words, names in groups.items()]
    ordered = sorted(made, key=lambda outcome: -len(outcome.metrics))
    return OutcomeCell(tuple(ordered), id in against, len(told))


def shorten_outcome(outcome: Outcome) -> str:
    """An outcome without the reason or the numbers: the library's page gives them. What
    is silently wrong keeps its number, and so does what is NaN by its own formula.

    >>> for words in ("refused: it sorts", "silently wrong: -1", "skipped: NaN"):
    ...     print(shorten_outcome(Outcome.parse(words)))
    refused
    silently wrong: -1
    skipped: NaN
    """
    kept = outcome.kind == SILENT or any(map(isnan, outcome.numbers))
    return str(outcome) if kept else outcome.name
