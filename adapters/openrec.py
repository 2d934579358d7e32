"""OpenRec: functions of score matrices (tf2), and two managers (tf1 and legacy).

All rank a user's positives by the scores of the whole catalogue, the train items left
out; none gives a mean. The tf2 functions take masks of positives and exclusions and
scores in single precision; the managers take lists of items and one row of scores.
Every item of the truth is a positive, whatever its grade.

Recall and NDCG of tf2 look at the first k ranks: a list of k items is enough, and what
it leaves out scores minus infinity. All others need the rank of every positive, and the
managers' Precision and Recall even of those beyond k: they get full rankings only.

A manager also ranks positives among sampled negatives: tf1 does as in a full
evaluation, legacy otherwise, hence `[legacy, partial]` with all negatives as a sample.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from homonym.adapters._shared.users import of_truth
from homonym.adapters.contract import FLOAT32, Adapter, Refuse, Value
from homonym.reference.case import AnyCase, Id

MANAGERS = {
    "tf1": ("openrec.tf1.utils.evaluators", "EvalManager"),
    "legacy": ("openrec.tf1.legacy.utils.evaluators", "ImplicitEvalManager"),
}

MANAGED = (
    ("AUC", "auc"),
    ("NDCG", "ndcg"),
    ("Recall", "recall"),
    ("Precision", "precision"),
)
"""The metrics that a manager takes, and the families they claim."""


def names() -> list[str]:
    """The public functions and classes of the metric modules."""
    import inspect
    from importlib import import_module

    modules = ["openrec.tf2.metrics", *(module for module, _ in MANAGERS.values())]
    return [
        name
        for module in modules
        for name, found in vars(import_module(module)).items()
        if (inspect.isfunction(found) or inspect.isclass(found))
        and found.__module__.startswith(module)
    ]


MANAGER = "not a metric: calls the metrics"
LEGACY = "tf1/legacy/utils/evaluators/*.py"

adapter = Adapter(
    library="openrec",
    module="openrec",
    title="OpenRec",
    homepage="https://github.com/ylongqi/openrec",
    names=names,
    files=("tf2/metrics/*.py", "tf1/utils/evaluators/*.py", LEGACY),
    elsewhere={"tf1/*/pointwise_mse.py": "a loss that models are trained by"},
    out_of_scope={
        "MSE": "no metric yet: squares the error of every pair, and takes no mean",
        "DictMean": "not a metric: a running mean of what it is given",
        "Evaluator": "not a metric: the class that the metrics extend",
        "EvalManager": MANAGER,
        "ImplicitEvalManager": MANAGER,
    },
)


def columns(case: AnyCase) -> dict[Id, int]:
    """Items as OpenRec numbers them."""
    return {item: column for column, item in enumerate(case.catalogue)}


def row(case: AnyCase, user: Id, deep: bool) -> list[float]:
    """The user's score of every item; deep: whether every candidate must have one."""
    pairs = case.recommendations.get(user, ())
    listed = dict(pairs)
    if len(listed) < len(pairs):
        raise Refuse("it ranks a row of scores, one an item: none comes twice")
    left_out = {*case.catalogue} - {*case.train.get(user, ())} - {*listed}
    if left_out and (deep or len(listed) < case.k):
        raise Refuse("it ranks the whole catalogue: an unscored item has no rank")
    return [float(listed.get(item, "-inf")) for item in case.catalogue]


def positives(case: AnyCase) -> dict[Id, list[int]]:
    """The truth's items by user."""
    column = columns(case)
    return {u: [column[i] for i, _ in case.truth[u]] for u in of_truth(case)}


def excluded(case: AnyCase, user: Id) -> list[int]:
    """The user's train items."""
    column = columns(case)
    return [column[item] for item in case.train.get(user, ())]


def arrays(case: AnyCase, deep: bool) -> tuple[Any, Any, Any]:
    """What tf2 takes, a row for every user of the truth: positives, scores, train."""
    import numpy as np

    truth = positives(case)
    if any(len({*found}) < len(found) for found in truth.values()):
        raise Refuse("its truth is a mask: a pair cannot stand in it twice")
    shape = (len(truth), len(case.catalogue))
    positive, train = np.zeros(shape, dtype=bool), np.zeros(shape, dtype=bool)
    for place, (user, found) in enumerate(truth.items()):
        positive[place, found] = True
        train[place, excluded(case, user)] = True
    scores = [row(case, user, deep) for user in truth]
    return positive, np.array(scores, dtype=np.float32).reshape(shape), train


def area(case: AnyCase) -> Value:
    """tf2's AUC of every user."""
    from openrec.tf2.metrics.ranking_metrics import AUC

    found = AUC(*arrays(case, deep=True)).numpy()
    return Value(None, tuple(float(value) for value in found))


def at_k(name: str) -> Callable[[AnyCase], Value]:
    """tf2's function of that name at k, for every user."""

    def call(case: AnyCase) -> Value:
        from openrec.tf2.metrics import ranking_metrics

        function = getattr(ranking_metrics, name)
        found = function(*arrays(case, deep=False), at=[case.k]).numpy()
        return Value(None, tuple(float(value) for value in found[:, 0]))

    return call


def only(result: Any) -> float:
    """A number, or the number at the only cut-off."""
    import numpy as np

    return float(np.squeeze(result))


Evaluate = Callable[[Any, AnyCase, Id, list[int]], dict[str, Any]]


def full(manager: Any, case: AnyCase, user: Id, truth: list[int]) -> dict[str, Any]:
    """What a manager finds for a user among all candidates."""
    import numpy as np

    scores = np.array(row(case, user, deep=True))
    found: dict[str, Any] = manager.full_eval(truth, excluded(case, user), scores)
    return found


def partial(manager: Any, case: AnyCase, user: Id, truth: list[int]) -> dict[str, Any]:
    """What a manager finds for a user among sampled negatives: here all of them."""
    scores = row(case, user, deep=True)
    aside = {*truth, *excluded(case, user)}
    negatives = [score for column, score in enumerate(scores) if column not in aside]
    found: dict[str, Any] = manager.partial_eval([scores[c] for c in truth], negatives)
    return found


def managed(
    manager: str, name: str, evaluate: Evaluate = full
) -> Callable[[AnyCase], Value]:
    """The metric of that name, at k if it takes one, as the manager evaluates."""
    module, manages = MANAGERS[manager]

    def call(case: AnyCase) -> Value:
        from importlib import import_module

        library = import_module(module)
        others = [n for n, _ in MANAGED if case.together and n != name]
        metrics = [
            getattr(library, n)(*([] if n == "AUC" else [[case.k]]))
            for n in (*others, name)
        ]
        made = getattr(library, manages)(metrics)
        users = positives(case).items()
        results = [evaluate(made, case, user, truth)[name] for user, truth in users]
        return Value(None, tuple(map(only, results)))

    return call


adapter.metric("AUC", "auc", precision=FLOAT32, full=True)(area)
adapter.metric("NDCG", "ndcg", precision=FLOAT32)(at_k("NDCG"))
adapter.metric("Recall", "recall", precision=FLOAT32)(at_k("Recall"))

for manager in MANAGERS:
    for name, claims in MANAGED:
        adapter.metric(f"{name}[{manager}]", claims, full=True, together=True)(
            managed(manager, name)
        )
        if manager == "legacy":
            adapter.metric(
                f"{name}[legacy, partial]", claims, full=True, together=True
            )(managed(manager, name, partial))
