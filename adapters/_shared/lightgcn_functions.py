"""The functions of LightGCN-PyTorch's utils.py and of its copies: start at `register`.

They take a matrix, for each user of a batch whether each of the first items is
relevant, which `getLabel` makes of the users' lists, and the test items of each user.
They give sums over the batch; here as in the evaluation, whose batches are of 100
users, the sum is divided by the number of all users. Where lists differ in length
`getLabel` raises: the evaluation takes as many items for everybody.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from homonym.adapters._shared.truth_and_lists import ItemLists, truth_and_lists
from homonym.adapters.contract import Adapter
from homonym.reference.case import AnyCase

BatchCall = Callable[[Any, ItemLists, Any, int], Any]
"""What is asked of what holds them: with the truth, the matrix and the cut-off."""

METRICS: tuple[tuple[str, str, BatchCall], ...] = (
    (
        "RecallPrecision_ATk[recall]",
        "recall",
        lambda module, *given: module.RecallPrecision_ATk(*given)["recall"],
    ),
    (
        "RecallPrecision_ATk[precision]",
        "precision",
        lambda module, *given: module.RecallPrecision_ATk(*given)["precision"],
    ),
    ("NDCGatK_r", "ndcg", lambda module, *given: module.NDCGatK_r(*given)),
    (
        "MRRatK_r",
        "reciprocal_rank",
        lambda module, truth, rows, k: module.MRRatK_r(rows, k),
    ),
)

NAMES = ("RecallPrecision_ATk", "NDCGatK_r", "MRRatK_r", "getLabel")
"""The functions that are called."""


FORMULAS = {
    "MRRatK_r": "the sum over the ranks n up to k of h(n) / log2(1 / n), h(n) being 1 "
    "for a hit and else 0: the divisor is 0 at n = 1, so that a hit there gives "
    "infinity and any other item NaN"
}
"""What no variant is."""


def register(adapter: Adapter) -> Adapter:
    """Register them."""
    for name, claims, ask in METRICS:
        adapter.metric(
            name,
            claims,
            entry="function alone",
            cut_offs=True,
            formula=FORMULAS.get(name, ""),
        )(of_a_batch(lambda: import_module(adapter.module), ask))
    return adapter


def of_a_batch(
    holder: Callable[[], Any], ask: BatchCall, labels: str = "getLabel"
) -> Callable[[AnyCase], float]:
    """A call with all users, and the sum over their number. labels: what makes the
    matrix."""

    def call(case: AnyCase) -> float:
        functions = holder()
        truth, lists = truth_and_lists(case)
        rows = getattr(functions, labels)(truth, lists)
        return float(ask(functions, truth, rows, case.k)) / len(truth)

    return call
