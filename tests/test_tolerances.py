"""When two numbers count as the same."""

from __future__ import annotations

from math import inf, nan

import pytest

from homonym.reference.variants import Number
from homonym.tolerances import (
    are_all_close,
    are_numbers_close,
    are_printed_alike,
    are_recorded_alike,
    are_values_close,
)


@pytest.mark.parametrize(
    ("a", "b", "precision", "equal"),
    [
        (0.0, 0.25, 0.25, True),
        (0.0, 0.25, 0.125, False),
        (0.25, 0.0, 0.25, True),
        (1000.0, 1001.0, 1e-3, True),
        (1001.0, 1000.0, 1e-3, True),
        (-1001.0, -1000.0, 1e-3, True),
        (-1000.0, -1001.0, 1e-3, True),
        (1000.0, 1002.0, 1e-3, False),
        (1000.0, -1000.0, 1e-3, False),
        (nan, nan, 1e-9, True),
        (None, nan, 1e-9, True),
        (nan, None, 1e-9, True),
        (nan, 0.5, 1e-9, False),
        (0.5, nan, 1e-9, False),
        (0.5, None, 1e-9, False),
        (None, 0.0, 1e-9, False),
        (inf, inf, 1e-9, True),
        (0.5, -inf, 1e-9, False),
    ],
)
def test_two_numbers_are_close_within_a_relative_precision(
    a: float | None, b: float | None, precision: float, equal: bool
) -> None:
    """Of the larger one, or of 1; the bound itself is within."""
    assert are_numbers_close(a, b, precision) is equal


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        (0.5, 0.5, True),
        (0.5, 0.6, False),
        (None, nan, True),
        ((0.5, None), (0.5, nan), True),
        ((0.5, 1.0), (0.5, 0.9), False),
        ((0.5, 1.0), (0.5,), False),
        ((0.5,), 0.5, False),
        (None, (nan,), False),
        ((), (), True),
    ],
)
def test_two_values_are_the_same_where_every_users_number_is(
    one: Number, other: Number, equal: bool
) -> None:
    """In either order; a mean is no user's number."""
    assert are_values_close(one, other, 1e-9) is equal
    assert are_values_close(other, one, 1e-9) is equal


def test_as_many_numbers_must_stand_on_both_sides() -> None:
    """One more is no partner of any."""
    assert are_all_close((1.0, nan), (1.0, None), 1e-9)
    assert not are_all_close((1.0,), (1.0, 1.0), 1e-9)


def test_recorded_values_are_alike_within_a_millionth() -> None:
    """Relative, but for numbers near 0; NaN is like NaN alone."""
    assert are_recorded_alike(1000.0, 1000.0009)
    assert not are_recorded_alike(1000.0, 1000.002)
    assert are_recorded_alike(0.0, 9e-10)
    assert not are_recorded_alike(0.0, 2e-9)
    assert are_recorded_alike(inf, inf) and not are_recorded_alike(inf, -inf)
    assert are_recorded_alike(nan, nan)
    assert not are_recorded_alike(nan, 0.5)
    assert not are_recorded_alike(0.5, nan)


def test_printed_numbers_are_equal_to_the_digits_that_both_have() -> None:
    """Single precision and four digits are equal; two different AUCs are not."""
    assert are_printed_alike(0.09632131280310642, 0.096321315)
    assert are_printed_alike(0.09326437896736813, 0.0933)
    assert not are_printed_alike(0.7046229461413768, 0.7048781)
