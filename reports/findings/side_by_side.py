"""Repositories whose numbers stand side by side in later tables: start at `pairs`.

The tables are in `published/side_by_side.toml`. Two repositories of a table are a pair
for each of its metrics that both have; whether the pair means the same is what their
records say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from homonym.reports.findings.comparable import Beside, beside_of, computes_same, usual
from homonym.reports.findings.data import read_data
from homonym.reports.findings.names import name_of
from homonym.reports.findings.repositories import repositories
from homonym.reports.findings.survey import Survey


@dataclass(frozen=True)
class PrintedTable:
    """A table that prints numbers of several methods."""

    title: str
    address: str
    metrics: tuple[str, ...]
    methods: tuple[str, ...]


@dataclass(frozen=True)
class PrintedPair:
    """Two repositories and a name of a metric; same: None where a record names not one
    formula for it; tables: those that print both."""

    one: Beside
    other: Beside
    name: str
    same: bool | None
    tables: tuple[PrintedTable, ...]

    @property
    def said(self) -> tuple[str, ...]:
        """Where authors or users of either have already said what it computes."""
        known = repositories()
        mine = (known[side.finding.library].said for side in (self.one, self.other))
        return tuple(dict.fromkeys(one for found in mine for one in found))


def data() -> dict[str, Any]:
    """The file."""
    return read_data("published/side_by_side.toml", "list of tables")


def tables() -> list[PrintedTable]:
    """Every table, in the order of the file."""
    return [
        PrintedTable(
            one["title"], one["address"], (*one["metrics"],), (*one["methods"],)
        )
        for one in data()["table"]
    ]


def libraries_of(method: str) -> list[str]:
    """The repositories of a method that have an adapter, by its name."""
    mine = data()["repositories"][method]
    return [name for name, one in repositories().items() if one.repository in mine]


def pairs(survey: Survey) -> list[PrintedPair]:
    """Every pair of repositories on record, once for each name, by name."""
    metrics = {one.name: beside_of(one) for one in survey.repositories}
    printed: dict[tuple[str, str, str], list[PrintedTable]] = {}
    for table in tables():
        for one, other in pairs_of(table):
            for name in table.metrics:
                printed.setdefault((name, one, other), []).append(table)
    return [
        judged(name, mine, others, tuple(found))
        for (name, one, other), found in printed.items()
        if (mine := named(metrics.get(one, []), name))
        and (others := named(metrics.get(other, []), name))
    ]


def pairs_of(table: PrintedTable) -> Iterator[tuple[str, str]]:
    """Two repositories each, of two methods of the table."""
    for a, b in combinations(table.methods, 2):
        for one in libraries_of(a):
            for other in libraries_of(b):
                if one != other:
                    first, second = sorted((one, other))
                    yield first, second


def named(metrics: list[Beside], name: str) -> list[Beside]:
    """The metrics of a name, those of any input first of all."""
    return usual([one for one in metrics if name_of(one.finding.name) == name])


def judged(
    name: str, mine: list[Beside], others: list[Beside], found: tuple[PrintedTable, ...]
) -> PrintedPair:
    """Whether a metric of the one means the same as one of the other."""
    known = [
        (a, b) for a in mine for b in others if a.finding.meaning and b.finding.meaning
    ]
    for a, b in known:
        if computes_same(a.finding, b.finding):
            return PrintedPair(a, b, name, True, once(found))
    if known and all(one.finding.meaning for one in (*mine, *others)):
        return PrintedPair(*known[0], name, False, once(found))
    return PrintedPair(mine[0], others[0], name, None, once(found))


def once(found: tuple[PrintedTable, ...]) -> tuple[PrintedTable, ...]:
    """Each table once: a method of several repositories names it more often."""
    return tuple(dict.fromkeys(found))
