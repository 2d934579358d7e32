"""Pictures inside pages, as SVG that takes its colours from the page.

Start at `Picture`: numbers across and up, in a frame. A `PicturePart` of it has style
sheet classes, and words that are shown when it is pointed at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil, floor, isfinite, log10
from xml.etree import ElementTree as Tree

NumberPair = tuple[float, float]
"""A point, or the ends of a scale."""
MarkShape = tuple[NumberPair, ...]
"""The corners of a mark of radius 1, to the right of its middle and down; of a round
one none."""
DISC: MarkShape = ()
DIAMOND: MarkShape = ((0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0))
SQUARE: MarkShape = ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9))
TRIANGLE: MarkShape = ((0, -1), (1, 1), (-1, 1))
WEDGE: MarkShape = ((0, 1), (-1, -1), (1, -1))
ARROW: MarkShape = ((-1, -1), (1, 0), (-1, 1))
PENTAGON: MarkShape = (
    (0, -1.1),
    (1.05, -0.34),
    (0.65, 0.89),
    (-0.65, 0.89),
    (-1.05, -0.34),
)
COLOURS = 10
"""So many the style sheet has, from `c0` on."""
FAINT = 0.25
LETTERS, SMALL = 10, 8.5
"""The size of words, in pixels."""
MIDDLE = 0.35
"""Of the size of letters: so far below the middle of a line of words they stand."""
NICE = 1, 2, 2.5, 5, 10
"""Steps of a scale, but for a power of ten."""


@dataclass(frozen=True)
class Margins:
    """Pixels between the frame and the edges of a picture, for what stands there."""

    left: float
    bottom: float
    right: float = 14
    top: float = 8


@dataclass(frozen=True)
class PixelScale:
    """The numbers at its two ends, and those ends in pixels."""

    ends: NumberPair
    pixels: NumberPair

    def at(self, value: float) -> float:
        """Where a number is, in pixels."""
        (first, last), (start, stop) = self.ends, self.pixels
        return start + (value - first) / (last - first) * (stop - start)


class PicturePart:
    """What belongs together in a picture: lines, marks and words of one colour."""

    def __init__(self, element: Tree.Element, words: str = "") -> None:
        self.element = element
        if words:
            Tree.SubElement(element, "title").text = words

    def line(
        self,
        points: Iterable[NumberPair],
        width: float = 1.5,
        opacity: float = 1,
        dashes: str = "",
    ) -> None:
        """A line through points, broken where a number is none."""
        runs = (list(run) for known, run in groupby(points, is_known) if known)
        shape = "".join(f"M{'L'.join(map(format_path_point, run))}" for run in runs)
        style = {"fill": "none", "stroke": "currentColor", "stroke-width": f"{width:g}"}
        if opacity < 1:
            style["stroke-opacity"] = f"{opacity:g}"
        if dashes:
            style["stroke-dasharray"] = dashes
        Tree.SubElement(self.element, "path", style, d=shape)

    def band(self, low: Iterable[NumberPair], high: Sequence[NumberPair]) -> None:
        """The room between two lines, where both are known, faintly."""
        pairs = zip(low, high, strict=True)
        known = [pair for pair in pairs if all(map(is_known, pair))]
        around = [point for point, _ in known] + [point for _, point in reversed(known)]
        if around:
            shape = f"M{'L'.join(map(format_path_point, around))}Z"
            Tree.SubElement(self.element, "path", {"fill-opacity": "0.18"}, d=shape)

    def marks(
        self,
        shape: MarkShape,
        radius: float,
        points: Iterable[NumberPair],
        opacity: float = 1,
    ) -> None:
        """The same mark at each point whose numbers are known."""
        style = {"fill-opacity": f"{opacity:g}"} if opacity < 1 else {}
        known = filter(is_known, points)
        drawn = "".join(outline_mark(shape, radius, point) for point in known)
        Tree.SubElement(self.element, "path", style, d=drawn)

    def write(
        self, text: str, at: NumberPair, anchor: str = "start", size: float = LETTERS
    ) -> None:
        """Words, their middle as high as the point; anchor: which end of them is
        there."""
        x, y = at[0], at[1] + MIDDLE * size
        style = {"x": format_pixels(x), "y": format_pixels(y), "text-anchor": anchor}
        written = Tree.SubElement(self.element, "text", style)
        written.text = text
        if size != LETTERS:
            written.set("font-size", format_pixels(size))


class Picture:
    """Numbers across and up in a frame, as large as its margins leave.

    words: what it says to whoever does not see it; size: width and height in pixels;
    across, up: the numbers at the frame's left and right, and at its foot and head.
    """

    def __init__(
        self,
        words: str,
        size: NumberPair,
        margins: Margins,
        across: NumberPair,
        up: NumberPair,
    ) -> None:
        self.width, self.height = size
        self.root = Tree.Element(
            "svg",
            {
                "role": "img",
                "aria-label": words,
                "viewBox": f"0 0 {format_pixels(size[0])} {format_pixels(size[1])}",
                "fill": "currentColor",
                "font-size": str(LETTERS),
            },
        )
        self.all = PicturePart(self.root)
        self.across = PixelScale(
            separate_scale_ends(across), (margins.left, size[0] - margins.right)
        )
        self.up = PixelScale(
            separate_scale_ends(up), (size[1] - margins.bottom, margins.top)
        )

    def at(self, x: float, y: float) -> NumberPair:
        """Where two numbers are, in pixels."""
        return self.across.at(x), self.up.at(y)

    def part(self, classes: str, words: str = "") -> PicturePart:
        """A part over those that were there before."""
        return PicturePart(Tree.SubElement(self.root, "g", {"class": classes}), words)

    def label_across(self, labels: Iterable[tuple[float, str]], size: float) -> None:
        """Numbers below the frame; an empty one is not written."""
        for value, text in labels:
            at = self.across.at(value), self.up.pixels[0] + 5 + size / 2
            if text:
                self.all.write(text, at, "middle", size)

    def label_up(
        self, labels: Iterable[tuple[float, str]], size: float = LETTERS, away: int = 4
    ) -> None:
        """Numbers so many pixels beside the frame."""
        for value, text in labels:
            at = self.across.pixels[0] - away, self.up.at(value)
            self.all.write(text, at, "end", size)

    def rule_across(self, values: Iterable[float]) -> None:
        """Faint lines from foot to head."""
        foot, head = self.up.pixels
        for value in values:
            x = self.across.at(value)
            self.rule((x, foot), (x, head))

    def rule_up(self, values: Iterable[float]) -> None:
        """Faint lines from left to right."""
        left, right = self.across.pixels
        for value in values:
            y = self.up.at(value)
            self.rule((left, y), (right, y))

    def rule(self, *points: NumberPair) -> None:
        """A faint line."""
        self.all.line(points, width=0.8, opacity=FAINT)

    def title_across(self, text: str, below: float) -> None:
        """What is measured across, so many pixels below the frame."""
        middle = sum(self.across.pixels) / 2
        self.all.write(text, (middle, self.up.pixels[0] + below), "middle")

    def svg(self) -> str:
        """The picture, to stand inside a page."""
        from markupsafe import Markup

        made = Tree.tostring(self.root, encoding="unicode")
        return Markup(made)  # noqa: S704  (ElementTree escapes what is written)


def format_pixels(length: float) -> str:
    """To a hundredth: finer than any screen.

    >>> format_pixels(1.999), format_pixels(-0.001), format_pixels(10.25)
    ('2', '0', '10.25')
    """
    return f"{round(length, 2) + 0:g}"


def format_path_point(point: NumberPair) -> str:
    """A point, as paths have it."""
    return f"{format_pixels(point[0])} {format_pixels(point[1])}"


def is_known(point: NumberPair) -> bool:
    """Whether both numbers are."""
    return isfinite(point[0]) and isfinite(point[1])


def separate_scale_ends(ends: NumberPair) -> NumberPair:
    """The ends of a scale; around a single number, where both are the same.

    >>> separate_scale_ends((0.0, 2.0)), separate_scale_ends((0.0, 0.0))
    ((0.0, 2.0), (-0.5, 0.5))
    """
    least, most = ends
    return ends if least != most else (least - 0.5, most + 0.5)


def choose_scale_ticks(ends: NumberPair, about: int = 5) -> Iterator[float]:
    """Round numbers between two, at equal distances, about so many.

    >>> [*choose_scale_ticks((0.0, 0.53))], [*choose_scale_ticks((3, 17))]
    ([0.0, 0.1, 0.2, 0.3, 0.4, 0.5], [5.0, 7.5, 10.0, 12.5, 15.0])
    """
    least, most = ends
    rough = (most - least) / about
    power = 10.0 ** floor(log10(rough))
    step = min((n * power for n in NICE), key=lambda one: abs(one - rough))
    for n in range(ceil(least / step), floor(most / step) + 1):
        yield round(n * step, 12)


def format_tick_label(value: float) -> str:
    """A number on a scale, with a minus that is one.

    >>> format_tick_label(-0.5), format_tick_label(100.0)
    ('−0.5', '100')
    """
    return f"{value:g}".replace("-", "−")


def yield_tick_labels(scale: PixelScale) -> Iterator[tuple[float, str]]:
    """Round numbers on a scale, each as it is written."""
    return (
        (value, format_tick_label(value)) for value in choose_scale_ticks(scale.ends)
    )


def outline_mark(shape: MarkShape, radius: float, point: NumberPair) -> str:
    """A mark around a point."""
    x, y = point
    if shape:
        corners = (
            format_path_point((x + radius * right, y + radius * down))
            for right, down in shape
        )
        return f"M{'L'.join(corners)}Z"
    r, wide = format_pixels(radius), format_pixels(2 * radius)
    start = format_path_point((x - radius, y))
    return f"M{start}a{r} {r} 0 1 0 {wide} 0a{r} {r} 0 1 0-{wide} 0"
