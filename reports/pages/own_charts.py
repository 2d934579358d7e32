"""A page of charts of somebody's own numbers: start at `write_own_page`.

`homonym diversity --out` and `homonym off-policy --out` write it, drawn as the report's
own pages are, and in place of such a page alone.
"""

from __future__ import annotations

import json
from importlib import metadata
from pathlib import Path
from typing import Any

from homonym.reports.pages.folder import replace_page_folder
from homonym.reports.pages.render import build_jinja_environment
from homonym.reports.pages.shared import write_style

Figures = dict[str, dict[str, str]]
"""Charts by their caption, by the heading that they stand under."""


def write_own_page(
    folder: Path, title: str, found: dict[str, Any], figures: Figures, command: str
) -> Path:
    """Put `index.html` with the charts, its style and `results.json` into the folder.

    Returns the page. Raises UserError where the folder holds something that the command
    has not written, or cannot be written to.
    """
    template = build_jinja_environment().get_template("own.html")
    version = metadata.version("homonym")
    text = template.render(title=title, homonym=version, figures=figures)

    def write(new: Path) -> None:
        write_style(new)
        (new / "index.html").write_text(text, encoding="utf-8")
        data = json.dumps(found, indent=1) + "\n"
        (new / "results.json").write_text(data, encoding="utf-8")

    replace_page_folder(folder, write, command)
    return folder / "index.html"
