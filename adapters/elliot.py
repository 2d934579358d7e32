"""Elliot: a metric object made with everything it may need, mean over the lists' users.

Its interface wants the lists and the truth as dictionaries (a pair cannot stand twice
in a user's truth), the users' train items and the size of the catalogue. The order of a
list is the ranking, scores are never read. An item is relevant from
`relevance_threshold` on, 0 by default; the same number is in nDCG's gain, hence a
second nDCG at threshold 1. `config_test` is Elliot's own switch that silences its log.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from homonym.adapters.contract import Adapter, Documented, Refuse
from homonym.reference.case import AnyCase


def names() -> list[str]:
    """The names that Elliot's configuration accepts."""
    from elliot.evaluation.metrics import _metric_dictionary

    return list(_metric_dictionary)


RATING = "rating error: a later family"
DIVERSITY = "diversity: a later family"
BEYOND = "beyond accuracy: a later family"
ACCURACY = "evaluation/metrics/accuracy"

adapter = Adapter(
    library="elliot",
    module="elliot",
    title="Elliot",
    homepage="https://github.com/sisinflab/elliot",
    names=names,
    checkout=True,
    sources=tuple(
        f"evaluation/metrics/accuracy/{file}.py"
        for file in (
            *("ndcg/ndcg", "ndcg/ndcg_rendle2020", "precision/precision"),
            *("recall/recall", "hit_rate/hit_rate", "mrr/mrr", "map/map", "AUC/auc"),
        )
    ),
    out_of_scope={
        **dict.fromkeys(["MAE", "MSE", "RMSE"], RATING),
        **dict.fromkeys(["Gini", "SEntropy", "SRecall"], DIVERSITY),
        **dict.fromkeys(["ItemCoverage", "UserCoverage", "UserCoverageAtN"], BEYOND),
        **dict.fromkeys(["EFD", "ExtendedEFD", "EPC", "ExtendedEPC"], BEYOND),
        **dict.fromkeys(["ARP", "APLT", "ACLT", "RSP", "REO"], BEYOND),
        **dict.fromkeys(
            ["PopRSP", "PopREO", "ExtendedPopRSP", "ExtendedPopREO"], BEYOND
        ),
        **dict.fromkeys(["UserMADrating", "ItemMADrating"], BEYOND),
        **dict.fromkeys(["UserMADranking", "ItemMADranking"], BEYOND),
        **dict.fromkeys([f"BiasDisparity{x}" for x in ("BR", "BS", "BD")], BEYOND),
        "NumRetrieved": "not a metric of relevance: the length of the lists",
    },
)


def objects(case: AnyCase, threshold: float) -> SimpleNamespace:
    """What Elliot's evaluator hands to every metric."""
    from elliot.evaluation.relevance.relevance import Relevance

    truth = {user: dict(pairs) for user, pairs in case.truth.items()}
    if any(len(truth[user]) < len(pairs) for user, pairs in case.truth.items()):
        raise Refuse("Elliot's truth is a dictionary: a pair cannot stand in it twice")
    train = {user: dict.fromkeys(items, 1.0) for user, items in case.train.items()}
    return SimpleNamespace(
        relevance=Relevance(truth, threshold),
        cutoff=case.k,
        num_items=len(case.catalogue),
        data=SimpleNamespace(train_dict=train),
    )


def metric(
    name: str, threshold: float = 0, additional: dict[str, str] | None = None
) -> Callable[[AnyCase], float]:
    """A call of the metric of that name; the complex ones take additional arguments."""

    def call(case: AnyCase) -> float:
        from elliot.evaluation.metrics import parse_metric

        lists = {user: list(pairs) for user, pairs in case.recommendations.items()}
        arguments: list[Any] = [lists, SimpleNamespace(config_test=True), None]
        arguments.append(objects(case, threshold))
        if additional is not None:
            arguments.append(additional)
        (made,) = parse_metric(name)(*arguments).get()
        return float(made.eval())

    return call


# both classes of nDCG carry this formula; so written, its ideal is k gains of 1
NDCG = Documented(
    "ndcg(gain=exponential, ideal=ones_k)",
    r"\mathrm {DCG@K}=\sum_{i=1}^{K} \frac{2^{rel_i}-1}{\log_{2}{(i+1)}}\\ "
    r"\mathrm {IDCG@K}=\sum_{i=1}^{K}\frac{1}{\log_{2}{(i+1)}}",
)
PROMISED = {
    "nDCG": NDCG,
    "nDCGRendle2020": NDCG,
    "Precision": Documented(
        "precision(divisor=k)", r"\frac{|Rel_u \cap Rec_u|}{Rec_u}"
    ),
    "Recall": Documented("recall(divisor=r)", r"\frac{|Rel_u\cap Rec_u|}{Rel_u}"),
    # GT "is the total number of samples in the test set": one division, no mean
    "HR": Documented(
        "recall(divisor=r, users=pooled)",
        r"\mathrm {HR@K} =\frac{Number \space of \space Hits @K}{|GT|}",
    ),
    "MRR": Documented(
        "reciprocal_rank(counts=first)",
        "is the rank of the first item in the recommendation list in the test set "
        "results for user",
    ),
    "MAP": Documented(
        "average_precision(divisor=min_k_r)",
        r"\frac{1}{\mathrm{min}(m,N)}\sum_{k=1}^N P(k) \cdot rel(k)",
    ),
    "AUC": Documented(
        "auc(positives=recommended, users=stacked)",
        "Instead, it calculates the scores on the entire prediction results regardless "
        "the users.",
    ),
}

for name, claims in (
    ("nDCG", "ndcg"),
    ("nDCGRendle2020", "ndcg"),
    ("Precision", "precision"),
    ("Recall", "recall"),
    ("HR", "hit_rate"),
    ("MRR", "reciprocal_rank"),
    ("MAP", "average_precision"),
    ("MAR", "mean_average_recall"),
    ("F1", "f_score"),
    ("AUC", "auc"),
    ("GAUC", "auc"),
    ("LAUC", "auc"),
):
    full = name in ("AUC", "GAUC")
    adapter.metric(name, claims, PROMISED.get(name), full=full)(metric(name))

adapter.metric("nDCG(relevance_threshold=1)", "ndcg", NDCG)(metric("nDCG", threshold=1))
adapter.metric("DSC", "f_score")(metric("DSC", additional={}))
# the defaults that its documentation names, and the same two named
adapter.metric("ExtendedF1", "f_score")(metric("ExtendedF1", additional={}))
adapter.metric("ExtendedF1(metric_0=Precision, metric_1=Recall)", "f_score")(
    metric("ExtendedF1", additional={"metric_0": "Precision", "metric_1": "Recall"})
)
