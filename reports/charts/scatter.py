"""A scatter chart: models by two measures, a mark a kind. Start at `scatter_chart`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from homonym.reports.charts.axes import Axes, ClassedPart, Look, round_ticks, spanning
from homonym.reports.charts.legend import Sample, draw_legend, legend_height
from homonym.reports.charts.svg import Margins, picture

SIZE = (331.0, 259.0)
"""Points, without the legend."""
LABELS = 8.5
MARKS = ("o", "^", "s", "D", "v")
Points = tuple[Sequence[float], Sequence[float]]
"""The numbers of models across, and up."""


def scatter_chart(x: str, y: str, kinds: Mapping[str, Points]) -> str:
    """A mark a model, as SVG to stand inside a page; the kinds are named below."""
    told = ", ".join(
        f"{len(across)} of {kind}" for kind, (across, _up) in kinds.items()
    )
    words = f"{y} by {x}: {told}"
    looks = [
        Sample(kind, Look(MARKS[place % len(MARKS)], 3.5, width=0, opacity=0.7))
        for place, kind in enumerate(kinds)
    ]

    def draw(axes: Axes) -> None:
        axes.across = spanning(at for across, _ in kinds.values() for at in across)
        axes.up = spanning(at for _, up in kinds.values() for at in up)
        for place, (across, up) in enumerate(kinds.values()):
            axes.line(across, up, looks[place].look, f"kind-{place}")
        axes.ticks_across(round_ticks(axes.across), LABELS)
        axes.ticks_up(round_ticks(axes.up), LABELS)
        axes.title_across(x)
        axes.title_up(y)
        draw_legend(axes, looks)

    parts = [
        ClassedPart(f"{what}-{place}", f"dot c{place % 5}", words)
        for place, kind in enumerate(kinds)
        for what, words in (("kind", kind), ("key", ""))
    ]
    below = legend_height(len(kinds))
    size = SIZE[0], SIZE[1] + below
    return picture(words, size, Margins(56, 42 + below), draw, parts)
