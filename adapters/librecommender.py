"""LibRecommender: functions of one user's items, and the mean that `evaluate` takes.

`evaluate` asks a model for k items of every user with something in the test data; here
the functions behind it get the first k of each list. Who and what counts is told by its
own table of the test data: items with a label other than 0, or all, where no label is
another. Scores are not read. What it asks of single pairs (`roc_auc` and the like) gets
labels and scores of the listed ones.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from types import ModuleType
from typing import Any

from homonym.adapters._shared.cut_lists import cut_list
from homonym.adapters._shared.frames import label
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.label_rows import rows
from homonym.adapters._shared.neurec_evaluators import bare
from homonym.adapters._shared.rated_pairs import rated_pairs
from homonym.adapters.contract import FLOAT32, Adapter, Refuse
from homonym.reference.case import AnyCase

CLASSES = "of classes that are chosen already: no ranking"
MEAN = "not a metric: the mean of one over users"


def load(name: str) -> ModuleType:
    """The package, without the lines that import TensorFlow beside its metrics."""
    package = importlib.import_module(name)
    bare(f"{name}.evaluation")
    return package


def names() -> list[str]:
    """The functions of its module of metrics."""
    from libreco.evaluation import metrics

    return [*functions(metrics)]


adapter = Adapter(
    library="LibRecommender",
    module="libreco",
    title="LibRecommender",
    homepage="https://github.com/massquantity/LibRecommender",
    names=names,
    files=("evaluation/*.py",),
    load=load,
    loaded="without its models, which take TensorFlow",
    out_of_scope={"balanced_accuracy": CLASSES, "listwise_scores": MEAN},
)


def consumed(case: AnyCase) -> dict[int, list[int]]:
    """User -> items, as its table of test data has them, by their numbers."""
    from libreco.data import TransformedEvalSet

    user, item = numbers(case)
    pairs = [
        (user[u], item[i], grade)
        for u, found in case.truth.items()
        for i, grade in found
    ]
    users, items, labels = zip(*pairs, strict=True) if pairs else ((), (), ())
    return dict(TransformedEvalSet(users, items, labels).positive_consumed)


def numbers(case: AnyCase) -> tuple[dict[Any, int], dict[Any, int]]:
    """Users and items as they are numbered."""
    users = {**case.truth, **case.recommendations}
    return (
        {user: number for number, user in enumerate(users)},
        {item: number for number, item in enumerate(case.catalogue)},
    )


def lists(case: AnyCase) -> dict[int, Any]:
    """User -> the first k items, by their numbers."""
    import numpy as np

    user, item = numbers(case)
    return {
        user[u]: np.array([item[i] for i, _ in cut_list(case, pairs)])
        for u, pairs in case.recommendations.items()
    }


def of_users(name: str) -> Callable[[AnyCase], float]:
    """The mean of a function of one user's items."""

    def call(case: AnyCase) -> float:
        from libreco.evaluation import metrics

        truth, listed = consumed(case), lists(case)
        if {*truth} - {*listed}:
            raise Refuse("a model recommends to everybody: no user is without a list")
        function = getattr(metrics, name)
        return float(metrics.listwise_scores(function, truth, listed, [*truth], case.k))

    return call


def rec_coverage(case: AnyCase) -> float:
    """`rec_coverage`, in percent, of the users with something in the test data."""
    from libreco.evaluation import metrics

    listed = lists(case)
    if users := {*consumed(case)} - {*listed}:
        raise Refuse(f"a model recommends to everybody: {len(users)} have no list")
    return float(metrics.rec_coverage(listed, [*consumed(case)], len(case.catalogue)))


def of_pairs(name: str, by_user: bool) -> Callable[[AnyCase], float]:
    """A function of the labels and the scores of the listed pairs; by_user: of their
    users too."""

    def call(case: AnyCase) -> float:
        import numpy as np
        from libreco.evaluation import metrics

        found = rows(case, label, listed=True)
        users = np.repeat(range(len(found)), [len(scores) for _, scores in found])
        labels, scores = (np.concatenate(parts) for parts in zip(*found, strict=True))
        function = getattr(metrics, name)
        return float(function(labels, scores, *[users] * by_user))

    return call


def rmse(case: AnyCase) -> float:
    """`rmse`, of ratings and predictions."""
    from libreco.evaluation import metrics

    return float(metrics.rmse(*rated_pairs(case)))


for name, claims in (
    ("precision_at_k", "precision"),
    ("recall_at_k", "recall"),
    ("average_precision_at_k", "average_precision"),
    ("ndcg_at_k", "ndcg"),
):
    adapter.metric(name, claims, precision=FLOAT32)(of_users(name))

adapter.metric("rec_coverage", "coverage")(rec_coverage)
adapter.metric("roc_gauc_score", "auc", full=True)(of_pairs("roc_gauc_score", True))
adapter.metric("pr_auc_score", "average_precision", full=True)(
    of_pairs("pr_auc_score", False)
)
adapter.metric("rmse", "rmse")(rmse)
