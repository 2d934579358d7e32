"""SVG as matplotlib writes it, in less than half of the letters: start at `compact`."""

from __future__ import annotations

import re

DECIMALS = 2
"""Of a point of SVG: finer than any screen."""
TAG = re.compile(r"<[^<>]*>")
LONG = re.compile(rf"\d+\.\d{{{DECIMALS + 1},}}")
SHAPE = re.compile(r' d="([^"]*)"')
STYLE = re.compile(r' style="([^"]*)"')
FONT = re.compile(r"font-family: ?[^;\"]*(; ?)?")
ALIKE = re.compile(
    r'<g><path (d="[^"]*") (style="[^"]*")/></g>'
    r'(?:<g><path d="[^"]*" \2/></g>)+'
)
"""Lines of one style, one after the other."""


def compact(svg: str) -> str:
    """The same picture: without comments, empty groups and spaces that say nothing,
    and without fonts, which the page's style sheet gives; numbers of shapes, not of
    words, to `DECIMALS`; a style that several lines have one after the other is written
    once.

    >>> compact('<g> <g/> <path d="M 0 1.23456 L 2 3 " style="fill: none"/> </g>')
    '<g><path d="M0 1.23L2 3" style="fill:none"/></g>'
    """
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.S)
    svg = re.sub(r">\s+<", "><", svg).replace("<g/>", "")
    svg = TAG.sub(lambda found: LONG.sub(rounded, found[0]), svg)
    svg = svg.replace(' transform="rotate(-0 ', ' transform="rotate(0 ')
    svg = re.sub(r' transform="rotate\(0 [^"]*"', "", svg)
    svg = SHAPE.sub(lambda found: f' d="{without_spaces(found[1])}"', svg)
    svg = STYLE.sub(lambda found: f' style="{short_style(found[1])}"', svg)
    return ALIKE.sub(lambda found: together(found[0], found[2]), svg)


def rounded(number: re.Match[str]) -> str:
    """A number to `DECIMALS`, without zeros at its end."""
    return f"{float(number[0]):.{DECIMALS}f}".rstrip("0").rstrip(".")


def without_spaces(shape: str) -> str:
    """A path's commands, which need no spaces around their letters."""
    return re.sub(r"\s*([A-Za-z])\s*", r"\1", shape).strip()


def short_style(style: str) -> str:
    """Declarations without spaces, and without the font's family."""
    return re.sub(r"([:;]) ", r"\1", FONT.sub("", style))


def together(lines: str, style: str) -> str:
    """Lines of one style in a group that has it."""
    return f"<g {style}>{lines.replace(f' {style}', '')}</g>"
