"""What the lines and marks of a chart stand for, below it: `write_legend`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from homonym.reports.charts.svg import COLOURS, MarkShape, Picture

COLUMNS = 2
ROW, SIDE = 16, 8
"""Pixels: a row of the legend, and the room beside it."""
SAMPLE, GAP = 30, 6
"""Pixels: a piece of a line, and the room between it and its name."""


@dataclass(frozen=True)
class LegendKey:
    """A name, and what stands for it: a mark of this radius, on a line where there is
    one (dashes: of SVG)."""

    name: str
    shape: MarkShape
    radius: float
    line: bool = False
    dashes: str = ""


def compute_legend_height(count: int) -> int:
    """Pixels that so many keys take."""
    return ROW * count_legend_rows(count)


def count_legend_rows(count: int) -> int:
    """How many rows they stand in."""
    return -(-count // COLUMNS)


def write_legend(picture: Picture, keys: Sequence[LegendKey]) -> None:
    """The keys in columns at the foot of a picture, each in its colour."""
    rows = count_legend_rows(len(keys))
    wide = (picture.width - 2 * SIDE) / COLUMNS
    for place, key in enumerate(keys):
        column, row = divmod(place, rows)
        x, y = SIDE + wide * column, picture.height - ROW * (rows - row - 0.5)
        part = picture.part(f"dot c{place % COLOURS}")
        if key.line:
            part.line([(x, y), (x + SAMPLE, y)], dashes=key.dashes)
        part.marks(key.shape, key.radius, [(x + SAMPLE / 2, y)])
        picture.all.write(key.name, (x + SAMPLE + GAP, y))
