"""Numbers that remember how they were made: worked by hand."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from homonym.reference.elementary import log, log2, sqrt
from homonym.trace.numbers import (
    Count,
    Worked,
    extract_shared_numbers,
    format_derivation,
    make_given_number,
    make_numbers_given,
)

ONE, TWO, THREE = Worked(1), Worked(2), Worked(3)


@pytest.mark.parametrize(
    ("made", "number", "how"),
    [
        (TWO + THREE, 5, "2 + 3"),
        (4 + TWO, 6, "4 + 2"),
        (TWO - THREE, -1, "2 - 3"),
        (7 - TWO, 5, "7 - 2"),
        (TWO * THREE, 6, "2 × 3"),
        (4 * TWO, 8, "4 × 2"),
        (THREE / TWO, 1.5, "3/2"),
        (3 / TWO, 1.5, "3/2"),
        (-TWO, -2, "-2"),
        (abs(TWO - THREE), 1, "|2 - 3|"),
        (THREE**2, 9, "3²"),
        (TWO**3, 8, "2^3"),
        (sqrt(Worked(9)), 3, "√(9)"),
        (log2(Worked(8)), 3, "log2(8)"),
        (log(ONE), 0, "ln(1)"),
    ],
)
def test_every_operation_gives_its_number_and_remembers_itself(
    made: Worked, number: float, how: str
) -> None:
    assert isinstance(made, Worked)
    assert (float(made), format_derivation(made)) == (number, how)


@pytest.mark.parametrize(
    ("made", "how"),
    [
        # what a plain 0 or 1 does is no step, what a number that was given does is one
        (sum([TWO, THREE]), "2 + 3"),
        (TWO + 0, "2"),
        (Worked(0) + TWO, "0 + 2"),
        (1 * TWO, "2"),
        (TWO * 1, "2"),
        (ONE * TWO, "1 × 2"),
        ((TWO + THREE) / 1, "2 + 3"),
        ((TWO + THREE) / ONE, "(2 + 3)/1"),
        ((TWO + THREE) / 2, "(2 + 3)/2"),
        (TWO / 1, "2/1"),
    ],
)
def test_a_plain_0_is_no_term_and_a_plain_1_no_factor(made: Any, how: str) -> None:
    assert format_derivation(made) == how


@pytest.mark.parametrize(
    ("made", "how"),
    [
        (TWO + THREE - ONE, "2 + 3 - 1"),
        (TWO - (THREE + ONE), "2 - (3 + 1)"),
        (TWO - (THREE - ONE), "2 - (3 - 1)"),
        (TWO - THREE * 2, "2 - 3 × 2"),
        (TWO * (THREE * 2), "2 × 3 × 2"),
        (TWO / (THREE / 2), "2/(3/2)"),
        (TWO / (THREE * 2), "2/(3 × 2)"),
        (TWO * THREE / 2, "2 × 3/2"),
        ((TWO - THREE) * 2, "(2 - 3) × 2"),
        ((TWO * THREE) ** 2, "(2 × 3)²"),
        (log2(TWO) ** 2, "log2(2)²"),
        (abs(TWO - THREE) + 2, "|2 - 3| + 2"),
        (TWO ** (ONE + 2), "2^1 + 2"),
        (TWO / THREE**2, "2/3²"),
        (TWO * Worked(-3), "2 × (-3)"),
        (TWO / Worked(-3), "2/(-3)"),
        (TWO - Worked(-3), "2 - (-3)"),
        (Worked(-3) * TWO, "-3 × 2"),
        (-(TWO * THREE), "-2 × 3"),
        (-(TWO - THREE), "-(2 - 3)"),
        (-Worked(-2), "-(-2)"),
        (-(Worked(-2) * THREE), "-(-2 × 3)"),
        ((TWO - THREE) + ONE, "(2 - 3) + 1"),
        (TWO + (-THREE), "2 - 3"),
    ],
)
def test_what_binds_less_stands_in_brackets(made: Worked, how: str) -> None:
    assert format_derivation(made) == how


def test_six_digits_are_written_and_no_0_is_below_0() -> None:
    assert format_derivation(Worked(2 / 3)) == "0.666667"
    assert format_derivation(Worked(1234567)) == "1.23457e+06"
    assert format_derivation(Worked(-0.0)) == "0"


def test_a_count_is_counted_up_and_added_to_what_is_none() -> None:
    """Of things; a half is none, nor is a number that was given."""
    assert (
        format_derivation(Count(1) + Count(2)) == format_derivation(2 + Count(1)) == "3"
    )
    assert isinstance(Count(1) + 2, Count)
    assert format_derivation(Count(1) + 0.5) == "1 + 0.5"
    assert format_derivation(Count(1) + TWO) == "1 + 2"


def test_a_number_stands_for_its_place_in_a_list() -> None:
    assert "abcd"[TWO] == "c"


class Parts(NamedTuple):
    """Two of them."""

    above: float
    below: float


def test_what_is_settled_is_given_wherever_it_stands() -> None:
    """In a list, a tuple, one with names, or a dictionary; what is no number stays."""
    made = TWO + THREE
    found: Any = make_numbers_given(
        {"a": [made, 3], "b": (made, None), "c": Parts(made, 2), "d": True, "e": "x"}
    )
    assert found == {
        "a": [5, 3],
        "b": (5, None),
        "c": Parts(5, 2),
        "d": True,
        "e": "x",
    }
    assert [type(found[name]) for name in "abc"] == [list, tuple, Parts]
    assert found["d"] is True
    for number in (*found["a"], found["b"][0], *found["c"], make_given_number(made)):
        assert isinstance(number, Worked) and format_derivation(number) == f"{number:g}"
    assert format_derivation(made) == "2 + 3"


def test_what_is_needed_more_than_once_is_made_first() -> None:
    """In the order in which it is made; what is needed once stays where it is, and so
    does a difference of two given numbers."""
    mean = (ONE + 3) / 2
    halves = mean * THREE
    first, last = extract_shared_numbers(halves / (halves + mean))
    assert [format_derivation(one) for one in first] == ["(1 + 3)/2", "2 × 3"]
    assert format_derivation(last) == "6/(6 + 2)"
    assert [float(one) for one in first] == [2, 6] and last == 0.75
    apart = TWO - ONE
    first, last = extract_shared_numbers(apart**2 + apart * THREE)
    assert (first, format_derivation(last)) == ([], "(2 - 1)² + (2 - 1) × 3")
    nested = TWO - THREE * ONE
    first, last = extract_shared_numbers(nested**2 + nested)
    assert [format_derivation(one) for one in first] == ["2 - 3 × 1"]
    assert format_derivation(last) == "(-1)² - 1"
    total = ONE + TWO
    first, last = extract_shared_numbers(total * total)
    assert ([format_derivation(one) for one in first], format_derivation(last)) == (
        ["1 + 2"],
        "3 × 3",
    )
    once, last = extract_shared_numbers((ONE + TWO) * THREE)
    assert (once, format_derivation(last)) == ([], "(1 + 2) × 3")


def test_a_given_number_is_not_made_first_however_often_it_is_needed() -> None:
    first, last = extract_shared_numbers(TWO * THREE + TWO)
    assert (first, format_derivation(last)) == ([], "2 × 3 + 2")
    first, last = extract_shared_numbers(TWO)
    assert (first, format_derivation(last)) == ([], "2")
