"""The root and the logarithms of the formulas: those of `math`, open to other numbers.

A value is worked out step by step by handing the functions of families and choices
numbers that write down what is done to them. So a formula uses, of numbers that stand
in a case, `+ - * / **`, `abs`, `sum`, `min`, `max` and the three functions here, each
of one argument: a logarithm to another base is a ratio of two. `math.log2` of such a
number gives the same value, but its step is shown as a number alone.

    >>> log(8) / log(2) == log2(8) == 3
    True

A kind of number that is more than its value registers its own form, as with
`sqrt.register` (see `functools.singledispatch`).
"""

from __future__ import annotations

import math
from functools import singledispatch


@singledispatch
def sqrt(number: float) -> float:
    """The square root of one number."""
    return math.sqrt(number)


@singledispatch
def log2(number: float) -> float:
    """The binary logarithm of one number."""
    return math.log2(number)


@singledispatch
def log(number: float) -> float:
    """The natural logarithm of one number: it takes no base, divide by `log(base)`."""
    return math.log(number)
