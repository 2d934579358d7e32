"""Lists of items with aspects, from their lines."""

from __future__ import annotations

from homonym.reference.diversity.case import AspectCase, Items


def items(line: str) -> Items:
    """The items of a list."""
    return AspectCase.parse(f"{line} @1").users[0].ranked
