"""Scores as lists: start at `make_top_lists`."""

from __future__ import annotations

from typing import Any

import numpy as np

from homonym.models.problem import Array, LearningProblem

DECIMALS = 9
"""Scores are rounded: their last bits differ between machines, and must order none."""


def make_top_lists(problem: LearningProblem, scores: Array, depth: int) -> Any:
    """A table of pyarrow: user, item and score, so many of each user's best; of equal
    scores the more popular item first.

    The score is the place from below: distinct, so that what libraries do about ties
    is no part of it.
    """
    import pyarrow as pa

    known = np.where(problem.ranked, np.round(scores, DECIMALS), -np.inf)
    order = find_greatest_places(known, min(depth, known.shape[1]))
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


def find_greatest_places(known: Array, depth: int) -> Array:
    """The places of so many of the greatest of each row, the greatest first, of equals
    the first: only those that may be among them are put in order.

    >>> find_greatest_places(np.array([[1, 3, 2, 3.0], [0, 0, 0, 0]]), 2).tolist()
    [[1, 3], [0, 1]]
    """
    least = np.partition(known, -depth, axis=1)[:, [-depth]]
    rows, columns = np.nonzero(known >= least)
    inside = np.lexsort((-known[rows, columns], rows))  # stable: columns rise
    counts = np.bincount(rows, minlength=len(known))
    first = np.cumsum(counts) - counts
    return columns[inside][first[:, None] + np.arange(depth)]
