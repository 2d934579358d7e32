"""Parameters of which each run takes some, and the exhaustive run the others too."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def few_of(values: Iterable[Any], few: Collection[Any]) -> list[Any]:
    """All values, those that are not among the few for the exhaustive run alone."""
    return [
        pytest.param(value, marks=() if value in few else pytest.mark.exhaustive)
        for value in values
    ]
