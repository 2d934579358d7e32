"""Numbers that write down what is done to them.

`Worked` is a float that remembers the operation it came from, so that the reference's
own arithmetic can be shown: hand its functions such numbers, and `written` tells how
the result was made.

    >>> written((Worked(1) + Worked(2) / 3) / 2)
    '(1 + 2/3)/2'
"""

from __future__ import annotations

LEVELS = {"+": 1, "-": 1, "×": 2, "/": 2, "": 3}
"""How strongly an operation binds; a number by itself binds most."""
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
        return added(self, other)

    def __radd__(self, other: float) -> Worked:
        return added(other, self)

    def __sub__(self, other: float) -> Worked:
        return Worked(float(self) - float(other), "-", self, other)

    def __rsub__(self, other: float) -> Worked:
        return Worked(float(other) - float(self), "-", other, self)

    def __mul__(self, other: float) -> Worked:
        return multiplied(self, other)

    def __rmul__(self, other: float) -> Worked:
        return multiplied(other, self)

    def __truediv__(self, other: float) -> Worked:
        if self.sign and not isinstance(other, Worked) and other == 1:
            return self
        return Worked(float(self) / float(other), "/", self, other)

    def __rtruediv__(self, other: float) -> Worked:
        return Worked(float(other) / float(self), "/", other, self)

    def __index__(self) -> int:
        return int(self)


class Count(Worked):
    """A number of things: it is counted, and not written as a sum of ones."""

    __slots__ = ()

    def __add__(self, other: float) -> Worked:
        things = isinstance(other, Count | int)
        return Count(float(self) + float(other)) if things else added(self, other)

    __radd__ = __add__


def added(a: float, b: float) -> Worked:
    """The sum; the plain 0 that `sum` starts with is no term."""
    for one, other in ((a, b), (b, a)):
        if isinstance(other, Worked) and not isinstance(one, Worked) and one == 0:
            return other
    return Worked(float(a) + float(b), "+", a, b)


def multiplied(a: float, b: float) -> Worked:
    """The product; a plain 1, as the weight of a user, is no factor."""
    for one, other in ((a, b), (b, a)):
        if isinstance(other, Worked) and not isinstance(one, Worked) and one == 1:
            return other
    return Worked(float(a) * float(b), "×", a, b)


def given(value: float) -> Worked:
    """The number by itself, however it was made."""
    return Worked(value)


def written(number: float) -> str:
    """How the number was made."""
    if not isinstance(number, Worked) or not number.sign:
        return f"{float(number):.{DIGITS}g}"
    left, right = (operand(place, number) for place in (0, 1))
    space = "" if number.sign == "/" else " "
    return f"{left}{space}{number.sign}{space}{right}"


def operand(place: int, number: Worked) -> str:
    """One side of an operation, in brackets where it would be misread without."""
    one = number.of[place]
    sign = one.sign if isinstance(one, Worked) else ""
    loose = LEVELS[sign] < LEVELS[number.sign]
    after = place == 1 and number.sign in "-/" and LEVELS[sign] <= LEVELS[number.sign]
    unclear = number.sign == "+" and sign == "-"
    return f"({written(one)})" if loose or after or unclear else written(one)
