"""The paper's tables as data, one row a number, in all digits:
`yield_paper_csv_rows`."""

from __future__ import annotations

from collections.abc import Iterator

from homonym.reports.paper.table_parts import Measured, PaperRow, PaperTable, Timed

HEADER = (
    *("table", "library", "run", "version", "column", "data", "number"),
    *("metrics", "formula", "note"),
)
PUBLISHED = "published"


def yield_paper_csv_rows(table: PaperTable, place: int) -> Iterator[list[str]]:
    """Each library's numbers as published, then as measured then and now."""
    for entry in table.entries:
        start = [f"Table {place}", entry.name]
        yield from ([*start, *row] for row in yield_published_csv_rows(entry))
        for time in entry.times:
            yield from ([*start, *row] for row in yield_measured_csv_rows(time))


def yield_published_csv_rows(entry: PaperRow) -> Iterator[list[str]]:
    """The published numbers of a row."""
    for column, number in entry.published.items():
        note = f"with a change to the library's code: {number.star}"
        yield [
            *(PUBLISHED, entry.version, column, PUBLISHED, str(number.value), "", ""),
            note if number.star else "",
        ]


def yield_measured_csv_rows(time: Timed) -> Iterator[list[str]]:
    """The measured numbers of a row, or why there are none."""
    run = time.run
    if not run.release:
        yield [run.when, "", "", "", "", "", "", f"not measured: {run.note}"]
        return
    for column, found in time.cells.items():
        for one in found:
            for data, value in (("example", one.value), ("movielens", one.real)):
                if value != "":
                    start = [run.when, run.release.version, column, data]
                    yield [
                        *start,
                        *number_cells(one, value),
                        format_number_note(one, run.note),
                    ]


def number_cells(one: Measured, value: float | str) -> tuple[str, str, str]:
    """A number, or what stands for it; the metrics; the formula, where it is known."""
    formula = one.meaning.variant if one.meaning else one.label
    return str(value), ", ".join(f.metric for f in one.findings), formula


def format_number_note(one: Measured, note: str) -> str:
    """What is to be known of a measured number."""
    rounded = f"rounded by the library to {one.decimals} decimals"
    broken = [
        f"{f.metric}: {' and '.join(f.matters)}" for f in one.findings if f.matters
    ]
    told = [rounded if one.decimals else "", *broken, note]
    return "; ".join(filter(None, told))
