"""Numbers as pages show them: start at `format_page_number`."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

from homonym.reference.variants import Number

DIGITS = 4
MOST = 12
"""Of more users' numbers than these only the first are shown."""
ENDLESS = {"nan": "NaN", "inf": "infinite", "-inf": "minus infinite"}
"""What is no finite number, as people write it."""


def format_page_number(value: Number | str | bool) -> str:
    """A number in four significant digits, trailing zeros kept; other things as text.

    >>> [*map(format_page_number, (0.35017, 1.0, 2.5e-9, None, "fail"))]
    ['0.3502', '1', '2.500e-09', 'undefined', 'fail']
    >>> format_page_number(float("nan")), format_page_number((0.5, float("inf")))
    ('NaN', '(0.5000, infinite)')
    """
    if isinstance(value, tuple):
        return format_number_row(value, format_page_number)
    if value is None:
        return "undefined"
    if isinstance(value, str) or not isfinite(value):
        return ENDLESS.get(str(value), str(value))
    return f"{value:#.{DIGITS}g}" if value != int(value) else str(int(value))


def format_published_number(value: float | str) -> str:
    """A published number: four digits, but no zeros that were not published."""
    digits = len(str(value).replace(".", "").lstrip("0"))
    return str(value) if digits <= DIGITS else format_page_number(value)


def format_all_digits(value: Number | str) -> str:
    """A number in all its digits."""
    if isinstance(value, tuple):
        return format_number_row(value, format_all_digits)
    return "undefined" if value is None else ENDLESS.get(str(value), str(value))


def format_number_row(
    values: tuple[float | None, ...], spell: Callable[[Number], str]
) -> str:
    """The numbers of several users; of many the first, and how many there are.

    >>> format_number_row((0.5,) * 300, format_page_number)[-29:]
    '0.5000, … 300 numbers in all)'
    """
    told = [spell(one) for one in values[:MOST]]
    rest = [f"… {len(values)} numbers in all"] if len(values) > MOST else []
    return f"({', '.join([*told, *rest])})"


def format_count(count: int, one: str, many: str) -> str:
    """A count with its noun.

    >>> format_count(1, "library", "libraries"), format_count(0, "library", "libraries")
    ('1 library', 'no libraries')
    """
    return f"{count or 'no'} {one if count == 1 else many}"
