"""Nearest neighbours, of items, of users, and of both: start at `score_by_items`,
`score_by_users` and `Unified`.

Who is as near as the last neighbour that counts is one too, so that no order of rows
matters.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from homonym.models.problem import Array, Sparse

DECIMALS = 12
"""Likenesses that are equal to so many are equal."""


def score_by_items(train: Sparse, asked: Array, near: Array, size: int) -> Array:
    """Of each item the sum of its likeness to the user's items that are among its
    nearest; near: the likeness of items."""
    return train[asked] @ keep_nearest_neighbours(near, size).T


def score_by_users(train: Sparse, asked: Array, near: Array, size: int) -> Array:
    """Of each item the sum of the likeness of the user's nearest who have it; near: the
    likeness of users."""
    return keep_nearest_neighbours(near[asked], size) @ train


def compute_cosines(columns: Sparse, shrinkage: float) -> Array:
    """The likeness of each two columns: what they have in common over the root of the
    product of their lengths and the shrinkage, 0 of each with itself."""
    common = (columns.T @ columns).toarray()
    counts = np.sqrt(columns.sum(axis=0))
    found = common / (np.outer(counts, counts) + shrinkage)
    np.fill_diagonal(found, 0)
    return found


def keep_nearest_neighbours(near: Array, size: int) -> Array:
    """The likeness of the nearest of each row, so many, 0 of all others."""
    if size >= near.shape[1]:
        return near
    known = np.round(near, DECIMALS)
    last = np.partition(known, -size, axis=1)[:, [-size]]
    return np.where(known >= last, near, 0)


@dataclass(frozen=True)
class Unified:
    """KUNN (Verstrepen and Goethals 2014, equations 8 to 12): the sum of a likeness of
    users and one of items, each pair of which counts by 1 over the root of the numbers
    of the user's items, of the item's users, and of the other's."""

    train: Sparse
    asked: Array

    def of_users(self, size: int) -> Array:
        """What so many nearest users say."""
        of_user, of_item = self.roots
        shared = self.train / of_user[:, None]
        near = ((shared / of_item).tocsr()[self.asked] @ shared.T).toarray()
        near[np.arange(len(self.asked)), self.asked] = 0
        return keep_nearest_neighbours(near, size) @ (self.train / of_item)

    def of_items(self, size: int) -> Array:
        """What so many nearest items say."""
        of_user, of_item = self.roots
        shared = self.train / of_item
        near = ((shared / of_user[:, None]).T @ shared).toarray()
        np.fill_diagonal(near, 0)
        own = (self.train / of_user[:, None]).tocsr()[self.asked]
        return own @ keep_nearest_neighbours(near, size).T

    @property
    def roots(self) -> tuple[Array, Array]:
        """The roots of how many items each user has, and how many users each item."""
        counts = self.train.sum(axis=1), self.train.sum(axis=0)
        return tuple(np.sqrt(np.maximum(one, 1)) for one in counts)
