"""The picture that is shown where a page is linked to: `write_preview`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from homonym.address import address

FILE = "preview.png"
SIZE = 12, 6.3
"""Inches, of 100 points: what previews are shown at."""
PAPER, DARK, SOFT = "#fcfbf8", "#1c1e21", "#5d6167"
MARKS = ("#335d9f", "#a66f35", "#35a66d", "#a63566", "#6b35a6", "#3595a6")
"""As the style sheet has the first letters."""


def write_preview(folder: Path, names: Sequence[tuple[int, str]]) -> None:
    """A headline, and how many meanings each of these names has."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=SIZE, dpi=100, facecolor=PAPER)
    figure.text(0.07, 0.76, "Same name,\ndifferent number", color=DARK, fontsize=44)
    for place, (count, name) in enumerate(names):
        high = 0.61 - 0.13 * place
        box: dict[str, Any] = {
            "color": PAPER,
            "backgroundcolor": MARKS[place % len(MARKS)],
        }
        figure.text(0.11, high, str(count), fontsize=24, ha="right", **box)
        figure.text(0.14, high, f"meanings of {name}", color=DARK, fontsize=26)
    told = "homonym: what recommender libraries compute"
    figure.text(0.07, 0.06, told, color=SOFT, fontsize=20)
    figure.savefig(folder / FILE)


def preview_address() -> str:
    """Where the picture stands: whole where the report has an address."""
    place = address("Report")
    return f"{place.rstrip('/')}/{FILE}" if place else FILE
