"""RePlay: a metric object called with lists and truth, mean over the truth's users.

Its interface takes pandas frames (the metric's plain name here), polars frames or
dictionaries of lists, and has code of its own for each. It re-sorts the lists by score;
a grade in the truth is never read, every row is relevant. It returns a dictionary with
one value for each cut-off; `OfflineMetrics` calls several over the same data.

Before 0.13 it computed on Spark: it took frames of Spark, or of pandas (as it is asked
here), which it converted, under fixed column names; k was given to the call, which
returned a number. Metrics beyond accuracy are in `beyond`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from types import ModuleType
from typing import Any

from homonym.adapters._shared import spark
from homonym.adapters._shared.frames import tables
from homonym.adapters._shared.installed import installed
from homonym.adapters.contract import Adapter, Documented, answer
from homonym.reference.case import AnyCase

VERSION = installed("replay-rec")
ON_SPARK = VERSION < (0, 13)
"""Whether it is of the versions that compute on Spark alone."""
COLUMNS = ("user_id", "item_id", "score")
DOCUMENTED = (
    *("precision", "recall", "hitrate", "mrr", "map", "ndcg", "rocauc"),
    *("coverage", "novelty", "surprisal", "unexpectedness", "categorical_diversity"),
)
"""The modules whose text says what the metrics are."""
IDS_ON_SPARK = ("user_idx", "item_idx") if VERSION >= (0, 9) else COLUMNS[:2]


def names() -> list[str]:
    """The public classes of the metrics package."""
    import inspect

    import replay.metrics

    return [name for name, _ in inspect.getmembers(replay.metrics, inspect.isclass)]


def load(module: str) -> ModuleType:
    """Import it; where it needs a session of Spark, with one that does."""
    if not ON_SPARK:
        return importlib.import_module(module)
    found = spark.load(module)
    handler = "utils.session_handler" if VERSION >= (0, 12) else "session_handler"
    importlib.import_module(f"{module}.{handler}").State(spark.session())
    return found


adapter = Adapter(
    library="replay-rec",
    module="replay",
    title="RePlay",
    homepage="https://github.com/sb-ai-lab/RePlay",
    names=names,
    files=(*(f"metrics/{name}.py" for name in DOCUMENTED), "metrics/ncis_precision.py"),
    elsewhere={"metrics/torch_metrics_builder.py": "measured as replay-rec-torch"},
    load=load,
    missing=spark.missing if ON_SPARK else str,
    asked_in="pandas frames, where its users have Spark's" if ON_SPARK else "",
    sources=tuple(f"metrics/{name}.py" for name in DOCUMENTED),
    out_of_scope={
        "NCISPrecision": "off-policy: it weighs items by the scores that they had from "
        "the recommender before, which no case has",
        "Metric": "not a metric: a base class",
        "CalculationDescriptor": "not a metric: a base class",
        "ConfidenceInterval": "not a metric: a way to combine users",
        "Mean": "not a metric: a way to combine users, the default",
        "Median": "not a metric: a way to combine users",
        "PerUser": "not a metric: a way to combine users",
        "Experiment": "not a metric: runs several",
        "OfflineMetrics": "not a metric: runs several",
    },
)


def rows(case: AnyCase) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """(lists, truth): one row a pair, in the order given."""
    lists = [(u, i, s) for u, pairs in case.recommendations.items() for i, s in pairs]
    return lists, [(u, i, g) for u, pairs in case.truth.items() for i, g in pairs]


def with_pandas(case: AnyCase) -> tuple[Any, Any]:
    """(lists, truth) as pandas frames."""
    import pandas as pd

    lists, truth = rows(case)
    return pd.DataFrame(lists, columns=COLUMNS), pd.DataFrame(truth, columns=COLUMNS)


def with_polars(case: AnyCase) -> tuple[Any, Any]:
    """(lists, truth) as polars frames."""
    import polars as pl

    lists, truth = (pl.DataFrame(r, COLUMNS, orient="row") for r in rows(case))
    # an empty frame has no types of its own, and polars joins none without
    return lists if len(lists) else truth.clear(), truth if len(
        truth
    ) else lists.clear()


def with_dict(case: AnyCase) -> tuple[Any, Any]:
    """(lists of (item, score), items of the truth) of every user."""
    lists = {user: list(pairs) for user, pairs in case.recommendations.items()}
    return lists, {user: [i for i, _ in pairs] for user, pairs in case.truth.items()}


def metric(
    name: str, present: Callable[[AnyCase], tuple[Any, Any]]
) -> Callable[[AnyCase], float]:
    """A call of the class of that name on the case, presented in one of the ways."""

    def call(case: AnyCase) -> float:
        import replay.metrics

        k = [*case.also, case.k] if case.also else case.k
        made = getattr(replay.metrics, name)(k, *COLUMNS)
        if case.together:
            others = [getattr(replay.metrics, n)(k) for n, _ in PROMISED if n != name]
            made = replay.metrics.OfflineMetrics([*others, made], *COLUMNS)
        found = answer(case, lambda: made(*present(case)))
        return float(found[f"{name}@{case.k}"])

    return call


def metric_on_spark(name: str) -> Callable[[AnyCase], float]:
    """A call of the class of that name as it was before 0.13."""

    def call(case: AnyCase) -> float:
        import replay.metrics

        truth, lists = tables(case, IDS_ON_SPARK, "relevance", "relevance")
        return float(getattr(replay.metrics, name)()(lists, truth, case.k))

    return call


BACKENDS = {"": with_pandas, "[polars]": with_polars, "[dict]": with_dict}

PROMISED = {
    ("Precision", "precision"): Documented(
        "precision(divisor=k)",
        "Mean percentage of relevant items among top ``K`` recommendations.",
    ),
    ("Recall", "recall"): Documented(
        "recall(divisor=r)",
        "Mean percentage of relevant items, that was shown among top ``K`` "
        "recommendations.",
    ),
    ("HitRate", "hit_rate"): Documented(
        "hit_rate(counts=any)",
        "Percentage of users that have at least one correctly recommended item",
    ),
    ("MRR", "reciprocal_rank"): Documented(
        "reciprocal_rank(counts=first)",
        "Reciprocal Rank is the inverse position of the first relevant item among "
        "top-k recommendations",
    ),
    ("MAP", "average_precision"): Documented(
        "average_precision(divisor=min_k_r)",
        r"AP@K(i) = \\frac {1}{\\min(K, |Rel_i|)} \\sum_{j=1}^{K}"
        r"\\mathbb{1}_{r_{ij}}Precision@j(i)",
        more=("average the ``Precision`` at relevant positions",),
        also=("average_precision(divisor=hits)",),
    ),
    ("NDCG", "ndcg"): Documented(
        "ndcg(gain=binary)",
        "This is the binary version, it takes into account whether the item was "
        "consumed or not, relevance value is ignored.",
        more=(
            "we calculate the biggest possible value of `DCG` for user :math:`i` and "
            "recommendation length :math:`K`.",
        ),
    ),
    # its text is silent at an edge alone, a user with nothing to compare: there the
    # choice is the code's
    ("RocAuc", "auc"): Documented(
        "auc(positives=recommended, depth=k, "
        "one_class=zero_without_hit_one_without_negative)",
        "It can be interpreted as the fraction of object pairs (object of class 1, "
        "object of class 0) that were correctly ordered by the model.",
        more=("Metric is averaged by all users.",),
    ),
}

if ON_SPARK:
    PROMISED["MAP", "average_precision"] = Documented(
        "average_precision(divisor=k)",
        r"&AP@K(i) = \\frac 1K \sum_{j=1}^{K}\mathbb{1}_{r_{ij}}Precision@j(i)",
        more=("average the ``Precision`` at relevant positions for each user,",),
        also=("average_precision(divisor=hits)",),
    )

for (name, claims), documented in PROMISED.items():
    if ON_SPARK:
        adapter.metric(name, claims, documented)(metric_on_spark(name))
        continue
    for backend, present in BACKENDS.items():
        register = adapter.metric(
            name + backend,
            claims,
            documented,
            cut_offs=True,
            together=True,
            same_object=True,
        )
        register(metric(name, present))
