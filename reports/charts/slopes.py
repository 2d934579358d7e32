"""A slope chart: the ranks of models by one measure, and by another. Start at
`slope_chart`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from homonym.reports.charts.axes import Axes, ClassedPart, Look
from homonym.reports.charts.svg import Margins, picture

SIZE = (374.0, 302.0)
BESIDE = 118
"""Points for the names on either side."""
LABELS = 8.5
FAINT, THICK = Look(width=0.8, opacity=0.15), Look("o", width=2)
GAP = 0.035
"""Of all ranks: so far apart stand the names of two models."""


@dataclass(frozen=True)
class Slope:
    """A model: its name, which is written where it is marked, and its ranks."""

    name: str
    left: float
    right: float
    marked: bool = False


def slope_chart(left: str, right: str, slopes: Sequence[Slope]) -> str:
    """A line a model from its rank by the one to its rank by the other, best above, as
    SVG to stand inside a page."""
    marked = [one for one in slopes if one.marked]
    told = ", ".join(f"{o.name} from {o.left:g} to {o.right:g}" for o in marked)
    words = f"Ranks of {len(slopes)} models by {left} and by {right}: {told}"

    def draw(axes: Axes) -> None:
        axes.up = len(slopes) + 1, 0  # rank 1 above
        for one in slopes:
            if not one.marked:
                axes.line([0, 1], [one.left, one.right], FAINT)
        apart = GAP * len(slopes)
        names_left = spread([one.left for one in marked], apart)
        names_right = spread([one.right for one in marked], apart)
        for place, one in enumerate(marked):
            draw_marked(axes, place, one, (names_left[place], names_right[place]))
        write_titles(axes, (left, right))

    parts = [
        ClassedPart(f"slope-{place}", f"dot c{place % 5}", one.name)
        for place, one in enumerate(marked)
    ]
    return picture(words, SIZE, Margins(BESIDE, 14, BESIDE, 26), draw, parts)


def spread(ranks: Sequence[float], apart: float) -> list[float]:
    """Where words stand beside ranks, none nearer to another than so far.

    >>> spread([1, 30, 2], 5)
    [1, 30, 6]
    """
    found = list(ranks)
    order = sorted(range(len(ranks)), key=ranks.__getitem__)
    for above, below in pairwise(order):
        found[below] = max(ranks[below], found[above] + apart)
    return found


def draw_marked(axes: Axes, place: int, one: Slope, words: tuple[float, float]) -> None:
    """A thick line with its name and rank at both ends; words: where these stand."""
    axes.line([0, 1], [one.left, one.right], THICK, f"slope-{place}")
    left, right = ((axes.x(at), axes.y(words[n])) for n, at in enumerate((-0.04, 1.04)))
    axes.words(f"{one.name} {one.left:g}", left, LABELS, anchor="end")
    axes.words(f"{one.right:g} {one.name}", right, LABELS, anchor="start")


def write_titles(axes: Axes, titles: tuple[str, str]) -> None:
    """What each side is, above it."""
    for at, title in enumerate(titles):
        axes.words(title, (axes.x(at), axes.frame[1] - LABELS - 2), LABELS)
