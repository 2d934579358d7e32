"""Line charts: numbers from 0 (or -1) to 1 over labels, with bands. Start at `curves`;
`points` draws the same without the lines, where the labels have no order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

from homonym.reports.charts.svg import INK, POINTS, SOFT, ClassedPart, Margins, picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIZE = (4.6, 3.0)
ROW = 0.22
"""Inches that a row of the legend adds."""
BELOW = 46
"""Points that the labels of the scale, its name and a gap take."""
COLUMNS = 2
LABELS = 8.5
"""Points of the labels along the bottom."""
DASHES = ("-", "--", ":", "-.", (0, (1, 4)), (0, (12, 4)))
MARKS = ("o", "D", "s", "^", "v", "P")
"""Lines and dots differ by more than their colour."""


@dataclass(frozen=True)
class Curve:
    """One line: its name, its values from left to right, and the band around it.

    NaN is not drawn.
    """

    name: str
    values: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()


@dataclass(frozen=True)
class Scales:
    """What is measured upwards, by what, and the labels of the latter (they stand at
    equal distances; an empty one is not written); least: where the scale begins."""

    y: str
    x: str
    labels: Sequence[str]
    least: float = 0.0


def curves(scales: Scales, found: Sequence[Curve]) -> str:
    """The lines of one chart, as SVG to stand inside a page."""
    return draw_chart(scales, found, draw_line)


def points(scales: Scales, found: Sequence[Curve]) -> str:
    """Only the dots of the lines, each curve with a mark of its own."""
    return draw_chart(scales, found, dots)


def draw_chart(
    scales: Scales, found: Sequence[Curve], mark: Callable[[Axes, int, Curve], None]
) -> str:
    """What `mark` puts on the axes for each curve, with scales and a legend."""
    rows = -(-len(found) // COLUMNS)
    size = SIZE[0], SIZE[1] + ROW * rows

    def draw(axes: Axes) -> None:
        for place, curve in enumerate(found):
            mark(axes, place, curve)
        scaled(axes, scales)
        draw_legend(axes)

    words = f"{scales.y} by {scales.x}: {', '.join(map(ends, found))}"
    margins = Margins(36, BELOW + POINTS * ROW * rows)
    return picture(words, size, margins, draw, line_parts(len(found)))


def draw_line(axes: Axes, place: int, curve: Curve) -> None:
    """A line with its dots, on its band."""
    across = range(len(curve.values))
    if curve.low:
        band = axes.fill_between(
            across, curve.low, curve.high, color=SOFT, alpha=0.18, linewidth=0
        )
        band.set_gid(f"band-{place}")
    axes.plot(
        across,
        curve.values,
        linestyle=DASHES[place % len(DASHES)],
        marker="o",
        markersize=3.5,
        color=SOFT,
        clip_on=False,
        label=curve.name,
        gid=f"line-{place}",
    )


def dots(axes: Axes, place: int, curve: Curve) -> None:
    """Marks in a row, those of each curve a little beside those of the one before."""
    axes.plot(
        [at + 0.12 * place for at in range(len(curve.values))],
        curve.values,
        linestyle="none",
        marker=MARKS[place % len(MARKS)],
        markersize=6,
        color=SOFT,
        clip_on=False,
        label=curve.name,
        gid=f"line-{place}",
    )


def scaled(axes: Axes, scales: Scales) -> None:
    """Both scales: up to 1, the labels that are written along the bottom."""
    shown = [(at, text) for at, text in enumerate(scales.labels) if text]
    axes.set_xticks([at for at, _ in shown], [text for _, text in shown])
    step = (1 - scales.least) / 4
    ticks = [scales.least + step * n for n in range(5)]
    axes.set_yticks(ticks, [f"{tick:g}".replace("-", "−") for tick in ticks])
    axes.set_ylim(scales.least - 0.03, 1.03)
    axes.set_xlabel(scales.x, color=INK)
    axes.tick_params(axis="x", labelsize=LABELS)
    axes.grid(axis="y", color=SOFT, alpha=0.25)


def draw_legend(axes: Axes) -> None:
    """The lines' names, below."""
    figure = axes.get_figure()
    assert figure
    names = figure.legend(
        loc="lower center", ncols=COLUMNS, frameon=False, labelcolor=INK
    )
    for place, key in enumerate(names.legend_handles):
        assert key
        key.set_gid(f"key-{place}")


def ends(curve: Curve) -> str:
    """A line in words, for whoever does not see it.

    >>> ends(Curve("DCG", (0, 0.5, 1)))
    'DCG from 0.00 to 1.00'
    """
    known = [value for value in curve.values if not isnan(value)]
    if not known:
        return f"{curve.name} undefined"
    return f"{curve.name} from {known[0]:.2f} to {known[-1]:.2f}"


def line_parts(count: int) -> Iterator[ClassedPart]:
    """Lines, bands and keys, each in its line's colour."""
    for place in range(count):
        for what in ("line", "band", "key"):
            yield ClassedPart(f"{what}-{place}", f"dot c{place}")
