"""Pictures as SVG: where numbers stand, and what is said of them."""

from __future__ import annotations

import re
from math import nan

from hypothesis import given
from hypothesis import strategies as st

from homonym.reports.charts.lines import Curve, Scales, draw_line_chart
from homonym.reports.charts.scatter import draw_scatter_chart
from homonym.reports.charts.svg import (
    DISC,
    SQUARE,
    Margins,
    Picture,
    choose_scale_ticks,
)

SIZE, MARGINS = (120, 80), Margins(left=10, bottom=20, right=10, top=10)
NUMBERS = st.floats(-1e6, 1e6, allow_subnormal=False)


def made() -> Picture:
    """A frame of 100 by 50 pixels, for numbers from 0 to 10 across, -1 to 1 up."""
    return Picture("A <picture>", SIZE, MARGINS, (0, 10), (-1, 1))


def test_numbers_stand_where_the_scales_say() -> None:
    """The least at the left and at the foot, which is further down; a scale may also
    fall."""
    picture = made()
    assert picture.at(0, -1) == (10, 60)
    assert picture.at(10, 1) == (110, 10)
    assert picture.at(2.5, 0) == (35, 35)
    ranks = Picture("", SIZE, MARGINS, (0, 1), (5, 0))
    assert ranks.at(0, 0) == (10, 10) and ranks.at(0, 5) == (10, 60)


def test_a_line_is_broken_where_a_number_is_none() -> None:
    """And a mark is not drawn there."""
    picture = made()
    part = picture.part("dot")
    values = [0, 1, nan, 0, -1]
    spots = [picture.at(at, value) for at, value in enumerate(values)]
    part.line(spots, dashes="6 2")
    part.marks(SQUARE, 1, spots)
    line, marks = re.findall(r' d="([^"]*)"', picture.svg())
    assert line == "M10 35L20 10M40 35L50 60"
    assert marks.count("Z") == 4


def test_a_band_lies_between_its_lines() -> None:
    """There along the one and back along the other, without what is not known."""
    picture = made()
    low = [picture.at(0, 0), picture.at(1, nan), picture.at(2, -1)]
    picture.part("dot").band(low, [picture.at(at, 1) for at in range(3)])
    assert 'd="M10 35L30 60L30 10L10 10Z"' in picture.svg()


def test_what_is_written_is_escaped_and_stands_in_its_part() -> None:
    """The picture's own words, those of a part, and those drawn."""
    picture = made()
    part = picture.part("dot c1", "a & b")
    part.write("<i>", (1, 2))
    part.marks(DISC, 2, [(5, 5)])
    svg = picture.svg()
    assert 'role="img" aria-label="A &lt;picture&gt;"' in svg
    assert '<g class="dot c1"><title>a &amp; b</title><text' in svg
    assert ">&lt;i&gt;</text>" in svg
    assert "M3 5a2 2 0 1 0 4 0a2 2 0 1 0-4 0" in svg


@given(NUMBERS, NUMBERS)
def test_a_scale_has_round_numbers_at_equal_distances(one: float, other: float) -> None:
    """Some, all within its ends; a step is 1, 2, 2.5 or 5, but for a power of ten."""
    least, most = sorted((one, other))
    if most - least < 1e-3:
        return
    found = [*choose_scale_ticks((least, most))]
    assert 3 <= len(found) <= 9
    assert all(least <= value <= most for value in found)
    step = (found[-1] - found[0]) / (len(found) - 1)
    digits = f"{step:.6e}".partition("e")[0].rstrip("0").rstrip(".")
    assert digits in {"1", "2", "2.5", "5"}
    for n, value in enumerate(found):
        assert abs(value - (found[0] + n * step)) <= 1e-6 * step


def test_a_scatter_chart_names_its_kinds_and_shows_each_model() -> None:
    """A mark for each, in the frame, and one in the legend."""
    svg = draw_scatter_chart(
        "DCG", "nDCG", {"one": ([1, 2, 3], [1, 2, 3]), "two": ([2], [2])}
    )
    assert "nDCG by DCG: 3 of one, 1 of two" in svg
    drawn = svg.split('<g class="dot c0">')
    assert [part.split("</g>")[0].count("M") for part in drawn[1:]] == [3, 1]
    assert svg.count("<title>one</title>") == 1


def test_a_scale_of_one_number_has_it_in_the_middle() -> None:
    """One model alone, or several of the same numbers."""
    svg = draw_scatter_chart("DCG", "nDCG", {"one": ([2, 2], [0, 0])})
    width = float(re.search(r'viewBox="0 0 (\S+)', svg)[1])
    marks = svg.split('<g class="dot c0">')[1].partition("</g>")[0]
    found = re.findall(r"M([\d.]+) ([\d.]+)a([\d.]+)", marks)
    assert len(found) == 2 and len(set(found)) == 1
    assert 0 < float(found[0][0]) < width


def test_labels_that_are_empty_are_not_written() -> None:
    """Of twenty points every fifth is told."""
    svg = draw_line_chart(Scales("p", "s", ["1", "", "3"]), [Curve("one", (0, 1, 0))])
    assert "<text" in svg and not re.search(r"<text[^>]*(/>|></text>)", svg)
