"""People's tables, opened for one set of conventions, as evaluation opens them."""

from __future__ import annotations

from homonym.evaluation.conventions import Conventions
from homonym.evaluation.inputs import Inputs, Opened, survey_inputs


def open_inputs(
    inputs: Inputs, conventions: Conventions, cut: int | None = None
) -> Opened:
    """Read, check, rank and count."""
    return survey_inputs(inputs, cut).opened(conventions, inputs.threshold, cut)
