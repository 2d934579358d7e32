"""What every page loads, once for all of them: the style sheet, scripts, the icon."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from homonym.reports.pages.render import read_template_text

SHARED = (".css", ".js", "icon.svg")
"""How the names of such files end."""


def write_shared(target: Path) -> None:
    """Put them beside the pages."""
    for file in files("homonym.reports").joinpath("templates").iterdir():
        if file.name.endswith(SHARED):
            (target / file.name).write_bytes(file.read_bytes())


def write_style(target: Path) -> None:
    """The style sheet alone, for a page that needs no more."""
    (target / "style.css").write_text(read_template_text("style.css"), encoding="utf-8")
