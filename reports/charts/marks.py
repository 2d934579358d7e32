"""The marks of charts, which differ by more than their colour: start at `mark`."""

from __future__ import annotations

SHAPES = {
    "D": ((0, -0.7), (0.7, 0), (0, 0.7), (-0.7, 0)),
    "s": ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),
    "^": ((0, -0.5), (0.5, 0.5), (-0.5, 0.5)),
    "v": ((0, 0.5), (0.5, -0.5), (-0.5, -0.5)),
    ">": ((0.5, 0), (-0.5, -0.5), (-0.5, 0.5)),
    "P": (
        *((-0.17, -0.5), (0.17, -0.5), (0.17, -0.17), (0.5, -0.17)),
        *((0.5, 0.17), (0.17, 0.17), (0.17, 0.5), (-0.17, 0.5)),
        *((-0.17, 0.17), (-0.5, 0.17), (-0.5, -0.17), (-0.17, -0.17)),
    ),
}
"""The corners of those that have some, around their middle, in parts of their size."""


def mark(shape: str, at: tuple[float, float], size: float, opacity: float = 1.0) -> str:
    """A mark of that shape, so many points wide, as SVG; `o` is a round one.

    >>> mark("o", (1, 2), 4)
    '<circle cx="1.0" cy="2.0" r="2"/>'
    >>> mark("^", (1, 2), 4)
    '<path d="M1.0 0.0L3.0 4.0L-1.0 4.0z"/>'
    """
    x, y = at
    look = f' opacity="{opacity:g}"' if opacity < 1 else ""
    if shape == "o":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size / 2:g}"{look}/>'
    corners = (f"{x + size * a:.1f} {y + size * b:.1f}" for a, b in SHAPES[shape])
    return f'<path d="M{"L".join(corners)}z"{look}/>'
