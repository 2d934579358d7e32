"""A scatter chart: models by two measures, a mark a kind. Start at `scatter_chart`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from homonym.reports.charts.svg import INK, SOFT, ClassedPart, Margins, picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIZE = (4.6, 3.6)
MARKS = ("o", "^", "s", "D", "v")
Points = tuple[Sequence[float], Sequence[float]]
"""The numbers of models across, and up."""


def scatter_chart(x: str, y: str, kinds: Mapping[str, Points]) -> str:
    """A mark a model, as SVG to stand inside a page; the kinds are named below."""
    told = ", ".join(
        f"{len(across)} of {kind}" for kind, (across, _up) in kinds.items()
    )
    words = f"{y} by {x}: {told}"

    def draw(axes: Axes) -> None:
        for place, (kind, (across, up)) in enumerate(kinds.items()):
            dots = axes.scatter(
                across,
                up,
                s=12,
                alpha=0.7,
                color=SOFT,
                label=kind,
                linewidths=0,
                marker=MARKS[place % len(MARKS)],
            )
            dots.set_gid(f"kind-{place}")
        axes.set_xlabel(x, color=INK)
        axes.set_ylabel(y, color=INK)
        axes.tick_params(labelsize=8.5)
        axes.legend(loc="best", frameon=False, labelcolor=INK)

    parts = [
        ClassedPart(f"kind-{place}", f"dot c{place % 5}", kind)
        for place, kind in enumerate(kinds)
    ]
    return picture(words, SIZE, Margins(56, 42), draw, parts)
