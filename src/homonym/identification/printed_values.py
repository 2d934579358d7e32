"""A number as somebody printed it, and what may have been printed so.

Start at `read_printed`. 0.0317 may stand for anything that rounds to it, or that begins
with these digits; 3.17, which is above 1, for what 0.0317 stands for, as a percentage.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import isfinite

from homonym.errors import UserError, in_brief

NUMBER = re.compile(
    r"([+-]?)(\d{0,9})(?:\.(\d{1,15}))?(?:[eE]([+-]?\d{1,2}))?\s*(%?)", re.ASCII
)
ROUNDED, TRUNCATED, PERCENTAGE = "rounded", "truncated", "as a percentage"
CUT_PERCENTAGE = "as a truncated percentage"
WIDTH = 1.5
"""So many units are wide what rounds to a number or begins with its digits."""
SLACK = 1e-9
"""Of a unit: what a value that lies on the border may be off by."""


@dataclass(frozen=True)
class Printed:
    """Its text, its value, and what one is worth in the last digit; percent: whether it
    is written with the sign."""

    text: str
    value: float
    unit: float
    percent: bool

    @property
    def readings(self) -> tuple[tuple[str, float, float], ...]:
        """What it may be: how it was made, its value and its unit."""
        hundredth = self.value / 100, self.unit / 100
        percentages = (PERCENTAGE, *hundredth), (CUT_PERCENTAGE, *hundredth)
        if self.percent:
            return percentages
        plain = self.value, self.unit
        alone = (ROUNDED, *plain), (TRUNCATED, *plain)
        return (*alone, *percentages) if abs(self.value) > 1 else alone

    def made_by(self, number: float | None) -> str:
        """How the number was made this text; nothing where it cannot have been."""
        if number is None or not isfinite(number):
            return ""
        for how, value, unit in self.readings:
            off = (number - value) / unit
            cut = how in (TRUNCATED, CUT_PERCENTAGE)
            low, high = (0.0, 1 - 2 * SLACK) if cut else (-0.5, 0.5)
            if low - SLACK <= off <= high + SLACK:
                return how
        return ""

    def distance(self, number: float | None) -> float | None:
        """How far the number is from the nearest reading; None for what is none."""
        if number is None or not isfinite(number):
            return None
        return min(abs(number - value) for _how, value, _unit in self.readings)

    def unit_of(self, how: str) -> float:
        """What one is worth in the last digit, read that way."""
        return next(unit for its, _value, unit in self.readings if its == how)


def read_printed(text: str) -> Printed:
    """The number of a text; UserError for what is none."""
    found = NUMBER.fullmatch(text.strip())
    if not found or not (found[2] or found[3]):
        raise UserError(
            f"{in_brief(text)} is no printed number: write it as it is printed, such "
            "as 0.0317 or 3.17%"
        )
    digits = found[3] or ""
    power = int(found[4] or 0)
    value = float(f"{found[1]}{found[2] or 0}.{digits or 0}e{power}")
    unit = float(f"1e{power - len(digits)}")
    return Printed(text.strip(), value, unit, bool(found[5]))
