"""What the lines and marks of a chart are called: `draw_legend`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from homonym.reports.charts.axes import Axes, Look, width_of

COLUMNS = 2
ROW = 16.0
"""Points that a row of the legend takes."""
SAMPLE, GAP, BETWEEN = 20.0, 8.0, 20.0
"""Points of a sample, between it and its name, and between columns."""
LETTERS = 10.0


@dataclass(frozen=True)
class Sample:
    """A name, and how what it is of looks."""

    name: str
    look: Look


def legend_height(count: int) -> float:
    """How many points the legend of so many takes."""
    return ROW * -(-count // COLUMNS)


def draw_legend(axes: Axes, samples: Sequence[Sample]) -> None:
    """A sample and a name each, at the bottom, column by column; the sample is the part
    `key-0`, `key-1`, and so on."""
    rows = -(-len(samples) // COLUMNS)
    columns = [samples[at : at + rows] for at in range(0, len(samples), rows)]
    widths = [
        SAMPLE + GAP + max(width_of(one.name, LETTERS) for one in its)
        for its in columns
    ]
    width, height = axes.size
    left = (width - sum(widths) - BETWEEN * (len(columns) - 1)) / 2
    for column, its in enumerate(columns):
        for row, one in enumerate(its):
            y = height - legend_height(len(samples)) + ROW * (row + 0.3)
            axes.sample((left, y), SAMPLE, one.look, f"key-{column * rows + row}")
            axes.words(one.name, (left + SAMPLE + GAP, y), LETTERS, anchor="start")
        left += widths[column] + BETWEEN
