"""RecBole: metric classes that read what the evaluator collected, mean over the users.

Its interface wants no ids and no scores but tensors: for every user of the evaluation
data a row of k hit flags and the number of positives (a shorter list has no row), or
the sum of the positives' ranks in the whole ranking (GAUC), or scores and labels of all
pairs (AUC; predictions and ratings for the errors). RecBole ranks by score before that:
lists whose scores do not fall are refused. As in its FullSortEvalDataLoader every item
of the truth is a positive, once; labels follow its `threshold`, here the grade that
makes an item relevant. RecBole rounds to `metric_decimal_place`, 4 by default; here it
is 12.

Before 1.0 the metrics were functions: see `functions`. Metrics beyond accuracy
read items: see `beyond`. What a user of RecBole calls is `Trainer.evaluate`:
see `pipeline`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from homonym.adapters._shared.users import of_truth
from homonym.adapters.contract import Adapter, Documented, Refuse, answer
from homonym.reference.case import AnyCase, Id, Scored, is_relevant


def names() -> list[str]:
    """The metrics that RecBole registers, functions or classes, and what runs them."""
    from recbole.evaluator import metrics_dict

    return [*(metric.__name__ for metric in metrics_dict.values()), PIPELINE]


PIPELINE = "Trainer.evaluate"

adapter = Adapter(
    library="recbole",
    module="recbole",
    title="RecBole",
    homepage="https://github.com/RUCAIBox/RecBole",
    names=names,
    files=("evaluator/metrics.py",),
    elsewhere={
        "model/general_recommender/ract.py": "its NDCG is what this model is trained "
        "to predict, of whole rows of scores and flags; no user is shown it",
    },
    sources=("evaluator/metrics.py",),
)


def flags(case: AnyCase, user: Id) -> list[bool]:
    """Whether the item at each rank is a positive of the user."""
    listed = case.recommendations.get(user, ())
    falling(listed)
    positives = dict(case.truth[user])
    return [item in positives for item, _ in listed]


def falling(listed: Scored) -> None:
    """Refuse a list whose order is not that of its scores, or with an item twice."""
    if not all(above > below for (_, above), (_, below) in pairwise(listed)):
        raise Refuse(
            "RecBole ranks by score: only falling scores have their order given"
        )
    once(listed)


def once(listed: Scored) -> None:
    """Refuse a list in which an item has two scores."""
    if len(dict(listed)) < len(listed):
        raise Refuse("RecBole ranks a row of scores, one an item: none comes twice")


def first_k(case: AnyCase) -> list[list[int]]:
    """For every user of the truth k flags, then the number of positives."""
    rows, k = [], max(case.k, *case.also, 0)
    for user in of_truth(case):
        hits = flags(case, user)
        if len(hits) < k:
            raise Refuse(
                "RecBole takes the first k of the catalogue: no list is shorter"
            )
        rows.append([*hits[:k], len(dict(case.truth[user]))])
    return rows


def all_scored(case: AnyCase, user: Id) -> None:
    """Refuse a user for whom not every candidate has one score."""
    scored = dict(case.recommendations.get(user, ()))
    if {*case.catalogue} - {*case.train.get(user, ())} != {*scored}:
        raise Refuse("RecBole ranks the catalogue: an unscored item has no rank")


def ranks(case: AnyCase) -> list[list[int]]:
    """For every user: sum of the positives' ranks, length of the ranking, positives."""
    rows = []
    for user in of_truth(case):
        hits = flags(case, user)
        all_scored(case, user)
        summed = sum(rank for rank, hit in enumerate(hits, 1) if hit)
        rows.append([summed, len(hits), len(dict(case.truth[user]))])
    return rows


def pairs(case: AnyCase) -> tuple[list[float], list[float]]:
    """(scores, labels) of every listed pair."""
    scores, labels = [], []
    for user, listed in case.recommendations.items():
        grades = dict(case.truth.get(user, ()))
        scores += [score for _, score in listed]
        labels += [float(is_relevant(grades.get(item))) for item, _ in listed]
    return scores, labels


def predicted(case: AnyCase) -> tuple[list[float], list[float]]:
    """(predictions, ratings) of every pair of the truth."""
    found, ratings = [], []
    for user in {**case.truth, **case.recommendations}:
        rated = case.truth.get(user, ())
        listed = case.recommendations.get(user, ())
        once(listed)
        if {item for item, _ in rated} != {item for item, _ in listed}:
            raise Refuse("RecBole predicts every pair of the evaluation data, no other")
        found += [dict(listed)[item] for item, _ in rated]
        ratings += [rating for _, rating in rated]
    return found, ratings


def topk(case: AnyCase) -> dict[str, Any]:
    """rec.topk: the first k of every user."""
    import torch

    rows = torch.tensor(first_k(case), dtype=torch.int)
    return {"rec.topk": rows.reshape(-1, max(case.k, *case.also, 0) + 1)}


def meanrank(case: AnyCase) -> dict[str, Any]:
    """rec.meanrank: the ranks of every user's positives."""
    import torch

    rows = torch.tensor(ranks(case), dtype=torch.float64)
    return {"rec.meanrank": rows.reshape(-1, 3)}


def labelled(
    case: AnyCase, of: Callable[[AnyCase], tuple[list[float], list[float]]] = pairs
) -> dict[str, Any]:
    """rec.score and data.label of every listed pair (or of the pairs of the truth)."""
    import torch

    scores, labels = of(case)
    return {
        "rec.score": torch.tensor(scores, dtype=torch.float64),
        "data.label": torch.tensor(labels, dtype=torch.float64),
    }


def metric(
    name: str, collect: Callable[[AnyCase], dict[str, Any]], **settings: int
) -> Callable[[AnyCase], float]:
    """A call of the class of that name on what it needs collected."""

    def call(case: AnyCase) -> float:
        from recbole.evaluator import metrics
        from recbole.evaluator.collector import DataStruct

        collected = DataStruct()
        for key, tensor in collect(case).items():
            collected.set(key, tensor)
        config = {
            "topk": [*case.also, case.k],
            "metric_decimal_place": 12,
            "tail_ratio": None,  # what RecBole has for a key that nobody set
            **settings,
        }
        made = getattr(metrics, name)(config)
        *_, value = answer(case, lambda: made.calculate_metric(collected)).values()
        return float(value)

    return call


PROMISED = {
    "Hit": Documented(
        "hit_rate(counts=any)",
        "If there is at least one item that falls in the ground-truth set, we call it "
        "a hit.",
        more=(
            r"\frac{1}{|U|}\sum_{u \in U} "
            r"\delta(\hat{R}(u) \cap R(u) \neq \emptyset)",
        ),
    ),
    "MRR": Documented(
        "reciprocal_rank(counts=first)",
        "computes the reciprocal rank of the first relevant item found by an "
        "algorithm.",
    ),
    # R with a hat is the list in the module's words, so that min(k, k) is k; what is
    # said of the factor is so of the number of relevant items
    "MAP": Documented(
        "average_precision(divisor=k)",
        r"\frac{1}{min(|\hat R(u)|, K)} \sum_{j=1}^{|\hat{R}(u)|} "
        r"I\left(\hat{R}_{j}(u) \in R(u)\right) \cdot  Precision@j",
        more=(
            r"we use :math:`\hat R(u)` to represent a ranked list of items that a "
            "model produces",
            "which prevents your AP score from being unfairly suppressed when your "
            "number of recommendations couldn't possibly capture all the correct ones.",
        ),
        also=("average_precision(divisor=min_k_r)",),
    ),
    "Recall": Documented("recall(divisor=r)", r"\frac{|\hat{R}(u) \cap R(u)|}{|R(u)|}"),
    "NDCG": Documented(
        "ndcg(gain=binary)",
        r"\frac{1}{\sum_{i=1}^{\min (|R(u)|, K)} \frac{1}{\log _{2}(i+1)}} "
        r"\sum_{i=1}^{K} \delta(i \in R(u)) \frac{1}{\log _{2}(i+1)}",
    ),
    "Precision": Documented(
        "precision(divisor=k)",
        r"\frac{|\hat{R}(u) \cap R(u)|}{|\hat {R}(u)|}",
        more=("we truncate the recommendation list with a length :math:`K`",),
    ),
    "GAUC": Documented(
        "auc(positives=all, users=by_r)",
        r"\frac{1}{\sum_{u \in U} |R(u)|}\sum_{u \in U} |R(u)| \cdot(\mathrm {AUC(u)})",
    ),
    "AUC": Documented(
        "auc(positives=recommended, users=stacked)",
        "Instead, it calculates the scores on the entire prediction results regardless "
        "the users.",
        more=(
            "This metric does not calculate group-based AUC which considers the AUC "
            "scores averaged across users. It is also not limited to k.",
        ),
    ),
}

for name, claims, collect in (
    ("Hit", "hit_rate", topk),
    ("MRR", "reciprocal_rank", topk),
    ("MAP", "average_precision", topk),
    ("Recall", "recall", topk),
    ("NDCG", "ndcg", topk),
    ("Precision", "precision", topk),
    ("GAUC", "auc", meanrank),
    ("AUC", "auc", labelled),
):
    at_k = collect is topk
    register = adapter.metric(
        name,
        claims,
        PROMISED[name],
        full=not at_k,
        cut_offs=at_k,
        same_object=True,
    )
    register(metric(name, collect))


def rated(case: AnyCase) -> dict[str, Any]:
    """rec.score and data.label of every pair of the truth: prediction and rating."""
    return labelled(case, predicted)


ERRORS = {
    "MAE": (
        "mae",
        Documented(
            "mae(missing=dropped)",
            r"\mathrm{MAE}=\frac{1}{|{S}|} \sum_{(u, i) \in {S}}"
            r"\left|\hat{r}_{u i}-r_{u i}\right|",
        ),
    ),
    "RMSE": (
        "rmse",
        Documented(
            "rmse(missing=dropped)",
            r"\mathrm{RMSE} = \sqrt{\frac{1}{|{S}|} \sum_{(u, i) \in {S}}"
            r"(\hat{r}_{u i}-r_{u i})^{2}}",
        ),
    ),
    "LogLoss": (
        "log_loss",
        Documented(
            "log_loss(missing=dropped)",
            r"LogLoss = \frac{1}{|S|} \sum_{(u,i) \in S}"
            r"(-((r_{u i} \ \log{\hat{r}_{u i}}) "
            r"+ {(1 - r_{u i})}\ \log{(1 - \hat{r}_{u i})}))",
        ),
    ),
}

for name, (claims, words) in ERRORS.items():
    adapter.metric(name, claims, words, same_object=True)(metric(name, rated))
