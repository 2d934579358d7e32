"""TIFU-KNN: functions of a user's next basket, a number for every item.

The truth is a vector of ones and zeros, an item a place; the ranked items go in by
their numbers, and into `get_precision_recall_Fscore` as such a vector of the first k.
They give a number a user, of which the evaluation takes the mean.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from homonym.adapters._shared.cut_lists import cut_list
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.neurec_evaluators import columns, items
from homonym.adapters._shared.users import of_truth
from homonym.adapters.contract import Adapter, Value
from homonym.reference.case import AnyCase

adapter = Adapter(
    library="tifuknn",
    module="TIFUKNN",
    title="TIFU-KNN",
    homepage="https://github.com/HaojiHu/TIFUKNN",
    names=lambda: [n for n in functions(import_module("TIFUKNN")) if "get_" in n],
    files=("TIFUKNN.py",),
    checkout=True,
    out_of_scope={"get_F_score": "prints, and nothing calls it"},
)


def of_users(ask: Callable[[AnyCase, Any, Any, list[int]], Any]) -> Any:
    """A call a user, with the truth's vector and the ranked items."""

    def call(case: AnyCase) -> Value:
        import numpy as np

        column, truth = columns(case), items(case)
        found = []
        for user in of_truth(case):
            vector = np.zeros(len(column))
            vector[truth[user]] = 1
            pairs = case.recommendations.get(user, ())
            listed = [column[item] for item, _ in pairs]
            module = import_module("TIFUKNN")
            found.append(float(ask(case, module, vector, listed)))
        return Value(None, tuple(found))

    return call


def compared(place: int) -> Callable[[AnyCase, Any, Any, list[int]], Any]:
    """The number at that place of what comes of two vectors."""

    def ask(case: AnyCase, module: Any, truth: Any, listed: list[int]) -> Any:
        first = 0 * truth
        first[cut_list(case, listed)] = 1
        return module.get_precision_recall_Fscore(truth, first)[place]

    return ask


for name, claims in (
    ("get_NDCG1", "ndcg"),
    ("get_DCG", "ndcg"),
    ("get_HT", "hit_rate"),
):
    adapter.metric(name, claims)(
        of_users(
            lambda case, module, *given, name=name: getattr(module, name)(
                *given, case.k
            )
        )
    )

for place, (name, claims) in enumerate(
    (("precision", "precision"), ("recall", "recall"), ("F", "f_score"))
):
    adapter.metric(f"get_precision_recall_Fscore[{name}]", claims)(
        of_users(compared(place))
    )
