"""irspack: an evaluator of a matrix of scores, users by items, computed in C++.

Its user gives the test matrix, and the training matrix, whose cells it leaves out; all
three have a row for everybody, whether with a list or with a truth. An item that is not
listed has the score -inf, which is what it gives the cells it leaves out itself; of a
user without a list that is every item. A cell of the test matrix holds one grade. Asked
beside the default is recall as it is computed `recall_with_cutoff`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from homonym.adapters.contract import Adapter, Documented, Refuse, answer
from homonym.reference.case import AnyCase

Cell = tuple[int, int, float]
METRICS = {
    "hit": "hit_rate",
    "recall": "recall",
    "ndcg": "ndcg",
    "map": "average_precision",
    "precision": "precision",
    "gini_index": "gini",
    "entropy": "shannon_entropy",
    "catalog_coverage": "coverage",
}
"""Its metrics, and the families they claim."""


def names() -> list[str]:
    """The metrics that an evaluator tells."""
    from irspack import evaluation

    return [*evaluation.METRIC_NAMES]


adapter = Adapter(
    library="irspack",
    module="irspack",
    title="irspack",
    homepage="https://github.com/tohtsky/irspack",
    names=names,
    files=("evaluation/*",),
    sources=("evaluation/evaluator.py",),
    out_of_scope={"appeared_item": "a count of items: `catalog_coverage` divides it"},
)


def matrix(cells: list[Cell], shape: tuple[int, int]) -> Any:
    """Users by items."""
    from scipy.sparse import csr_matrix

    users, items, numbers = zip(*cells, strict=True) if cells else ((), (), ())
    if len({*zip(users, items, strict=True)}) < len(cells):
        raise Refuse("a cell of a matrix holds one number: no pair stands twice")
    return csr_matrix((numbers, (users, items)), shape, dtype=float)


def scores(cells: list[Cell], shape: tuple[int, int]) -> Any:
    """Users by items: -inf where there is no cell."""
    import numpy as np

    if len({(user, item) for user, item, _ in cells}) < len(cells):
        raise Refuse("an item has one score: it stands in a list once")
    found = np.full(shape, -np.inf)
    for user, item, score in cells:
        found[user, item] = score
    return found


def arguments(case: AnyCase) -> tuple[Any, Any, Any]:
    """(test matrix, training matrix, scores)."""
    everybody = {**case.recommendations, **case.truth}
    rows = {user: row for row, user in enumerate(everybody)}
    columns = {item: place for place, item in enumerate(case.catalogue)}
    shape = len(rows), len(columns)

    def cells(pairs: Any) -> list[Cell]:
        return [
            (rows[user], columns[item], number)
            for user, found in pairs.items()
            for item, number in found
        ]

    seen = [(rows[u], columns[i], 1.0) for u in rows for i in case.train.get(u, ())]
    listed = scores(cells(case.recommendations), shape)
    return matrix(cells(case.truth), shape), matrix(seen, shape), listed


def told(name: str, **options: bool) -> Callable[[AnyCase], float]:
    """A number that an evaluator tells."""

    def call(case: AnyCase) -> float:
        from irspack.evaluation import Evaluator

        truth, train, listed = arguments(case)
        evaluator = Evaluator(
            truth, cutoff=case.k, masked_interactions=train, n_threads=1, **options
        )
        cuts = [*case.also, case.k]
        found = answer(
            case, lambda: evaluator.get_scores_from_score_matrix(listed, cuts)
        )
        return float(found[f"{name}@{case.k}"])

    return call


def of_ground_truth(variant: str, divisor: str) -> Documented:
    """A formula of recall, by the argument that chooses it."""
    return Documented(
        variant, rf"\frac{{N_{{\text{{hit}}}}}}{{{divisor}}}", file="evaluator.py"
    )


RECALL = of_ground_truth("recall(divisor=r)", r"N_{\text{ground truth}}")
WITH_CUTOFF = of_ground_truth(
    "recall(divisor=min_k_r)", r"\min(\text{cutoff}, N_{\text{ground truth}})"
)

for name, claims in METRICS.items():
    promised = RECALL if name == "recall" else None
    adapter.metric(name, claims, promised, cut_offs=True, same_object=True)(told(name))

adapter.metric(
    "recall(recall_with_cutoff=True)",
    "recall",
    WITH_CUTOFF,
    cut_offs=True,
    same_object=True,
)(told("recall", recall_with_cutoff=True))
