"""MS Recommenders on Spark: methods of an evaluator of two Spark data frames.

It is apart from `recommenders` because it is other code (MLlib's), in an environment
that has Spark and Java. Its users make one evaluator of truth and lists at k and call
the methods that they want. It re-sorts the lists by prediction, takes every row of the
truth as relevant, and means over the users of both. The evaluators beyond accuracy are
in `spark_beyond`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from homonym.adapters._shared import spark
from homonym.adapters.contract import Adapter
from homonym.adapters.recommenders.ranking import (
    ERRORS,
    GRADE,
    IDS,
    NEWER,
    NO_METRIC,
    SCORE,
    SINCE_1_2,
)
from homonym.reference.case import AnyCase


def names() -> list[str]:
    """The public methods of the evaluators' classes."""
    import inspect

    from recommenders.evaluation import spark_evaluation as module

    found = inspect.getmembers(module, inspect.isclass)
    own = [one for _, one in found if one.__module__ == module.__name__]
    return [
        name
        for one in own
        for name, _ in inspect.getmembers(one, inspect.isfunction)
        if not name.startswith("_")
    ]


adapter = Adapter(
    library="recommenders-spark",
    distribution="recommenders",
    module="recommenders",
    title="MS Recommenders on Spark",
    homepage="https://github.com/recommenders-team/recommenders",
    names=names,
    files=("evaluation/spark_evaluation.py",),
    elsewhere={"*": "measured as recommenders, or out of scope there"},
    load=spark.load,
    missing=spark.missing,
    sources=("evaluation/spark_evaluation.py",),
    out_of_scope={
        **NO_METRIC,
        "sim_cos": "not a metric: the similarity of two vectors",
    },
)


MakeEvaluator = Callable[[AnyCase], Any]
"""How a case's evaluator is made."""

LATEST: deque[tuple[AnyCase, MakeEvaluator, Any]] = deque(maxlen=1)
"""The latest case, and its evaluator."""


def ranked(case: AnyCase) -> Any:
    """An evaluator of lists at k."""
    from recommenders.evaluation.spark_evaluation import SparkRankingEvaluation

    return SparkRankingEvaluation(*spark.frames(case, IDS, GRADE, SCORE), k=case.k)


def rated(case: AnyCase) -> Any:
    """An evaluator of predicted ratings."""
    from recommenders.evaluation.spark_evaluation import SparkRatingEvaluation

    return SparkRatingEvaluation(*spark.frames(case, IDS, GRADE, SCORE))


def evaluator(case: AnyCase, make: MakeEvaluator) -> Any:
    """The case's evaluator, the same for calls of several methods in a row."""
    if not (LATEST and LATEST[0][0] is case and LATEST[0][1] is make):
        LATEST.append((case, make, make(case)))
    return LATEST[0][2]


def method(name: str, make: MakeEvaluator = ranked) -> Callable[[AnyCase], float]:
    """A call of the evaluator's method of that name."""

    def call(case: AnyCase) -> float:
        return float(getattr(evaluator(case, make), name)())

    return call


for name, claims in (
    ("precision_at_k", "precision"),
    ("recall_at_k", "recall"),
    ("map", "average_precision"),
    ("map_at_k", "average_precision"),
    ("ndcg_at_k", "ndcg"),
):
    if SINCE_1_2 or name not in NEWER:
        adapter.metric(name, claims)(method(name))

for name, claims in ERRORS:
    if name != "logloss":
        adapter.metric(name, claims)(method(name, rated))
