"""RecBole before 1.0: functions of flags, ranks or scores, in another order than later.

The functions of the first k take a row of k flags for every user and the number of
positives, and return what every user has at each cut-off up to k: per-user numbers
(the mean is the pipeline's, `pipeline`). `gauc_` and `auc_` return one number.
`gauc_` is here a second time, on what the authors of the paper gave it.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.adapters.contract import Documented, Refuse, Value
from homonym.adapters.recbole.ranking import (
    adapter,
    first_k,
    flags,
    pairs,
    predicted,
    ranks,
)
from homonym.reference.case import AnyCase

__all__ = ["adapter"]


def at_k(name: str) -> Callable[[AnyCase], Value]:
    """A call of the function of that name; every user's number at k."""

    def call(case: AnyCase) -> Value:
        import numpy as np
        from recbole.evaluator import metrics

        rows = np.array(first_k(case), dtype=int).reshape(-1, max(case.k, 0) + 1)
        found = getattr(metrics, name)(rows[:, :-1].astype(bool), rows[:, -1])
        if case.k < 1:
            raise Refuse("it returns what users have at each cut-off from 1 on")
        return Value(None, tuple(float(value) for value in found[:, case.k - 1]))

    return call


PROMISED = {
    # all hits by all samples, without a mean; or the users with a hit
    "hit_": Documented(
        "recall(divisor=r, users=pooled)",
        r"\mathrm {HR@K} =\frac{Number \space of \space Hits @K}{|GT|}",
        more=(
            ":math:`HR` is the number of users with a positive sample in the "
            "recommendation list.",
            ":math:`GT` is the total number of samples in the test set.",
        ),
        also=("hit_rate(counts=any)",),
    ),
    "mrr_": Documented(
        "reciprocal_rank(counts=first)",
        ":math:`rank_i` is the rank of the first item in the recommendation list in "
        "the test set results for user",
    ),
    "map_": Documented(
        "average_precision(divisor=min_k_r)",
        r"\frac{1}{\mathrm{min}(m,N)}\sum_{k=1}^N P(k) \cdot rel(k)",
        more=(
            "which prevents your AP score from being unfairly suppressed when your "
            "number of recommendations couldn't possibly capture all the correct ones.",
        ),
    ),
    "recall_": Documented("recall(divisor=r)", r"\frac{|Rel_u\cap Rec_u|}{Rel_u}"),
    # rel is 1 or 0 there; so written, the ideal is k gains of 1
    "ndcg_": Documented(
        "ndcg(gain=binary, ideal=ones_k)",
        r"\mathrm {IDCG@K}=\sum_{i=1}^{K}\frac{1}{\log_{2}{(i+1)}}",
        more=(
            r"\mathrm {DCG@K}=\sum_{i=1}^{K} \frac{2^{rel_i}-1}{\log_{2}{(i+1)}}",
            ":math:`{rel_i}` equals to 1 if the item is ground truth otherwise 0.",
        ),
    ),
    "precision_": Documented(
        "precision(divisor=k)",
        r"\frac{|Rel_u \cap Rec_u|}{Rec_u}",
        more=(":math:`Rec_u` is the top K items recommended to users.",),
    ),
}

for name, claims in (
    ("hit_", "hit_rate"),
    ("mrr_", "reciprocal_rank"),
    ("map_", "average_precision"),
    ("recall_", "recall"),
    ("ndcg_", "ndcg"),
    ("precision_", "precision"),
):
    adapter.metric(name, claims, PROMISED[name])(at_k(name))


@adapter.metric("gauc_", "auc", full=True)
def gauc(case: AnyCase) -> float:
    import numpy as np
    from recbole.evaluator.metrics import gauc_

    summed, lengths, positives = np.array(ranks(case), dtype=float).reshape(-1, 3).T
    return float(gauc_(lengths, positives, summed))


@adapter.metric("gauc_(pos_rank_sum=lists cut to the shortest)", "auc", full=True)
def gauc_of_cut_lists(case: AnyCase) -> float:
    """The ranks of lists cut alike, but full lengths: as in Tamm et al.'s notebook."""
    import numpy as np
    from recbole.evaluator.metrics import gauc_

    _, lengths, positives = np.array(ranks(case), dtype=float).reshape(-1, 3).T
    shortest = int(min(lengths, default=0))
    rows = [flags(case, user)[:shortest] for user in case.truth]
    summed = [sum(n for n, hit in enumerate(row, 1) if hit) for row in rows]
    return float(gauc_(lengths, positives, np.array(summed, dtype=float)))


STACKED = Documented(
    "auc(positives=recommended, users=stacked)",
    "Instead, it calculates the scores on the entire prediction results regardless "
    "the users.",
    more=(
        "This metric does not calculate group-based AUC which considers the AUC scores "
        "averaged across users. It is also not limited to k.",
    ),
)


@adapter.metric("auc_", "auc", STACKED, full=True)
def auc(case: AnyCase) -> float:
    import numpy as np
    from recbole.evaluator.metrics import auc_

    scores, labels = pairs(case)
    return float(auc_(np.array(labels), np.array(scores)))


def error(name: str) -> Callable[[AnyCase], float]:
    """A call of one of the functions of ratings and predictions."""

    def call(case: AnyCase) -> float:
        import numpy as np
        from recbole.evaluator import metrics

        found, ratings = predicted(case)
        return float(getattr(metrics, name)(np.array(ratings), np.array(found)))

    return call


for name, claims in (("mae_", "mae"), ("rmse_", "rmse"), ("log_loss_", "log_loss")):
    adapter.metric(name, claims)(error(name))
