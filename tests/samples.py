"""Parameters of which each run takes some, and the exhaustive run all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def every_nth(step: int, values: Iterable[Any]) -> list[Any]:
    """The values, all but the first of each step for the exhaustive run alone."""
    return [
        pytest.param(value, marks=pytest.mark.exhaustive if place % step else ())
        for place, value in enumerate(values)
    ]
