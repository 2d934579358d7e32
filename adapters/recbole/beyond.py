"""RecBole beyond accuracy: what its evaluator collects are the items of all first k.

The classes read a row of items for every user, the number of all items and, where
popularity counts, how many users have each in training. As in `Collector.data_collect`
the number of items is one more than there are: RecBole counts the one it pads with. The
classes divide by the number as it is given: about that the pipelines alone, which count
it, promise something.
Truth is never read, so that here every user has a row.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from homonym.adapters.contract import Documented, Refuse
from homonym.adapters.recbole.ranking import adapter, falling, metric
from homonym.reference.case import AnyCase, Id

__all__ = ["adapter"]


def first_k(case: AnyCase) -> list[list[Id]]:
    """For every user the first k items."""
    rows, k = [], max(case.k, *case.also, 0)
    for user in {**case.truth, **case.recommendations}:
        listed = case.recommendations.get(user, ())
        falling(listed)
        if len(listed) < k:
            raise Refuse(
                "RecBole takes the first k of the catalogue: no list is shorter"
            )
        rows.append([item for item, _ in listed[:k]])
    return rows


def items(case: AnyCase) -> Any:
    """rec.items: a row of items for every user."""
    import torch

    rows = torch.tensor(first_k(case), dtype=torch.int64)
    return rows.reshape(-1, max(case.k, *case.also, 0))


def of_catalogue(case: AnyCase) -> dict[str, Any]:
    """rec.items and data.num_items."""
    return {"rec.items": items(case), "data.num_items": len(case.catalogue) + 1}


def of_training(case: AnyCase) -> dict[str, Any]:
    """rec.items and data.count_items: how many users have each item in training."""
    return {"rec.items": items(case), "data.count_items": counts(case)}


def counts(case: AnyCase) -> Counter[Id]:
    """How many users have each item in training; none that nobody has."""
    return Counter(item for known in case.train.values() for item in known)


PROMISED = {
    "ItemCoverage": Documented(
        "coverage(of=items)",
        r"\mathrm{Coverage@K}=\frac{\left| \bigcup_{u \in U} \hat{R}(u) \right|}{|I|}",
        more=("computes the coverage of recommended items over all items.",),
    ),
    "AveragePopularity": Documented(
        "average_popularity(popularity=count)",
        r"\frac{1}{|U|} \sum_{u \in U } \frac{\sum_{i \in R_{u}} \phi(i)}{|R_{u}|}",
        more=(
            r":math:`\phi(i)` is the number of interaction of item i in training data.",
        ),
    ),
    "GiniIndex": Documented(
        "gini(reported=inequality)",
        r"\frac{\sum_{i=1}^{|I|}(2 i-|I|-1) P{(i)}}{|I| \sum_{i=1}^{|I|} P{(i)}}",
        more=(
            ":math:`P{(i)}` represents the number of times all items appearing in the "
            "recommended list, which is indexed in non-decreasing order",
        ),
    ),
    "ShannonEntropy": Documented(
        "shannon_entropy(base=natural)",
        r"\mathrm {ShannonEntropy@K}=-\sum_{i=1}^{|I|} p(i) \log p(i)",
        more=(
            ":math:`p(i)` is the probability of recommending item i which is the "
            "number of item i in recommended list over all items.",
        ),
    ),
    # silent on items that are as popular: the class takes the first number, the
    # pipeline what it read first
    "TailPercentage": Documented(
        "long_tail_share(tail=least_popular)",
        ":math:`T` is the set of long-tail items, which is a portion of items that "
        "appear in training data seldomly.",
        also=("long_tail_share(tail=least_popular_first_seen)",),
    ),
}

BEYOND = {
    "ItemCoverage": "coverage",
    "AveragePopularity": "average_popularity",
    "GiniIndex": "gini",
    "ShannonEntropy": "shannon_entropy",
    "TailPercentage": "long_tail_share",
}
"""The classes, and the families that they claim."""

for name, claims in BEYOND.items():
    counted = claims in ("average_popularity", "long_tail_share")
    call = metric(name, of_training if counted else of_catalogue)
    promise = None if claims in ("coverage", "gini") else PROMISED[name]
    register = adapter.metric(name, claims, promise, cut_offs=True, same_object=True)
    register(call)

adapter.metric(
    "TailPercentage(tail_ratio=2)", "long_tail_share", cut_offs=True, same_object=True
)(metric("TailPercentage", of_training, tail_ratio=2))
