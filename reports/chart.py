"""Line charts as SVG: numbers to places on a drawing. Start at `Chart.of`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 420, 240
LEFT, RIGHT, TOP, BOTTOM = 46, 12, 12, 34
"""The margins that hold the scales."""


@dataclass(frozen=True)
class Series:
    """One line: its name, its values from left to right, and the band around it."""

    name: str
    values: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()


@dataclass(frozen=True)
class Line:
    """One line as it is drawn: points of the line, and the outline of its band."""

    name: str
    points: str
    band: str
    dots: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Chart:
    """A drawing: lines, the ticks of both scales, and what the scales measure."""

    title: str
    x: str
    y: str
    lines: tuple[Line, ...]
    x_ticks: tuple[tuple[float, str], ...]
    y_ticks: tuple[tuple[float, str], ...]
    width: int = WIDTH
    height: int = HEIGHT

    @classmethod
    def of(
        cls, title: str, x: str, y: str, labels: Sequence[str], series: Sequence[Series]
    ) -> Chart:
        """Values between 0 and 1 over labels that stand at equal distances."""
        places = [across(n, len(labels)) for n in range(len(labels))]
        return cls(
            title,
            x,
            y,
            tuple(drawn(one, places) for one in series),
            tuple(zip(places, labels, strict=True)),
            tuple((up(share / 4), f"{share / 4:g}") for share in range(5)),
        )


def drawn(one: Series, places: Sequence[float]) -> Line:
    """A series as points of the drawing."""
    dots = tuple(zip(places, map(up, one.values), strict=True))
    upper = zip(places, map(up, one.high), strict=False)
    lower = zip(places, map(up, one.low), strict=False)
    return Line(one.name, joined(dots), joined([*upper, *reversed([*lower])]), dots)


def across(n: int, count: int) -> float:
    """Where the n-th of so many labels stands, from the left."""
    return round(LEFT + n * (WIDTH - LEFT - RIGHT) / max(1, count - 1), 1)


def up(share: float) -> float:
    """Where a number between 0 and 1 stands, from the top.

    >>> up(0), up(1)
    (206, 12)
    """
    found = TOP + (1 - share) * (HEIGHT - TOP - BOTTOM)
    return int(found) if found == int(found) else round(found, 1)


def joined(points: Sequence[tuple[float, float]]) -> str:
    """Points as SVG writes them."""
    return " ".join(f"{x:g},{y:g}" for x, y in points)
