"""BERT4Rec-VAE-Pytorch: functions of scores and labels, a row a user.

What a list leaves out, and train items, score minus infinity, as its VAE's trainer has
it. A function gives the mean over a batch. The evaluation takes batches, of 128 users
as the VAE's template says for MovieLens 1M, and the mean over the batches:
`_in_batches`; the others are asked with all users. Numbers are float32.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from homonym.adapters._shared.batch_means import in_batches, mean_of_batches
from homonym.adapters._shared.clones import in_folder
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.score_matrix import score_matrix, truth_pairs
from homonym.adapters.contract import FLOAT32, Adapter, Value
from homonym.reference.case import AnyCase

BATCH = 128
BatchFunction = Callable[..., Any]

adapter = Adapter(
    library="bert4rec-vae",
    module="utils",
    title="BERT4Rec-VAE-Pytorch",
    homepage="https://github.com/jaywonchung/BERT4Rec-VAE-Pytorch",
    names=lambda: [*functions(import_module("utils"))],
    files=("trainers/utils.py",),
    checkout=True,
    load=in_folder("trainers"),
    loaded="its file alone, without the package's other modules",
)


def of_batches(ask: BatchFunction, size: int = 0) -> Callable[[AnyCase], Value]:
    """The mean over the batches of what is given for their scores and labels; size 0:
    one batch."""

    def call(case: AnyCase) -> Value:
        import torch

        module = import_module("utils")
        scores = torch.tensor(score_matrix(case), dtype=torch.float32)
        labels = torch.zeros_like(scores, dtype=torch.int64)
        labels[truth_pairs(case)] = 1
        return Value(
            mean_of_batches(
                len(scores),
                size or len(scores),
                lambda batch: float(ask(module, scores[batch], labels[batch], case)),
            )
        )

    return call


def together(name: str) -> BatchFunction:
    """That of both metrics, for all cut-offs."""
    return lambda module, scores, labels, case: module.recalls_and_ndcgs_for_ks(
        scores, labels, [*case.also, case.k]
    )[f"{name}@{case.k}"]


for name, claims in (("Recall", "recall"), ("NDCG", "ndcg")):
    adapter.metric(
        f"recalls_and_ndcgs_for_ks[{name}]", claims, precision=FLOAT32, cut_offs=True
    )(of_batches(together(name)))

for name, claims in (
    ("Recall", "recall(divisor=min_k_r)"),
    ("NDCG", "ndcg(gain=binary)"),
):
    adapter.metric(
        f"recalls_and_ndcgs_for_ks[{name}_in_batches]",
        claims.partition("(")[0],
        precision=FLOAT32,
        cut_offs=True,
        formula=in_batches(BATCH, claims),
    )(of_batches(together(name), BATCH))

adapter.metric("recall", "recall", precision=FLOAT32)(
    of_batches(lambda module, *given: module.recall(*given[:2], given[2].k))
)
adapter.metric("ndcg", "ndcg", precision=FLOAT32)(
    of_batches(lambda module, *given: module.ndcg(*given[:2], given[2].k))
)
