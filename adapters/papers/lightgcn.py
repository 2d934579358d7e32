"""LightGCN, the TensorFlow version: functions of one user's ranked items.

They are those of the Python evaluators, for several relevant items and, `[loo]`, for
one. The ranked items are cut at k as the evaluators cut them, and the value at their
last place is taken. The truth is a set of items; scores and grades are never asked
for. The functions give no mean. The twins in C++ are not built here.
"""

from __future__ import annotations

from importlib import import_module

from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.values_by_rank import alone, at_last_rank
from homonym.adapters.contract import FLOAT32, Adapter

FOLDOUT = "evaluator.python.evaluate_foldout"
LOO = "evaluator.python.evaluate_loo"
SCORES = "takes scores for what the other functions take ranked"


def names() -> list[str]:
    """The functions of both files."""
    return [*{**functions(import_module(FOLDOUT)), **functions(import_module(LOO))}]


adapter = Adapter(
    library="lightgcn",
    module=FOLDOUT,
    title="LightGCN",
    homepage="https://github.com/kuandeng/LightGCN",
    names=names,
    files=("evaluator/python/*.py",),
    checkout=True,
    out_of_scope={
        "argmax_top_k": "ranks scores: not a metric",
        "eval_score_matrix_foldout": SCORES,
        "eval_score_matrix_loo": SCORES,
    },
)

for name, claims in (
    ("precision", "precision"),
    ("recall", "recall"),
    ("map", "average_precision"),
    ("ndcg", "ndcg"),
    ("mrr", "reciprocal_rank"),
):
    adapter.metric(name, claims, precision=FLOAT32)(at_last_rank(FOLDOUT, name))

for name, claims in (
    ("hit", "hit_rate"),
    ("ndcg[loo]", "ndcg"),
    ("mrr[loo]", "reciprocal_rank"),
):
    adapter.metric(name, claims, precision=FLOAT32)(
        at_last_rank(LOO, name.partition("[")[0], alone)
    )
