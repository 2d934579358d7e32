"""SGL-Torch: its copy of RecKit, whose evaluator is C++, mean over the truth's users.

Its interface is that of NeuRec's evaluators: a model that gives the scores of the whole
catalogue, dictionaries of train and test items, one number to eight decimals. What a
list leaves out gets the score that it gives to train items, minus infinity. Before
the import `collections` gets `Iterable` back, as for RecKit.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from homonym.adapters._shared.neurec_evaluators import (
    METRICS,
    items,
    last,
    model,
    together,
    train,
    with_iterable,
    within,
)
from homonym.adapters.contract import FLOAT32, Adapter, answer
from homonym.reference.case import AnyCase

adapter = Adapter(
    library="sgl-torch",
    module="reckit",
    title="SGL-Torch",
    homepage="https://github.com/wujcan/SGL-Torch",
    names=lambda: [*import_module("reckit.evaluator").metric_dict],
    files=("reckit/evaluator.py",),
    checkout=True,
    load=with_iterable,
)


def evaluated(name: str) -> Callable[[AnyCase], float]:
    """The metric of that name as the evaluator gives it."""

    def call(case: AnyCase) -> float:
        within(case)
        asked = together(case, name)
        make = import_module("reckit.evaluator").Evaluator
        evaluator = make(None, train(case), items(case), asked, [case.k])
        return last(answer(case, lambda: evaluator.evaluate(model(case))[1]))

    return call


for name, claims in METRICS:
    adapter.metric(
        name,
        claims,
        precision=FLOAT32,
        entry="pipeline",
        together=True,
        same_object=True,
    )(evaluated(name))
