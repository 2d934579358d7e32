"""The report for machines, papers and a README: CSV, JSON, LaTeX and Markdown.

Start at `write_exports`. A cell that a spreadsheet would take for a formula is made a
text. Repositories of papers are in every form, and said to be what they are.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from io import StringIO
from math import inf, isfinite, isnan
from pathlib import Path
from typing import Any

import msgspec

from homonym.records.reading import as_plain
from homonym.reports.evidence.matrix import Matrix, MatrixGroup
from homonym.reports.exports.latex import render_matrix_tex, render_paper_tex
from homonym.reports.findings.finding import Finding, group_findings_by_verdict
from homonym.reports.findings.meaning import Meanings
from homonym.reports.findings.numbers import format_published_number
from homonym.reports.findings.repositories import is_paper_repository
from homonym.reports.findings.survey import Release, Survey
from homonym.reports.paper import csv as paper_data
from homonym.reports.paper.table_parts import PaperTable, PublishedNumber, Timed
from homonym.reports.paper.tables import DASH, list_data_names, read_published_numbers

VERDICTS = (
    *("library", "version", "metric", "family", "status", "variants", "when"),
    *("violations", "documented", "differs", "reason", "example", "run", "date"),
    "kind",
)
CONVENTIONS = ("library", "version", "metric", "family", "probe", "outcome", "kind")


def write_exports(
    out: Path,
    survey: Survey,
    matrices: Sequence[Matrix],
    tables: Sequence[PaperTable],
    known: dict[str, Meanings],
) -> None:
    """Write all forms into the folder."""
    for name, content in (
        ("verdicts.csv", render_csv_sheet(VERDICTS, yield_verdict_rows(survey))),
        (
            "conventions.csv",
            render_csv_sheet(CONVENTIONS, yield_convention_rows(survey)),
        ),
        ("report.json", render_report_json(survey, known)),
        ("report.md", render_tables_markdown(survey, matrices, tables)),
        ("report.schema.json", render_report_schema()),
        *((one.section.tex, render_matrix_tex(one)) for one in matrices),
        *(
            (f"table-{n}.tex", render_paper_tex(table))
            for n, table in enumerate(tables, 1)
        ),
        *(
            (
                f"table-{n}.csv",
                render_csv_sheet(
                    paper_data.HEADER, paper_data.yield_paper_csv_rows(table, n)
                ),
            )
            for n, table in enumerate(tables, 1)
        ),
    ):
        (out / name).write_text(content, encoding="utf-8")


def yield_verdict_rows(survey: Survey) -> Iterator[list[Any]]:
    """A row for each metric at each version."""
    for release in survey.everyone.releases:
        for f in release.findings:
            yield [
                *(f.library, f.version, f.metric, f.claims, f.status),
                " or ".join(f.variants),
                f.entry.when,
                "; ".join(f.matters),
                " or ".join(f.promises),
                compare_with_documented(f),
                f.reason,
                release.example.get(f.metric, ""),
                "live" if release.live else "recorded",
                release.measured,
                name_source_kind(f.library),
            ]
        if not release.record and release.status:
            told = release.status
            row = [told.library, told.version, "", "", told.status]
            row += [*("", "", "", "", ""), told.reason, "", "live", ""]
            yield [*row, name_source_kind(told.library)]


def name_source_kind(library: str) -> str:
    """What a name on record is of.

    >>> name_source_kind("recbole"), name_source_kind("ngcf")
    ('library', 'repository')
    """
    return "repository" if is_paper_repository(library) else "library"


def compare_with_documented(finding: Finding) -> str:
    """Whether another formula is documented than computed: yes, no, or `several` where
    the documentation fits several; nothing where it promises none."""
    if finding.several:
        return "several"
    return {True: "yes", False: "no" if finding.documented else ""}[finding.differs]


def yield_convention_rows(survey: Survey) -> Iterator[list[str]]:
    """A row for each convention of each metric at each version."""
    for f in survey.everyone.findings:
        for probe, outcome in f.entry.conventions.items():
            row = [f.library, f.version, f.metric, f.claims, probe, outcome]
            yield [*row, name_source_kind(f.library)]


def render_csv_sheet(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Rows as CSV."""
    out = StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(header)
    table.writerows([escape_spreadsheet_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def escape_spreadsheet_cell(cell: Any) -> Any:
    """A text that a spreadsheet does not run."""
    risky = isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r"))
    return f"'{cell}" if risky else cell


def render_report_schema() -> str:
    """The JSON Schema of report.json, that of records within it: one file is enough. An
    infinite distance is a word there."""
    folder = files("homonym.reports")
    whole, record = (
        json.loads(folder.joinpath(f"{name}.schema.json").read_text("utf-8"))
        for name in ("report", "record")
    )
    del record["$schema"]
    metric = record["properties"]["metrics"]["additionalProperties"]["properties"]
    for near in ("runner_up", "nearest"):
        its = metric[near]["properties"]
        its["distance"] = {"anyOf": [its["distance"], {"const": str(inf)}]}
    whole["$defs"]["record"] = record
    return json.dumps(whole, indent=2) + "\n"


def render_report_json(survey: Survey, known: dict[str, Meanings]) -> str:
    """Records with their standing, meanings and the published tables, as one file."""
    found = {
        "schema": 1,
        "measured_until": survey.until,
        "releases": [convert_release_to_data(r) for r in survey.everyone.releases],
        "meanings": group_libraries_by_formula(known, "libraries"),
        "in_papers": group_libraries_by_formula(known, "repositories"),
        "published": read_published_numbers(),
    }
    text = msgspec.json.format(
        msgspec.json.encode(convert_to_strict_json(found)), indent=1
    )
    return text.decode() + "\n"


def group_libraries_by_formula(
    known: dict[str, Meanings], who: str
) -> dict[str, dict[str, list[str]]]:
    """Family -> id of a class -> the libraries that compute it, or the repositories."""
    found = {
        family: {
            m.variant: mine for m in meanings.values() if (mine := getattr(m, who))
        }
        for family, meanings in known.items()
    }
    return {family: classes for family, classes in found.items() if classes}


PLAIN = (str, int, float)


def convert_to_strict_json(found: Any) -> Any:
    """Data as JSON has it, with words for numbers that it does not have, NaN, inf and
    -inf, and for anything else."""
    if isinstance(found, dict):
        return {name: convert_to_strict_json(value) for name, value in found.items()}
    if isinstance(found, list | tuple):
        return [convert_to_strict_json(value) for value in found]
    if isinstance(found, float) and not isfinite(found):
        return "NaN" if isnan(found) else str(found)
    return found if isinstance(found, PLAIN) or found is None else str(found)


def convert_release_to_data(one: Release) -> dict[str, Any]:
    """A release with its record, and what the pages make of it."""
    return {
        "library": one.library,
        "kind": name_source_kind(one.library),
        "version": one.version,
        "standing": one.standing,
        "live": one.live,
        "drift": None if one.drift is None else list(map(str, one.drift)),
        "status": vars(one.status) if one.status else None,
        "differs": [f.metric for f in one.findings if f.differs],
        "several": [f.metric for f in one.findings if f.several],
        "record": as_plain(one.record) if one.record else None,
    }


def render_tables_markdown(
    survey: Survey, matrices: Sequence[Matrix], tables: Sequence[PaperTable]
) -> str:
    """The matrices and the paper's tables as Markdown."""
    blocks = [
        "# Same name, different number",
        f"Measured until {survey.until}. Letters tell a column's meanings apart; none "
        "is more common than A; ≠: the documentation promises another formula; ≟: it "
        "contradicts itself or fits several formulas.",
    ]
    for matrix in matrices:
        of = "The code of papers: " if matrix.section.of else ""
        blocks += [f"## {of}{matrix.section.title}", render_matrix_markdown(matrix)]
    for place, table in enumerate(tables, 1):
        blocks += [
            f"## Table {place}: {table.caption}",
            *list_paper_table_lines(table, survey),
        ]
    return "\n\n".join(blocks) + "\n"


def render_matrix_markdown(matrix: Matrix) -> str:
    """A matrix as one Markdown table."""
    rows = []
    for row in matrix.rows:
        name = f"{row.library.title} {row.release.version} ({row.release.standing})"
        cells = ["; ".join(map(group_text, cell)) or "–" for cell in row.cells]
        rows.append([name, *cells])
    families = [family.title for family in matrix.families]
    return render_pipe_table([matrix.section.who, *families], rows)


def group_text(group: MatrixGroup) -> str:
    """Metrics of one meaning: `A divisor=r: map, map_at_k ≠`; again for those to which
    matters what must not: `A divisor=r, but ids matter: mapr`."""
    return "; ".join(
        f"**{group.letter}** {verdict}: {', '.join(map(name_text, found))}"
        for verdict, found in group_findings_by_verdict(group.findings).items()
    )


def name_text(finding: Finding) -> str:
    """A metric's name, marked where its documentation promises another formula, or
    fits several."""
    marks = (finding.differs, " ≠"), (finding.several, " ≟")
    return finding.metric + "".join(sign for shown, sign in marks if shown)


def list_paper_table_lines(table: PaperTable, survey: Survey) -> list[str]:
    """One of the paper's tables: published rows, then measured ones."""
    columns = table.columns
    given = [
        [
            f"{e.name} {e.version}",
            *(format_published_text(e.published.get(c)) for c in columns),
        ]
        for e in table.entries
        if e.published
    ]
    own = [
        [f"{e.name} {one.version}", *(format_measured_text(time, c) for c in columns)]
        for e in table.entries
        for one, time in e.measured
    ]
    header = ["Library", *columns]
    names = (
        escape_markdown_cell(", ".join(list_data_names(survey.recorded)))
        or "no example data"
    )
    return [
        f"Published, {read_published_numbers()['data']}:",
        render_pipe_table(header, given),
        f"Measured by homonym, on other data ({names}): compare which are equal.",
        render_pipe_table(header, own),
    ]


def format_measured_text(time: Timed, column: str) -> str:
    """`0.3502 MAP (divisor=min_k_r)`, or why there is none; `but ids matter` stands
    after the formula."""
    told = [
        f"{m.digits(m.value)} {', '.join(f.metric for f in found)} ({verdict})"
        for m in time.cells.get(column, ())
        for verdict, found in group_findings_by_verdict(m.findings).items()
    ]
    return "; ".join(told) or time.absent(column)


def format_published_text(cell: PublishedNumber | None) -> str:
    """A published number, starred as in the paper."""
    if cell is None:
        return DASH
    return f"{format_published_number(cell.value)}{'*' if cell.star else ''}"


def render_pipe_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; what libraries wrote cannot break out of its cell."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(
        f"| {' | '.join(map(escape_markdown_cell, line))} |" for line in lines
    )


def escape_markdown_cell(text: str) -> str:
    """Text without line breaks, table bars, HTML and links.

    >>> escape_markdown_cell("[a](javascript:b) | <c>")
    '[a]\\\\(javascript:b) \\\\| &lt;c>'
    """
    joined = " ".join(text.split())
    signs = (("&", "&amp;"), ("<", "&lt;"), ("|", "\\|"), ("](", "]\\("))
    for sign, shown in signs:
        joined = joined.replace(sign, shown)
    return joined
