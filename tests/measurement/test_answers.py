"""What a metric may return: numbers of any kind, and nothing else."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from homonym.adapters.contract import Failed, Value
from homonym.measurement.answers import convert_to_measurement


class Zero:
    """What a scalar of a numeric library looks like."""

    dtype = "float32"
    shape = ()

    def __float__(self) -> float:
        return 0.25


class Truth(Zero):
    """One of its truth values."""

    dtype = "torch.bool"


@pytest.mark.parametrize("given", [0.25, Fraction(1, 4), Decimal("0.25"), Zero()])
def test_whatever_is_a_number_is_one(given: Any) -> None:
    """Of a user too, and a user may have none."""
    assert convert_to_measurement(given) == Value(0.25)
    assert convert_to_measurement(Value(None, (given, None))) == Value(
        None, (0.25, None)
    )
    assert convert_to_measurement(Value(given)) == Value(0.25)
    assert convert_to_measurement(1) == Value(1.0)


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        (None, "NoneType"),
        ("0.5", "str"),
        (b"1", "bytes"),
        (True, "bool"),
        (Truth(), "Truth"),
        ([0.5], "list"),
        ({"recall": 0.5}, "dict"),
        (1j, "complex"),
        (10**400, "int"),
    ],
)
def test_whatever_is_none_is_a_failure_that_names_its_type(
    given: Any, kind: str
) -> None:
    """In a value too; what users have none of is none."""
    told = Failed(f"NoNumber: it returned {kind}")
    assert convert_to_measurement(given) == told
    assert convert_to_measurement(Value(0.5, (given, 1.0))) == (
        told if given is not None else Value(0.5, (None, 1.0))
    )
