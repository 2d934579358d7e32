"""RecKit: the evaluator of NeuRec's third version, in C++, mean over the truth's users.

Its interface is that of NeuRec's evaluators: a model that gives the scores of the whole
catalogue, dictionaries of train and test items, one number to eight decimals. What a
list leaves out gets the score that it gives to train items, minus infinity. Written for
Python 3.6 to 3.8, it looks for `Iterable` in `collections`, where Python 3.10 has it no
more: it is put there before the import.
"""

from __future__ import annotations

from collections.abc import Callable

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
from homonym.adapters.contract import FLOAT32, Adapter
from homonym.reference.case import AnyCase


def names() -> list[str]:
    """The metrics that the evaluator takes."""
    from reckit.evaluator import metric_dict

    return [*metric_dict]


adapter = Adapter(
    library="reckit",
    module="reckit",
    title="RecKit",
    homepage="https://github.com/ZhongchuanSun/reckit",
    names=names,
    files=("evaluator.py",),
    load=with_iterable,
)


def evaluated(name: str) -> Callable[[AnyCase], float]:
    """The metric of that name as the evaluator gives it."""

    def call(case: AnyCase) -> float:
        from reckit import Evaluator

        within(case)
        asked = together(case, name)
        evaluator = Evaluator(train(case), items(case), asked, [case.k])
        return last(evaluator.evaluate(model(case)))

    return call


for name, claims in METRICS:
    adapter.metric(name, claims, precision=FLOAT32, entry="pipeline", together=True)(
        evaluated(name)
    )
