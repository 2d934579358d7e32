"""GRID: objects of the rows of all candidates: scores, labels and a number of the user.

What a list leaves out, and train items, have minus infinity; there are as many rows for
each user. Sums over the users are float32.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from homonym.adapters._shared.clones import in_folder
from homonym.adapters._shared.score_matrix import score_matrix, truth_pairs
from homonym.adapters.contract import FLOAT32, Adapter
from homonym.reference.case import AnyCase

adapter = Adapter(
    library="grid",
    module="eval_metrics",
    title="GRID",
    homepage="https://github.com/snap-research/GRID",
    names=lambda: ["NDCG", "Recall"],
    files=("src/components/eval_metrics.py",),
    elsewhere={"src/utils/utils.py": "of a number's precision: no metric"},
    checkout=True,
    load=in_folder("src/components"),
    loaded="its file alone, outside its package",
)


def updated(name: str) -> Callable[[AnyCase], float]:
    """The number after one batch of all users."""

    def call(case: AnyCase) -> float:
        import torch

        scores = torch.tensor(score_matrix(case), dtype=torch.float32)
        labels = torch.zeros(scores.shape, dtype=torch.bool)
        labels[truth_pairs(case)] = True
        users = torch.arange(len(scores)).unsqueeze(-1).expand(scores.shape)
        metric = getattr(import_module("eval_metrics"), name)(
            top_k=case.k, sync_on_compute=False, compute_with_cache=False
        )
        metric.update(scores.reshape(-1), labels.reshape(-1), indexes=users.reshape(-1))
        return float(metric.compute())

    return call


for name in ("NDCG", "Recall"):
    adapter.metric(name, name.lower(), precision=FLOAT32)(updated(name))
