"""Rax: functions of arrays of JAX, a row of labels and a row of scores for each user.

They know no lists: a row (label, score) stands for each of some items, and a user
without a row does not exist. What divides by the relevant items is asked of all
candidates, the items that a user has not trained on, so that full rankings alone are
asked, and `[listed]`, of the items that a list has. Rows are filled up to lengths such
as 32 and masked, as those of a batch are. DCG and NDCG get the grades as they are, the
others labels 0 and 1.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.adapters._shared.frames import label
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.label_rows import rows
from homonym.adapters.contract import FLOAT32, Adapter, Documented, Value
from homonym.reference.case import AnyCase


def names() -> list[str]:
    """The package's functions that are named as metrics."""
    import rax

    return [name for name in functions(rax, "rax") if name.endswith("_metric")]


adapter = Adapter(
    library="rax",
    module="rax",
    title="Rax",
    homepage="https://github.com/google/rax",
    names=names,
    files=("_src/metrics.py",),
    sources=("_src/metrics.py",),
    elsewhere={"_src/*": "not a metric: losses, and tests of the library itself"},
)

LENGTH = 32
"""Rows are as long as this, or a multiple."""


def of_rows(name: str, listed: bool) -> Callable[[AnyCase], Value]:
    """A call a user."""
    read = float if "dcg" in name else label
    at_k = name != "opa_metric"

    def call(case: AnyCase) -> Value:
        import numpy as np
        import rax

        def ask(labels: list[float], scores: list[float]) -> float:
            filled = np.zeros((3, -(-len(scores) // LENGTH) * LENGTH), np.float32)
            filled[:, : len(scores)] = labels, scores, np.ones(len(scores))
            cut = {"topn": case.k} if at_k else {}
            worth, given, where = filled
            return float(getattr(rax, name)(given, worth, where=where > 0, **cut))

        return Value(None, tuple(ask(*row) for row in rows(case, read, listed)))

    return call


GAIN_AND_DISCOUNT = (
    r"\op{gain}(y) = 2^{y} - 1",
    r"\op{discount}(r) = 1. / \log_2(r + 1)",
)

OF_LISTS = {
    "precision_metric": (
        "precision",
        Documented("precision(divisor=k)", r"\op{precision@n}(s, y) = \frac{1}{n}"),
    ),
    "mrr_metric": (
        "reciprocal_rank",
        Documented(
            "reciprocal_rank(counts=first)",
            r"\op{mrr}(s, y) = \max_i \frac{y_i}{\op{rank}(s_i)}",
        ),
    ),
    "dcg_metric": (
        "ndcg",
        Documented(
            "ndcg(gain=exponential, ideal=none)",
            r"\op{dcg}(s, y) = \sum_i \op{gain}(y_i) \cdot "
            r"\op{discount}(\op{rank}(s_i))",
            more=GAIN_AND_DISCOUNT,
        ),
    ),
}
"""What needs no relevant item outside the list, and the families they claim."""
OF_CANDIDATES = {
    "recall_metric": (
        "recall",
        Documented("recall(divisor=r)", r"\op{recall@n}(s, y) = \frac{1}{\sum_i y_i}"),
    ),
    "ap_metric": (
        "average_precision",
        Documented(
            "average_precision(divisor=r)",
            r"\frac{1}{\sum_i y_i} \sum_i y_i \op{precision@rank}_{s_i}(s, y)",
        ),
    ),
    "ndcg_metric": (
        "ndcg",
        Documented(
            "ndcg(gain=exponential)",
            r"\op{ndcg}(s, y) = \op{dcg}(s, y) / \op{dcg}(y, y)",
            more=GAIN_AND_DISCOUNT,
        ),
    ),
    "opa_metric": ("auc", None),
}
OF_ROWS = {
    "ndcg_metric": Documented(
        "ndcg(gain=exponential, ideal=list_all)",
        r"\op{ndcg}(s, y) = \op{dcg}(s, y) / \op{dcg}(y, y)",
        more=GAIN_AND_DISCOUNT,
    ),
}
"""What is promised of the rows of a list: a sum over all that are given is none over
the relevant items that the list misses."""

for metrics, listed, behind in (
    (OF_LISTS, True, ""),
    (OF_CANDIDATES, False, ""),
    (OF_CANDIDATES, True, "[listed]"),
):
    for name, (claims, words) in metrics.items():
        adapter.metric(
            f"{name}{behind}",
            claims,
            OF_ROWS.get(name) if behind else words,
            precision=FLOAT32,
            full=name == "opa_metric",
        )(of_rows(name, listed))
