"""Draws that are the same in every process: `suppress_literals`.

One draw of Hypothesis in twenty would be a literal of the modules that stand outside
site-packages and are loaded by then, which differ from run to run.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

from hypothesis.internal.conjecture.providers import HypothesisProvider


def suppress_literals() -> AbstractContextManager[Any]:
    """While it lasts Hypothesis draws no literal: it asks its random source whether to,
    as it does each time, and passes the answer over."""

    def pass_over(self: Any, *_: object, **__: object) -> None:
        self._random.random()

    return patch.object(
        HypothesisProvider, "_maybe_draw_constant", pass_over, create=True
    )
