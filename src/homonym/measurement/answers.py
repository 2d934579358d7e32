"""What a metric returned, as a measurement: `convert_to_measurement`.

A number is whatever Python can make a float of, but for a truth value and a text: a hit
rate of True is a mistake, and "0.5" has not been computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from homonym.adapters.contract import Failed, Value
from homonym.failures import NO_NUMBER


def convert_to_measurement(answer: Any) -> Value | Failed:
    """The measurement that an answer is: a number, or users' numbers; else a failure
    that names its type.

    >>> convert_to_measurement(0.5)
    Value(value=0.5, per_user=None)
    >>> convert_to_measurement(None).error
    'NoNumber: it returned NoneType'
    """
    try:
        if not isinstance(answer, Value):
            return Value(convert_answer_to_number(answer))
        value = as_number_or_none(answer.value)
        return Value(value, convert_user_numbers(answer.per_user))
    except NotANumber as error:
        return Failed(f"{NO_NUMBER}: it returned {error}")


class NotANumber(TypeError):
    """Names the type of what is no number."""


def convert_user_numbers(answer: Any) -> tuple[float | None, ...] | None:
    """Every user's number, where there are some; NotANumber for anything else."""
    if answer is None:
        return None
    if isinstance(answer, str | bytes | Mapping) or not isinstance(answer, Iterable):
        raise NotANumber(f"{describe_answer_type(answer)} for the users' numbers")
    return tuple(map(as_number_or_none, answer))


def as_number_or_none(answer: Any) -> float | None:
    """The number, or None for a user without one."""
    return None if answer is None else convert_answer_to_number(answer)


def convert_answer_to_number(answer: Any) -> float:
    """The number; NotANumber for anything else."""
    of_array = str(getattr(answer, "dtype", "")).endswith("bool")
    if of_array or isinstance(answer, bool | str | bytes | bytearray):
        raise NotANumber(describe_answer_type(answer))
    try:
        return float(answer)
    except Exception:
        raise NotANumber(describe_answer_type(answer)) from None


def describe_answer_type(answer: Any) -> str:
    """The type of an answer, and of an array its shape."""
    name, shape = type(answer).__name__, getattr(answer, "shape", None)
    return f"{name} of shape {tuple(shape)}" if shape else name
