"""Badges: for every library a small picture, and the same for shields.io.

Start at `write_badges`. A badge says of the newest recorded version how many of its
metrics have a known formula, and how many compute another than they document.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from homonym.reports.findings.addresses import make_slug
from homonym.reports.findings.survey import RecordedLibrary

if TYPE_CHECKING:
    from jinja2 import Environment

LABEL = "homonym"
GOOD, DIFFERS, NOTHING = "#2d6a4f", "#9c2f10", "#5d6167"
"""All known and as documented; some not as documented; nothing known."""
GLYPH = 6.6
"""The width of a letter, in pixels, as wide as the widest font may need."""


@dataclass(frozen=True)
class Badge:
    """What a badge says; file: its stable name, without ending."""

    file: str
    title: str
    message: str
    colour: str


def make_library_badge(library: RecordedLibrary) -> Badge:
    """The badge of a library at its newest recorded version."""
    release = library.newest
    known = sum(bool(f.meaning) for f in release.findings)
    differ = sum(f.differs for f in release.findings)
    message = f"{known} of {len(release.findings)} formulas known"
    if differ:
        message += f", {differ} ≠ documented"
    colour = DIFFERS if differ else GOOD if known else NOTHING
    title = f"{library.title} {release.version}"
    return Badge(make_slug(library.name), title, message, colour)


def write_badges(
    target: Path, libraries: tuple[RecordedLibrary, ...], templates: Environment
) -> None:
    """`badges/<library>.svg` and `badges/<library>.json` for every recorded library."""
    folder = target / "badges"
    folder.mkdir()
    picture = templates.get_template("badge.svg")
    for library in libraries:
        if not library.newest.record:
            continue
        one = make_library_badge(library)
        widths = [round(GLYPH * len(text)) + 12 for text in (LABEL, one.message)]
        text = picture.render(badge=one, label=LABEL, left=widths[0], right=widths[1])
        (folder / f"{one.file}.svg").write_text(text, encoding="utf-8")
        shields = {
            "schemaVersion": 1,
            "label": LABEL,
            "message": one.message,
            "color": one.colour.lstrip("#"),
        }
        text = json.dumps(shields, ensure_ascii=False) + "\n"
        (folder / f"{one.file}.json").write_text(text, encoding="utf-8")
