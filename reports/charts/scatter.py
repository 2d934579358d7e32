"""A scatter chart: models by two measures, a mark a kind. Start at
`draw_scatter_chart`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from homonym.reports.charts.legends import (
    LegendKey,
    compute_legend_height,
    write_legend,
)
from homonym.reports.charts.svg import (
    COLOURS,
    DIAMOND,
    DISC,
    SMALL,
    SQUARE,
    TRIANGLE,
    WEDGE,
    Margins,
    NumberPair,
    Picture,
    yield_tick_labels,
)

SIZE = 331, 230
"""Pixels, without the legend."""
LEFT, BELOW, TOP = 40, 42, 24
"""Pixels that the numbers upwards take, those across with their name, and the name of
the numbers upwards."""
AROUND = 0.05
"""Of the numbers: the room around the outermost."""
MARKS = (DISC, TRIANGLE, SQUARE, DIAMOND, WEDGE)
DOT = 2
"""Radius of a mark, in pixels."""
Points = tuple[Sequence[float], Sequence[float]]
"""The numbers of models across, and up."""


def draw_scatter_chart(x: str, y: str, kinds: Mapping[str, Points]) -> str:
    """A mark a model, as SVG to stand inside a page; the kinds are named below."""
    told = ", ".join(
        f"{len(across)} of {kind}" for kind, (across, _up) in kinds.items()
    )
    across, up = (
        widen_scale_ends([value for both in kinds.values() for value in both[axis]])
        for axis in (0, 1)
    )
    legend = compute_legend_height(len(kinds))
    size, margins = (SIZE[0], SIZE[1] + legend), Margins(LEFT, BELOW + legend, top=TOP)
    picture = Picture(f"{y} by {x}: {told}", size, margins, across, up)
    picture.label_across(yield_tick_labels(picture.across), SMALL)
    picture.label_up(yield_tick_labels(picture.up), SMALL)
    picture.title_across(x, BELOW - 14)
    picture.all.write(y, (4, TOP / 2))
    keys = []
    for place, (kind, points) in enumerate(kinds.items()):
        key = LegendKey(kind, MARKS[place % len(MARKS)], DOT)
        part = picture.part(f"dot c{place % COLOURS}", kind)
        spots = (picture.at(*point) for point in zip(*points, strict=True))
        part.marks(key.shape, DOT, spots, opacity=0.7)
        keys.append(key)
    write_legend(picture, keys)
    return picture.svg()


def widen_scale_ends(values: Sequence[float]) -> NumberPair:
    """The ends of a scale that shows them all."""
    least, most = min(values), max(values)
    room = AROUND * (most - least)
    return least - room, most + room
