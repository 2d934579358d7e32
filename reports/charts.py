"""Charts of the front page, as SVG that takes its colours from the page.

Start at `every`: every metric of a family run on the same predictions, one dot each.
matplotlib draws; what the page's theme decides is left to style sheet classes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from math import isfinite

from homonym.reference.axes import families
from homonym.reports.meaning import Meaning, Meanings
from homonym.reports.render import missing
from homonym.reports.survey import Survey

WIDTH = 4.6
LINE = 0.3
"""Inches: a chart, and a row of it."""
INK, SOFT = "#010203", "#040506"
"""Stand for the page's own colours, which replace them."""


@dataclass(frozen=True)
class Dot:
    """A number that a meaning gave on the example data."""

    value: float
    meaning: Meaning
    libraries: tuple[str, ...]


def dots(known: Meanings, survey: Survey) -> list[list[Dot]]:
    """For each meaning of a name, most common first, its distinct numbers."""
    newest = set(map(id, survey.newest))
    values = {
        (release.library, release.version): release.example
        for release in survey.recorded
    }
    found = []
    for meaning in known.values():
        mine: dict[float, list[str]] = {}
        for f in meaning.findings:
            value = values[f.library, f.version].get(f.metric)
            if id(f) in newest and isinstance(value, float) and isfinite(value):
                mine.setdefault(value, []).append(survey.title(f.library))
        made = [Dot(v, meaning, tuple(dict.fromkeys(t))) for v, t in mine.items()]
        found += [sorted(made, key=lambda dot: dot.value)] if made else []
    return found


def every(survey: Survey, known: dict[str, Meanings]) -> dict[str, str]:
    """The chart of each family that has one, by the family's name."""
    made = {
        family: numbers(families()[family].title, meanings, survey)
        for family, meanings in known.items()
    }
    return {family: chart for family, chart in made.items() if chart}


def numbers(title: str, known: Meanings, survey: Survey) -> str:
    """The numbers that one name gives on one set of predictions, as SVG; nothing where
    there are not two to compare."""
    rows = dots(known, survey)
    if sum(map(len, rows)) < 2:
        return ""
    picture = drawn(rows, title)
    values = [dot.value for row in rows for dot in row]
    words = (
        f"{title} at 20 of the same predictions: {len(rows)} meanings, "
        f"from {min(values):.3f} to {max(values):.3f}"
    )
    return themed(picture, words, rows)


def drawn(rows: Sequence[Sequence[Dot]], salt: str) -> str:
    """The picture as matplotlib makes it: a line for each meaning, a dot a number."""
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise missing() from None

    out = StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": salt}):
        figure = Figure(figsize=(WIDTH, LINE * len(rows) + 0.5), layout="constrained")
        axes = figure.subplots()
        for place, row in enumerate(rows):
            for number, dot in enumerate(row):
                at = [dot.value], [place]
                axes.plot(
                    *at, "o", markersize=9, color=SOFT, gid=f"dot-{place}-{number}"
                )
        axes.set_yticks(range(len(rows)), [row[0].meaning.letter for row in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlim(left=min(0.0, *(dot.value for row in rows for dot in row)))
        axes.tick_params(colors=INK, labelcolor=INK, length=0)
        axes.grid(axis="x", color=SOFT, alpha=0.25)
        for spine in axes.spines.values():
            spine.set_visible(False)
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None})
    return out.getvalue()


def themed(svg: str, words: str, rows: Sequence[Sequence[Dot]]) -> str:
    """The picture to stand inside a page: its colours, its name, its dots' words."""
    from markupsafe import Markup, escape

    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.S)
    for size in ("height", "width"):
        svg = re.sub(rf'(<svg[^>]*?) {size}="[^"]*"', r"\1", svg, count=1)
    for place, row in enumerate(rows):
        for number, dot in enumerate(row):
            told = f"{dot.value:.4f}: {', '.join(dot.libraries)}"
            svg = svg.replace(
                f'<g id="dot-{place}-{number}">',
                f'<g class="dot {dot.meaning.colour}"><title>{escape(told)}</title>',
            )
    svg = re.sub(r'<g id="[^"]*"', "<g", svg)
    svg = svg.replace("<svg", f'<svg role="img" aria-label="{escape(words)}"', 1)
    svg = svg.replace(INK, "currentColor").replace(SOFT, "currentColor")
    return Markup(svg)  # noqa: S704  (drawn here, its words escaped)
