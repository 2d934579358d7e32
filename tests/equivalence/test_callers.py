"""The mean of users is taken by a metric or left to its caller."""

import pytest

from homonym.equivalence.callers import (
    replace_caller_by_mean,
    replace_mean_by_caller,
)
from homonym.reference.variants import Variant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("recall(users=caller)", "recall(users=mean)"),
        ("recall(users=mean)", "recall(users=mean)"),
        ("recall(users=pooled)", "recall(users=pooled)"),
    ],
)
def test_a_mean_that_is_left_to_the_caller_is_taken(written: str, meant: str) -> None:
    """Users that are combined otherwise stay so."""
    variant = Variant.with_defaults(written)
    assert replace_caller_by_mean(variant) == Variant.with_defaults(meant)


def test_a_mean_is_left_to_the_caller_and_all_else_stays() -> None:
    """Other choices, and parameters."""
    variant = Variant.with_defaults("rbp(gain=grade, p=0.5)")
    left = replace_mean_by_caller(variant)
    assert str(left) == "rbp(gain=grade, users=caller, p=0.5)"
    assert replace_caller_by_mean(left) == variant
