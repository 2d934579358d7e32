"""Pictures in fewer letters: the same shapes, words and colours."""

import re

import pytest

from homonym.reports.charts.compact import compact

LINE = '<g><path d="M 0 {} \nL 8 1.5 \n" style="fill: none; stroke: red"/></g>\n'


def test_what_says_nothing_is_left_out() -> None:
    """Comments, empty groups, spaces between parts and around letters of a path."""
    path = '<path d="M 1 2 \nL -3 4 \nz\n"/>'
    given = f"<svg>\n <!-- 1.0 -->\n <g>\n  <g/>\n  {path}\n </g>\n</svg>"
    assert compact(given) == '<svg><g><path d="M1 2L-3 4z"/></g></svg>'


@pytest.mark.parametrize(
    ("given", "kept"), [("1.23456", "1.23"), ("-0.999999", "-1"), ("2.5", "2.5")]
)
def test_numbers_have_two_decimals(given: str, kept: str) -> None:
    assert compact(f'<use x="{given}"/>') == f'<use x="{kept}"/>'


def test_words_stay_as_they_are() -> None:
    """A title with spaces, a sign and a number of many decimals; the font is the
    page's."""
    style = "font-size: 8.5px; font-family: 'DejaVu Sans', 'Arial'; fill: red"
    words = f'<text style="{style}">1.2345 · x  y</text>'
    given = f"<title>a and b: 0.25123% <</title>\n{words}"
    assert compact(given) == (
        '<title>a and b: 0.25123% <</title><text style="font-size:8.5px;fill:red">'
        "1.2345 · x  y</text>"
    )


def test_a_turn_by_nothing_is_none_and_another_is_kept() -> None:
    given = '<text transform="rotate(-0 1 2)"/><text transform="rotate(-90 1 2)"/>'
    assert compact(given) == '<text/><text transform="rotate(-90 1 2)"/>'


def test_lines_of_one_style_share_it() -> None:
    """A single one keeps its own, and the next style begins another group."""
    other = LINE.format(9).replace("red", "blue")
    found = compact(LINE.format(1) + LINE.format(2) + other).strip()
    assert found == (
        '<g style="fill:none;stroke:red"><g><path d="M0 1L8 1.5"/></g>'
        '<g><path d="M0 2L8 1.5"/></g></g>'
        '<g><path d="M0 9L8 1.5" style="fill:none;stroke:blue"/></g>'
    )
    assert len(re.findall("<g", found)) == len(re.findall("</g>", found))
