"""What charts are drawn on: a scale across, a scale up, and shapes as SVG.

Start at `Axes`. Every shape takes the colour of the page (`currentColor`), and words
its font. A shape that is drawn with an id becomes the part of that id: it has its style
sheet classes, and its words when it is pointed at. Positions are told in the units of
the scales, sizes in points.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import ceil, floor, isnan, log10

from homonym.reports.charts.marks import mark

WIDE = 0.58
"""How wide a letter is, in parts of its height: about, and rather more."""
BASE = 0.36
"""How far below its middle a line of words begins, in parts of its height."""
EDGE = 0.05
"""What a scale has beyond the least and the greatest value, in parts of it."""
Range = tuple[float, float]


@dataclass(frozen=True)
class ClassedPart:
    """A part of a picture: the id it is drawn with, its classes, its words."""

    id: str
    classes: str
    words: str = ""


@dataclass(frozen=True)
class Look:
    """How a line looks: a mark at each point, so many points wide, or none; of no width
    it is its marks alone. Dashes are told in widths of the line."""

    marker: str = ""
    size: float = 7.0
    width: float = 1.5
    dashes: tuple[float, ...] = ()
    opacity: float = 1.0

    def draw(self, points: Sequence[Range]) -> str:
        """A line through points, in parts where some are unknown."""
        shapes = [self.stroke(run) for run in runs(points) if self.width]
        marked = filter(known, points if self.marker else ())
        shapes += [mark(self.marker, at, self.size, self.opacity) for at in marked]
        return "".join(shapes)

    def stroke(self, points: Sequence[Range]) -> str:
        """The line alone."""
        look = f'fill="none" stroke="currentColor" stroke-width="{short(self.width)}"'
        if self.dashes:
            told = " ".join(short(self.width * one) for one in self.dashes)
            look += f' stroke-dasharray="{told}"'
        if self.opacity < 1:
            look += f' opacity="{short(self.opacity)}"'
        return f'<path d="{path(points)}" {look}/>'


FAINT = Look(width=0.8, opacity=0.25)
"""The lines of a grid."""


@dataclass
class Axes:
    """Where a chart is drawn: its frame in points from the top left (left, top, right,
    bottom), its two scales, and the shapes that were drawn."""

    size: tuple[float, float]
    frame: tuple[float, float, float, float]
    parts: Mapping[str, ClassedPart] = field(default_factory=dict)
    across: Range = (0.0, 1.0)
    up: Range = (0.0, 1.0)
    drawn: list[str] = field(default_factory=list)

    def x(self, value: float) -> float:
        """Where a value of the scale across stands."""
        left, _, right, _ = self.frame
        least, most = self.across
        return left + (right - left) * (value - least) / (most - least)

    def y(self, value: float) -> float:
        """Where a value of the scale up stands."""
        _, top, _, bottom = self.frame
        least, most = self.up
        return bottom - (bottom - top) * (value - least) / (most - least)

    def add(self, shapes: str, id: str = "") -> None:
        """Put shapes on it, as the part of that id if there is one."""
        self.drawn.append(grouped(shapes, self.parts.get(id)))

    def line(
        self, xs: Sequence[float], ys: Sequence[float], look: Look, id: str = ""
    ) -> None:
        """A line through points. It is broken where a value is NaN."""
        places = zip(xs, ys, strict=True)
        self.add(look.draw([(self.x(a), self.y(b)) for a, b in places]), id)

    def sample(self, at: Range, width: float, look: Look, id: str) -> None:
        """What a line looks like, from a place in points: its mark is in the middle."""
        left, y = at
        line = replace(look, marker="").draw([(left, y), (left + width, y)])
        self.add(line + replace(look, width=0).draw([(left + width / 2, y)]), id)

    def band(
        self, xs: Sequence[float], low: Sequence[float], high: Sequence[float], id: str
    ) -> None:
        """A faint band between two lines."""
        there = [(self.x(a), self.y(b)) for a, b in zip(xs, low, strict=True)]
        back = [(self.x(a), self.y(b)) for a, b in zip(xs, high, strict=True)][::-1]
        points = [at for at in (*there, *back) if known(at)]
        self.add(f'<path d="{path(points)}z" opacity=".18"/>', id)

    def box(self, middle: Range, width: float, opacity: float, id: str) -> None:
        """A square around a point, so wide in the units of the scales."""
        (a, b), half = middle, width / 2
        xs = sorted((self.x(a - half), self.x(a + half)))
        ys = sorted((self.y(b - half), self.y(b + half)))
        place = f'x="{short(xs[0])}" y="{short(ys[0])}"'
        size = f'width="{short(xs[1] - xs[0])}" height="{short(ys[1] - ys[0])}"'
        self.add(f'<rect {place} {size} opacity="{short(opacity)}"/>', id)

    def words(
        self, text: str, at: Range, size: float = 10.0, anchor: str = "middle"
    ) -> None:
        """Words, their middle in height at a place in points."""
        place = f'x="{short(at[0])}" y="{short(at[1] + BASE * size)}"'
        look = f'font-size="{short(size)}" text-anchor="{anchor}"'
        self.add(f"<text {place} {look}>{escaped(text)}</text>")

    def ticks_across(self, ticks: Iterable[tuple[float, str]], size: float) -> None:
        """Labels below, each under its value."""
        for value, text in ticks:
            self.words(text, (self.x(value), self.frame[3] + 4 + size / 2), size)

    def ticks_up(
        self, ticks: Iterable[tuple[float, str]], size: float = 10.0, away: float = 4.0
    ) -> None:
        """Labels on the left, each beside its value."""
        for value, text in ticks:
            at = self.frame[0] - away, self.y(value)
            self.words(text, at, size, anchor="end")

    def grid(self, across: Iterable[float] = (), up: Iterable[float] = ()) -> None:
        """Faint lines at these values of the scales."""
        left, top, right, bottom = self.frame
        lines = [[(self.x(v), top), (self.x(v), bottom)] for v in across]
        lines += [[(left, self.y(v)), (right, self.y(v))] for v in up]
        self.add("".join(map(FAINT.stroke, lines)))

    def title_across(self, text: str) -> None:
        """What is measured from left to right, below the labels."""
        left, _, right, bottom = self.frame
        self.words(text, ((left + right) / 2, bottom + 22))

    def title_up(self, text: str) -> None:
        """What is measured upwards, beside the labels, from below to above."""
        _, top, _, bottom = self.frame
        place = f"translate(12 {short((top + bottom) / 2)}) rotate(-90)"
        look = 'font-size="10" text-anchor="middle"'
        self.add(f'<text transform="{place}" {look}>{escaped(text)}</text>')


def grouped(shapes: str, part: ClassedPart | None) -> str:
    """Shapes as a part, if they are one."""
    if not part:
        return shapes
    title = f"<title>{escaped(part.words)}</title>" if part.words else ""
    return f'<g class="{part.classes}">{title}{shapes}</g>'


def runs(points: Iterable[Range]) -> list[list[Range]]:
    """The points between gaps, where there are two or more."""
    groups = groupby(points, known)
    return [found for are, its in groups if are and len(found := list(its)) > 1]


def known(at: Range) -> bool:
    """Whether it is a place."""
    return not any(map(isnan, at))


def path(points: Iterable[Range]) -> str:
    """Points as the data of a path."""
    return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points)


def short(number: float) -> str:
    """A number of points, as far as it can be seen.

    >>> short(12), short(0.25), short(1 / 3), short(-0.001)
    ('12', '.25', '.33', '0')
    """
    text = f"{number:.2f}".rstrip("0").rstrip(".").removeprefix("0")
    return "0" if text in ("", "-0", "-") else text.replace("-0.", "-.")


def escaped(text: str) -> str:
    """Words as they may stand in SVG."""
    from markupsafe import escape

    return str(escape(text))


def width_of(text: str, size: float) -> float:
    """About how many points words take along their line."""
    return WIDE * size * len(text)


def spanning(values: Iterable[float]) -> Range:
    """A scale that has all of the values, and a little more at both ends.

    >>> spanning([0, 2]), spanning([1])
    ((-0.1, 2.1), (0.5, 1.5))
    """
    found = [value for value in values if not isnan(value)]
    least, most = min(found), max(found)
    if least == most:
        return least - 0.5, most + 0.5
    beyond = EDGE * (most - least)
    return least - beyond, most + beyond


def round_ticks(scale: Range, most: int = 6) -> list[tuple[float, str]]:
    """Round values of a scale, at most so many, with their labels.

    >>> round_ticks((0, 1.02))
    [(0.0, '0.0'), (0.2, '0.2'), (0.4, '0.4'), (0.6, '0.6'), (0.8, '0.8'), (1.0, '1.0')]
    """
    least, greatest = scale
    rough = (greatest - least) / most
    power = 10.0 ** floor(log10(rough))
    step = next(s * power for s in (1, 2, 2.5, 5, 10) if s * power >= rough)
    places = max(0, -floor(log10(step)) + (step / power == 2.5))
    first, last = ceil(least / step - 1e-9), floor(greatest / step + 1e-9)
    values = [round(n * step, 10) for n in range(first, last + 1)]
    return [(v, f"{v:.{places}f}".replace("-", "−")) for v in values]
