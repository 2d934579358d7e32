"""RecTools: metric objects, which `calc_metrics` computes of tables, in one call.

A table of recommendations has user, item and rank, which is the place in the list;
scores are never read. Grades are never read: every row of the test interactions is
relevant. Beyond accuracy it takes the training interactions and all items. Where other
metrics are asked for in the same call, they are all those of rankings.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from homonym.adapters._shared.frames import table
from homonym.adapters.contract import Adapter, Documented
from homonym.reference.case import AnyCase

TOOL = "not a metric: what metrics are computed with"
QUALITY = "checks the lists: of no family here"
CATALOGUED = "counts what was rightly left out too: of no family here"


def names() -> list[str]:
    """What its package of metrics names as public."""
    from rectools import metrics

    return [*metrics.__all__]


adapter = Adapter(
    library="rectools",
    module="rectools",
    title="RecTools",
    homepage="https://github.com/MobileTeleSystems/RecTools",
    names=names,
    files=("metrics/*.py",),
    sources=("metrics/*.py",),
    elsewhere={"fast_transformers/*": "what a model is watched by while it is trained"},
    out_of_scope={
        "calc_metrics": "how the metrics are asked here",
        "PairwiseDistanceCalculator": TOOL,
        "PairwiseHammingDistanceCalculator": TOOL,
        "SparsePairwiseHammingDistanceCalculator": TOOL,
        "DebiasConfig": TOOL,
        "debias_interactions": TOOL,
        "SufficientReco": QUALITY,
        "UnrepeatedReco": QUALITY,
        "CoveredUsers": QUALITY,
        "Intersection": "compares with another model's lists: of no family here",
        "IntraListDiversity": "the distance of two items is whatever its users give",
        "Accuracy": CATALOGUED,
        "MCC": CATALOGUED,
    },
)


def lists(case: AnyCase) -> Any:
    """A row a listed item, with its rank."""
    import pandas as pd
    from rectools import Columns

    rows = [
        (user, item, rank)
        for user, pairs in case.recommendations.items()
        for rank, (item, _) in enumerate(pairs, start=1)
    ]
    columns = [Columns.User, Columns.Item, Columns.Rank]
    return pd.DataFrame(rows, columns=columns, dtype=None if rows else "int64")


def interactions(case: AnyCase) -> dict[str, Any]:
    """The test and the training interactions, as the arguments they are."""
    import pandas as pd
    from rectools import Columns

    ids = [Columns.User, Columns.Item]
    seen = [(user, item) for user, items in case.train.items() for item in items]
    return {
        "interactions": table(case.truth, ids, Columns.Weight),
        "prev_interactions": pd.DataFrame(seen, columns=ids),
    }


def calculated(name: str, options: dict[str, Any]) -> Callable[[AnyCase], float]:
    """The number of one metric."""

    def call(case: AnyCase) -> float:
        from rectools import metrics

        asked = {f"@{k}": getattr(metrics, name)(k=k, **options) for k in case.also}
        if case.together:
            asked |= {one: getattr(metrics, one)(k=case.k) for one in RANKINGS}
        asked["this"] = getattr(metrics, name)(k=case.k, **options)
        found = metrics.calc_metrics(
            asked, lists(case), catalog=list(case.catalogue), **interactions(case)
        )
        return float(found["this"])

    return call


PROMISED = {
    "Precision": Documented(
        "precision(divisor=k)", "The Precision@k equals to ``tp / k``"
    ),
    "Precision(r_precision=True)": Documented(
        "recall(divisor=min_k_r)", "The R-Precision equals to ``tp / min(k, tp+fn)``"
    ),
    "Recall": Documented(
        "recall(divisor=r)",
        "The recall@k equals to ``tp / liked``",
        more=(
            "``liked`` is the number of items the user has interacted (bought, liked) "
            "with (in period after recommendations were given).",
        ),
    ),
    # its formula has no value for a user without a hit
    "F1Beta": Documented(
        "f_score(combines=per_user)",
        "The f1_beta equals to ``(1 + beta_sqr) * p@k * r@k / (beta_sqr * p@k + r@k)``",
        also=("f_score(combines=per_user, without_hit=undefined)",),
    ),
    "HitRate": Documented(
        "hit_rate(counts=any)", "The HitRate equals to ``1 if tp > 0, otherwise 0``"
    ),
    "MAP": Documented(
        "average_precision(divisor=r)",
        "If ``False``, number of relevant items for each user will be used.",
        more=("divide_by_k : bool, default False",),
    ),
    "MAP(divide_by_k=True)": Documented(
        "average_precision(divisor=k)",
        "If ``True``, ``k`` will be used as divider in ``AP@k``.",
    ),
    "NDCG": Documented(
        "ndcg(gain=binary, ideal=ones_k)",
        "When set to ``False`` (default) IDCG is calculated as one value for all of "
        "the users and equals to the maximum gain, achievable when",
        more=("all ``k`` positions are relevant.",),
    ),
    "NDCG(divide_by_achievable=True)": Documented(
        "ndcg(gain=binary)",
        "When set to ``True``, IDCG is calculated for each user individually, "
        "considering the maximum possible amount of user test items on top",
    ),
    "MRR": Documented(
        "reciprocal_rank(counts=first)",
        "MRR calculates as mean value of reciprocal rank of first relevant "
        "recommendation among all users.",
    ),
    # what its formula divides by k its example divides by the length of the list
    "MeanInvUserFreq": Documented(
        "self_information(chance=share_of_users, unseen=once)",
        r"MIUF@k = -(\sum_{i=1}^{k} \log_{2} (users(i) / n\_users)) / k",
        more=("array([1.5849625 , 1.5849625 , 0.79248125])",),
        also=("self_information(chance=share_of_users, unseen=once, divisor=k)",),
    ),
    "PartialAUC": Documented(
        "partial_auc(positives=all)",
        "pAUC@k measures ROC AUC score for ranking of the top-k irrelevant items and "
        "all relevant items for each user.",
    ),
    "PAP": Documented(
        "partial_auc(positives=first_min_k_r)",
        "pAp@k measures AUC between the top-k irrelevant items and top-β relevant "
        "items",
        more=("β is the minimum of k and the number of relevant items",),
    ),
    "CatalogCoverage": Documented(
        "coverage(of=items, reported=number)",
        "Count (or share) of items from catalog that is present in recommendations for "
        "all users.",
        more=("normalize: bool, default ``False``",),
    ),
    "CatalogCoverage(normalize=True)": Documented(
        "coverage(of=items)",
        "Count (or share) of items from catalog that is present in recommendations for "
        "all users.",
        more=("Flag, which says whether to normalize metric or not.",),
    ),
    "AvgRecPopularity": Documented(
        "average_popularity(popularity=count)",
        r"ARP@k = \frac{1}{|U_{t}|}\sum_{u\in U_{t}^{}}"
        r"\frac{\sum_{i\in L_{u}}\phi (i)}{|L_{u}|}",
        more=(r":math:`\phi (i)` is the number of previous interactions with item i",),
    ),
    "AvgRecPopularity(normalize=True)": Documented(
        "average_popularity(popularity=share_of_interactions)",
        r"Normalized ARP@k = \frac{1}{|U_t|}\sum_{u\in U_t^{}}"
        r"\frac{(\sum_{i\in L_u}\phi(i))/|interactions|}{|L_u|}",
        more=(":math:`|interactions|` is the total number of interactions",),
    ),
}

FORMULAS = {
    "Serendipity": "Σ h_n max(p_n - q_n, 0) over the first k of a list, divided by how "
    "many these are, the mean: p_n = (N + 1 - n) / N of N items; q_n the same of the "
    "item's rank by popularity in training, where equal counts share a rank, 0 for an "
    "item that nobody has there",
}
"""What is computed where no variant is that."""

RANKINGS = {
    "Precision": "precision",
    "Recall": "recall",
    "F1Beta": "f_score",
    "HitRate": "hit_rate",
    "MAP": "average_precision",
    "NDCG": "ndcg",
    "MRR": "reciprocal_rank",
    "PartialAUC": "partial_auc",
    "PAP": "partial_auc",
}
"""Its metrics of rankings, and the families they claim."""

OTHER_ARGUMENTS: dict[str, tuple[str, dict[str, Any]]] = {
    "Precision(r_precision=True)": ("precision", {"r_precision": True}),
    "MAP(divide_by_k=True)": ("average_precision", {"divide_by_k": True}),
    "NDCG(divide_by_achievable=True)": ("ndcg", {"divide_by_achievable": True}),
    "CatalogCoverage": ("coverage", {}),
    "CatalogCoverage(normalize=True)": ("coverage", {"normalize": True}),
    "MeanInvUserFreq": ("self_information", {}),
    "AvgRecPopularity": ("average_popularity", {}),
    "AvgRecPopularity(normalize=True)": ("average_popularity", {"normalize": True}),
    "Serendipity": ("serendipity", {}),
}

for name, (claims, options) in {
    **{name: (claims, {}) for name, claims in RANKINGS.items()},
    **OTHER_ARGUMENTS,
}.items():
    register = adapter.metric(
        name,
        claims,
        PROMISED.get(name),
        cut_offs=True,
        together=True,
        formula=FORMULAS.get(name, ""),
    )
    register(calculated(name.partition("(")[0], options))
