"""LaTeX tables for papers, with booktabs: `matrix_tex` and `paper_tex`.

Each is a whole `tabular`, to be read with `\\input`; the preamble needs
`\\usepackage{booktabs}` and UTF-8, and a wide one a smaller font or a landscape page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from homonym.reports.matrix import Group, Matrix
from homonym.reports.paper import Number, Table
from homonym.reports.render import printed

SIGNS = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "≠": r"$\neq$",
    "–": "--",
    "−": "--",
    "×": r"$\times$",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}
OTHER = re.compile("|".join(map(re.escape, SIGNS)))


def escaped(text: str) -> str:
    r"""Text that LaTeX prints as it stands.

    >>> escaped("ndcg_at_k & 100%")
    'ndcg\\_at\\_k \\& 100\\%'
    """
    return OTHER.sub(lambda found: SIGNS[found[0]], " ".join(text.split()))


def tabular(header: Sequence[str], rows: Sequence[Sequence[str]], remark: str) -> str:
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


def matrix_tex(matrix: Matrix) -> str:
    """What the newest version of every library computes, by family."""
    rows = [
        [
            escaped(f"{row.library.title} {row.release.version}"),
            *("; ".join(map(group, cell)) or "--" for cell in row.cells),
        ]
        for row in matrix.rows
        if row.is_newest and row.cells
    ]
    header = ["Library", *(escaped(family.title) for family in matrix.families)]
    remark = "The newest recorded versions. Equal letters in a column: equal formulas."
    return tabular(header, rows, remark)


def group(one: Group) -> str:
    """The letter and the label of one meaning."""
    differs = r" $\neq$" if any(f.differs for f in one.findings) else ""
    return rf"\textbf{{{escaped(one.letter)}}} {escaped(one.label)}{differs}"


def paper_tex(table: Table) -> str:
    """One of the paper's tables, as published."""
    columns = [column for column in table.columns if column != table.own]
    rows = [
        [escaped(entry.name), *(cell(entry.published.get(c)) for c in columns)]
        for entry in table.entries
        if entry.published
    ]
    remark = "As published by Tamm et al. 2021; * with a change to the library's code."
    return tabular(["Library", *map(escaped, columns)], rows, remark)


def cell(number: Number | None) -> str:
    if number is None:
        return "--"
    return escaped(printed(number.value)) + ("*" if number.star else "")
