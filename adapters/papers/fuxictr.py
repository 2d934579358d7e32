"""FuxiCTR: metrics of groups of rows, each with a label and a score: here of users.

Its evaluation asks a pool of processes for the sums and the weights of every group, by
`evaluate_block`, and divides the sum over the groups by that of the weights; here the
groups are asked one by one, and the division is done. A row is a candidate.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from homonym.adapters._shared.frames import label
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.label_rows import rows
from homonym.adapters.contract import Adapter
from homonym.reference.case import AnyCase

adapter = Adapter(
    library="fuxictr",
    module="fuxictr.metrics",
    title="FuxiCTR",
    homepage="https://github.com/reczoo/FuxiCTR",
    names=lambda: [*functions(import_module("fuxictr.metrics"), classes=True)],
    files=("fuxictr/metrics.py",),
    elsewhere={
        "model_zoo/*": "models and their training",
        "tests/*": "tests of the library",
        "demo/*": "examples of its use",
    },
    checkout=True,
    out_of_scope={
        "evaluate_metrics": "asks the metrics, and scikit-learn for AUC and log loss",
        "evaluate_block": "asks them of a group",
    },
)


def of_groups(make: Callable[[Any, int], Any]) -> Callable[[AnyCase], float]:
    """The sum over the groups, over that of their weights."""

    def call(case: AnyCase) -> float:
        import numpy as np
        import pandas as pd

        module = import_module("fuxictr.metrics")
        found = []
        for labels, scores in rows(case, label):
            group = pd.DataFrame({"y_true": labels, "y_pred": scores})
            found += module.evaluate_block(group, [make(module, case.k)])
        total, weights = np.array(found).sum(0)
        return float(total / weights)

    return call


def named(name: str) -> Callable[[Any, int], Any]:
    """What gives the metric of that name, whatever the cut-off."""
    return lambda module, k: getattr(module, name)


for name, claims in (
    ("MRR", "reciprocal_rank"),
    ("gAUC", "auc"),
    ("avgAUC", "auc"),
):
    adapter.metric(name, claims, full=True)(of_groups(named(name)))

adapter.metric("NDCG", "ndcg", full=True)(of_groups(lambda module, k: module.NDCG(k)))
