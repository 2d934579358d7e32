"""SGL: NeuRec's functions of one user's ranked items, and its evaluator in C++.

The functions are those of the Python backend. The ranked items are cut at k as its
evaluator cuts them, and the value at their last place is taken; `hit` takes one item
for the truth. The functions give no mean.

`[cpp]` is the evaluator that a run uses once its code is built, as the README asks: it
takes the scores of the whole catalogue and gives the mean over the truth's users, to
eight decimals. What a list leaves out gets the score that it gives to train items,
minus infinity. Its package imports TensorFlow, which no metric uses: an empty module
stands there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType

from homonym.adapters._shared.clones import in_folder
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.neurec_evaluators import (
    METRICS,
    items,
    last,
    model,
    together,
    train,
    within,
)
from homonym.adapters._shared.values_by_rank import alone, at_last_rank
from homonym.adapters.contract import FLOAT32, Adapter, answer
from homonym.reference.case import AnyCase

CPP = "evaluator.backend.cpp.uni_evaluator"


def names() -> list[str]:
    """The functions of the Python backend, and what the evaluators call them."""
    module = import_module("metric")
    return [*functions(module), *module.metric_dict]


def built() -> ModuleType:
    """The module of the evaluator in C++."""
    sys.modules.setdefault("tensorflow", ModuleType("tensorflow"))
    return import_module(CPP)


def absent() -> dict[str, str]:
    """The metrics of the evaluator in C++, where the clone is not built."""
    try:
        built()
    except ModuleNotFoundError:
        why = "the cpp evaluator imports code that this clone has not built"
        return {name: why for name in adapter.metrics if name.endswith("[cpp]")}
    return {}


adapter = Adapter(
    library="sgl",
    module="metric",
    title="SGL",
    homepage="https://github.com/wujcan/SGL",
    names=names,
    files=("evaluator/backend/python/metric.py",),
    checkout=True,
    load=in_folder("evaluator/backend/python", empty=("tensorflow",)),
    loaded="its file alone, and an empty module for TensorFlow",
    absent=absent,
)


def evaluated(name: str) -> Callable[[AnyCase], float]:
    """The metric of that name as the evaluator in C++ gives it."""

    def call(case: AnyCase) -> float:
        within(case)
        asked, scored = together(case, name), model(case)
        scored.pretrain = False
        trained = {user: train(case).get(user, []) for user in case.truth}
        test = {user: {*found} for user, found in items(case).items()}
        evaluator = built().UniEvaluator(None, trained, test, None, asked, [case.k])
        return last(answer(case, lambda: evaluator.evaluate(scored)[1]))

    return call


adapter.metric("hit", "hit_rate", precision=FLOAT32)(
    at_last_rank("metric", "hit", alone)
)

for name, claims in (
    ("precision", "precision"),
    ("recall", "recall"),
    ("map", "average_precision"),
    ("ndcg", "ndcg"),
    ("mrr", "reciprocal_rank"),
):
    adapter.metric(name, claims, precision=FLOAT32)(at_last_rank("metric", name))

for name, claims in METRICS:
    adapter.metric(
        f"{name}[cpp]",
        claims,
        precision=FLOAT32,
        entry="pipeline",
        together=True,
        same_object=True,
    )(evaluated(name))
