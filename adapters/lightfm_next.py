"""lightfm-next, the fork of LightFM that still builds: functions of a model and of
matrices, users by items.

A model's scores are products of what it learnt of users and of items; here what it
learnt of a user picks out a row of scores, so that they are the case's own, in single
precision. It ranks every item that a user was not trained on: full rankings alone are
asked. Each cell that is stored in the test matrix is relevant, whatever the grade;
whoever is not in the truth has a row without one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from homonym.adapters._shared.full_rankings import full_rankings, judged_cells
from homonym.adapters.contract import FLOAT32, Adapter, Documented, Value
from homonym.reference.case import AnyCase


def names() -> list[str]:
    """The functions that its module on evaluation names as its own."""
    from lightfm import evaluation

    return [*evaluation.__all__]


adapter = Adapter(
    library="lightfm-next",
    module="lightfm",
    title="LightFM (lightfm-next)",
    homepage="https://github.com/midodimori/lightfm-next",
    names=names,
    files=("evaluation.py",),
    sources=("evaluation.py",),
)


def matrix(cells: list[tuple[int, int, float]], shape: tuple[int, int]) -> Any:
    """Users by items; a cell that holds 0 is stored too."""
    import numpy as np
    from scipy.sparse import csr_matrix

    users, items, found = zip(*cells, strict=True) if cells else ((), (), ())
    return csr_matrix((found, (users, items)), shape, dtype=np.float32)


def model(scores: Any) -> Any:
    """A model with these scores, which it did not learn."""
    import numpy as np
    from lightfm import LightFM

    users, items = scores.shape
    found = LightFM(no_components=users)
    found.fit(matrix([], scores.shape), epochs=0)
    found.user_embeddings = np.eye(users, dtype=np.float32)
    found.item_embeddings = np.ascontiguousarray(scores.T)
    found.user_biases = np.zeros(users, dtype=np.float32)
    found.item_biases = np.zeros(items, dtype=np.float32)
    return found


def arguments(case: AnyCase) -> tuple[Any, Any, Any]:
    """(model, test matrix, training matrix)."""
    import numpy as np

    row = {user: number for number, user in enumerate(full_rankings(case))}
    column = {item: number for number, item in enumerate(case.catalogue)}
    scores = np.zeros((len(row), len(column)), dtype=np.float32)
    for user, pairs in case.recommendations.items():
        for item, score in pairs:
            scores[row[user], column[item]] = score
    test = [
        (row[u], column[i], g) for u in row for i, g in judged_cells(case, u).items()
    ]
    train = [(row[u], column[i], 1.0) for u in row for i in case.train.get(u, ())]
    return model(scores), matrix(test, scores.shape), matrix(train, scores.shape)


def of_users(name: str) -> Callable[[AnyCase], Value]:
    """A number for each user with a cell in the test matrix."""

    def call(case: AnyCase) -> Value:
        from lightfm import evaluation

        at_k = {"k": case.k} if name.endswith("_at_k") else {}
        found = getattr(evaluation, name)(*arguments(case), **at_k)
        return Value(None, tuple(map(float, found)))

    return call


METRICS = {
    "precision_at_k": (
        "precision",
        Documented(
            "precision(divisor=k)",
            "the fraction of known positives in the first k positions of the ranked "
            "list of results.",
        ),
    ),
    "recall_at_k": (
        "recall",
        Documented(
            "recall(divisor=r)",
            "the number of positive items in the first k positions of the ranked list "
            "of results divided by the number of positive items",
        ),
    ),
    "auc_score": (
        "auc",
        Documented(
            "auc(positives=all)",
            "the probability that a randomly chosen positive example has a higher "
            "score than a randomly chosen negative example.",
            also=("auc(positives=all, users=caller)",),
        ),
    ),
    "reciprocal_rank": (
        "reciprocal_rank",
        Documented(
            "reciprocal_rank(counts=first, depth=all)",
            "1 / the rank of the highest ranked positive example.",
        ),
    ),
}

for name, (claims, words) in METRICS.items():
    adapter.metric(name, claims, words, precision=FLOAT32, full=name == "auc_score")(
        of_users(name)
    )
