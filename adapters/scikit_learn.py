"""scikit-learn: ranking functions of arrays of labels and scores, a row a user.

Its functions know no lists: a user's row has a label and a score for each of some
items, and a user without a row does not exist. Rows are made as its users make them:

- of all candidates, the items that a user has not trained on: an item without a score
  has no place in a row, so only full rankings are asked;
- `[listed]`: of the items that a list has. A relevant item outside it is unknown then.

Users train on different items, so their rows differ in length: a call takes one user.
`[listed, one call]` hands over a matrix of all users, whose rows must be equally long,
`[all users]` everybody's rows end to end. Grades are given as they are to what takes
gains, and as labels 0 and 1 to the others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from homonym.adapters._shared.frames import label
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.label_rows import rows
from homonym.adapters._shared.rated_pairs import rated_pairs
from homonym.adapters.contract import Adapter, Documented, Refuse, Value
from homonym.reference.case import AnyCase

CURVE = "not a metric: the points of a curve"
OTHER = "compares numbers in a way that no family here does"
LEARNING = "a library of learning: of what is not in its module of metrics"
COUNT = "a depth or a share of pairs: of no family here"


def names() -> list[str]:
    """The public functions of its modules on ranking and regression."""
    from sklearn.metrics import _ranking, _regression

    return [*functions(_ranking), *functions(_regression)]


adapter = Adapter(
    library="scikit-learn",
    module="sklearn",
    title="scikit-learn",
    homepage="https://github.com/scikit-learn/scikit-learn",
    names=names,
    files=("metrics/_ranking.py", "metrics/_regression.py"),
    sources=("metrics/_ranking.py", "metrics/_regression.py"),
    elsewhere={
        "metrics/_classification.py": "compares classes that are already chosen",
        "metrics/_base.py": "not a metric: averages over the classes of another one",
        "metrics/_plot/*": "draws curves, and gives no number",
        "metrics/tests/*": "tests of the library itself",
        "[!m]*": LEARNING,
        "m[!e]*": LEARNING,
    },
    out_of_scope={
        "auc": "not a metric: the area below points of any curve",
        "det_curve": CURVE,
        "roc_curve": CURVE,
        "precision_recall_curve": CURVE,
        "confusion_matrix_at_thresholds": CURVE,
        "metric_at_thresholds": CURVE,
        "coverage_error": COUNT,
        "label_ranking_loss": COUNT,
        "top_k_accuracy_score": "a hit rate of users with one relevant item, whose "
        "lists have all of the catalogue, trained items too: no core case is so",
        **dict.fromkeys(
            [
                "d2_absolute_error_score",
                "d2_pinball_score",
                "d2_tweedie_score",
                "max_error",
                "mean_absolute_percentage_error",
                "mean_gamma_deviance",
                "mean_pinball_loss",
                "mean_poisson_deviance",
                "mean_squared_log_error",
                "mean_tweedie_deviance",
                "median_absolute_error",
                "root_mean_squared_log_error",
            ],
            OTHER,
        ),
    },
)

AT_K = ("ndcg_score", "dcg_score")
OF_MATRICES = (*AT_K, "label_ranking_average_precision_score")


def by_user(
    name: str, read: Callable[[float], float], listed: bool, **options: Any
) -> Callable[[AnyCase], Value]:
    """A call a user: with two rows, or with two matrices of one row."""

    def call(case: AnyCase) -> Value:
        from sklearn import metrics

        at_k = {"k": case.k} if name in AT_K else {}
        function = partial(getattr(metrics, name), **options, **at_k)
        found: list[Any] = list(rows(case, read, listed))
        if name in OF_MATRICES:
            found = [([y], [s]) for y, s in found]
        return Value(None, tuple(float(function(y, s)) for y, s in found))

    return call


def error(name: str) -> Callable[[AnyCase], float]:
    """A function of ratings and predictions, of the rated pairs."""

    def call(case: AnyCase) -> float:
        from sklearn import metrics

        return float(getattr(metrics, name)(*rated_pairs(case)))

    return call


NDCG = Documented(
    "ndcg(gain=grade)",
    "Sum the true scores ranked in the order induced by the predicted scores, after "
    "applying a logarithmic discount.",
    more=(
        "Then divide by the best possible score (Ideal DCG, obtained for a perfect "
        "ranking) to obtain a score between 0 and 1.",
    ),
)

FORMULAS = {
    "label_ranking_average_precision_score[listed]": "Σ_n h_n P(n) over the hits in "
    "the whole list, and 1 for a list without a hit"
}
"""What is computed where no variant is that."""

for listed, behind in ((False, ""), (True, "[listed]")):
    for options, written in (({}, ""), ({"ignore_ties": True}, "(ignore_ties=True)")):
        promised = None if listed else NDCG
        adapter.metric(f"ndcg_score{written}{behind}", "ndcg", promised)(
            by_user("ndcg_score", float, listed, **options)
        )
    adapter.metric(f"dcg_score{behind}", "ndcg")(by_user("dcg_score", float, listed))
    for name, claims in (
        ("average_precision_score", "average_precision"),
        ("label_ranking_average_precision_score", "average_precision"),
        ("roc_auc_score", "auc"),
    ):
        written = f"{name}{behind}"
        adapter.metric(written, claims, full=True, formula=FORMULAS.get(written, ""))(
            by_user(name, label, listed)
        )


@adapter.metric("ndcg_score[listed, one call]", "ndcg")
def ndcg_in_one_call(case: AnyCase) -> float:
    """A call with matrices of all users, of their listed items."""
    from sklearn import metrics

    found = rows(case, float, listed=True)
    if len({len(scores) for _, scores in found}) > 1:
        raise Refuse("the rows of a matrix are as long as each other")
    gains, scores = [y for y, _ in found], [s for _, s in found]
    return float(metrics.ndcg_score(gains, scores, k=case.k))


@adapter.metric("roc_auc_score[all users]", "auc", full=True)
def auc_of_all_users(case: AnyCase) -> float:
    """A call with everybody's candidates."""
    from sklearn import metrics

    found = rows(case, label)
    labels = [one for row, _ in found for one in row]
    scores = [one for _, row in found for one in row]
    return float(metrics.roc_auc_score(labels, scores))


for name, claims in (
    ("mean_absolute_error", "mae"),
    ("mean_squared_error", "mse"),
    ("root_mean_squared_error", "rmse"),
    ("r2_score", "r2"),
    ("explained_variance_score", "r2"),
):
    adapter.metric(name, claims)(error(name))
