"""Measurements and numbers as records keep them: start at `summarise_measurement`."""

from __future__ import annotations

from math import isfinite, nan

from homonym.adapters.contract import Failed, Measurement, Refused, Value
from homonym.records.outcomes import RAISES, REFUSED, Outcome

PER_USER = "per user"
"""What stands for the value of a metric that leaves the mean to its caller."""


def is_finite_measurement(measured: Value) -> bool:
    """Whether all its numbers are numbers."""
    return all(isfinite(n) for n in list_measured_numbers(measured))


def list_measured_numbers(measured: Value) -> tuple[float, ...]:
    """The value, or the users' values where there is no other; None is NaN."""
    if measured.value is None and measured.per_user is not None:
        return tuple(nan if n is None else n for n in measured.per_user)
    return (nan if measured.value is None else measured.value,)


def format_numbers(measured: Value) -> str:
    """The numbers in words: `0.5`, `NaN`, or a user's each as in `(0.5, NaN)`."""
    words = [f"{n:.6g}" for n in list_measured_numbers(measured)]
    words = [{"nan": "NaN", "inf": "infinite"}.get(word, word) for word in words]
    return words[0] if measured.value is not None else f"({', '.join(words)})"


def summarise_measurement(measured: Measurement) -> float | str:
    """A measurement as one plain value."""
    if isinstance(measured, Failed):
        told = Outcome(RAISES, measured.error)
        return str(told) if measured.kind.raised else measured.error
    if isinstance(measured, Refused):
        return str(Outcome(REFUSED, measured.reason))
    return PER_USER if measured.value is None else round_value(measured.value)


def make_recorded_values(measured: Measurement) -> float | str | tuple[float, ...]:
    """A measurement as the values of a record keep it: every user's number, where the
    metric leaves the mean to its caller; None is NaN."""
    if isinstance(measured, Value) and measured.value is None:
        each = tuple(round_value(n) for n in list_measured_numbers(measured))
        return nan if measured.per_user is None else each
    return summarise_measurement(measured)


def format_recorded_value(value: float | str | tuple[float, ...]) -> str:
    """What a record keeps of a call, in words: its numbers, or how it failed.

    >>> [*map(format_recorded_value, (0.5, nan, (1.0, 0.0), "raises ValueError"))]
    ['0.5', 'NaN', '(1, 0)', 'raises ValueError']
    """
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return format_numbers(Value(None, value))
    return format_numbers(Value(value))


def round_value(value: float, digits: int = 9) -> float:
    """A value as records keep it, equal on every machine."""
    return float(f"{value:.{digits}g}")
