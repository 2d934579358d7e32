"""A slope chart: the ranks of models by one measure, and by another. Start at
`slope_chart`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from homonym.reports.charts.svg import INK, SOFT, ClassedPart, Margins, picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIZE = (5.2, 4.2)
BESIDE = 118
"""Points for the names on either side."""
LABELS = 8.5
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
        draw_others(axes, [one for one in slopes if not one.marked])
        apart = GAP * len(slopes)
        names_left = spread([one.left for one in marked], apart)
        names_right = spread([one.right for one in marked], apart)
        for place, one in enumerate(marked):
            draw_marked(axes, place, one, (names_left[place], names_right[place]))
        finish(axes, (left, right), len(slopes))

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


def draw_others(axes: Axes, others: Sequence[Slope]) -> None:
    """A thin line each."""
    ends = [one.left for one in others], [one.right for one in others]
    axes.plot([0, 1], ends, color=SOFT, alpha=0.15, lw=0.8, clip_on=False)


def draw_marked(axes: Axes, place: int, one: Slope, words: tuple[float, float]) -> None:
    """A thick line with its name and rank at both ends; words: where these stand."""
    line = axes.plot(
        [0, 1], [one.left, one.right], color=SOFT, lw=2, marker="o", clip_on=False
    )
    line[0].set_gid(f"slope-{place}")
    shown: dict[str, Any] = {"va": "center", "fontsize": LABELS, "color": INK}
    axes.text(-0.04, words[0], f"{one.name} {one.left:g}", ha="right", **shown)
    axes.text(1.04, words[1], f"{one.right:g} {one.name}", ha="left", **shown)


def finish(axes: Axes, titles: tuple[str, str], models: int) -> None:
    """Rank 1 above, and what each side is."""
    axes.set_xlim(0, 1)
    axes.set_ylim(models + 1, 0)
    axes.set_xticks([])
    axes.set_yticks([])
    for at, title in enumerate(titles):
        axes.text(
            at,
            1.04,
            title,
            ha="center",
            va="bottom",
            fontsize=LABELS,
            color=INK,
            transform=axes.transAxes,
        )
