"""Evaluations that give the mean over batches of each batch's mean.

A function of theirs is measured twice: with all users, and `_in_batches`, as its
evaluation calls it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import fmean


def in_batches(size: int, of_a_batch: str) -> str:
    """The formula of such an evaluation, written out."""
    return (
        f"the mean over batches of {size} users of {of_a_batch} of each batch: a last "
        "batch that is shorter counts as much as the others"
    )


def mean_of_batches(
    users: int, size: int, ask: Callable[[slice], float]
) -> float | None:
    """The mean of what is given for each batch, the last one with full weight however
    short; None without a user.

    >>> mean_of_batches(3, 2, lambda batch: float(batch.start))
    1.0
    """
    found = [ask(batch) for batch in batches(users, size)]
    return fmean(found) if found else None


def batches(users: int, size: int) -> Iterator[slice]:
    """The places of each batch's users."""
    return (slice(start, start + size) for start in range(0, users, size))
