"""LaTeX tables for papers, with booktabs: `render_matrix_tex` and `render_paper_tex`.

Each is a whole `render_latex_tabular`, to be read with `\\input`; the preamble needs
`\\usepackage{booktabs}` and UTF-8, and a wide one a smaller font or a landscape page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from homonym.failures import name_failure
from homonym.records.violations import format_violations
from homonym.reports.evidence.matrix import Matrix, MatrixGroup
from homonym.reports.findings.finding import Finding, group_findings_by_verdict
from homonym.reports.findings.numbers import format_published_number
from homonym.reports.paper.table_parts import (
    PaperRow,
    PaperTable,
    PublishedNumber,
    Timed,
)

SIGNS = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "≠": r"$\neq$",
    "–": "--",
    "’": "'",
    "−": "--",
    "×": r"$\times$",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}
OTHER = re.compile("|".join(map(re.escape, SIGNS)))


def escape_latex(text: str) -> str:
    r"""Text that LaTeX prints as it stands.

    >>> escape_latex("ndcg_at_k & 100%")
    'ndcg\\_at\\_k \\& 100\\%'
    """
    return OTHER.sub(lambda found: SIGNS[found[0]], " ".join(text.split()))


def render_latex_tabular(
    header: Sequence[str], rows: Sequence[Sequence[str]], remark: str
) -> str:
    """A booktabs table; cells are LaTeX already."""
    lines = [" & ".join(row) + r" \\" for row in [header, *rows]]
    return "\n".join(
        [
            f"% {remark}",
            rf"\begin{{tabular}}{{{'l' * len(header)}}}",
            r"\toprule",
            lines[0],
            r"\midrule",
            *lines[1:],
            r"\bottomrule",
            r"\end{tabular}",
            "",
        ]
    )


def render_matrix_tex(matrix: Matrix) -> str:
    """What the newest version of every library or repository computes, by family."""
    rows = [
        [
            escape_latex(f"{row.library.title} {row.release.version}"),
            *("; ".join(map(format_matrix_group, cell)) or "--" for cell in row.cells),
        ]
        for row in matrix.rows
        if row.is_newest and row.cells
    ]
    header = [
        matrix.section.who,
        *(escape_latex(family.title) for family in matrix.families),
    ]
    remark = "The newest recorded versions. Equal letters in a column: equal formulas."
    return render_latex_tabular(header, rows, remark)


def format_matrix_group(one: MatrixGroup) -> str:
    """The letter and the label of one meaning; again where something matters to some
    of its metrics that must not, with what that is."""
    return "; ".join(
        rf"\textbf{{{escape_latex(one.letter)}}} {escape_latex(verdict)}"
        + format_documentation_marks(found)
        for verdict, found in group_findings_by_verdict(one.findings).items()
    )


def format_documentation_marks(findings: Sequence[Finding]) -> str:
    """The signs of what the documentation of one of the metrics promises."""
    marks = r" $\neq$" if any(f.differs for f in findings) else ""
    if any(f.several for f in findings):
        marks += r" $\stackrel{?}{=}$"
    return marks


def render_paper_tex(table: PaperTable) -> str:
    """One of the paper's tables: published, and measured then and now."""
    rows = [
        row for entry in table.entries for row in yield_entry_rows(entry, table.columns)
    ]
    remark = (
        "Published: Tamm et al. 2021, * with a change to the library's code. Measured: "
        "by homonym, on other data: compare which are equal."
    )
    header = ["Library", "Run", "Version", *map(escape_latex, table.headings)]
    return render_latex_tabular(header, rows, remark)


def yield_entry_rows(entry: PaperRow, columns: Sequence[str]) -> Iterator[list[str]]:
    """A library's rows."""
    name = escape_latex(entry.name)
    if entry.published:
        cells = (format_published_tex(entry.published.get(c)) for c in columns)
        yield [name, "published", escape_latex(entry.version), *cells]
    for time in entry.times:
        if release := time.run.release:
            cells = (format_measured_tex(time, c) for c in columns)
            yield [
                name,
                escape_latex(time.run.when),
                escape_latex(release.version),
                *cells,
            ]


def format_published_tex(number: PublishedNumber | None) -> str:
    """A published number, starred as in the paper; two dashes for none."""
    if number is None:
        return "--"
    return escape_latex(format_published_number(number.value)) + (
        "*" if number.star else ""
    )


def format_measured_tex(time: Timed, column: str) -> str:
    """Each number with the letter of its meaning and what matters though it must not,
    or why there is none."""
    told = [
        f"{one.digits(one.value)} {one.meaning.letter if one.meaning else '?'}"
        + format_violations(finding.entry)
        if not one.error
        else name_failure(one.error)
        for one in time.cells.get(column, ())
        for finding in one.findings
    ]
    return escape_latex("; ".join(dict.fromkeys(told)) or time.absent(column))
