"""`homonym report`: build the pages from the records."""

from __future__ import annotations

from pathlib import Path

from homonym.reports.build import build
from homonym.reports.findings.survey import survey


def build_report(out: Path, live: Path | None) -> None:
    """Build the report into a folder and say where its front page is."""
    print(build(out, survey(live)))
