"""What the evaluations of Spotlight and Caser are given: a model, and interactions.

They ask the model for a user's scores of all items, and interactions for a sparse
matrix; users are numbered by row. Train items are handed over too.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from homonym.adapters._shared.neurec_evaluators import items, train
from homonym.adapters._shared.score_matrix import score_matrix, whole_matrix
from homonym.adapters._shared.users import of_truth
from homonym.reference.case import AnyCase, Id


def arguments(case: AnyCase, whole: bool) -> tuple[Any, Any, Any]:
    """(model, test, train); whole: whether every candidate needs a score."""
    matrix = whole_matrix(case) if whole else score_matrix(case)
    users = of_truth(case)
    model = SimpleNamespace(predict=lambda user: matrix[user].copy())
    tables = (items(case), train(case))
    return model, *(interactions(users, rows, matrix.shape[1]) for rows in tables)


def interactions(users: list[Id], rows: dict[Id, list[int]], width: int) -> Any:
    """What gives the sparse matrix of them."""
    import numpy as np
    from scipy.sparse import csr_matrix

    found = np.zeros((len(users), width))
    for row, user in enumerate(users):
        found[row, rows.get(user, [])] = 1
    return SimpleNamespace(tocsr=lambda: csr_matrix(found))
