"""Charts of the front page, as SVG that takes its colours from the page.

Start at `draw_charts_by_family`: every meaning of a name on the same predictions, one
dot a number. `draw_headline_chart` is the same for one name, with the libraries written
out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from statistics import median_high

from homonym.cases.kinds import find_case_kind
from homonym.reference.variants import Family, every_family
from homonym.reports.charts.svg import (
    ARROW,
    DISC,
    LETTERS,
    SMALL,
    Margins,
    Picture,
    choose_scale_ticks,
    yield_tick_labels,
)
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.meaning import Meaning, Meanings
from homonym.reports.findings.survey import Survey

WIDTH, ROW, ROOMY = 331, 22, 35
"""Pixels: a chart, a row of it, and a row with words over it."""
EDGES = 36
"""Pixels over the rows and under them."""
DOT = 5
"""Radius of a dot, in pixels."""
BESIDE_DOT, AWAY = 12, 9
"""Pixels from the frame to a letter, and from a number to its words."""
END = 1.02
"""Where the scale ends, of the last number on it."""
BESIDE, OVER = Margins(32, 22), Margins(8, 22, right=48)
"""The margins of a chart with letters beside its rows, and with words over them."""
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


def build_meaning_rows(known: Iterable[Meaning], survey: Survey) -> list[MeaningRow]:
    """A row for each meaning, in the order given."""
    newest = set(survey.newest)
    titles = {library.name: library.title for library in survey.libraries}
    found = []
    for meaning in known:
        mine: dict[str, tuple[float, dict[str, str]]] = {}
        for f in select_charted_metrics(meaning, newest):
            value = survey.number(f)
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


def select_charted_metrics(
    meaning: Meaning, newest: Collection[Finding]
) -> list[Finding]:
    """The metrics of the newest versions; where no newest version has the meaning,
    those of each library's newest that has it."""
    last: dict[str, str] = {}
    for f in meaning.findings:
        last.setdefault(f.library, f.version)
    now = [f for f in meaning.findings if f in newest]
    return now or [f for f in meaning.findings if f.version == last[f.library]]


@dataclass(frozen=True)
class DotsChart:
    """The chart of a name, or of a family. several_dots: whether some formula has
    several numbers: some metrics without a cut-off are handed the first ranks of the
    example data, and others all of them."""

    svg: str
    several_dots: bool


def draw_charts_by_family(
    survey: Survey, known: dict[str, Meanings]
) -> dict[str, DotsChart]:
    """The chart of each family that has one, by the family's name."""
    titles = every_family()
    made = {
        family: draw_dots_chart(
            f"The family {titles[family].title}", found.values(), survey
        )
        for family, found in known.items()
    }
    return {family: chart for family, chart in made.items() if chart}


def explain_missing_chart(family: Family) -> str:
    """Why a family has no chart."""
    if not find_case_kind(family.takes).of_tables:
        return "No chart: on the example data metrics of rankings alone are measured."
    return "No chart: on the example data there are no two numbers to compare."


def draw_dots_chart(
    title: str, known: Iterable[Meaning], survey: Survey
) -> DotsChart | None:
    """The numbers that these meanings give on one set of predictions; None where there
    are not two to compare. title: what has them, a name or a family."""
    found = build_meaning_rows(known, survey)
    values = [dot.value for row in found for dot in row.dots]
    if len(values) < 2:
        return None
    meanings = "1 meaning" if len(found) == 1 else f"{len(found)} meanings"
    words = (
        f"{title} at 20 of the same predictions: {meanings}, "
        f"from {min(values):.3f} to {max(values):.3f}"
    )
    last = find_scale_end(values)
    size = WIDTH, ROW * len(found) + EDGES
    across = min(0.0, *values), END * last
    picture = Picture(words, size, BESIDE, across, (len(found) - 0.5, -0.5))
    picture.rule_across(choose_scale_ticks(picture.across.ends))
    picture.label_across(yield_tick_labels(picture.across), LETTERS)
    letters = ((place, row.meaning.letter) for place, row in enumerate(found))
    picture.label_up(letters, away=BESIDE_DOT)
    draw_meaning_dots(picture, found, last)
    for place, row in enumerate(found):
        if not row.dots:
            write_number(picture, 0, place, "no number", AWAY)
        for dot in row.dots:
            if dot.value > last:
                write_number(picture, last, place, f"{dot.value:.4g}", -AWAY)
    return DotsChart(picture.svg(), any(len(row.dots) > 1 for row in found))


@dataclass(frozen=True)
class Headline:
    """The chart of one name, the least and the greatest number in it, and how many of
    its formulas have one."""

    chart: str
    least: float
    most: float
    formulas: int


def draw_headline_chart(
    title: str, known: Iterable[Meaning], survey: Survey
) -> Headline | None:
    """What the newest metrics of a name give, each row under its libraries; None where
    there are not two numbers to compare."""
    newest = set(survey.newest)
    called = [
        replace(meaning, findings=tuple(mine))
        for meaning in known
        if (mine := [f for f in meaning.findings if f in newest])
    ]
    found = [row for row in build_meaning_rows(called, survey) if row.dots]
    values = [dot.value for row in found for dot in row.dots]
    if len(values) < 2:
        return None
    words = f"{title} of the same predictions by library"
    last = find_scale_end(values)
    size = WIDTH, ROOMY * len(found) + EDGES
    across = min(0.0, *values), END * last
    picture = Picture(words, size, OVER, across, (len(found) - 0.6, -0.75))
    picture.label_across(yield_tick_labels(picture.across), SMALL)
    for place, row in enumerate(found):
        value = row.dots[-1].value
        at = min(value, last)
        picture.rule(picture.at(0, place), picture.at(at, place))
        whose = f"{row.meaning.letter}: {shorten_libraries(row)}"
        picture.all.write(whose, picture.at(0, place - 0.38), size=SMALL)
        write_number(picture, at, place, f"{value:.4g}", AWAY)
    draw_meaning_dots(picture, found, last)
    return Headline(picture.svg(), min(values), max(values), len(found))


def shorten_libraries(row: MeaningRow) -> str:
    """The libraries of a row, each once: the first few by name, the others by
    number."""
    libraries = list(dict.fromkeys(name for dot in row.dots for name in dot.homes))
    more = len(libraries) - NAMED
    if more < 2:
        return ", ".join(libraries)
    return f"{', '.join(libraries[:NAMED])} and {more} more"


def find_scale_end(values: Sequence[float]) -> float:
    """Where the scale ends: the largest number that is not far from the others.

    >>> find_scale_end([0.3, 0.4, 0.5, 2.7, 86]), find_scale_end([0.5, 1.5])
    (0.5, 1.5)
    """
    middle = median_high(values)
    return max(v for v in values if v <= max(FAR * middle, middle))


def draw_meaning_dots(
    picture: Picture, found: Sequence[MeaningRow], last: float
) -> None:
    """A dot a number, in its meaning's colour and with words of whose it is; an arrow
    where it is off the scale."""
    for place, row in enumerate(found):
        for dot in row.dots:
            told = f"{row.meaning.letter} {dot.value:.4f}: {', '.join(dot.libraries)}"
            part = picture.part(f"dot {row.meaning.colour}", told)
            shape = ARROW if dot.value > last else DISC
            part.marks(shape, DOT, [picture.at(min(dot.value, last), place)])


def write_number(
    picture: Picture, value: float, place: int, text: str, away: int
) -> None:
    """Words in a row, so many pixels away from a number: to the left where that is
    below 0."""
    x, y = picture.at(value, place)
    anchor = "start" if away > 0 else "end"
    picture.all.write(text, (x + away, y), anchor, SMALL)
