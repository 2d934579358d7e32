"""Pictures inside pages: matplotlib draws, the page's style sheet gives the colours.

Start at `picture`. A part that is drawn with an id gets style sheet classes, and words
that are shown when it is pointed at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Any

from homonym.reports.charts.compact import compact

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, SOFT = "#010203", "#040506"
"""Stand for the page's own colours, which replace them."""
Size = tuple[float, float]
"""Width and height in inches."""
Box = tuple[float, float, float, float]
"""Left, bottom, width and height."""
POINTS = 72
"""Of an inch of SVG."""


@dataclass(frozen=True)
class ClassedPart:
    """A part of a picture: the id it is drawn with, its classes, its words."""

    id: str
    classes: str
    words: str = ""


@dataclass(frozen=True)
class Margins:
    """Points between the axes and the edges of a picture, for what stands there."""

    left: float
    bottom: float
    right: float = 14
    top: float = 8

    def around(self, size: Size) -> Box:
        """Where the axes stand, in parts of the picture."""
        width, height = (POINTS * inches for inches in size)
        across = width - self.left - self.right
        up = height - self.bottom - self.top
        return (
            *(self.left / width, self.bottom / height),
            *(across / width, up / height),
        )


def picture(
    words: str,
    size: Size,
    margins: Margins,
    draw: Callable[[Axes], None],
    parts: Iterable[ClassedPart],
) -> str:
    """What `draw` puts on axes, as SVG to stand inside a page, named by the words."""
    return themed(draw_svg(words, size, margins, draw), words, parts)


def draw_svg(
    salt: str, size: Size, margins: Margins, draw: Callable[[Axes], None]
) -> str:
    """The picture as matplotlib makes it; the salt makes its inner names its own. It is
    drawn once: no layout is sought, and the canvas is asked itself."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    out = StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": salt}):
        figure = Figure(figsize=size, dpi=POINTS, facecolor="none")
        axes = figure.add_axes(margins.around(size), facecolor="none")
        draw(axes)
        axes.tick_params(colors=INK, labelcolor=INK, length=0)
        for spine in axes.spines.values():
            spine.set_visible(False)
        canvas: Any = FigureCanvasSVG(figure)
        canvas.print_svg(out, metadata={"Date": None})
    return out.getvalue()


def themed(svg: str, words: str, parts: Iterable[ClassedPart]) -> str:
    """The picture with the page's colours, its name, and its parts' classes."""
    from markupsafe import Markup, escape

    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.S)
    for side in ("height", "width"):
        svg = re.sub(rf'(<svg[^>]*?) {side}="[^"]*"', r"\1", svg, count=1)
    for part in parts:
        title = f"<title>{escape(part.words)}</title>" if part.words else ""
        shown = f'<g class="{part.classes}">{title}'
        svg = svg.replace(f'<g id="{part.id}">', shown)
    svg = compact(re.sub(r'<g id="[^"]*"', "<g", svg))
    svg = svg.replace("<svg", f'<svg role="img" aria-label="{escape(words)}"', 1)
    svg = svg.replace(INK, "currentColor").replace(SOFT, "currentColor")
    return Markup(svg)  # noqa: S704  (drawn here, its words escaped)
