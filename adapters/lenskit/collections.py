"""LensKit since 2025: a run is a collection of lists, and an analysis measures it.

Lists are given as ordered, with their scores, which are not read; the truth is every
row of it, with the grade as the field `rating`, which is read where an argument names
it: an item of grade 0 is one of the truth. The number is the mean of `list_summary`,
or stands among the `global_metrics`. Metrics of training data get a data set of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from homonym.adapters.contract import Documented, answer
from homonym.adapters.lenskit.library import adapter
from homonym.reference.case import AnyCase, Id, Scored

__all__ = ["adapter"]

Made = Callable[[AnyCase, int], Any]
"""What makes a metric, at a cut-off."""


def collection(rows: dict[Id, Scored], field: str, ordered: bool) -> Any:
    """A list for each user, in the order given, with a field of numbers."""
    from lenskit.data import ItemList, ItemListCollection

    found = ItemListCollection(["user_id"])
    for user, pairs in rows.items():
        items, numbers = [item for item, _ in pairs], [number for _, number in pairs]
        found.add(
            ItemList(item_ids=items, ordered=ordered, **{field: numbers}), user_id=user
        )
    return found


def trained(case: AnyCase) -> Any:
    """The training data, with all items of the catalogue."""
    import pandas as pd
    from lenskit.data import DatasetBuilder

    rows = [(user, item) for user, items in case.train.items() for item in items]
    made = DatasetBuilder()
    made.add_entities("item", list(case.catalogue))
    made.add_entities("user", list(case.train))
    made.add_interactions(
        "rating", pd.DataFrame(rows, columns=["user_id", "item_id"]), default=True
    )
    return made.build()


def measured(name: str, make: Made, of_run: bool) -> Callable[[AnyCase], Any]:
    """The number that an analysis gives of one metric; None where it gives none."""

    def call(case: AnyCase) -> Any:
        from lenskit.metrics import RunAnalysis

        analysis = RunAnalysis()
        for k in case.also:
            analysis.add_metric(make(case, k), label=f"{name}@{k} too")
        for other in RANKINGS if case.together else ():
            analysis.add_metric(RANKINGS[other](case, case.k), label=f"{other} too")
        analysis.add_metric(make(case, case.k), label=name)
        lists = collection(dict(case.recommendations), "scores", ordered=True)
        truth = collection(dict(case.truth), "rating", ordered=False)
        found = answer(case, lambda: analysis.measure(lists, truth))
        told = found.global_metrics() if of_run else found.list_summary()["mean"]
        return told.get(name)

    return call


def ranking(name: str, **arguments: Any) -> Made:
    """A metric with a cut-off."""

    def make(_: AnyCase, k: int) -> Any:
        from lenskit.metrics import ranking

        return getattr(ranking, name)(n=k, **arguments)

    return make


def shifted(name: str, **arguments: Any) -> Made:
    """The same with one added to the ranks before the logarithm is taken."""

    def make(case: AnyCase, k: int) -> Any:
        from lenskit.metrics import LogRankWeight

        return ranking(name, weight=LogRankWeight(offset=1), **arguments)(case, k)

    return make


def of_items(name: str) -> Made:
    """A metric that is told how many items there are."""
    return lambda case, k: ranking(name, items=len(case.catalogue))(case, k)


def of_training(name: str) -> Made:
    """A metric that is shown the training data."""
    return lambda case, k: ranking(name, data=trained(case))(case, k)


def predicted(name: str) -> Made:
    """A metric of predicted ratings."""

    def make(_: AnyCase, __: int) -> Any:
        from lenskit import metrics

        return getattr(metrics, name)()

    return make


DISCOUNT = "The default, base-2 logarithm, is the original function used by"
BINARY = (
    "If ``None`` (the default), all items present in the test data have a gain of 1."
)
GRADED = "If set to a string, it is the name of a field (e.g. ``'rating'``)."
RATED = (
    "if no rating values are provided in the truth frame, item ratings are assumed to "
    "be 1."
)
NO_IDEAL = "This metric does *not* normalize by ideal DCG."
PROMISED = {
    "Precision": Documented(
        "precision(divisor=k)",
        "\\\\frac{|L \\\\cap I_u^{\\\\mathrm{test}}|}{|L|}",
    ),
    "Recall": Documented(
        "recall(divisor=min_k_r)",
        "{\\\\operatorname{min}\\\\{|I_u^{\\\\mathrm{test}}|, k\\\\}}",
    ),
    "Hit": Documented(
        "hit_rate(counts=any)",
        "is scored as 1, and lists with no relevant items as 0.",
    ),
    "RecipRank": Documented(
        "reciprocal_rank(counts=first)",
        "denote the 1-based rank of the first relevant item in",
        more=("the reciprocal rank is :math:`1 / \\\\kappa`.",),
    ),
    "AveragePrecision": Documented(
        "average_precision(divisor=hits)",
        "the average of the precision at each relevant item in the ranked list",
    ),
    # with ratings in the truth its gain is 1 by one sentence, and they are by another
    "NDCG": Documented(
        "ndcg(gain=binary, discount=log2_rank)",
        DISCOUNT,
        more=(BINARY, RATED),
        also=("ndcg(gain=grade, discount=log2_rank)",),
    ),
    "NDCG(gain='rating')": Documented(
        "ndcg(gain=grade, discount=log2_rank)", DISCOUNT, more=(GRADED,)
    ),
    "DCG": Documented(
        "ndcg(gain=binary, discount=log2_rank, ideal=none)",
        DISCOUNT,
        more=(BINARY, RATED, NO_IDEAL),
        also=("ndcg(gain=grade, discount=log2_rank, ideal=none)",),
    ),
    "DCG(gain='rating')": Documented(
        "ndcg(gain=grade, discount=log2_rank, ideal=none)",
        DISCOUNT,
        more=(GRADED, NO_IDEAL),
    ),
    "RBP": Documented(
        "rbp(gain=binary)",
        r"\\operatorname{RBP}_p(L, u) & =(1 - p) \\sum_i r_{ui} p^i",
        more=(
            "binary relevance scores in an infinitely-long, perfectly-precise list has "
            "is :math:`1/(1 - p)`.",
        ),
    ),
}
NAMES = "Precision Recall Hit RecipRank AveragePrecision NDCG DCG"
RANKINGS = {name: ranking(name) for name in NAMES.split()}
"""Its metrics of rankings, with no other argument than the cut-off."""

P = {"patience": 0.8}
for name, claims, make, of_run in (
    ("Precision", "precision", RANKINGS["Precision"], False),
    ("Recall", "recall", RANKINGS["Recall"], False),
    ("Hit", "hit_rate", RANKINGS["Hit"], False),
    ("RecipRank", "reciprocal_rank", RANKINGS["RecipRank"], False),
    ("AveragePrecision", "average_precision", RANKINGS["AveragePrecision"], False),
    ("NDCG", "ndcg", RANKINGS["NDCG"], False),
    ("NDCG(gain='rating')", "ndcg", ranking("NDCG", gain="rating"), False),
    ("NDCG(LogRankWeight(offset=1))", "ndcg", shifted("NDCG"), False),
    ("DCG", "ndcg", RANKINGS["DCG"], False),
    ("DCG(gain='rating')", "ndcg", ranking("DCG", gain="rating"), False),
    ("RBP", "rbp", ranking("RBP", **P), False),
    ("RBP(normalize=True)", "rbp", ranking("RBP", normalize=True, **P), False),
    ("ListGini", "gini", of_items("ListGini"), True),
    ("ExposureGini", "gini", of_items("ExposureGini"), True),
    ("MeanPopRank", "average_popularity", of_training("MeanPopRank"), False),
    ("RMSE", "rmse", predicted("RMSE"), False),
    ("RMSE[global_metrics]", "rmse", predicted("RMSE"), True),
    ("MAE", "mae", predicted("MAE"), False),
    ("MAE[global_metrics]", "mae", predicted("MAE"), True),
):
    adapter.metric(
        name,
        claims,
        PROMISED.get(name),
        cut_offs=claims not in ("rmse", "mae"),
        together=name in RANKINGS,
        same_object=True,
    )(measured(name, make, of_run))
