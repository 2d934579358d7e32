"""Charts of the front page, as SVG that takes its colours from the page.

Start at `charts_by_family`: every meaning of a name on the same predictions, one dot a
number. `headline` is the same for one name, with the libraries written out. `picture`
draws and gives the page's colours; line charts are in `curves`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from statistics import median_high
from typing import TYPE_CHECKING

from homonym.cases.kinds import kind_of
from homonym.reference.variants import Family, every_family
from homonym.reports.charts.svg import INK, SOFT, ClassedPart, Margins, picture
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.meaning import Meaning, Meanings
from homonym.reports.findings.survey import Survey

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH = 4.6
LINE = 0.3
ROOMY = 0.48
"""Inches: a chart, a row of it, and a row with words over it."""
BESIDE, OVER = Margins(32, 22), Margins(8, 22, right=48)
"""The margins of a chart with letters beside its rows, and with words over them."""
LETTERS = 8.5
"""Points of its words."""
NAMED = 3
"""So many libraries are named in a row; the others are counted."""
FAR = 4
"""Numbers of more than so many times the middle one are off the scale."""


@dataclass(frozen=True)
class Dot:
    """A number that a meaning gave on the example data, and whose it is.

    libraries: with each interface of its own; homes: each library once.
    """

    value: float
    libraries: tuple[str, ...]
    homes: tuple[str, ...]


@dataclass(frozen=True)
class MeaningRow:
    """A meaning, with its numbers as far as they print apart; none where it gave
    none."""

    meaning: Meaning
    dots: tuple[Dot, ...]


def meaning_rows(known: Iterable[Meaning], survey: Survey) -> list[MeaningRow]:
    """A row for each meaning, in the order given."""
    releases = {(one.library, one.version): one for one in survey.recorded}
    newest = set(survey.newest)
    titles = {library.name: library.title for library in survey.libraries}
    found = []
    for meaning in known:
        mine: dict[str, tuple[float, dict[str, str]]] = {}
        for f in metrics_shown(meaning, newest):
            value = releases[f.library, f.version].number(f.metric)
            if isinstance(value, float) and isfinite(value):
                since = "" if f in newest else f" {f.version}"
                home = titles.get(f.home, titles[f.library])
                _, whose = mine.setdefault(f"{value:.4f}", (value, {}))
                whose[titles[f.library] + since] = home + since
        dots = [
            Dot(v, tuple(whose), tuple(dict.fromkeys(whose.values())))
            for v, whose in mine.values()
        ]
        ordered = sorted(dots, key=lambda dot: dot.value)
        found.append(MeaningRow(meaning, tuple(ordered)))
    return found


def metrics_shown(meaning: Meaning, newest: Collection[Finding]) -> list[Finding]:
    """The metrics of the newest versions; where no newest version has the meaning,
    those of each library's newest that has it."""
    last: dict[str, str] = {}
    for f in meaning.findings:
        last.setdefault(f.library, f.version)
    now = [f for f in meaning.findings if f in newest]
    return now or [f for f in meaning.findings if f.version == last[f.library]]


def charts_by_family(survey: Survey, known: dict[str, Meanings]) -> dict[str, str]:
    """The chart of each family that has one, by the family's name."""
    made = {
        family: dots_chart(every_family()[family].title, meanings.values(), survey)
        for family, meanings in known.items()
    }
    return {family: chart for family, chart in made.items() if chart}


def why_no_chart(family: Family) -> str:
    """Why a family has no chart."""
    if not kind_of(family.takes).of_tables:
        return "No chart: on the example data metrics of rankings alone are measured."
    return "No chart: on the example data there are no two numbers to compare."


def dots_chart(title: str, known: Iterable[Meaning], survey: Survey) -> str:
    """The numbers that one name gives on one set of predictions, as SVG; nothing where
    there are not two to compare."""
    found = meaning_rows(known, survey)
    values = [dot.value for row in found for dot in row.dots]
    if len(values) < 2:
        return ""
    meanings = "1 meaning" if len(found) == 1 else f"{len(found)} meanings"
    words = (
        f"{title} at 20 of the same predictions: {meanings}, "
        f"from {min(values):.3f} to {max(values):.3f}"
    )
    size = WIDTH, LINE * len(found) + 0.5
    return picture(
        words, size, BESIDE, lambda axes: lettered(axes, found), dot_parts(found)
    )


@dataclass(frozen=True)
class Headline:
    """The chart of one name, the least and the greatest number in it, and how many of
    its formulas have one."""

    chart: str
    least: float
    most: float
    formulas: int


def headline(title: str, known: Iterable[Meaning], survey: Survey) -> Headline | None:
    """What the newest metrics of a name give, each row under its libraries; None where
    there are not two numbers to compare."""
    newest = set(survey.newest)
    called = [
        replace(meaning, findings=tuple(mine))
        for meaning in known
        if (mine := [f for f in meaning.findings if f in newest])
    ]
    found = [row for row in meaning_rows(called, survey) if row.dots]
    values = [dot.value for row in found for dot in row.dots]
    if len(values) < 2:
        return None
    words = f"{title} of the same predictions by library"
    size = WIDTH, ROOMY * len(found) + 0.4
    chart = picture(
        words, size, OVER, lambda axes: draw_names(axes, found), dot_parts(found)
    )
    return Headline(chart, min(values), max(values), len(found))


def draw_names(axes: Axes, found: Sequence[MeaningRow]) -> None:
    """The rows, with words: whose number it is over the line, the number beside it."""
    last = draw_dots(axes, found)
    axes.grid(visible=False)
    axes.set_yticks([])
    axes.tick_params(labelsize=LETTERS)
    axes.set_ylim(len(found) - 0.6, -0.75)
    for place, row in enumerate(found):
        value = row.dots[-1].value
        at = min(value, last)
        axes.plot([0, at], [place, place], color=SOFT, alpha=0.25, zorder=0)
        words = f"{row.meaning.letter}: {shorten_libraries(row)}"
        over = axes.text(0, place - 0.28, words, fontsize=LETTERS, color=INK)
        over.set_in_layout(False)
        write_words(axes, at, place, f"{value:.4g}", 8)


def shorten_libraries(row: MeaningRow) -> str:
    """The libraries of a row, each once: the first few by name, the others by
    number."""
    libraries = list(dict.fromkeys(name for dot in row.dots for name in dot.homes))
    more = len(libraries) - NAMED
    if more < 2:
        return ", ".join(libraries)
    return f"{', '.join(libraries[:NAMED])} and {more} more"


def end(values: Sequence[float]) -> float:
    """Where the scale ends: the largest number that is not far from the others.

    >>> end([0.3, 0.4, 0.5, 2.7, 86]), end([0.5, 1.5])
    (0.5, 1.5)
    """
    middle = median_high(values)
    return max(v for v in values if v <= max(FAR * middle, middle))


def lettered(axes: Axes, found: Sequence[MeaningRow]) -> None:
    """The rows by letter, with the numbers that are off the scale."""
    last = draw_dots(axes, found)
    for place, row in enumerate(found):
        if not row.dots:
            write_words(axes, 0, place, "no number", 6)
        for dot in row.dots:
            if dot.value > last:
                write_words(axes, last, place, f"{dot.value:.4g}", -8)


def draw_dots(axes: Axes, found: Sequence[MeaningRow]) -> float:
    """A line for each meaning, a dot a number, an arrow where it is off the scale;
    gives the end of the scale."""
    values = [dot.value for row in found for dot in row.dots]
    last = end(values)
    for place, row in enumerate(found):
        for number, dot in enumerate(row.dots):
            off = dot.value > last
            at = [min(dot.value, last)], [place]
            (drop,) = axes.plot(*at, ">" if off else "o", color=SOFT, clip_on=False)
            drop.set(markersize=9, gid=f"dot-{place}-{number}")
    axes.set_yticks(range(len(found)), [row.meaning.letter for row in found])
    axes.set_ylim(len(found) - 0.5, -0.5)
    axes.set_xlim(min(0.0, *values), last * 1.02)
    axes.tick_params(axis="y", pad=10)
    axes.grid(axis="x", color=SOFT, alpha=0.25)
    return last


def write_words(axes: Axes, x: float, place: int, text: str, away: int) -> None:
    """Words in a row, so many points away from x: to the left where that is below 0."""
    axes.annotate(
        text,
        (x, place),
        (away, 0),
        textcoords="offset points",
        ha="left" if away > 0 else "right",
        va="center",
        color=INK,
        fontsize=LETTERS,
    )


def dot_parts(found: Sequence[MeaningRow]) -> Iterator[ClassedPart]:
    """Every dot: its meaning's colour, and whose number it is."""
    for place, row in enumerate(found):
        for number, dot in enumerate(row.dots):
            told = f"{row.meaning.letter} {dot.value:.4f}: {', '.join(dot.libraries)}"
            yield ClassedPart(
                f"dot-{place}-{number}", f"dot {row.meaning.colour}", told
            )
