"""RecSys PyTorch: functions of rows of ranked items and a truth, mean over the rows.

Its interface wants a row of k items for every user of the truth, in the truth's order
(every user has a list), and the truth as a dictionary, or as a sparse matrix that it
makes one of: every user has an entry there, without a relevant item an empty one. The
order is the ranking, scores and grades are never asked for. HR and a second NDCG are
for leave-one-out: they look at one item of the truth. Means are float32. The functions
are those that its evaluator picks: Python's in a bare clone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from homonym.adapters._shared.cut_lists import cut_list
from homonym.adapters.contract import FLOAT32, Adapter, Refuse
from homonym.reference.case import AnyCase, Id


def names() -> list[str]:
    """The metrics of both protocols."""
    from evaluation.backend import HOLDOUT_METRICS, LOO_METRICS

    return [*HOLDOUT_METRICS, *LOO_METRICS]


adapter = Adapter(
    library="recsys-pytorch",
    module="evaluation",
    title="RecSys PyTorch",
    homepage="https://github.com/yoongi0428/RecSys_PyTorch",
    names=names,
    files=("evaluation/backend/*.py",),
    checkout=True,
)


def arguments(case: AnyCase) -> tuple[list[Any], dict[Id, list[Id]]]:
    """(a row of ranked items for every user, items of the truth by user)."""
    import numpy as np

    users = {**case.truth, **case.recommendations}
    truth = {user: [item for item, _ in case.truth.get(user, ())] for user in users}
    if any(not case.recommendations.get(user) for user in truth):
        raise Refuse("it takes a row for every user of the truth: none is without one")
    lists = [cut_list(case, case.recommendations[user]) for user in truth]
    return [np.array([item for item, _ in pairs]) for pairs in lists], truth


def metric(protocol: str, name: str) -> Callable[[AnyCase], float]:
    """The metric of that name among those that the protocol computes together."""

    def call(case: AnyCase) -> float:
        from evaluation.backend import eval_func_router

        rows, truth = arguments(case)
        if protocol == "leave_one_out" and any(len(t) > 1 for t in truth.values()):
            raise Refuse("leave-one-out: the truth has one item for every user")
        found = eval_func_router[protocol](rows, truth, [*case.also, case.k])
        return float(found[name][case.k].mean)

    return call


for name, claims, protocol in (
    ("Prec", "precision", "holdout"),
    ("Recall", "recall", "holdout"),
    ("NDCG", "ndcg", "holdout"),
    ("HR", "hit_rate", "leave_one_out"),
    ("NDCG(leave_one_out)", "ndcg", "leave_one_out"),
):
    adapter.metric(name, claims, precision=FLOAT32, cut_offs=True)(
        metric(protocol, name.partition("(")[0])
    )
