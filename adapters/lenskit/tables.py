"""LensKit before 2025: an analysis of a table of lists and one of the truth.

A table of lists has user, item, score and rank; where it has a rank other code computes
the metrics than where it has none, `[no rank]`. The truth has a rating, or none, `[no
rating]`: without it every gain is 1. Every row of the truth is relevant. `hit` of a
table with ranks is computed in single precision.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from homonym.adapters._shared.frames import of_one_type, table
from homonym.adapters.contract import FLOAT32, FLOAT64, Documented, Refuse
from homonym.adapters.lenskit.library import adapter
from homonym.reference.case import AnyCase

__all__ = ["adapter"]

IDS = ("user", "item")


def tables(case: AnyCase, without: str) -> tuple[Any, Any]:
    """(lists, truth), one column left out."""
    truth = table(case.truth, IDS, "rating")
    lists = table(case.recommendations, IDS, "score")
    truth, lists = of_one_type(truth, lists, IDS)
    lists["rank"] = [
        rank
        for pairs in case.recommendations.values()
        for rank, _ in enumerate(pairs, start=1)
    ]
    return lists.drop(columns=without, errors="ignore"), truth.drop(
        columns=without, errors="ignore"
    )


def analysed(name: str, without: str) -> Callable[[AnyCase], Any]:
    """The mean of what an analysis gives, a row a list; None where it has no column of
    the metric."""

    def call(case: AnyCase) -> Any:
        from lenskit import topn

        analysis = topn.RecListAnalysis()
        for other in AT_K if case.together else ():
            analysis.add_metric(getattr(topn, other), name=f"{other} too", k=case.k)
        at_k = {"k": case.k} if name in AT_K else {}
        analysis.add_metric(getattr(topn, name), name="this", **at_k)
        told = analysis.compute(*tables(case, without)).get("this")
        return None if told is None else float(told.mean())

    return call


def error(name: str, over: str) -> Callable[[AnyCase], Any]:
    """An error of predictions, which stand beside the ratings in one table."""

    def call(case: AnyCase) -> Any:
        from lenskit.metrics import predict

        truth = table(case.truth, IDS, "rating")
        found = table(case.recommendations, IDS, "prediction")
        if len(truth) > len(truth[[*IDS]].drop_duplicates()):
            raise Refuse("a rating and its prediction stand in one row")
        both = found.merge(truth, on=[*IDS], how="left")
        metric = getattr(predict, name)
        return getattr(predict, over)(both, metric=metric)

    return call


PROMISED = {
    "precision": Documented(
        "precision(divisor=k)",
        "\\\\frac{|L \\\\cap I_u^{\\\\mathrm{test}}|}{|L|}",
        file="metrics/topn.py",
    ),
    "hit": Documented(
        "hit_rate(counts=any)",
        "is scored as 1, and lists with no relevant items as 0.",
        file="metrics/topn.py",
    ),
    "recip_rank": Documented(
        "reciprocal_rank(counts=first)",
        "1-based rank of the first relevant item in :math:`L`",
        file="metrics/topn.py",
    ),
}
AT_K = ("precision", "recall", "hit", "recip_rank", "ndcg")

for name, claims in (
    ("precision", "precision"),
    ("recall", "recall"),
    ("hit", "hit_rate"),
    ("recip_rank", "reciprocal_rank"),
    ("ndcg", "ndcg"),
):
    for without in ("", "rank"):
        adapter.metric(
            f"{name}[no rank]" if without else name,
            claims,
            PROMISED.get(name),
            FLOAT32 if name == "hit" and not without else FLOAT64,
            together=True,
        )(analysed(name, without))

for name in ("ndcg", "dcg"):
    adapter.metric(f"{name}[no rating]", "ndcg")(analysed(name, "rating"))
adapter.metric("dcg", "ndcg")(analysed("dcg", ""))

for name in ("rmse", "mae"):
    adapter.metric(name, name)(error(name, "global_metric"))
    adapter.metric(f"{name}[user_metric]", name)(error(name, "user_metric"))
