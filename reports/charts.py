"""Charts of the front page, as SVG that takes its colours from the page.

Start at `every`: every metric of a family run on the same predictions, one dot each.
`headline` is the same for one name, with the libraries written out. `picture` draws and
gives the page's colours; line charts are in `curves`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

from homonym.reference.axes import Family, every_family
from homonym.reference.case import Case
from homonym.reports.meaning import Meaning, Meanings
from homonym.reports.picture import INK, SOFT, Part, picture
from homonym.reports.survey import Survey

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH = 4.6
LINE = 0.3
ROOMY = 0.48
"""Inches: a chart, a row of it, and a row with words over it."""
LETTERS = 8.5
"""Points of its words."""
NAMED = 4
"""So many libraries are named in a row; the others are counted."""


@dataclass(frozen=True)
class Dot:
    """A number that a meaning gave on the example data."""

    value: float
    meaning: Meaning
    libraries: tuple[str, ...]


def dots(known: Meanings, survey: Survey) -> list[list[Dot]]:
    """For each meaning of a name, most common first, its distinct numbers."""
    newest = set(map(id, survey.newest))
    releases = {(one.library, one.version): one for one in survey.recorded}
    found = []
    for meaning in known.values():
        mine: dict[float, list[str]] = {}
        for f in meaning.findings:
            value = releases[f.library, f.version].example.get(f.metric)
            if id(f) in newest and isinstance(value, float) and isfinite(value):
                mine.setdefault(value, []).append(survey.title(f.library))
        made = [Dot(v, meaning, tuple(dict.fromkeys(t))) for v, t in mine.items()]
        found += [sorted(made, key=lambda dot: dot.value)] if made else []
    return found


def every(survey: Survey, known: dict[str, Meanings]) -> dict[str, str]:
    """The chart of each family that has one, by the family's name."""
    made = {
        family: numbers(every_family()[family].title, meanings, survey)
        for family, meanings in known.items()
    }
    return {family: chart for family, chart in made.items() if chart}


def none(family: Family) -> str:
    """Why a family has no chart."""
    if family.takes is not Case:
        return "No chart: on the example data metrics of rankings alone are measured."
    return "No chart: on the example data there are no two numbers to compare."


def numbers(title: str, known: Meanings, survey: Survey) -> str:
    """The numbers that one name gives on one set of predictions, as SVG; nothing where
    there are not two to compare."""
    rows = dots(known, survey)
    if sum(map(len, rows)) < 2:
        return ""
    values = [dot.value for row in rows for dot in row]
    meanings = "1 meaning" if len(rows) == 1 else f"{len(rows)} meanings"
    words = (
        f"{title} at 20 of the same predictions: {meanings}, "
        f"from {min(values):.3f} to {max(values):.3f}"
    )
    size = WIDTH, LINE * len(rows) + 0.5
    return picture(words, size, lambda axes: draw(axes, rows), parts(rows))


@dataclass(frozen=True)
class Headline:
    """The chart of one name, and the least and the greatest number in it."""

    chart: str
    least: float
    most: float


def headline(title: str, known: Meanings, survey: Survey) -> Headline | None:
    """What the metrics of one name give, each row under its libraries; None where there
    are not two numbers to compare."""
    rows = dots(known, survey)
    values = [dot.value for row in rows for dot in row]
    if len(values) < 2:
        return None
    words = f"{title} of the same predictions by library"
    size = WIDTH, ROOMY * len(rows) + 0.4
    chart = picture(words, size, lambda axes: told(axes, rows), parts(rows))
    return Headline(chart, min(values), max(values))


def told(axes: Axes, rows: Sequence[Sequence[Dot]]) -> None:
    """The rows, with words: whose number it is over the line, the number beside it."""
    draw(axes, rows)
    axes.grid(visible=False)
    axes.set_yticks([])
    axes.tick_params(labelsize=LETTERS)
    axes.set_ylim(len(rows) - 0.6, -0.75)
    for place, row in enumerate(rows):
        last = row[-1]
        axes.plot([0, last.value], [place, place], color=SOFT, alpha=0.25, zorder=0)
        words = f"{row[0].meaning.letter}: {shortened(row)}"
        over = axes.text(0, place - 0.28, words, fontsize=LETTERS, color=INK)
        over.set_in_layout(False)
        beside = axes.annotate(f"{last.value:.3f}", (last.value, place))
        beside.set(position=(8, -3), fontsize=LETTERS, color=INK)
        beside.set_anncoords("offset points")


def shortened(row: Sequence[Dot]) -> str:
    """The libraries of a row: the first few by name, the others by number."""
    libraries = list(dict.fromkeys(name for dot in row for name in dot.libraries))
    more = len(libraries) - NAMED
    if more < 2:
        return ", ".join(libraries)
    return f"{', '.join(libraries[:NAMED])} and {more} more"


def draw(axes: Axes, rows: Sequence[Sequence[Dot]]) -> None:
    """A line for each meaning, a dot a number."""
    for place, row in enumerate(rows):
        for number, dot in enumerate(row):
            at = [dot.value], [place]
            (drop,) = axes.plot(*at, "o", color=SOFT, clip_on=False)
            drop.set(markersize=9, gid=f"dot-{place}-{number}")
    axes.set_yticks(range(len(rows)), [row[0].meaning.letter for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    values = [dot.value for row in rows for dot in row]
    axes.set_xlim(min(0.0, *values), max(values) * 1.02)
    axes.grid(axis="x", color=SOFT, alpha=0.25)


def parts(rows: Sequence[Sequence[Dot]]) -> Iterator[Part]:
    """Every dot: its meaning's colour, and whose number it is."""
    for place, row in enumerate(rows):
        for number, dot in enumerate(row):
            told = f"{dot.value:.4f}: {', '.join(dot.libraries)}"
            yield Part(f"dot-{place}-{number}", f"dot {dot.meaning.colour}", told)
