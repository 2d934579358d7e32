"""LightGCL: a function of the users' ranked items and test items, of a batch.

It gives the mean over the batch's users who have test items. The evaluation takes
batches of 256 users and the mean over the batches: `_in_batches`; the others are asked
with all users.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from homonym.adapters._shared.batch_means import in_batches, mean_of_batches
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.truth_and_lists import truth_and_lists
from homonym.adapters.contract import Adapter, Value
from homonym.reference.case import AnyCase

BATCH = 256
OF_MODEL = "a step of the model: not a metric"

adapter = Adapter(
    library="lightgcl",
    module="utils",
    title="LightGCL",
    homepage="https://github.com/HKUDS/LightGCL",
    names=lambda: [*functions(import_module("utils"))],
    files=("utils.py",),
    checkout=True,
    out_of_scope=dict.fromkeys(
        ["scipy_sparse_mat_to_torch_sparse_tensor", "sparse_dropout", "spmm"], OF_MODEL
    ),
)


def of_batches(place: int, size: int) -> Callable[[AnyCase], Value]:
    """The mean over the batches of the number at that place; size 0: one batch."""

    def call(case: AnyCase) -> Value:
        truth, lists = truth_and_lists(case)
        users = [*range(len(truth))]
        function = import_module("utils").metrics
        return Value(
            mean_of_batches(
                len(truth),
                size or len(truth),
                lambda batch: float(
                    function(users[batch], lists[batch], case.k, truth)[place]
                ),
            )
        )

    return call


for place, (name, claims) in enumerate(
    (("recall", "recall(divisor=r)"), ("ndcg", "ndcg(gain=binary)"))
):
    family = claims.partition("(")[0]
    adapter.metric(f"metrics[{name}]", family)(of_batches(place, 0))
    adapter.metric(
        f"metrics[{name}_in_batches]", family, formula=in_batches(BATCH, claims)
    )(of_batches(place, BATCH))
