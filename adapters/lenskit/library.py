"""What both generations of LensKit have: the adapter, and the names by version."""

from __future__ import annotations

import importlib
from types import ModuleType

from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.installed import installed
from homonym.adapters.contract import Adapter

COLLECTIONS = installed("lenskit") >= (2025, 0)
"""Whether the installed version has collections of lists."""
PART = "not a metric: what metrics are made of, or held by"
ASPECTS = "counts the categories of a list, which its users give as a matrix"


def names() -> list[str]:
    """The metrics that the packages name: rankings have a module of their own."""
    if not COLLECTIONS:
        modules = [importlib.import_module(f"lenskit.metrics.{m}") for m in OLD]
        return [name for module in modules for name in functions(module)]
    metrics = importlib.import_module("lenskit.metrics")
    return [*{*metrics.__all__, *metrics.ranking.__all__}]


def load(name: str) -> ModuleType:
    """The package with its module of metrics."""
    module = importlib.import_module(name)
    own = "ranking" if COLLECTIONS else "topn"
    importlib.import_module(f"{name}.metrics.{own}")
    return module


OLD = ("topn", "predict")
"""The modules of the older ones."""
PARTS = (
    *("Metric", "MetricFunction", "MeasurementCollector", "ListMetric", "GlobalMetric"),
    *("RankingMetricBase", "RunAnalysis", "RunAnalysisResult", "ListLength"),
    *("TestItemCount", "RankWeight", "GeometricRankWeight", "LogRankWeight"),
    *("quick_measure_model", "rank_biased_precision"),
)
OLD_PARTS = ("bulk_impl", "global_metric", "user_metric")

adapter = Adapter(
    library="lenskit",
    module="lenskit",
    title="LensKit",
    homepage="https://github.com/lenskit/lkpy",
    names=names,
    load=load,
    files=("metrics/*.py", "metrics/ranking/*.py", "metrics/reranking/*.py"),
    sources=("metrics/*.py", "metrics/ranking/*.py"),
    elsewhere={
        "parallel/*": "not a metric: calls a function in several processes",
        "util/*": "not a metric: calls a function in several processes",
        "stats.py": "not a metric: what ListGini is computed with",
    },
    several_versions=True,
    beside={} if COLLECTIONS else {"pandas": 3},
    out_of_scope=dict.fromkeys(PARTS, PART)
    | {
        "entropy": ASPECTS,
        "rank_biased_entropy": ASPECTS,
        "rank_biased_overlap": "compares two lists: of no family here",
        "least_item_promoted": "compares two lists: of no family here",
    }
    if COLLECTIONS
    else dict.fromkeys(OLD_PARTS, PART),
)
