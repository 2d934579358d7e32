"""Scores as lists: start at `best_first`."""

from __future__ import annotations

from typing import Any

import numpy as np

from homonym.models.problem import Array, Problem

DECIMALS = 9
"""Scores are rounded: their last bits differ between machines, and must order none."""


def best_first(problem: Problem, scores: Array, depth: int) -> Any:
    """A table of pyarrow: user, item and score, so many of each user's best; of equal
    scores the more popular item first.

    The score is the place from below: distinct, so that what libraries do about ties
    is no part of it.
    """
    import pyarrow as pa

    known = np.where(problem.ranked, np.round(scores, DECIMALS), -np.inf)
    order = np.argsort(-known, axis=1, kind="stable")[:, :depth]
    kept = np.take_along_axis(problem.ranked, order, axis=1)
    user = np.broadcast_to(problem.users[problem.asked][:, None], order.shape)
    place = np.broadcast_to(np.arange(order.shape[1], 0, -1), order.shape)
    return pa.table(
        {
            "user": user[kept],
            "item": problem.items[order][kept],
            "score": place[kept].astype(float),
        }
    )
