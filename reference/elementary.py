"""The root and the logarithms of the formulas: those of `math`, open to other numbers.

Each takes one number: a logarithm to another base is a quotient, `log(n) / log(3)`.

A kind of number that is more than its value registers its own form, as with
`sqrt.register` (see `functools.singledispatch`).
"""

from __future__ import annotations

import math
from functools import singledispatch


@singledispatch
def sqrt(number: float) -> float:
    """The square root."""
    return math.sqrt(number)


@singledispatch
def log2(number: float) -> float:
    """The binary logarithm."""
    return math.log2(number)


@singledispatch
def log(number: float) -> float:
    """The natural logarithm."""
    return math.log(number)
