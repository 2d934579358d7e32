"""Line charts: numbers from 0 (or -1) to 1 over labels, with bands. Start at
`draw_line_chart`; `draw_point_chart` draws the same without the lines, where the labels
have no order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import isnan

from homonym.reports.charts.legends import (
    LegendKey,
    compute_legend_height,
    write_legend,
)
from homonym.reports.charts.svg import (
    COLOURS,
    DIAMOND,
    DISC,
    PENTAGON,
    SQUARE,
    TRIANGLE,
    WEDGE,
    Margins,
    NumberPair,
    Picture,
    PicturePart,
    format_tick_label,
)

SIZE = 331, 216
"""Pixels, without the legend."""
LEFT, BELOW = 31, 46
"""Pixels that the numbers upwards take, and the labels below with the scale's name."""
AROUND = 0.03
"""Of the width: the room on both sides of the first label and the last."""
DOT, MARK = 2.25, 3.5
"""Radius of the dots of lines, and of dots alone."""
LABELS = 8
"""Size of the labels, of which there may be many."""
TITLE = 28
"""The name of the scale, below the frame."""
BESIDE = 0.12
"""Of the distance of two labels: so far are the dots of two curves apart."""
DASHES = ("", "6 2.4", "1.6 2.5", "9.6 2.4 1.6 2.4", "1.5 6", "18 6")
MARKS = (DISC, DIAMOND, SQUARE, TRIANGLE, WEDGE, PENTAGON)
"""Lines and dots differ by more than their colour."""
Drawn = Callable[[Picture, PicturePart, int, "Curve"], LegendKey]
"""Puts a curve into a picture, as the so-many-eth, and says what its key shows."""


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


def draw_line_chart(scales: Scales, found: Sequence[Curve]) -> str:
    """The lines of one chart, as SVG to stand inside a page."""
    last = len(scales.labels) - 1
    return draw_chart(scales, found, draw_line, last, map(describe_curve_ends, found))


def draw_point_chart(scales: Scales, found: Sequence[Curve]) -> str:
    """Only the dots of the lines, each curve with a mark of its own."""
    last = len(scales.labels) - 1 + BESIDE * (len(found) - 1)
    told = (describe_curve_values(scales.labels, curve) for curve in found)
    return draw_chart(scales, found, draw_curve_dots, last, told)


def draw_chart(
    scales: Scales,
    found: Sequence[Curve],
    draw: Drawn,
    last: float,
    told: Iterable[str],
) -> str:
    """What `draw` makes of each curve, with scales and a legend; last: how far to the
    right something stands, in labels; told: each curve in words."""
    words = f"{scales.y} by {scales.x}: {', '.join(told)}"
    legend = compute_legend_height(len(found))
    room = AROUND * max(last, 1)
    picture = Picture(
        words,
        (SIZE[0], SIZE[1] + legend),
        Margins(LEFT, BELOW + legend),
        (-room, last + room),
        (scales.least - 0.03, 1.03),
    )
    write_scales(picture, scales)
    keys = []
    for place, curve in enumerate(found):
        part = picture.part(f"dot c{place % COLOURS}", curve.name)
        keys.append(draw(picture, part, place, curve))
    write_legend(picture, keys)
    return picture.svg()


def draw_line(
    picture: Picture, part: PicturePart, place: int, curve: Curve
) -> LegendKey:
    """A line with its dots, on its band."""

    def spots(values: Sequence[float]) -> list[NumberPair]:
        return [picture.at(at, value) for at, value in enumerate(values)]

    if curve.low:
        part.band(spots(curve.low), spots(curve.high))
    dashes = DASHES[place % len(DASHES)]
    part.line(spots(curve.values), dashes=dashes)
    part.marks(DISC, DOT, spots(curve.values))
    return LegendKey(curve.name, DISC, DOT, line=True, dashes=dashes)


def draw_curve_dots(
    picture: Picture, part: PicturePart, place: int, curve: Curve
) -> LegendKey:
    """Marks in a row, those of each curve a little beside those of the one before."""
    shape = MARKS[place % len(MARKS)]
    spots = (
        picture.at(at + BESIDE * place, value) for at, value in enumerate(curve.values)
    )
    part.marks(shape, MARK, spots)
    return LegendKey(curve.name, shape, MARK)


def write_scales(picture: Picture, scales: Scales) -> None:
    """Both scales: up to 1, the labels that are written along the bottom."""
    step = (1 - scales.least) / 4
    marked = [scales.least + step * n for n in range(5)]
    picture.rule_up(marked)
    picture.label_up((value, format_tick_label(value)) for value in marked)
    picture.label_across(enumerate(scales.labels), LABELS)
    picture.title_across(scales.x, TITLE)


def describe_curve_ends(curve: Curve) -> str:
    """A line in words, for whoever does not see it.

    >>> describe_curve_ends(Curve("DCG", (0, 0.5, 1)))
    'DCG from 0.00 to 1.00'
    """
    known = [value for value in curve.values if not isnan(value)]
    if not known:
        return f"{curve.name} undefined"
    first, last = format_curve_value(known[0]), format_curve_value(known[-1])
    return f"{curve.name} from {first} to {last}"


def describe_curve_values(labels: Sequence[str], curve: Curve) -> str:
    """Every value in words, where what is measured by has no order.

    >>> describe_curve_values(["RBU", "EU"], Curve("k = 10", (0.5, float("nan"))))
    'k = 10: RBU 0.50, EU undefined'
    """
    values = (
        "undefined" if isnan(value) else format_curve_value(value)
        for value in curve.values
    )
    told = (f"{label} {value}" for label, value in zip(labels, values, strict=True))
    return f"{curve.name}: {', '.join(told)}"


def format_curve_value(value: float) -> str:
    """A number to two decimals, with a minus that is one, and none before 0.

    >>> format_curve_value(-0.25), format_curve_value(-0.001)
    ('−0.25', '0.00')
    """
    return f"{round(value, 2) + 0:.2f}".replace("-", "−")
