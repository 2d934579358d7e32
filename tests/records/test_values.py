"""Measurements as plain values, and in words."""

from __future__ import annotations

from math import inf, isnan, nan
from typing import Any

import pytest

from homonym.adapters.contract import Failed, Refused, Value
from homonym.records.values import (
    format_numbers,
    format_recorded_value,
    is_finite_measurement,
    list_measured_numbers,
    make_recorded_values,
    round_value,
    summarise_measurement,
)


@pytest.mark.parametrize(
    ("measured", "words", "finite"),
    [
        (Value(0.5), "0.5", True),
        (Value(0.12345678), "0.123457", True),
        (Value(nan), "NaN", False),
        (Value(inf), "infinite", False),
        (Value(-inf), "-inf", False),
        (Value(None), "(NaN)", False),
        (Value(None, (0.5, None)), "(0.5, NaN)", False),
        (Value(None, (0.5, 1.0)), "(0.5, 1)", True),
        (Value(None, ()), "()", True),
        (Value(0.75, (0.5, None)), "0.75", True),
    ],
)
def test_a_number_is_told_in_words(measured: Value, words: str, finite: bool) -> None:
    """Every user's, where there is no other; what is none is named."""
    assert format_numbers(measured) == words
    assert is_finite_measurement(measured) is finite


def test_users_numbers_stand_in_for_a_value_that_is_none() -> None:
    """None is NaN."""
    assert list_measured_numbers(Value(0.5, (1.0,))) == (0.5,)
    first, second = list_measured_numbers(Value(None, (1.0, None)))
    assert first == 1 and isnan(second)
    (none,) = list_measured_numbers(Value(None))
    assert isnan(none)


@pytest.mark.parametrize(
    ("measured", "plain", "recorded"),
    [
        (Value(1 / 3), 0.333333333, 0.333333333),
        (Value(None, (1 / 3, 1.0)), "per user", (0.333333333, 1.0)),
        (Value(0.5, (1 / 3, 1.0)), 0.5, 0.5),
        (Failed("KeyError: 1"), "raises KeyError: 1", "raises KeyError: 1"),
        (Failed("no answer in 30 s"), "no answer in 30 s", "no answer in 30 s"),
        (Refused("no ids"), "refused: no ids", "refused: no ids"),
    ],
)
def test_a_measurement_is_one_plain_value(
    measured: Any, plain: Any, recorded: Any
) -> None:
    """A record keeps every user's number beside."""
    assert summarise_measurement(measured) == plain
    assert make_recorded_values(measured) == recorded
    assert isnan(make_recorded_values(Value(None)))  # type: ignore[arg-type]


def test_what_a_record_keeps_is_told_in_words() -> None:
    """Numbers to six digits, errors as they are."""
    kept = (0.1234567, (1.0, nan), "raises KeyError: 1")
    told = ["0.123457", "(1, NaN)", "raises KeyError: 1"]
    assert [*map(format_recorded_value, kept)] == told
    assert round_value(1 / 3, 3) == 0.333 and round_value(2 / 3) == 0.666666667
