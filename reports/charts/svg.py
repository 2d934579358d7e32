"""Pictures inside pages: matplotlib draws, the page's style sheet gives the colours.

Start at `picture`. A part that is drawn with an id gets style sheet classes, and words
that are shown when it is pointed at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, SOFT = "#010203", "#040506"
"""Stand for the page's own colours, which replace them."""
Size = tuple[float, float]
"""Width and height in inches."""


@dataclass(frozen=True)
class ClassedPart:
    """A part of a picture: the id it is drawn with, its classes, its words."""

    id: str
    classes: str
    words: str = ""


def picture(
    words: str, size: Size, draw: Callable[[Axes], None], parts: Iterable[ClassedPart]
) -> str:
    """What `draw` puts on axes, as SVG to stand inside a page, named by the words."""
    return themed(draw_svg(words, size, draw), words, parts)


def draw_svg(salt: str, size: Size, draw: Callable[[Axes], None]) -> str:
    """The picture as matplotlib makes it; the salt makes its inner names its own."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    out = StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": salt}):
        figure = Figure(figsize=size, layout="constrained")
        axes = figure.subplots()
        draw(axes)
        axes.tick_params(colors=INK, labelcolor=INK, length=0)
        for spine in axes.spines.values():
            spine.set_visible(False)
        arrange(figure)
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None})
    return out.getvalue()


def arrange(figure: Figure) -> None:
    """Make room for all words, at the 72 dots an inch of SVG: where that is left to
    saving, matplotlib draws the whole picture once more."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    FigureCanvasSVG(figure)
    figure.set_dpi(FigureCanvasSVG.fixed_dpi)
    if engine := figure.get_layout_engine():
        engine.execute(figure)
    figure.set_layout_engine("none")


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
    svg = re.sub(r'<g id="[^"]*"', "<g", svg)
    svg = svg.replace("<svg", f'<svg role="img" aria-label="{escape(words)}"', 1)
    svg = svg.replace(INK, "currentColor").replace(SOFT, "currentColor")
    return Markup(svg)  # noqa: S704  (drawn here, its words escaped)
