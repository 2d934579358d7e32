"""CatBoost: `catboost.utils.eval_metric`, of labels, scores and groups.

It knows no lists: a row (label, score) stands for each of some items, the rows of a
user are a group, and a user without a row does not exist. Rows are made as its users
make them, of the items of a list. What divides by the relevant items, or orders all of
them, is asked in two ways: of all candidates, the items that a user has not trained on,
so that full rankings alone are asked, and `[listed]`, where a relevant item outside the
list is unknown. `AUC` and `PRAUC` look at no groups: all rows are one.

What has a cut-off is called with `top`. Metrics of gains, and `QueryAUC:type=Ranking`,
get the grades as they are, the others labels 0 and 1, as by their `border` of 0.5.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.adapters._shared.frames import label
from homonym.adapters._shared.label_rows import rows
from homonym.adapters._shared.rated_pairs import rated_pairs
from homonym.adapters.contract import Adapter
from homonym.reference.case import AnyCase

MEAN = "a mean grade: of no family here"
CHANCES = "takes each item's chance of being relevant: a case has grades, and none"
PAIRS = "of pairs of items, which users name"
OTHER = "compares numbers in a way that no family here does"
CLASSES = "of classes, several or chosen already: no ranking"
LIKELIHOOD = "reads a score through the link of a model: no family takes raw scores"
LOSS = "a loss, by which a model is trained"
OWN = "not a metric: what users write metrics of their own with"

OF_LISTS = {
    "DCG": "ndcg",
    "DCG:type=Exp": "ndcg",
    "MRR": "reciprocal_rank",
    "PrecisionAt": "precision",
}
"""What needs no relevant item outside the list, and the families they claim."""
OF_CANDIDATES = {
    "NDCG": "ndcg",
    "NDCG:type=Exp": "ndcg",
    "NDCG:denominator=Position": "ndcg",
    "MAP": "average_precision",
    "RecallAt": "recall",
}
UNCUT_LISTS = {"FilteredDCG": "ndcg"}
UNCUT = {
    "QueryAUC": "auc",
    "QueryAUC:type=Ranking": "auc",
    "AUC": "auc",
    "PRAUC": "average_precision",
}
OF_GRADES = ("NDCG", "DCG", "FilteredDCG", "QueryAUC:type=Ranking")
ERRORS = {"MAE": "mae", "RMSE": "rmse", "R2": "r2"}


def names() -> list[str]:
    """The classes of `catboost.metrics`, one a metric that the library has built in."""
    from catboost import metrics

    return [*metrics.__all__]


adapter = Adapter(
    library="catboost",
    module="catboost",
    title="CatBoost",
    homepage="https://github.com/catboost/catboost",
    names=names,
    files=("metrics.py", "utils.py"),
    elsewhere={"core.py": "not a metric: what a model says of itself"},
    out_of_scope={
        **dict.fromkeys(["ERR", "PFound"], CHANCES),
        **dict.fromkeys(["PairAccuracy", "PairLogit", "PairLogitPairwise"], PAIRS),
        **dict.fromkeys(["MAPE", "MSLE", "SMAPE", "RMSPE", "Huber", "Lq"], OTHER),
        **dict.fromkeys(["MedianAbsoluteError", "NumErrors", "LogCosh"], OTHER),
        **dict.fromkeys(["Quantile", "MultiQuantile", "GroupQuantile"], OTHER),
        **dict.fromkeys(["LogLinQuantile", "Expectile", "FairLoss", "Tweedie"], OTHER),
        **dict.fromkeys(["MultiRMSE", "MultiRMSEWithMissingValues"], OTHER),
        **dict.fromkeys(["Poisson", "QueryRMSE", "RMSEWithUncertainty"], OTHER),
        **dict.fromkeys(["Accuracy", "BalancedAccuracy", "BalancedErrorRate"], CLASSES),
        **dict.fromkeys(["F", "F1", "TotalF1", "Precision", "Recall", "MCC"], CLASSES),
        **dict.fromkeys(["HammingLoss", "ZeroOneLoss", "Kappa", "WKappa"], CLASSES),
        **dict.fromkeys(["AUCMulticlass", "PRAUCMulticlass"], CLASSES),
        **dict.fromkeys(["QueryAUCMulticlass", "NormalizedGiniMulticlass"], CLASSES),
        **dict.fromkeys(["Logloss", "CrossEntropy", "BrierScore", "Cox"], LIKELIHOOD),
        **dict.fromkeys(["LogLikelihoodOfPrediction", "CtrFactor"], LIKELIHOOD),
        **dict.fromkeys(["MultiClass", "MultiClassOneVsAll", "Focal"], LIKELIHOOD),
        **dict.fromkeys(["MultiLogloss", "MultiCrossEntropy"], LIKELIHOOD),
        **dict.fromkeys(["SurvivalAft", "QueryCrossEntropy"], LIKELIHOOD),
        **dict.fromkeys(["HingeLoss", "QuerySoftMax", "Combination"], LOSS),
        **dict.fromkeys(["UserPerObjMetric", "UserQuerywiseMetric"], OWN),
        "NormalizedGini": "twice the AUC less one: of no family here",
        **dict.fromkeys(["AverageGain", "QueryAverage"], MEAN),
    },
)


def written(name: str) -> str:
    """As in Python, its options in brackets."""
    metric, _, options = name.partition(":")
    return f"{metric}({options})" if options else metric


def at_k(name: str, k: int) -> str:
    """The name with its cut-off, as the library reads it."""
    if name not in OF_LISTS | OF_CANDIDATES:
        return name
    return f"{name}{';' if ':' in name else ':'}top={k}"


def of_rows(name: str, listed: bool) -> Callable[[AnyCase], float]:
    """The metric of a row for each item, in groups."""
    read = float if name.startswith(OF_GRADES) else label

    def call(case: AnyCase) -> float:
        from catboost.utils import eval_metric

        found = rows(case, read, listed)
        labels = [one for labels, _ in found for one in labels]
        scores = [one for _, scores in found for one in scores]
        groups = [n for n, (_, scores) in enumerate(found) for _ in scores]
        (value,) = eval_metric(labels, scores, at_k(name, case.k), group_id=groups)
        return float(value)

    return call


def error(name: str) -> Callable[[AnyCase], float]:
    """The metric of ratings and predictions, of the rated pairs."""

    def call(case: AnyCase) -> float:
        from catboost.utils import eval_metric

        (value,) = eval_metric(*rated_pairs(case), name)
        return float(value)

    return call


for metrics, listed, behind in (
    (OF_LISTS | UNCUT_LISTS, True, ""),
    (OF_CANDIDATES | UNCUT, False, ""),
    (OF_CANDIDATES | UNCUT, True, "[listed]"),
):
    for name, claims in metrics.items():
        adapter.metric(f"{written(name)}{behind}", claims, full=claims == "auc")(
            of_rows(name, listed)
        )

for name, claims in ERRORS.items():
    adapter.metric(name, claims)(error(name))
