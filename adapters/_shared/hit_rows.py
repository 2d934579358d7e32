"""Rows of hits: for each user of the truth, whether each listed item is relevant."""

from __future__ import annotations

from homonym.adapters._shared.truth_and_lists import truth_and_lists
from homonym.reference.case import AnyCase, Id


def hit_rows(case: AnyCase) -> list[tuple[list[Id], list[int]]]:
    """(relevant items, a 1 or 0 for each of the first items of the list) a user, the
    first being as many as the largest cut-off of the call."""
    return [
        (truth, [int(item in {*truth}) for item in listed])
        for truth, listed in zip(*truth_and_lists(case), strict=True)
    ]
