"""NCF: an evaluation of one target a user among other candidates, and its functions.

`evaluate_model` asks a model for the scores of a user's candidates: here the items of
the list, the target last. It gives each user's numbers. The functions take the list and
the target.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any

from homonym.adapters._shared.candidates import candidates
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.truth_and_lists import truth_and_lists
from homonym.adapters._shared.values_by_rank import alone
from homonym.adapters.contract import Adapter, Value
from homonym.reference.case import AnyCase


def load(name: str) -> ModuleType:
    """The file, with the `xrange` that Python 2 has."""
    module: Any = import_module(name)
    module.xrange = range
    found: ModuleType = module
    return found


adapter = Adapter(
    library="ncf",
    module="evaluate",
    title="NCF",
    homepage="https://github.com/hexiangnan/neural_collaborative_filtering",
    names=lambda: [*functions(import_module("evaluate"))],
    files=("evaluate.py",),
    checkout=True,
    load=load,
    loaded="with range for Python 2's xrange",
    out_of_scope={"eval_one_rating": "of one user: what evaluate_model calls"},
)


def evaluated(place: int) -> Callable[[AnyCase], Value]:
    """Everybody's number at that place of what it gives."""

    def call(case: AnyCase) -> Value:
        ratings, negatives, scores = [], [], {}
        for user, (target, score, others) in enumerate(candidates(case)):
            ratings.append([user, target])
            negatives.append([item for item, _ in others])
            scores[user] = [*(number for _, number in others), score]

        def predict(asked: Any, **_: Any) -> list[float]:
            return scores[int(asked[0][0])]

        model = SimpleNamespace(predict=predict)
        function = import_module("evaluate").evaluate_model
        found = function(model, ratings, negatives, case.k, 1)[place]
        return Value(None, tuple(map(float, found)))

    return call


def of_list(name: str) -> Callable[[AnyCase], Value]:
    """A call a user."""

    def call(case: AnyCase) -> Value:
        function = getattr(import_module("evaluate"), name)
        asked = zip(*truth_and_lists(case), strict=True)
        return Value(
            None, tuple(float(function(row, alone({*truth}))) for truth, row in asked)
        )

    return call


for place, (name, claims) in enumerate((("hits", "hit_rate"), ("ndcgs", "ndcg"))):
    adapter.metric(f"evaluate_model[{name}]", claims, entry="pipeline")(
        evaluated(place)
    )

adapter.metric("getHitRatio", "hit_rate")(of_list("getHitRatio"))
adapter.metric("getNDCG", "ndcg")(of_list("getNDCG"))
