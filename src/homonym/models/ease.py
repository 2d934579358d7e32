"""EASE and truncated SVD, for all their settings from one decomposition: start at
`Decomposed`.

EASE (Steck 2019, equation 8) ranks by X B with B = I - P / diag(P), P = (X'X + penalty
I)^-1. With X = U S V' it is P = (I - V diag(s^2 / (s^2 + penalty)) V') / penalty, so
that no further matrix is inverted. Where there are more users than items, V and s come
from X'X, which is the smaller.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from homonym.models.problem import Array, Sparse

NOTHING = 1e-12
"""A square of a singular value that is so small a part of the greatest is 0."""


@dataclass(frozen=True)
class Decomposed:
    """The training matrix, and for whom is ranked."""

    train: Sparse
    asked: Array

    @cached_property
    def parts(self) -> tuple[Array, Array, Array]:
        """U of those who are asked, s, and V'; of a side that s is 0 of nothing."""
        users, items = self.train.shape
        if users <= items:
            u, s, v = np.linalg.svd(self.train.toarray(), full_matrices=False)
            return u[self.asked], s, v
        squares, v = np.linalg.eigh((self.train.T @ self.train).toarray())
        kept = squares > squares.max(initial=0) * NOTHING
        s, v = np.sqrt(squares[kept])[::-1], v[:, kept].T[::-1]
        return (self.train[self.asked] @ v.T) / s, s, v

    def ease(self, penalty: float) -> Array:
        """The scores of EASE."""
        u, s, v = self.parts
        kept = s**2 / (s**2 + penalty)
        diagonal = (1 - kept @ v**2) / penalty
        own = self.train[self.asked].toarray()
        return own - (u * (s / (s**2 + penalty))) @ v / diagonal

    def svd(self, rank: int) -> Array:
        """The scores of the matrix of that rank that is the nearest (PureSVD: Cremonesi
        et al. 2010)."""
        u, s, v = self.parts
        return (u[:, :rank] * s[:rank]) @ v[:rank]
