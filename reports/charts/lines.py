"""Line charts: numbers from 0 (or -1) to 1 over labels, with bands. Start at `curves`;
`points` draws the same without the lines, where the labels have no order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isnan

from homonym.reports.charts.axes import Axes, ClassedPart, Look, spanning
from homonym.reports.charts.legend import Sample, draw_legend, legend_height
from homonym.reports.charts.svg import Margins, picture

SIZE = (331.0, 216.0)
"""Points, without the legend."""
BELOW = 46
"""Points that the labels of the scale, its name and a gap take."""
LABELS = 8.5
"""Points of the labels along the bottom."""
DASHES = ((), (3.7, 1.6), (1, 1.65), (6.4, 1.6, 1, 1.6), (1, 4), (12, 4))
MARKS = ("o", "D", "s", "^", "v", "P")
"""Lines and dots differ by more than their colour."""
APART = 0.12
"""So far beside the dots of one curve stand those of the next."""


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
    looks = [
        Sample(one.name, Look("o", size=4.5, dashes=DASHES[n % len(DASHES)]))
        for n, one in enumerate(found)
    ]
    return draw_chart(scales, found, looks)


def points(scales: Scales, found: Sequence[Curve]) -> str:
    """Only the dots of the lines, each curve with a mark of its own."""
    looks = [
        Sample(one.name, Look(MARKS[n % len(MARKS)], width=0))
        for n, one in enumerate(found)
    ]
    return draw_chart(scales, found, looks, APART)


def draw_chart(
    scales: Scales, found: Sequence[Curve], looks: Sequence[Sample], apart: float = 0
) -> str:
    """Each curve as it is to look, with scales and a legend; apart: so far beside one
    another they begin."""
    below = legend_height(len(found))

    def draw(axes: Axes) -> None:
        begins = [apart * place for place in range(len(found))]
        across = [
            [at + n for n, _ in enumerate(one.values)]
            for at, one in zip(begins, found, strict=True)
        ]
        axes.across = spanning(at for one in across for at in one)
        axes.up = scales.least - 0.03, 1.03
        draw_scales(axes, scales)
        for place, (xs, one, look) in enumerate(zip(across, found, looks, strict=True)):
            if one.low:
                axes.band(xs, one.low, one.high, f"band-{place}")
            axes.line(xs, one.values, look.look, f"line-{place}")
        draw_legend(axes, looks)

    words = f"{scales.y} by {scales.x}: {', '.join(map(ends, found))}"
    size = SIZE[0], SIZE[1] + below
    margins = Margins(36, BELOW + below)
    return picture(words, size, margins, draw, line_parts(len(found)))


def draw_scales(axes: Axes, scales: Scales) -> None:
    """Both scales: up to 1, the labels that are written along the bottom."""
    step = (1 - scales.least) / 4
    ticks = [scales.least + step * n for n in range(5)]
    axes.grid(up=ticks)
    axes.ticks_up((at, f"{at:g}".replace("-", "−")) for at in ticks)
    shown = ((at, text) for at, text in enumerate(scales.labels) if text)
    axes.ticks_across(shown, LABELS)
    axes.title_across(scales.x)


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
