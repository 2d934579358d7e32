"""Pictures of the report's main pages: `python tests/browser/screenshots.py FOLDER`."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from homonym.reports.build import build_report_pages
from homonym.reports.findings.survey import read_survey

PICTURES = {
    "report": ("index.html", 1280, 1180),
    "report-matrix": ("matrix.html", 1280, 1000),
    "report-paper": ("paper.html", 1280, 1000),
    "report-variant": ("variant-average_precision-divisor-r.html", 1280, 1000),
    "report-library": ("library-elliot.html#story-MAP", 1280, 1000),
    "report-recipes": ("recipes.html?from=rs-metrics.mapr&to=recbole.MAP", 1280, 1000),
    "report-edges": ("conventions.html", 1280, 1000),
    "report-phone": ("index.html", 360, 740),
}
"""File name -> page, width, height."""


def main(folder: Path) -> None:
    """Build the report of the committed records, and take the pictures."""
    from playwright.sync_api import sync_playwright

    executable = os.environ.get("HOMONYM_CHROMIUM") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as made, sync_playwright() as started:
        site = build_report_pages(Path(made) / "site", read_survey()).parent
        browser = started.chromium.launch(
            executable_path=executable, args=["--no-sandbox"]
        )
        for name, (page, width, height) in PICTURES.items():
            opened = browser.new_page(viewport={"width": width, "height": height})
            opened.goto(f"{site.as_uri()}/{page}")
            opened.screenshot(path=folder / f"{name}.png")
            opened.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
