"""Pictures inside pages: drawn on axes, in the colours of the page's style sheet.

Start at `picture`. A part that is drawn with an id gets style sheet classes, and words
that are shown when it is pointed at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from homonym.reports.charts.axes import Axes, ClassedPart, escaped, short

Size = tuple[float, float]
"""Width and height in points."""
Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


@dataclass(frozen=True)
class Margins:
    """Points between the axes and the edges of a picture, for what stands there."""

    left: float
    bottom: float
    right: float = 14
    top: float = 8

    def within(self, size: Size) -> Box:
        """Where the axes stand in the picture."""
        width, height = size
        return self.left, self.top, width - self.right, height - self.bottom


def picture(
    words: str,
    size: Size,
    margins: Margins,
    draw: Callable[[Axes], None],
    parts: Iterable[ClassedPart],
) -> str:
    """What `draw` puts on axes, as SVG to stand inside a page, named by the words."""
    from markupsafe import Markup

    axes = Axes(size, margins.within(size), {part.id: part for part in parts})
    draw(axes)
    box = f'viewBox="0 0 {short(size[0])} {short(size[1])}"'
    name = f'role="img" aria-label="{escaped(words)}"'
    look = 'fill="currentColor" stroke-linejoin="round"'
    drawn = "".join(axes.drawn)
    text = f'<svg {name} {box} xmlns="http://www.w3.org/2000/svg" {look}>{drawn}</svg>'
    return Markup(text)  # noqa: S704  (drawn here, its words escaped)
