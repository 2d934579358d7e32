"""The parts of the paper's tables: a `PaperTable` has a `PaperRow` a library, as
published and `Timed` then and now."""

from __future__ import annotations

from dataclasses import dataclass

from homonym.records.outcomes import Outcome
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.meaning import Meaning
from homonym.reports.findings.numbers import DIGITS, format_page_number
from homonym.reports.findings.survey import RecordedLibrary, Release
from homonym.reports.paper.matching import PaperRun

FAIL = "fail"
"""The paper's own word for a cell without a number."""
NOT_OFFERED = "not offered"
NOT_MEASURED = "not measured on this data"


@dataclass(frozen=True)
class PublishedNumber:
    """One published cell: a number or "fail"; star: what was changed to get it."""

    value: float | str
    star: str = ""
    group: int = 0
    """Which of the column's numbers it is, from 1; 0 for none."""


@dataclass(frozen=True)
class Measured:
    """One measured number, with the metrics that gave it and their meaning.

    value: on the example data; real: on MovieLens, where the record has it.
    """

    findings: tuple[Finding, ...]
    value: float | str
    meaning: Meaning | None
    real: float | str = ""

    @property
    def label(self) -> str:
        return self.findings[0].label

    @property
    def decimals(self) -> int:
        """To how many decimals the library rounds it; 0 where it does not."""
        return self.findings[0].decimals

    def digits(self, value: float | str) -> str:
        """One of its numbers in the digits that the library gives, at most four."""
        if self.decimals and not isinstance(value, str):
            return f"{value:.{min(self.decimals, DIGITS)}f}"
        return format_page_number(value)

    @property
    def error(self) -> str:
        """How the library's function failed; nothing where it gave a number."""
        return self.value if isinstance(self.value, str) else ""


@dataclass(frozen=True)
class Timed:
    """A library at one of the two times, with its numbers by column; offered: the
    columns that it has a metric of, measured on the data or not."""

    run: PaperRun
    cells: dict[str, tuple[Measured, ...]]
    offered: frozenset[str] = frozenset()

    def absent(self, column: str) -> str:
        """Why a column has no number."""
        return NOT_MEASURED if column in self.offered else NOT_OFFERED


@dataclass(frozen=True)
class PaperRow:
    """One library in a table: as published, and measured then and now."""

    name: str
    version: str
    remark: str
    published: dict[str, PublishedNumber]
    library: RecordedLibrary | None
    times: tuple[Timed, ...]

    @property
    def measured(self) -> list[tuple[Release, Timed]]:
        """The releases with their numbers, the newest first."""
        runs = [(one.run.release, one) for one in reversed(self.times)]
        return [(release, one) for release, one in runs if release]

    @property
    def repaired(self) -> list[tuple[str, PublishedNumber, list[Measured]]]:
        """Columns with a published number of repaired code, and what we measured."""
        then = self.times[0].cells if self.times else {}
        failed = {c: [m for m in then.get(c, ()) if m.error] for c in self.published}
        return [
            (column, cell, failed[column])
            for column, cell in self.published.items()
            if cell.star or cell.value == FAIL
        ]

    @property
    def refusals(self) -> list[str]:
        """Why the library was not asked for some of the numbers, each reason once."""
        shown = [m for time in self.times for c in time.cells.values() for m in c]
        told = [v for m in shown for v in (m.value, m.real) if isinstance(v, str)]
        outcomes = map(Outcome.parse, told)
        return list(dict.fromkeys(one.detail or "" for one in outcomes if one.refused))


@dataclass(frozen=True)
class PaperTable:
    """One of the paper's tables; own: a column that the paper does not have.

    headings: its columns with the cut-off, where they have one; depth: what the paper
    says of it.
    """

    caption: str
    columns: tuple[str, ...]
    entries: tuple[PaperRow, ...]
    own: str = ""
    headings: tuple[str, ...] = ()
    depth: str = ""
