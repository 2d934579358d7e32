"""Expected reciprocal rank, once more as what its name says, and by another family."""

from __future__ import annotations

from itertools import product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from homonym.reference.diversity.case import AspectCase
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant

GRADES = st.lists(st.sampled_from([".", "1", "2", "2.5", "5"]), min_size=1, max_size=6)
drawn = settings(max_examples=100, deadline=None, derandomize=True, database=None)


def expected(chances: list[float]) -> float:
    """The mean of 1 / rank of the first item that satisfies, 0 where none does, over
    all that may happen to a reader whom each item satisfies by its chance."""
    found = 0.0
    for happened in product((True, False), repeat=len(chances)):
        ways = (c if yes else 1 - c for c, yes in zip(chances, happened, strict=True))
        first = happened.index(True) + 1 if any(happened) else 0
        found += prod(ways) / first if first else 0.0
    return found


@drawn
@given(grades=GRADES)
@pytest.mark.parametrize("stops", ["exponential", "share"])
def test_it_is_the_reciprocal_rank_that_is_expected(
    stops: str, grades: list[str]
) -> None:
    """Of the item at which the reader stops."""
    numbers = [0.0 if g == "." else float(g) for g in grades]
    chances = [(2**g - 1) / 32 if stops == "exponential" else g / 5 for g in numbers]
    case = Case.parse(f"{' '.join(grades)} | 1 @{len(grades)}")
    value = Variant.parse(f"err(stops={stops})").value(case)
    assert value == pytest.approx(expected(chances), abs=1e-12)


@drawn
@given(grades=GRADES, k=st.integers(1, 7))
def test_it_is_err_ia_where_all_items_are_of_one_aspect(
    grades: list[str], k: int
) -> None:
    """Which the user likes, so that it has all the weight."""
    items = " ".join(f"{g}a" for g in grades)
    plain = Case.parse(f"{' '.join(grades)} | 1 @{k}")
    aware = AspectCase.parse(f"{items} | 1a @{k}")
    assert Variant.parse("err(stops=exponential)").value(plain) == pytest.approx(
        Variant.parse("err_ia(relevance=exponential)").value(aware), abs=1e-12
    )
