"""How what somebody gave is quoted in an error: `in_brief`."""

from __future__ import annotations

LONG = 60
"""So many characters of a value are shown."""


def in_brief(value: object) -> str:
    """A value that somebody gave, on one line, cut where it is long.

    >>> in_brief("MAP"), in_brief([0] * 100)
    ("'MAP'", '[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,…')
    """
    try:
        text = " ".join(repr(value).split())
    except ValueError:  # a whole number of more digits than Python writes
        name = type(value).__name__
        text = f"{'an' if name[0] in 'aeiou' else 'a'} {name} of too many digits"
    return cut(text)


def cut(text: str) -> str:
    """The text, or its beginning where it is long."""
    return text if len(text) <= LONG else f"{text[:LONG]}…"
