"""Witnesses: the smallest case on which two variants differ.

Start at `find_witness`, which looks it up: reference/witnesses/ holds for each family
the cases that are the smallest for some pair of its variants, in the order of size, so
that the first of them on which two variants differ is their witness.
`find_witness_by_enumeration` finds the same by trying every case, `homonym-maintain
witnesses` writes the files. Cases below the line `LONGER` stand for pairs that no
enumerated case tells apart.

The order of size of each type of case stands in its module of `homonym.cases`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from math import isfinite
from typing import Any

from homonym.cases.kinds import enumerate_small_cases
from homonym.equivalence.partition import (
    GAP,
    compute_key_distance,
    is_numberless_value,
    make_value_key,
)
from homonym.errors import UserError
from homonym.reference.variants import Number, Variant, every_family

SCHEMA = "# schema 1"
"""How a file of witnesses begins."""


def find_witness(a: Variant, b: Variant) -> Any:
    """The smallest case on which the variants differ by more than the gap, or None.

    Both take one type of case.

    >>> one = Variant.parse("MAP(divisor=min_k_r)")
    >>> other = Variant.parse("MAP(divisor=r)")
    >>> str(find_witness(one, other))
    '1 | 1 @1'
    """
    if a.canonical() == b.canonical():
        return None
    listed = a.family == b.family and is_in_product(a) and is_in_product(b)
    if not listed:
        return find_witness_by_enumeration(a, b)
    places = range(len(read_stored_witnesses(a.family)))
    apart = (
        n
        for n in places
        if are_told_apart(compute_on_stored_case(a, n), compute_on_stored_case(b, n))
    )
    return next((read_stored_witnesses(a.family)[n] for n in apart), None)


@lru_cache(maxsize=65_536)
def compute_on_stored_case(variant: Variant, place: int) -> Number:
    """What a variant gives on one of the stored cases of its family."""
    return variant.value(read_stored_witnesses(variant.family)[place])


def is_in_product(variant: Variant) -> bool:
    """Whether it is a point of its family's product: the file has its witnesses."""
    numbers = dict(variant.parameters)
    return not numbers or numbers in variant.home.tried


def find_witness_by_enumeration(a: Variant, b: Variant) -> Any:
    """The same, found by trying every case in the order of size."""
    return find_first_telling_case(enumerate_small_cases(a.home.takes), a, b)


def find_first_telling_case(among: Iterable[Any], a: Variant, b: Variant) -> Any:
    """The first of the cases on which the variants differ by more than the gap."""
    return next(
        (case for case in among if are_told_apart(a.value(case), b.value(case))), None
    )


def are_told_apart(x: Number, y: Number) -> bool:
    """Whether two values tell their variants apart: an undefined one tells nothing, nor
    do two without any number."""
    if x is None or y is None or x == y:
        return False
    if type(x) is float and type(y) is float and isfinite(x - y):  # as most are
        return abs(x - y) > GAP
    if is_numberless_value(x) and is_numberless_value(y):
        return False
    return compute_key_distance(make_value_key(x), make_value_key(y)) > GAP


LONGER = "# longer cases, made smaller: for these pairs there may be smaller ones"
"""What stands before the cases for pairs that no enumerated case tells apart."""


@cache
def read_stored_witnesses(family: str) -> tuple[Any, ...]:
    """The witnesses of a family, smallest first; UserError for a file that is none."""
    takes: Any = every_family()[family].takes
    return tuple(
        takes.parse(line) for line in read_witness_lines(family) if line != LONGER
    )


@cache
def read_longer_witnesses(family: str) -> tuple[Any, ...]:
    """Those of them that need not be the smallest."""
    lines = read_witness_lines(family)
    few = len(lines) - lines.index(LONGER) - 1 if LONGER in lines else 0
    return read_stored_witnesses(family)[-few:] if few else ()


def read_witness_lines(family: str) -> list[str]:
    """The lines of a family's file; UserError for a file that is none."""
    file = files("homonym.reference").joinpath("witnesses", f"{family}.txt")
    try:
        head, *lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        raise UserError(
            f"{file} is missing or empty", "homonym-maintain witnesses"
        ) from None
    if not head.startswith(SCHEMA):
        raise UserError(f"{file} begins with {head!r}; this homonym reads {SCHEMA!r}")
    return lines
