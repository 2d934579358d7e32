"""Numbers that write down what is done to them.

`Worked` is a float that remembers the operation it came from, so that the reference's
own arithmetic can be shown: hand its functions such numbers, and `format_derivation`
tells how the result was made.

    >>> format_derivation((Worked(1) + Worked(2) / 3) / 2)
    '(1 + 2/3)/2'
    >>> [*map(format_derivation, (log2(Worked(1) / 4), abs(Worked(1) - 3) ** 2))]
    ['log2(1/4)', '|1 - 3|²']
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Any, cast

from homonym.reference.elementary import log, log2, sqrt

MINUS, POWER, BARS = "minus", "^", "| |"
"""The opposite of a number, a number to the power of another, and what it is without
its sign."""
LEVELS = {"+": 1, "-": 1, MINUS: 1, "×": 2, "/": 2, POWER: 3}
"""How strongly an operation binds; a number by itself and a function bind most."""
MOST = 4
DIGITS = 6


class Worked(float):
    """A number, the operation that made it, and of what; none for a given number."""

    __slots__ = ("of", "sign")

    sign: str
    of: tuple[float, ...]

    def __new__(cls, value: float, sign: str = "", *of: float) -> Worked:
        made = super().__new__(cls, value)
        made.sign, made.of = sign, of
        return made

    def __add__(self, other: float) -> Worked:
        return add_worked_numbers(self, other)

    def __radd__(self, other: float) -> Worked:
        return add_worked_numbers(other, self)

    def __sub__(self, other: float) -> Worked:
        return Worked(float(self) - float(other), "-", self, other)

    def __rsub__(self, other: float) -> Worked:
        return Worked(float(other) - float(self), "-", other, self)

    def __mul__(self, other: float) -> Worked:
        return multiply_numbers(self, other)

    def __rmul__(self, other: float) -> Worked:
        return multiply_numbers(other, self)

    def __truediv__(self, other: float) -> Worked:
        if self.sign and not isinstance(other, Worked) and other == 1:
            return self
        return Worked(float(self) / float(other), "/", self, other)

    def __rtruediv__(self, other: float) -> Worked:
        return Worked(float(other) / float(self), "/", other, self)

    def __neg__(self) -> Worked:
        return Worked(-float(self), MINUS, self)

    def __abs__(self) -> Worked:
        return Worked(abs(float(self)), BARS, self)

    def __pow__(self, other: float, modulo: None = None) -> Worked:
        return Worked(float(self) ** float(other), POWER, self, other)

    def __index__(self) -> int:
        return int(self)


class Count(Worked):
    """A number of things: it is counted, and not written as a sum of ones."""

    __slots__ = ()

    def __add__(self, other: float) -> Worked:
        things = isinstance(other, Count | int)
        return (
            Count(float(self) + float(other))
            if things
            else add_worked_numbers(self, other)
        )

    __radd__ = __add__


def add_worked_numbers(a: float, b: float) -> Worked:
    """The sum; the plain 0 that `sum` starts with is no term."""
    for one, other in ((a, b), (b, a)):
        if isinstance(other, Worked) and not isinstance(one, Worked) and one == 0:
            return other
    return Worked(float(a) + float(b), "+", a, b)


def multiply_numbers(a: float, b: float) -> Worked:
    """The product; a plain 1, as the weight of a user, is no factor."""
    for one, other in ((a, b), (b, a)):
        if isinstance(other, Worked) and not isinstance(one, Worked) and one == 1:
            return other
    return Worked(float(a) * float(b), "×", a, b)


def make_worked_function(
    name: str, function: Callable[[float], float]
) -> Callable[[Worked], Worked]:
    """The function, of a number that remembers."""

    def call(number: Worked) -> Worked:
        return Worked(function(float(number)), name, number)

    return call


sqrt.register(Worked, make_worked_function("√", math.sqrt))
log2.register(Worked, make_worked_function("log2", math.log2))
log.register(Worked, make_worked_function("ln", math.log))


def make_given_number(value: float) -> Worked:
    """The number by itself, however it was made."""
    return Worked(value)


def make_numbers_given(found: Any) -> Any:
    """The same, in a collection too: how its numbers were made is told before."""
    if isinstance(found, float | int) and not isinstance(found, bool):
        return make_given_number(found)
    if isinstance(found, dict):
        return type(found)({key: make_numbers_given(one) for key, one in found.items()})
    if hasattr(found, "_make"):
        return found._make(map(make_numbers_given, found))
    if isinstance(found, list | tuple):
        return type(found)(map(make_numbers_given, found))
    return found


def extract_shared_numbers(number: Worked) -> tuple[list[Worked], Worked]:
    """What is needed more than once to make the number, in the order in which it is
    made, and the number with each of these as given.

    A difference of two given numbers is no longer than its own value would be.

    >>> mean = (Worked(1) + 3) / 2
    >>> first, last = extract_shared_numbers((1 - mean) ** 2 + (3 - mean) ** 2)
    >>> [format_derivation(one) for one in first], format_derivation(last)
    (['(1 + 3)/2'], '(1 - 2)² + (3 - 2)²')
    """
    uses = Counter[int]()

    def count(one: float) -> None:
        if isinstance(one, Worked) and one.sign:
            uses[id(one)] += 1
            if uses[id(one)] == 1:
                for operand in one.of:
                    count(operand)

    found: dict[int, Worked] = {}

    def rebuilt(one: float) -> float:
        if not isinstance(one, Worked) or not one.sign:
            return one
        if id(one) not in found:
            made = Worked(one, one.sign, *map(rebuilt, one.of))
            if uses[id(one)] == 1 or is_difference(one):
                return made
            found[id(one)] = made
        return make_given_number(one)

    count(number)
    last = cast(Worked, rebuilt(number))
    return list(found.values()), last


def is_difference(number: Worked) -> bool:
    """Whether it is a difference of two given numbers."""
    nested = any(isinstance(one, Worked) and one.sign for one in number.of)
    return number.sign == "-" and not nested


def format_derivation(number: float) -> str:
    """How the number was made."""
    if not isinstance(number, Worked) or not number.sign:
        return f"{float(number) + 0:.{DIGITS}g}"
    if number.sign == POWER:
        exponent = format_derivation(number.of[1])
        return write_operand(0, number) + ("²" if exponent == "2" else f"^{exponent}")
    if len(number.of) == 1:
        return format_unary_derivation(number)
    left, right = (write_operand(place, number) for place in (0, 1))
    if number.sign == "+" and right.startswith("-"):
        return f"{left} - {right[1:]}"
    space = "" if number.sign == "/" else " "
    return f"{left}{space}{number.sign}{space}{right}"


def format_unary_derivation(number: Worked) -> str:
    """How a function of one number is written."""
    if number.sign == MINUS:
        return f"-{write_operand(0, number)}"
    within = format_derivation(number.of[0])
    return f"|{within}|" if number.sign == BARS else f"{number.sign}({within})"


def write_operand(place: int, number: Worked) -> str:
    """One side of an operation, in brackets where it would be misread without."""
    one, text = number.of[place], format_derivation(number.of[place])
    sign = one.sign if isinstance(one, Worked) else ""
    level, own = (LEVELS.get(each, MOST) for each in (sign, number.sign))
    loose = level < own or (level == own and number.sign in (MINUS, POWER))
    after = place == 1 and number.sign in "-/" and level <= own
    signed = text.startswith("-") and (
        number.sign in (POWER, MINUS) or (place == 1 and number.sign in "-×/")
    )
    unclear = number.sign == "+" and sign == "-"
    return f"({text})" if loose or after or signed or unclear else text
