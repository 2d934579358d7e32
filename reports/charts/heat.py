"""A heat map of shares, from row to column, each written into its cell. Start at
`heat_map`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from homonym.reports.charts.svg import INK, SOFT, ClassedPart, Margins, picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CELL = 0.42
"""Inches of a cell."""
LABELS = 8.5
WORDS = 6.0
"""Points of the letters, and of one of them along a row."""
PIXELS = 1.3
"""Of a point, where there is room: maps of all sizes have letters of one size."""
Shares = Sequence[Sequence[float | None]]


def heat_map(title: str, names: Sequence[str], shares: Shares) -> str:
    """Shares between each two names, as SVG to stand inside a page: the greater, the
    darker; None is not drawn."""
    found = [one for row in shares for one in row if one is not None]
    words = f"{title}: {len(names)} rows and columns, up to {max(found):.1%}"
    beside = WORDS * max(map(len, names)) + 24
    size = CELL * len(names) + (beside + 14) / 72, CELL * len(names) + 0.5

    def draw(axes: Axes) -> None:
        draw_cells(axes, shares, max(found) or 1)
        label(axes, names)

    parts = list(cell_parts(names, shares))
    return picture(words, size, Margins(beside, 28), draw, parts, PIXELS)


def draw_cells(axes: Axes, shares: Shares, most: float) -> None:
    """A square for each share, with its percentage."""
    from matplotlib.patches import Rectangle

    for row, its in enumerate(shares):
        for column, share in enumerate(its):
            if share is None:
                continue
            cell = Rectangle(
                (column - 0.48, row - 0.48),
                0.96,
                0.96,
                facecolor=SOFT,
                alpha=0.04 + 0.4 * share / most,
                linewidth=0,
                clip_on=False,
            )
            cell.set_gid(f"cell-{row}-{column}")
            axes.add_patch(cell)
            shown: dict[str, Any] = {
                "ha": "center",
                "va": "center",
                "fontsize": LABELS,
                "color": INK,
            }
            axes.text(column, row, f"{100 * share:.1f}", **shown)


def label(axes: Axes, names: Sequence[str]) -> None:
    """The names on the left, their numbers there and below."""
    every = range(len(names))
    axes.set_xlim(-0.5, len(names) - 0.5)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xticks(every, [str(place + 1) for place in every])
    axes.set_yticks(
        every, [f"{place + 1} · {name}" for place, name in enumerate(names)]
    )
    axes.tick_params(labelsize=LABELS)


def cell_parts(names: Sequence[str], shares: Shares) -> Iterator[ClassedPart]:
    """What a cell says where it is pointed at."""
    for row, its in enumerate(shares):
        for column, share in enumerate(its):
            if share is not None:
                words = f"{names[row]} and {names[column]}: {share:.2%}"
                yield ClassedPart(f"cell-{row}-{column}", "dot c1", words)
