"""The tables for papers, set by LaTeX."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

TABLES = ("matrix.tex", "table-1.tex", "table-2.tex")
DOCUMENT = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage{booktabs}
\begin{document}
%s
\end{document}
"""


def test_latex_sets_every_table(site: Path, tmp_path: Path) -> None:
    """With booktabs and nothing else, without an error; skipped without LaTeX."""
    latex = shutil.which("pdflatex")
    if not latex:
        pytest.skip("no pdflatex here: Debian's texlive-latex-base has it")
    inputs = "\n\n".join(rf"\input{{{site / table}}}" for table in TABLES)
    document = tmp_path / "tables.tex"
    document.write_text(DOCUMENT % inputs, encoding="utf-8")
    ran = subprocess.run(
        [latex, "-halt-on-error", "-interaction=nonstopmode", document.name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stdout[-1500:]
    assert (tmp_path / "tables.pdf").stat().st_size > 10_000
