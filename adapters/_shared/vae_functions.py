"""The functions of Mult-VAE's notebook, and of RecVAE, which has them from it.

They take a matrix of scores, where train items have minus infinity, and a sparse one of
the held-out items: ones, as their loading makes them, so that a pair that stands there
twice is a two. They give a number a user; k is below the number of items.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from homonym.adapters._shared.score_matrix import score_matrix, truth_pairs
from homonym.adapters.contract import Value
from homonym.reference.case import AnyCase


def of_scores(module: str, name: str) -> Callable[[AnyCase], Value]:
    """A call with the scores of all users."""

    def call(case: AnyCase) -> Value:
        import numpy as np
        from scipy import sparse

        scores = score_matrix(case)
        pairs = truth_pairs(case)
        held_out = sparse.csr_matrix(
            (np.ones(len(pairs[0])), pairs), shape=scores.shape
        )
        found = getattr(import_module(module), name)(scores, held_out, k=case.k)
        return Value(None, tuple(map(float, found)))

    return call
