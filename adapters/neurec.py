"""NeuRec: functions of one user's ranked items, and two evaluators of score matrices.

The clone is named by its root. Its packages import TensorFlow, which no metric uses,
and compiled code: here the packages' own first lines are not run, and an empty module
stands where TensorFlow would be imported.

The functions are those of the Python backend. The ranked items are cut at k as its
evaluator cuts them, and the value at their last place is taken. The truth is a set of
items; scores and grades are never asked for. The functions give no mean.

The evaluators, `[python]` and `[cpp]`, ask a model for the scores of the whole
catalogue and give the mean over the truth's users, to eight decimals. What a list
leaves out gets the score that they give to train items, minus infinity. Both import
code that has to be built in the clone, as NeuRec's README says.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

from homonym.adapters._shared.neurec_evaluators import (
    METRICS,
    bare,
    items,
    last,
    model,
    together,
    train,
    within,
)
from homonym.adapters._shared.values_by_rank import alone, at_last_rank
from homonym.adapters.contract import FLOAT32, Adapter, Value, answer
from homonym.reference.case import AnyCase, Id


def load(name: str) -> ModuleType:
    """The clone's package `evaluator`."""
    sys.modules.setdefault("tensorflow", ModuleType("tensorflow"))
    package = bare(name)
    bare(f"{name}.backend")
    return package


def names() -> list[str]:
    """The public functions of the Python backend, and what its evaluator calls them."""
    import inspect

    from evaluator.backend.python import metric as module

    functions = inspect.getmembers(module, inspect.isfunction)
    return [*(name for name, _ in functions), *module.metric_dict]


def absent() -> dict[str, str]:
    """The metrics of the evaluators whose code cannot be imported without a build."""
    found: dict[str, str] = {}
    for backend in ("python", "cpp"):
        try:
            import_module(f"evaluator.backend.{backend}.uni_evaluator")
        except ModuleNotFoundError:
            why = f"the {backend} evaluator imports code that this clone has not built"
            found |= {n: why for n in adapter.metrics if n.endswith(f"[{backend}]")}
    return found


adapter = Adapter(
    library="neurec",
    module="evaluator",
    title="NeuRec",
    homepage="https://github.com/wubinzzu/NeuRec",
    names=names,
    files=("evaluator/backend/python/metric.py",),
    checkout=True,
    load=load,
    absent=absent,
)


def array(truth: set[Id]) -> Any:
    """The truth as an array, which `hit` compares every item with too: it raises where
    a user has more than one, as the paper's authors found."""
    import numpy as np

    return np.array([*truth])


def metric(
    name: str, arrange: Callable[[set[Id]], Any] = set
) -> Callable[[AnyCase], Value]:
    """A call of the Python backend's function for every user of the truth."""
    return at_last_rank("evaluator.backend.python.metric", name, arrange)


def evaluated(backend: str, name: str) -> Callable[[AnyCase], float]:
    """The metric of that name as the backend's evaluator gives it."""

    def call(case: AnyCase) -> float:
        module = import_module(f"evaluator.backend.{backend}.uni_evaluator")
        if backend == "cpp":
            within(case)
        asked = together(case, name)
        evaluator = module.UniEvaluator(train(case), items(case), None, asked, [case.k])
        return last(answer(case, lambda: evaluator.evaluate(model(case))))

    return call


adapter.metric("hit", "hit_rate", precision=FLOAT32)(metric("hit", alone))
adapter.metric("hit(item=array)", "hit_rate", precision=FLOAT32)(metric("hit", array))

for name, claims in (
    ("precision", "precision"),
    ("recall", "recall"),
    ("map", "average_precision"),
    ("ndcg", "ndcg"),
    ("mrr", "reciprocal_rank"),
):
    adapter.metric(name, claims, precision=FLOAT32)(metric(name))


for backend in ("python", "cpp"):
    for name, claims in METRICS:
        adapter.metric(
            f"{name}[{backend}]",
            claims,
            precision=FLOAT32,
            entry="pipeline",
            together=True,
            same_object=True,
        )(evaluated(backend, name))
