"""recometrics: one function of matrices, users by items, that computes in C++.

Scores are products of factors of users and of items; here a user's factors pick out the
row of scores, so that they are the case's own. It ranks every item that a user was not
trained on: full rankings alone are asked. A cell of the test matrix holds one grade;
every pair of the truth has one, and whoever is not in the truth a row without any. Ties
are broken by noise of a fixed seed.

The three that it computes unless told otherwise (P@K, AP@K, NDCG@K) stand beside the
metric asked for: alone, Hit@K and RR@K are what memory happens to hold. PR_AUC is asked
twice, since only beside ROC_AUC does it see more than the first k in their order. What
does not look at the order of the first k is NaN, says its documentation, where k leaves
no item out: there it is not asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from homonym.adapters._shared.full_rankings import full_rankings, judged_cells
from homonym.adapters.contract import Adapter, Documented, Refuse, Value
from homonym.reference.case import AnyCase


def names() -> list[str]:
    """The functions that the package names as its own."""
    import recometrics

    return [*recometrics.__all__]


adapter = Adapter(
    library="recometrics",
    module="recometrics",
    title="recometrics",
    homepage="https://github.com/david-cortes/recometrics",
    names=names,
    files=("__init__.py",),
    sources=("__init__.py",),
    out_of_scope={"split_reco_train_test": "not a metric: splits the data"},
)


def arguments(case: AnyCase) -> tuple[Any, Any, Any, Any]:
    """(training matrix, test matrix, factors of the users, factors of the items)."""
    import numpy as np
    from scipy.sparse import csr_matrix

    users = full_rankings(case)
    column = {item: place for place, item in enumerate(case.catalogue)}
    shape = len(users), len(column)
    train, truth, scores = np.zeros(shape), csr_matrix(shape), np.zeros(shape)
    cells = []
    for row, user in enumerate(users):
        train[row, [column[item] for item in case.train.get(user, ())]] = 1
        judged = judged_cells(case, user).items()
        cells += [(row, column[i], grade) for i, grade in judged]
        for item, score in case.recommendations[user]:
            scores[row, column[item]] = score
    if cells:
        at, of, found = zip(*cells, strict=True)
        truth = csr_matrix((found, (at, of)), shape, dtype=float)
    return csr_matrix(train), truth, np.eye(len(users)), scores.T.copy()


UNORDERED = ("P@K", "TP@K", "R@K", "Hit@K")
"""What does not look at the order of the first k."""


def column_of(name: str, *asked_by: str) -> Callable[[AnyCase], Value]:
    """A column of the table that it gives; asked_by: the arguments that ask for it, and
    for others beside it."""

    def call(case: AnyCase) -> Value:
        from recometrics import calc_reco_metrics

        given = arguments(case)
        ranked = case.recommendations.values()
        if name in UNORDERED and any(len(pairs) <= case.k for pairs in ranked):
            raise Refuse("it promises no number where k leaves no candidate out")
        found = calc_reco_metrics(
            *given,
            k=case.k,
            rename_k=False,
            nthreads=1,
            **dict.fromkeys(asked_by, True),
        )
        return Value(None, tuple(map(float, found[name])))

    return call


HITS = r"\\sum_{i=1}^k r_i \\in \\mathcal{T}"
PRECISIONS = r"\\sum_{i=1}^k (r_i \\in \\mathcal{T}) \\cdot P@i"
PR_AUC = Documented(
    "average_precision(divisor=r, depth=all)",
    "whose formula corresponds to the AP@K metric with K=N.",
    more=(rf"AP@K = \\frac{{1}}{{|\\mathcal{{T}}|}} {PRECISIONS}",),
)
METRICS = (
    (
        "P@K",
        "precision",
        "precision",
        Documented("precision(divisor=k)", rf"P@K = \\frac{{1}}{{k}} {HITS}"),
    ),
    (
        "TP@K",
        "trunc_precision",
        "recall",
        Documented(
            "recall(divisor=min_k_r)",
            rf"TP@K = \\frac{{1}}{{\\min\\{{k, \\mathcal{{T}}\\}}}} {HITS}",
        ),
    ),
    (
        "R@K",
        "recall",
        "recall",
        Documented(
            "recall(divisor=r)", rf"R@K = \\frac{{1}}{{|\\mathcal{{T}}|}} {HITS}"
        ),
    ),
    (
        "AP@K",
        "average_precision",
        "average_precision",
        Documented(
            "average_precision(divisor=r)",
            rf"AP@K = \\frac{{1}}{{|\\mathcal{{T}}|}} {PRECISIONS}",
        ),
    ),
    (
        "TAP@K",
        "trunc_average_precision",
        "average_precision",
        Documented(
            "average_precision(divisor=min_k_r)",
            "which will instead divide it by the minimum between ``k`` and the number "
            "of test items.",
        ),
    ),
    (
        "NDCG@K",
        "ndcg",
        "ndcg",
        Documented(
            "ndcg(gain=grade)",
            r"\\sum_{i=1}^k \\frac{C_i}{log_2(i+1)}",
            more=(
                "dividing by the maximum achievable such score given the test data.",
            ),
        ),
    ),
    (
        "Hit@K",
        "hit",
        "hit_rate",
        Documented(
            "hit_rate(counts=any)",
            "Indicates whether any of the top-K recommended items can be found in the "
            "test set for that user.",
        ),
    ),
    (
        "RR@K",
        "rr",
        "reciprocal_rank",
        Documented(
            "reciprocal_rank(counts=first)",
            "Inverse rank (one divided by the rank) of the first item among the top-K "
            "recommended that is in the test data.",
            more=(
                "If none of the top-K recommended items are in the test data, will be "
                "set to zero.",
            ),
        ),
    ),
    ("ROC_AUC", "roc_auc", "auc", None),
    (
        "PR_AUC",
        "pr_auc",
        "average_precision",
        PR_AUC,
    ),
)

for name, asked_by, claims, words in METRICS:
    adapter.metric(f"calc_reco_metrics[{name}]", claims, words, full="AUC" in name)(
        column_of(name, asked_by)
    )

adapter.metric(
    "calc_reco_metrics(roc_auc=True)[PR_AUC]", "average_precision", PR_AUC, full=True
)(column_of("PR_AUC", "pr_auc", "roc_auc"))
