"""SSLRec: methods that LightGCN-PyTorch has as functions, and one called `mrr`.

They take a matrix, for each user of a batch whether each of the first items is
relevant, and give sums over the batch; the evaluation divides by the number of users,
and so does this.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from homonym.adapters._shared.clones import functions_alone
from homonym.adapters._shared.lightgcn_functions import BatchCall, of_a_batch
from homonym.adapters.contract import Adapter

CALLS = "calls the metrics"
METRICS: tuple[tuple[str, str, BatchCall], ...] = (
    ("recall", "recall", lambda metric, *given: metric.recall(*given)),
    ("precision", "precision", lambda metric, truth, *row: metric.precision(*row)),
    ("mrr", "reciprocal_rank", lambda metric, truth, *row: metric.mrr(*row)),
    ("ndcg", "ndcg", lambda metric, *given: metric.ndcg(*given)),
)


def metric() -> Any:
    """The object whose methods they are; what it reads of a configuration is not."""
    return object.__new__(import_module("trainer.metrics").Metric)


adapter = Adapter(
    library="sslrec",
    module="trainer.metrics",
    title="SSLRec",
    homepage="https://github.com/HKUDS/SSLRec",
    names=lambda: [name for name in vars(type(metric())) if not name.startswith("_")],
    files=("trainer/metrics.py",),
    elsewhere={"models/kg/kgrec.py": "losses of a model: no metrics"},
    checkout=True,
    load=functions_alone("trainer/metrics.py", ["Metric"], ["import numpy as np"]),
    loaded="its class alone: metrics.py reads the program's arguments",
    out_of_scope={
        "get_label": "makes the matrix that the metrics take",
        **dict.fromkeys(["eval_batch", "eval", "eval_at_one_forward"], CALLS),
    },
)

for name, claims, ask in METRICS:
    adapter.metric(name, claims, entry="function alone", cut_offs=True)(
        of_a_batch(metric, ask, "get_label")
    )
