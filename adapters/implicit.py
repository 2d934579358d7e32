"""implicit: the evaluation of a model against a matrix of users by items, in C++.

It asks a model for the K best items of each user with a cell in the test matrix, the
cells of the training matrix left out: here a model that recommends the lists. Its own
models fill what is short with -1, and so does this one; they leave out what was trained
on, so a list with such an item is refused. A cell holds one grade, which is never read:
every pair of the truth is relevant. Users and items are rows and columns, numbered as
they come.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from homonym.adapters.contract import Adapter, Refuse
from homonym.reference.case import AnyCase, Id

SPLIT = "not a metric: splits the data"


def names() -> list[str]:
    """The functions of its module on evaluation, which is compiled."""
    from implicit import evaluation

    return [
        name
        for name, found in vars(evaluation).items()
        if getattr(found, "__module__", "") == evaluation.__name__ and name[0] != "_"
    ]


adapter = Adapter(
    library="implicit",
    module="implicit",
    title="implicit",
    homepage="https://github.com/benfred/implicit",
    names=names,
    files=("evaluation.*",),
    out_of_scope={"train_test_split": SPLIT, "leave_k_out_split": SPLIT},
)


class Lists:
    """A model that recommends what the case lists, by the columns of the items."""

    def __init__(self, listed: list[list[int]]):
        self.listed = listed

    def recommend(self, userid: Any, user_items: Any, N: int, **_: Any) -> Any:  # noqa: N803
        """The first N items of each user, and their scores, which nobody reads."""
        import numpy as np

        found = np.full((len(userid), N), -1, dtype=np.int32)
        for row, user in enumerate(userid):
            listed = self.listed[user][:N]
            found[row, : len(listed)] = listed
        return found, np.zeros(found.shape, dtype=np.float32)


def matrix(pairs: list[tuple[int, int, float]], shape: tuple[int, int]) -> Any:
    """Users by items."""
    from scipy.sparse import csr_matrix

    users, items, numbers = zip(*pairs, strict=True) if pairs else ((), (), ())
    if len({*zip(users, items, strict=True)}) < len(pairs):
        raise Refuse("a cell of a matrix holds one grade: no pair is judged twice")
    return csr_matrix((numbers, (users, items)), shape, dtype=float)


def lists_trained_item(case: AnyCase, user: Id) -> bool:
    """Whether a user's list has an item that the user had in training."""
    trained = {*case.train.get(user, ())}
    return any(item in trained for item, _ in case.recommendations[user])


def arguments(case: AnyCase) -> tuple[Lists, Any, Any]:
    """(model, training matrix, test matrix)."""
    if case.k < 0:
        raise Refuse("a model recommends K items: none has fewer than 0")
    everybody = {**case.truth, **case.recommendations}
    users: dict[Id, int] = {user: row for row, user in enumerate(everybody)}
    column = {item: place for place, item in enumerate(case.catalogue)}
    listed = [[column[i] for i, _ in case.recommendations.get(u, ())] for u in users]
    if any(lists_trained_item(case, user) for user in case.recommendations):
        raise Refuse("a model leaves out what its user had in training: none is listed")
    shape = len(users), len(column)
    seen = [(users[u], column[i], 1.0) for u in users for i in case.train.get(u, ())]
    judged = [
        (users[u], column[item], grade)
        for u, pairs in case.truth.items()
        for item, grade in pairs
    ]
    return Lists(listed), matrix(seen, shape), matrix(judged, shape)


def by_function(name: str) -> Callable[[AnyCase], float]:
    """The number of the function of that name."""

    def call(case: AnyCase) -> float:
        from implicit import evaluation

        function = getattr(evaluation, name)
        return float(function(*arguments(case), K=case.k, show_progress=False))

    return call


def all_at_once(name: str) -> Callable[[AnyCase], float]:
    """One of the numbers that one call gives."""

    def call(case: AnyCase) -> float:
        from implicit.evaluation import ranking_metrics_at_k

        found = ranking_metrics_at_k(*arguments(case), K=case.k, show_progress=False)
        return float(found[name])

    return call


for name, key, claims in (
    ("precision_at_k", "precision", "precision"),
    ("mean_average_precision_at_k", "map", "average_precision"),
    ("ndcg_at_k", "ndcg", "ndcg"),
    ("AUC_at_k", "auc", "auc"),
):
    adapter.metric(name, claims, entry="pipeline")(by_function(name))
    adapter.metric(f"ranking_metrics_at_k[{key}]", claims, entry="pipeline")(
        all_at_once(key)
    )
