"""RQ-VAE-Recommender: an object that is given targets and what was generated for them.

An item is a row of numbers: here of one, its id. A user's generated items are those of
the list, as many as it has, each user in a batch alone. The NDCG has no cut-off but
their number.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from homonym.adapters._shared.clones import in_folder
from homonym.adapters._shared.neurec_evaluators import columns, ranked
from homonym.adapters._shared.users import of_truth
from homonym.adapters._shared.values_by_rank import alone
from homonym.adapters.contract import FLOAT32, Adapter, Refuse
from homonym.reference.case import AnyCase

adapter = Adapter(
    library="rq-vae-recommender",
    module="evaluate.metrics",
    title="RQ-VAE-Recommender",
    homepage="https://github.com/EdoardoBotta/RQ-VAE-Recommender",
    names=lambda: ["TopKAccumulator"],
    files=("evaluate/metrics.py",),
    elsewhere={"modules/tokenizer/semids.py": "of a tokenizer: no metric"},
    checkout=True,
    load=in_folder("."),
)


def accumulated(name: str) -> Callable[[AnyCase], float]:
    """The number of that name after all users."""

    def call(case: AnyCase) -> float:
        import torch

        column = columns(case)
        metric = import_module("evaluate.metrics").TopKAccumulator([*case.also, case.k])
        for user in of_truth(case):
            target = alone({item for item, _ in case.truth[user]})
            pairs = ranked(case, user)
            if name == "ndcg" and target not in dict(pairs):
                raise Refuse("every rank counts: an item that is not listed has none")
            actual = torch.tensor([[column[target]]])
            generated = torch.tensor([[[column[item]] for item, _ in pairs]])
            metric.accumulate(actual, generated)
        return float(metric.reduce()[name if name == "ndcg" else f"{name}@{case.k}"])

    return call


adapter.metric("TopKAccumulator[h]", "hit_rate", cut_offs=True)(accumulated("h"))
adapter.metric("TopKAccumulator[ndcg]", "ndcg", precision=FLOAT32)(accumulated("ndcg"))
