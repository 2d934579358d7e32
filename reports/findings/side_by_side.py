"""Repositories whose numbers stand side by side in later tables: start at
`list_printed_pairs`.

The tables are in `published/side_by_side.toml`. Two repositories of a table are a pair
for each of its metrics that both have; whether the pair means the same is what their
records say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from homonym.reports.findings.comparable import (
    Beside,
    computes_same,
    list_beside_metrics,
    prefer_any_input_metrics,
)
from homonym.reports.findings.data import read_data
from homonym.reports.findings.names import normalise_metric_name
from homonym.reports.findings.repositories import read_paper_repositories
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
    formula for it; tables: those that print both; partly: whether they are the same by
    some of the functions of that name alone, and by others not."""

    one: Beside
    other: Beside
    name: str
    same: bool | None
    tables: tuple[PrintedTable, ...]
    partly: bool = False

    @property
    def said(self) -> tuple[str, ...]:
        """Where authors or users of either have already said what it computes."""
        known = read_paper_repositories()
        mine = (known[side.finding.library].said for side in (self.one, self.other))
        return tuple(dict.fromkeys(one for found in mine for one in found))


def read_side_by_side_data() -> dict[str, Any]:
    """The file."""
    return read_data("published/side_by_side.toml", "list of tables")


def read_printed_tables() -> list[PrintedTable]:
    """Every table, in the order of the file."""
    return [
        PrintedTable(
            one["title"], one["address"], (*one["metrics"],), (*one["methods"],)
        )
        for one in read_side_by_side_data()["table"]
    ]


def list_method_repositories(method: str) -> list[str]:
    """The repositories of a method that have an adapter, by its name."""
    mine = read_side_by_side_data()["repositories"][method]
    return [
        name
        for name, one in read_paper_repositories().items()
        if one.repository in mine
    ]


def list_printed_pairs(survey: Survey) -> list[PrintedPair]:
    """Every pair of repositories on record, once for each name, by name."""
    metrics = {one.name: list_beside_metrics(one) for one in survey.repositories}
    printed: dict[tuple[str, str, str], list[PrintedTable]] = {}
    for table in read_printed_tables():
        for one, other in pair_table_repositories(table):
            for name in table.metrics:
                printed.setdefault((name, one, other), []).append(table)
    return [
        judge_printed_pair(name, mine, others, tuple(found))
        for (name, one, other), found in printed.items()
        if (mine := select_metrics_of_name(metrics.get(one, []), name))
        and (others := select_metrics_of_name(metrics.get(other, []), name))
    ]


def pair_table_repositories(table: PrintedTable) -> Iterator[tuple[str, str]]:
    """Two repositories each, of two methods of the table."""
    for a, b in combinations(table.methods, 2):
        for one in list_method_repositories(a):
            for other in list_method_repositories(b):
                if one != other:
                    first, second = sorted((one, other))
                    yield first, second


def select_metrics_of_name(metrics: list[Beside], name: str) -> list[Beside]:
    """The metrics of a name, those of any input first of all."""
    return prefer_any_input_metrics(
        [one for one in metrics if normalise_metric_name(one.finding.name) == name]
    )


def judge_printed_pair(
    name: str, mine: list[Beside], others: list[Beside], found: tuple[PrintedTable, ...]
) -> PrintedPair:
    """Whether a metric of the one means the same as one of the other."""
    known = [
        (a, b) for a in mine for b in others if a.finding.meaning and b.finding.meaning
    ]
    same = [pair for pair in known if computes_same(*(one.finding for one in pair))]
    if same:
        tables, partly = drop_repeated_tables(found), len(same) < len(known)
        return PrintedPair(*same[0], name, True, tables, partly)
    if known and all(one.finding.meaning for one in (*mine, *others)):
        return PrintedPair(*known[0], name, False, drop_repeated_tables(found))
    return PrintedPair(mine[0], others[0], name, None, drop_repeated_tables(found))


def drop_repeated_tables(found: tuple[PrintedTable, ...]) -> tuple[PrintedTable, ...]:
    """Each table once: a method of several repositories names it more often."""
    return tuple(dict.fromkeys(found))
