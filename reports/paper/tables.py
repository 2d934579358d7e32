"""The paper's tables three times: as published, and measured then and now.

Start at `build_paper_tables`. The published numbers are data
(`published/tamm2021.toml`); the measured ones come from the records, on the example
data, and on MovieLens where a record has it. They were computed on other data than the
paper's: what compares is which numbers are equal, not how high they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from homonym.records.schema import OnData
from homonym.records.store import DATA
from homonym.reports.findings.data import read_data
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.ids import parse_variant
from homonym.reports.findings.meaning import Meanings
from homonym.reports.findings.survey import Release, Survey
from homonym.reports.paper.matching import find_row_libraries, list_row_runs
from homonym.reports.paper.table_parts import (
    Measured,
    PaperRow,
    PaperTable,
    PublishedNumber,
    Timed,
)
from homonym.tolerances import are_printed_alike

OTHER = "another meaning"
DASH = "–"
"""What the paper prints where a library has no number in a column."""

FindingColumn = Callable[[Finding], str]


def read_published_numbers() -> dict[str, Any]:
    """The paper's numbers and their source."""
    return read_data("published/tamm2021.toml", "published table", "published")


def build_paper_tables(
    survey: Survey, known: dict[str, Meanings]
) -> tuple[PaperTable, PaperTable]:
    """Table 1 and Table 2, each published and measured."""
    paper = read_published_numbers()
    family = {name: column for column, name in paper["columns"].items()}
    return (
        build_paper_table("table_1", survey, known, lambda f: family.get(f.claims, "")),
        build_paper_table("table_2", survey, known, name_auc_column, OTHER),
    )


def build_paper_table(
    name: str,
    survey: Survey,
    known: dict[str, Meanings],
    column: FindingColumn,
    own: str = "",
) -> PaperTable:
    """One table: the paper's rows in its order, then libraries it does not have."""
    given = read_published_numbers()[name]
    columns = (*given["columns"], *([own] if own else []))
    groups = {c: number_groups(c, given["row"]) for c in columns}
    entries = [
        PaperRow(
            row["name"],
            row.get("version", ""),
            ". ".join(row[key] for key in ("remark", "measured") if key in row),
            build_published_cells(row, groups),
            next(
                iter(
                    find_row_libraries(
                        row["name"], find_row_records(row["name"]), survey
                    )
                ),
                None,
            ),
            build_timed_runs(row["name"], survey, known, column),
        )
        for row in [*given["row"], *list_added_library_rows(survey)]
    ]
    kept = (e for e in entries if e.published or any(t.cells for t in e.times))
    headings = tuple(format_column_heading(column, given) for column in columns)
    said = given.get("depth", "")
    return PaperTable(given["caption"], columns, tuple(kept), own, headings, said)


def format_column_heading(column: str, given: dict[str, Any]) -> str:
    """A column with the paper's cut-off, unless the paper says that it has none.

    Where nothing is said of depths the columns' own names tell.
    """
    cut = "depth" in given and column not in given["whole"]
    return f"{column}@{read_published_numbers()['k']}" if cut else column


def find_row_records(name: str) -> dict[str, Any]:
    """Which of our records stand beside the paper's row of that name."""
    found: list[dict[str, Any]] = read_published_numbers()["library"]
    return next((one for one in found if one["name"] == name), {})


def list_added_library_rows(survey: Survey) -> list[dict[str, Any]]:
    """Rows of libraries that the paper does not tabulate, though it may name them."""
    theirs = {row["name"] for row in read_published_numbers()["table_1"]["row"]}
    told = {
        record
        for name in theirs
        for record in find_row_records(name).get("records", ())
    }
    return [
        {"name": library.title, "cells": {}}
        for library in survey.libraries
        if library.name not in told and library.title not in theirs
    ]


def build_timed_runs(
    name: str, survey: Survey, known: dict[str, Meanings], column: FindingColumn
) -> tuple[Timed, ...]:
    """A library's runs, each with its numbers."""
    return tuple(
        Timed(
            run,
            group_numbers_by_column(run.release, known, column),
            find_offered_columns(run.release, column),
        )
        if run.release
        else Timed(run, {})
        for run in list_row_runs(name, find_row_records(name), survey)
    )


def find_offered_columns(release: Release, column: FindingColumn) -> frozenset[str]:
    """The columns that a release has a metric of."""
    return frozenset(filter(None, map(column, release.findings)))


def build_published_cells(
    row: dict[str, Any], groups: dict[str, dict[float | str, int]]
) -> dict[str, PublishedNumber]:
    """The published cells of a row."""
    star = row.get("starred", {})
    return {
        column: PublishedNumber(
            value, star.get(column, ""), groups[column].get(value, 0)
        )
        for column, value in row["cells"].items()
    }


def group_numbers_by_column(
    release: Release, known: dict[str, Meanings], column: FindingColumn
) -> dict[str, tuple[Measured, ...]]:
    """A release's numbers by column; metrics of one number and label stand together,
    rounded ones apart."""
    groups: dict[str, dict[tuple[Any, ...], list[Finding]]] = {}
    for finding in release.findings:
        value, real = (
            find_dataset_number(release, data, finding.metric) for data in DATA
        )
        if (at := column(finding)) and value != "":
            mine = groups.setdefault(at, {})
            key = value, real, finding.label, finding.decimals
            mine.setdefault(key, []).append(finding)
    return {
        at: tuple(
            Measured(tuple(f), value, known[f[0].claims].get(f[0].meaning), real)
            for (value, real, *_), f in mine.items()
        )
        for at, mine in groups.items()
    }


def find_dataset_number(release: Release, data: str, metric: str) -> float | str:
    """A metric's number on a dataset of the record: of per-user numbers their mean."""
    found = find_dataset_results(release, data)
    if found is None:
        return ""
    return found.means.get(metric, found.values.get(metric, ""))


def find_dataset_results(release: Release, data: str) -> OnData | None:
    """What a release's record says of a dataset."""
    if release.record is None:
        return None
    return release.record.example if data == "example" else release.record.movielens


def name_auc_column(finding: Finding) -> str:
    """The column of Table 2 that an AUC belongs to, by what it computes.

    Stacked pairs are SAUC; pooled users are what the paper found in Elliot's AUC, and
    has no name for; at depth k it is LAUC where the divisor is min(k, r), else GAUC@20.
    """
    if finding.claims != "auc":
        return ""
    variant = parse_variant(finding.meaning) if finding.meaning else None
    if variant is None or variant.family != "auc" or variant.names["users"] == "pooled":
        return OTHER
    if variant.names["users"] == "stacked":
        return "SAUC"
    if variant.names["depth"] == "all":
        return "GAUC"
    return "LAUC@20" if variant.names["divisor"] == "min_k_r" else "GAUC@20"


def number_groups(
    column: str, rows: Iterable[dict[str, Any]]
) -> dict[float | str, int]:
    """The distinct numbers of a column, numbered by how many rows have them."""
    groups: list[list[float]] = []
    for value in (row["cells"].get(column) for row in rows):
        if isinstance(value, float):
            mine = next((g for g in groups if are_printed_alike(g[0], value)), None)
            groups.append([value]) if mine is None else mine.append(value)
    groups.sort(key=len, reverse=True)
    return {value: n for n, group in enumerate(groups, 1) for value in group}


def list_data_names(releases: Sequence[Release], data: str = "example") -> list[str]:
    """The names of the data that was measured on, normally one."""
    return sorted(
        {found.data for r in releases if (found := find_dataset_results(r, data))}
    )
