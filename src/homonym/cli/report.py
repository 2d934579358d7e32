"""`homonym report`: build the pages from the records."""

from __future__ import annotations

from pathlib import Path

from homonym.reports.build import build_report_pages
from homonym.reports.findings.survey import read_survey


def build_report(out: Path, live: Path | None) -> None:
    """Build the report into a folder and say where its front page is."""
    print(build_report_pages(out, read_survey(live)))
