"""A heat map of shares, from row to column, each written into its cell. Start at
`heat_map`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from homonym.reports.charts.axes import Axes, ClassedPart
from homonym.reports.charts.svg import Margins, picture

CELL = 30.0
"""Points of a cell."""
LABELS = 8.5
WORDS = 6.0
"""Points of the letters, and of one of them along a row."""
Shares = Sequence[Sequence[float | None]]


def heat_map(title: str, names: Sequence[str], shares: Shares) -> str:
    """Shares between each two names, as SVG to stand inside a page: the greater, the
    darker; None is not drawn."""
    found = [one for row in shares for one in row if one is not None]
    words = f"{title}: {len(names)} rows and columns, up to {max(found):.1%}"
    beside = WORDS * max(map(len, names)) + 24
    size = CELL * len(names) + beside + 14, CELL * len(names) + 36

    def draw(axes: Axes) -> None:
        axes.across = -0.5, len(names) - 0.5
        axes.up = len(names) - 0.5, -0.5
        draw_cells(axes, shares, max(found) or 1)
        label(axes, names)

    parts = list(cell_parts(names, shares))
    return picture(words, size, Margins(beside, 28), draw, parts)


def draw_cells(axes: Axes, shares: Shares, most: float) -> None:
    """A square for each share, with its percentage."""
    for row, its in enumerate(shares):
        for column, share in enumerate(its):
            if share is not None:
                dark = 0.04 + 0.4 * share / most
                axes.box((column, row), 0.96, dark, f"cell-{row}-{column}")
                at = axes.x(column), axes.y(row)
                axes.words(f"{100 * share:.1f}", at, LABELS)


def label(axes: Axes, names: Sequence[str]) -> None:
    """The names on the left, their numbers there and below."""
    every = list(enumerate(names))
    axes.ticks_across(((place, str(place + 1)) for place, _ in every), LABELS)
    axes.ticks_up(((place, f"{place + 1} · {name}") for place, name in every), LABELS)


def cell_parts(names: Sequence[str], shares: Shares) -> Iterator[ClassedPart]:
    """What a cell says where it is pointed at."""
    for row, its in enumerate(shares):
        for column, share in enumerate(its):
            if share is not None:
                words = f"{names[row]} and {names[column]}: {share:.2%}"
                yield ClassedPart(f"cell-{row}-{column}", "dot c1", words)
