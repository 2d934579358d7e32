"""The picture that is shown where a page is linked to: `write_preview`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from homonym.address import find_project_url

FILE = "preview.png"
SIZE = 1200, 630
"""Pixels: what previews are shown at."""
LEFT = 84
NUMBER, NAME = 140, 168
"""Where a number ends, and its name begins."""
ROWS, ROW = 262, 82
"""Where the names begin, and how high each is."""
BOX = 6
"""Pixels around a number."""
PAPER, DARK, SOFT = "#fcfbf8", "#1c1e21", "#5d6167"
MARKS = ("#335d9f", "#a66f35", "#35a66d", "#a63566", "#6b35a6", "#3595a6")
"""As the style sheet has the first letters."""


def write_preview(folder: Path, names: Sequence[tuple[int, str]]) -> None:
    """A headline, and how many meanings each of these names has."""
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(image)
    huge, large, small = (ImageFont.load_default(size) for size in (64, 38, 29))
    draw.text((LEFT, 40), "Same name,\ndifferent number", DARK, huge)
    for place, (count, name) in enumerate(names):
        y = ROWS + ROW * place
        left, top, right, bottom = draw.textbbox((NUMBER, y), str(count), large, "ra")
        box = left - BOX, top - BOX, right + BOX, bottom + BOX
        draw.rectangle(box, MARKS[place % len(MARKS)])
        draw.text((NUMBER, y), str(count), PAPER, large, "ra")
        draw.text((NAME, y), f"meanings of {name}", DARK, large)
    told = "homonym: what recommender libraries compute"
    draw.text((LEFT, 562), told, SOFT, small)
    image.save(folder / FILE)


def find_preview_address() -> str:
    """Where the picture stands: whole where the report has an address."""
    place = find_project_url("Report")
    return f"{place.rstrip('/')}/{FILE}" if place else FILE
