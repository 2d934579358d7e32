"""A slope chart: the ranks of models by one measure, and by another. Start at
`draw_slope_chart`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from homonym.reports.charts.svg import (
    COLOURS,
    DISC,
    SMALL,
    Margins,
    NumberPair,
    Picture,
)

SIZE = 374, 302
BESIDE, OVER, BELOW = 118, 26, 14
"""Pixels for the names on either side, and over and below the lines."""
EDGE = 4
"""Pixels between the titles and the edges of the picture."""
AWAY = 6
"""Pixels between a line and its name."""
DOT = 3.5
"""Radius of its ends, in pixels."""
GAP = 0.035
"""Of all ranks: so far apart stand the names of two models."""


@dataclass(frozen=True)
class Slope:
    """A model: its name, which is written where it is marked, and its ranks."""

    name: str
    left: float
    right: float
    marked: bool = False


def draw_slope_chart(left: str, right: str, slopes: Sequence[Slope]) -> str:
    """A line a model from its rank by the one to its rank by the other, best above, as
    SVG to stand inside a page."""
    marked = [one for one in slopes if one.marked]
    told = ", ".join(f"{o.name} from {o.left:g} to {o.right:g}" for o in marked)
    words = f"Ranks of {len(slopes)} models by {left} and by {right}: {told}"
    margins = Margins(BESIDE, BELOW, BESIDE, OVER)
    picture = Picture(words, SIZE, margins, (0, 1), (len(slopes) + 1, 0))
    for one in slopes:
        if not one.marked:
            picture.all.line(locate_slope_ends(picture, one), width=0.8, opacity=0.15)
    picture.all.write(left, (EDGE, OVER / 2), "start", SMALL)
    picture.all.write(right, (SIZE[0] - EDGE, OVER / 2), "end", SMALL)
    draw_marked(picture, marked, GAP * len(slopes))
    return picture.svg()


def space_slope_labels(ranks: Sequence[float], apart: float) -> list[float]:
    """Where words stand beside ranks, none nearer to another than so far.

    >>> space_slope_labels([1, 30, 2], 5)
    [1, 30, 6]
    """
    found = list(ranks)
    order = sorted(range(len(ranks)), key=ranks.__getitem__)
    for above, below in pairwise(order):
        found[below] = max(ranks[below], found[above] + apart)
    return found


def draw_marked(picture: Picture, marked: Sequence[Slope], apart: float) -> None:
    """A thick line for each, with its name and rank at both ends, no two of them
    nearer than so many ranks."""
    names_left = space_slope_labels([one.left for one in marked], apart)
    names_right = space_slope_labels([one.right for one in marked], apart)
    start, stop = picture.across.pixels
    for place, one in enumerate(marked):
        part = picture.part(f"dot c{place % COLOURS}", one.name)
        part.line(locate_slope_ends(picture, one), width=2)
        part.marks(DISC, DOT, locate_slope_ends(picture, one))
        left = start - AWAY, picture.up.at(names_left[place])
        right = stop + AWAY, picture.up.at(names_right[place])
        picture.all.write(f"{one.name} {one.left:g}", left, "end", SMALL)
        picture.all.write(f"{one.right:g} {one.name}", right, "start", SMALL)


def locate_slope_ends(picture: Picture, one: Slope) -> list[NumberPair]:
    """Where a model's two ranks are."""
    return [picture.at(0, one.left), picture.at(1, one.right)]
