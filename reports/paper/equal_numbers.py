"""Which libraries share a number: the paper's tables, column by column.

Start at `summarise_paper_columns`. On the left the distinct published numbers, on the
right the meanings that were measured, each with its number and its libraries.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from homonym.reports.findings.finding import join_names
from homonym.reports.findings.meaning import Meaning
from homonym.reports.findings.names import normalise_metric_name
from homonym.reports.paper.table_parts import Measured, PaperTable


@dataclass(frozen=True)
class Shared:
    """A published number, and the libraries that have it."""

    value: float
    names: tuple[str, ...]


@dataclass(frozen=True)
class Meant:
    """A measured meaning, the numbers it gave as they are printed, the metrics that
    gave them, and what people call these."""

    meaning: Meaning
    numbers: tuple[tuple[float, str], ...]
    names: tuple[str, ...]
    called: frozenset[str]

    @property
    def values(self) -> tuple[float, ...]:
        return tuple(value for value, _ in self.numbers)


@dataclass(frozen=True)
class Sum:
    """A column in sum."""

    column: str
    published: tuple[Shared, ...]
    measured: tuple[Meant, ...]

    @property
    def named(self) -> int:
        """How many meanings a metric of the column's own name has: DCG is none of the
        name NDCG, though it stands in its column."""
        return sum(
            normalise_metric_name(self.column) in one.called for one in self.measured
        )


def summarise_paper_columns(table: PaperTable) -> list[Sum]:
    """For each of the paper's columns who shares a number, and who a meaning."""
    return [
        Sum(c, list_distinct_numbers(table, c), list_newest_meanings(table, c))
        for c in table.columns
    ]


def list_distinct_numbers(table: PaperTable, column: str) -> tuple[Shared, ...]:
    """The distinct published numbers, that of most libraries first."""
    groups: dict[int, list[tuple[str, float]]] = {}
    for entry in table.entries:
        cell = entry.published.get(column)
        if cell and isinstance(cell.value, float):
            groups.setdefault(cell.group, []).append((entry.name, cell.value))
    return tuple(
        Shared(found[0][1], tuple(name for name, _ in found))
        for _, found in sorted(groups.items())
    )


def list_newest_meanings(table: PaperTable, column: str) -> tuple[Meant, ...]:
    """The meanings at the newest recorded versions, most common first."""
    groups: dict[Meaning, list[tuple[str, Measured]]] = {}
    for entry in table.entries:
        for _, time in entry.measured[:1]:
            for one in time.cells.get(column, ()):
                if one.meaning and not one.error:
                    groups.setdefault(one.meaning, []).append((entry.name, one))
    return tuple(
        Meant(
            meaning,
            keep_distinct_numbers(one for _, one in found),
            tuple(name_library_metrics(library, one) for library, one in found),
            frozenset(
                normalise_metric_name(f.name) for _, one in found for f in one.findings
            ),
        )
        for meaning, found in sorted(groups.items(), key=lambda pair: pair[0].place)
    )


def keep_distinct_numbers(found: Iterable[Measured]) -> tuple[tuple[float, str], ...]:
    """The numbers without those that print as one before, and without rounded ones of
    which a number in all digits is known: RecBole's pipeline rounds."""
    kept: dict[str, float] = {}
    whole: list[float] = []
    for one in sorted(found, key=lambda one: one.decimals):
        value = one.value
        if isinstance(value, str) or any(
            can_be_rounded_from(one, value, other) for other in whole
        ):
            continue
        kept.setdefault(one.digits(value), value)
        whole += [] if one.decimals else [value]
    return tuple((value, text) for text, value in kept.items())


def can_be_rounded_from(one: Measured, value: float, other: float) -> bool:
    """Whether the library may have made its number of the other by rounding."""
    return bool(one.decimals) and one.digits(value) == one.digits(other)


def name_library_metrics(library: str, one: Measured) -> str:
    """A library with its metrics of one number."""
    return f"{library} {join_names(finding.metric for finding in one.findings)}"
