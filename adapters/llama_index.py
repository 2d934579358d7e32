"""LlamaIndex: metrics of retrieval, objects that take one query's ids at a time.

They know no cut-off: a retriever was asked for k documents, so they get the first k of
the list. Ids are strings. A query is asked for each user, of the truth or of the lists,
with an empty list where there is none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from homonym.adapters._shared.cut_lists import cut_list
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.item_lists import item_lists
from homonym.adapters.contract import Adapter, Documented, Value, answer
from homonym.reference.case import AnyCase, Id

PART = "not a metric: what metrics are made of, or looked up by"


def names() -> list[str]:
    """The functions and classes of its module of metrics."""
    from llama_index.core.evaluation.retrieval import metrics

    return [*functions(metrics, classes=True)]


adapter = Adapter(
    library="llama-index-core",
    module="llama_index.core",
    title="LlamaIndex",
    homepage="https://github.com/run-llama/llama_index",
    names=names,
    files=("evaluation/retrieval/metrics.py",),
    sources=("evaluation/retrieval/metrics.py",),
    elsewhere={"evaluation/benchmarks/*": "compares the words of two answers"},
    out_of_scope={
        "CohereRerankRelevancyMetric": "asks a model how relevant a text is",
        **dict.fromkeys(["discounted_gain", "resolve_metrics"], PART),
    },
)


def of_queries(name: str, **options: Any) -> Callable[[AnyCase], Value]:
    """A query for each user."""

    def call(case: AnyCase) -> Value:
        from llama_index.core.evaluation.retrieval import metrics

        metric = getattr(metrics, name)(**options)

        def ask(expected: list[Id], listed: list[Id]) -> float:
            ids = {
                "expected_ids": [*map(str, expected)],
                "retrieved_ids": [*map(str, cut_list(case, listed))],
            }
            return float(answer(case, lambda: metric.compute(**ids).score))

        return Value(None, tuple(map(ask, *item_lists(case))))

    return call


HIT = Documented(
    "hit_rate(counts=any)",
    "The default method checks for a single match between any of the retrieved docs "
    "and expected docs.",
)
FIRST = Documented(
    "reciprocal_rank(counts=first)",
    "The default method calculates the reciprocal rank of the first relevant retrieved "
    "document.",
)
SUM = Documented(
    "reciprocal_rank(counts=sum_over_r)",
    "The more granular method sums the reciprocal ranks of all relevant retrieved "
    "documents and divides by the count of relevant documents.",
    also=("reciprocal_rank(counts=sum_over_hits)",),
)

METRICS: tuple[tuple[str, dict[str, Any], str, Documented | None], ...] = (
    ("HitRate", {}, "hit_rate", HIT),
    ("HitRate", {"use_granular_hit_rate": True}, "recall", None),
    ("MRR", {}, "reciprocal_rank", FIRST),
    ("MRR", {"use_granular_mrr": True}, "reciprocal_rank", SUM),
    ("Precision", {}, "precision", None),
    ("Recall", {}, "recall", None),
    ("AveragePrecision", {}, "average_precision", None),
    ("NDCG", {}, "ndcg", None),
)

for name, options, claims, words in METRICS:
    chosen = ", ".join(f"{key}={value}" for key, value in options.items())
    adapter.metric(
        f"{name}({chosen})" if chosen else name, claims, words, same_object=True
    )(of_queries(name, **options))
