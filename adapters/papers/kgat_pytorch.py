"""KGAT-pytorch: a function of a matrix of scores, and others of one user's row of hits.

`calc_metrics_at_k` gives a number a user, for each cut-off, and its caller their mean.
Items are columns; it gives train items minus infinity, as what a list leaves out has
here. Numbers are float32. Of the others, which nothing calls, each takes a row of
hits as long as the largest cut-off, but for `calc_recall`: ranked and relevant items.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from homonym.adapters._shared.frames import label
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.label_rows import rows
from homonym.adapters._shared.neurec_evaluators import columns, items, train
from homonym.adapters._shared.ngcf_functions import count, nothing, of_rows
from homonym.adapters._shared.score_matrix import score_matrix
from homonym.adapters._shared.truth_and_lists import truth_and_lists
from homonym.adapters._shared.users import of_truth
from homonym.adapters.contract import FLOAT32, Adapter, Value
from homonym.reference.case import AnyCase

BATCH = "calc_metrics_at_k calls it with the rows of all users"

FORMULAS = {
    "average_precision": "the sum of the precision at every rank up to k, over the "
    "smaller of k and the number of hits up to the largest cut-off: NaN without a hit"
}
"""What no variant is."""

adapter = Adapter(
    library="kgat-pytorch",
    module="utils.metrics",
    title="KGAT-pytorch",
    homepage="https://github.com/LunaBlack/KGAT-pytorch",
    names=lambda: [*functions(import_module("utils.metrics"))],
    files=("utils/metrics.py",),
    checkout=True,
    out_of_scope={
        "F1": "of one precision and one recall: nothing calls it",
        "logloss": "a loss: not a metric of rankings",
        **dict.fromkeys(
            ["precision_at_k_batch", "recall_at_k_batch", "ndcg_at_k_batch"], BATCH
        ),
    },
)


def of_matrix(name: str) -> Callable[[AnyCase], Value]:
    """A call with the scores of all users; the users' numbers."""

    def call(case: AnyCase) -> Value:
        import torch

        users, trained = of_truth(case), train(case)
        found = import_module("utils.metrics").calc_metrics_at_k(
            torch.tensor(score_matrix(case), dtype=torch.float32),
            {user: trained.get(user, []) for user in users},
            items(case),
            users,
            [*columns(case).values()],
            [*case.also, case.k],
        )
        return Value(None, tuple(map(float, found[case.k][name])))

    return call


@adapter.metric("calc_recall", "recall", cut_offs=True)
def calc_recall(case: AnyCase) -> Value:
    """A call a user, with lists of items."""
    function = import_module("utils.metrics").calc_recall
    asked = zip(*truth_and_lists(case), strict=True)
    return Value(
        None, tuple(float(function(listed, truth, case.k)) for truth, listed in asked)
    )


@adapter.metric("calc_auc", "auc", full=True)
def calc_auc(case: AnyCase) -> Value:
    """A call a user, with a label and a score for every candidate."""
    function = import_module("utils.metrics").calc_auc
    return Value(None, tuple(float(function(*row)) for row in rows(case, label)))


for name, claims in (
    ("precision", "precision"),
    ("recall", "recall"),
    ("ndcg", "ndcg"),
):
    adapter.metric(
        f"calc_metrics_at_k[{name}]", claims, precision=FLOAT32, cut_offs=True
    )(of_matrix(name))

for name, claims, more in (
    ("precision_at_k", "precision", nothing),
    ("recall_at_k", "recall", count),
    ("average_precision", "average_precision", nothing),
    ("dcg_at_k", "ndcg", nothing),
    ("ndcg_at_k", "ndcg", nothing),
):
    adapter.metric(name, claims, cut_offs=True, formula=FORMULAS.get(name, ""))(
        of_rows(adapter, name, more)
    )
