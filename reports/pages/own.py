"""A page of charts of somebody's own numbers: start at `write_own_page`.

`homonym diversity --out` and `homonym off-policy --out` write it, drawn as the report's
own pages are.
"""

from __future__ import annotations

import json
from importlib import metadata
from pathlib import Path
from typing import Any

from homonym.errors import unwritten
from homonym.reports.pages.render import environment

Figures = dict[str, dict[str, str]]
"""Charts by their caption, by the heading that they stand under."""


def write_own_page(
    folder: Path, title: str, found: dict[str, Any], figures: Figures
) -> Path:
    """Put `index.html` with the charts and `results.json` into the folder.

    Returns the page. Raises UserError where the folder cannot be written to.
    """
    template = environment().get_template("own.html")
    version = metadata.version("homonym")
    text = template.render(title=title, homonym=version, figures=figures)
    page = folder / "index.html"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")
        data = json.dumps(found, indent=1) + "\n"
        (folder / "results.json").write_text(data, encoding="utf-8")
    except OSError as error:
        raise unwritten(error, f"{folder} cannot be written to: {error}") from None
    return page
