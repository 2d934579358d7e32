"""TorchMetrics: its retrieval metrics, by class and by function, in single precision.

It knows no lists: a row (prediction, label, index of the user) stands for each of some
items, and a user without a row does not exist. Rows are made as its users make them: of
the items of a list. What divides by the relevant items, or orders all of them, is asked
in two ways: of all candidates, so that full rankings alone are asked, and `[listed]`,
where a relevant item outside the list is unknown.

A class averages over the users; a function takes one, and the caller averages. A plain
name is called with `top_k` at the cut-off, before version 1.0 with `k`; MAP and MRR had
none then. Labels are whole, 0 and 1, but to NDCG, which gets the grades.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from homonym.adapters._shared.frames import label
from homonym.adapters._shared.installed import installed
from homonym.adapters._shared.label_rows import rows
from homonym.adapters.contract import FLOAT32, Adapter, Documented, Value, answer
from homonym.reference.case import AnyCase

ALARMS = "a share of the items that are not relevant: no family here"
CURVE = "not a metric: the points of a curve"
OLD = installed("torchmetrics") < (1, 0)
"""Whether the cut-off is called k, and MAP and MRR have none."""


def names() -> list[str]:
    """The classes and functions of its modules on retrieval."""
    from torchmetrics import retrieval
    from torchmetrics.functional import retrieval as functional

    found = [*vars(retrieval), *vars(functional)]
    return [name for name in found if name.lower().startswith("retrieval")]


adapter = Adapter(
    library="torchmetrics",
    module="torchmetrics",
    title="TorchMetrics",
    homepage="https://github.com/Lightning-AI/torchmetrics",
    names=names,
    files=("retrieval/*.py", "functional/retrieval/*.py"),
    sources=("retrieval/*.py", "functional/retrieval/*.py"),
    several_versions=True,
    elsewhere={
        "*classification/*": "compares classes that are already chosen",
        "*regression/*": "compares numbers of anything: only retrieval is measured",
        "*segmentation/*": "compares pictures, and no lists",
        "*detection/*": "finds boxes in pictures",
        "*text/*": "compares texts, and no lists",
        "*image/*": "compares pictures, and no lists",
        "utilities/*": "not a metric: what metrics are computed with",
        "collections.py": "not a metric: holds several",
    },
    out_of_scope={
        "RetrievalMetric": "not a metric: what the others are made from",
        "RetrievalFallOut": ALARMS,
        "retrieval_fall_out": ALARMS,
        "RetrievalPrecisionRecallCurve": CURVE,
        "retrieval_precision_recall_curve": CURVE,
        "RetrievalRecallAtFixedPrecision": "not a metric: a point of a curve",
    },
)


WHOLE = ("RetrievalMAP", "RetrievalMRR", "RetrievalAUROC")
"""What is asked without a cut-off too."""
UNCUT = ("RetrievalRPrecision", "retrieval_r_precision") + OLD * (
    *WHOLE,
    "retrieval_average_precision",
    "retrieval_reciprocal_rank",
)
"""What has no cut-off."""
CUT = "k" if OLD else "top_k"
"""The argument with the cut-off."""


def at_k(name: str, case: AnyCase) -> dict[str, int | None]:
    """The argument with the cut-off."""
    return {} if name in UNCUT else {CUT: case.k}


ReadGrade = Callable[[float], float]
MetricCall = Callable[[AnyCase], float | Value]


def whole_label(grade: float) -> int:
    """A label as what it is documented to be, a whole number."""
    return int(label(grade))


def by_class(name: str, read: ReadGrade, listed: bool, **options: None) -> MetricCall:
    """An object that is shown all rows, and its mean over the users; options: in the
    place of the cut-off."""

    def call(case: AnyCase) -> float:
        import torch
        from torchmetrics import retrieval

        found = rows(case, read, listed)
        users = [user for user, (_, scores) in enumerate(found) for _ in scores]
        metric = getattr(retrieval, name)(**(at_k(name, case) | options))
        metric.update(
            torch.tensor([s for _, scores in found for s in scores]),
            torch.tensor([y for labels, _ in found for y in labels]),
            indexes=torch.tensor(users),
        )
        return float(answer(case, metric.compute))

    return call


def by_function(name: str, read: ReadGrade, listed: bool) -> MetricCall:
    """A call a user."""

    def call(case: AnyCase) -> Value:
        import torch
        from torchmetrics.functional import retrieval

        def ask(labels: list[float], scores: list[float]) -> float:
            given = torch.tensor(scores), torch.tensor(labels)
            return float(getattr(retrieval, name)(*given, **at_k(name, case)))

        return Value(None, tuple(ask(*row) for row in rows(case, read, listed)))

    return call


PRECISION = Documented(
    "precision(divisor=k)",
    "Precision is the fraction of relevant documents among all the retrieved "
    "documents.",
    more=(f"{CUT}: consider only the top k elements",),
)
RECALL = Documented(
    "recall(divisor=r)",
    "Recall is the fraction of relevant documents retrieved among all the relevant "
    "documents.",
    more=(f"{CUT}: consider only the top k elements",),
)
HIT_RATE = Documented(
    "hit_rate(counts=any)",
    "The hit rate is 1.0 if there is at least one relevant document among all the top "
    "`k` retrieved documents.",
)
R_PRECISION = Documented(
    "r_precision(cut=r)",
    "R-Precision is the fraction of relevant documents among all the top ``k`` "
    "retrieved documents where ``k`` is equal to the total number of relevant "
    "documents.",
)

OF_LISTS = (
    ("RetrievalMAP", "retrieval_average_precision", "average_precision", None),
    ("RetrievalMRR", "retrieval_reciprocal_rank", "reciprocal_rank", None),
    ("RetrievalPrecision", "retrieval_precision", "precision", PRECISION),
    ("RetrievalHitRate", "retrieval_hit_rate", "hit_rate", HIT_RATE),
)
OF_CANDIDATES = (
    ("RetrievalRecall", "retrieval_recall", "recall", RECALL),
    ("RetrievalRPrecision", "retrieval_r_precision", "r_precision", R_PRECISION),
    ("RetrievalNormalizedDCG", "retrieval_normalized_dcg", "ndcg", None),
    ("RetrievalAUROC", "retrieval_auroc", "auc", None),
)

for metrics, behind in (
    (OF_LISTS, ""),
    (OF_CANDIDATES, ""),
    (OF_CANDIDATES, "[listed]"),
):
    listed = metrics is OF_LISTS or behind == "[listed]"
    for of_all, of_one, claims, words in metrics:
        read = float if claims == "ndcg" else whole_label
        made = partial(
            adapter.metric, claims=claims, precision=FLOAT32, full=claims == "auc"
        )
        made(f"{of_all}{behind}", same_object=True)(by_class(of_all, read, listed))
        made(f"{of_one}{behind}", documented=None if behind else words)(
            by_function(of_one, read, listed)
        )
        if of_all in WHOLE and not OLD:
            made(f"{of_all}(top_k=None){behind}", same_object=True)(
                by_class(of_all, read, listed, top_k=None)
            )
