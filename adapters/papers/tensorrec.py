"""TensorRec: functions of everybody's ranks of all items and a matrix of interactions.

Its module imports TensorFlow. The ranks count from 1; what a list leaves out comes
after it, in the order of the catalogue, as train items do, which it ranks like any. It
leaves out users without an interaction, and gives each user's number, but for F1.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from homonym.adapters._shared.clones import functions_alone
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.neurec_evaluators import columns, items
from homonym.adapters._shared.score_matrix import score_matrix
from homonym.adapters._shared.users import of_truth
from homonym.adapters.contract import Adapter, Value
from homonym.reference.case import AnyCase

METRICS = (
    ("precision_at_k", "precision"),
    ("recall_at_k", "recall"),
    ("ndcg_at_k", "ndcg"),
    ("f1_score_at_k", "f_score"),
)

adapter = Adapter(
    library="tensorrec",
    module="tensorrec_eval",
    title="TensorRec",
    homepage="https://github.com/jfkirk/tensorrec",
    names=lambda: [*functions(import_module("tensorrec_eval"))],
    files=("tensorrec/eval.py",),
    elsewhere={"test/*": "tests of the library", "examples/*": "examples of its use"},
    checkout=True,
    load=functions_alone(
        "tensorrec/eval.py",
        [*(name for name, _ in METRICS), "_setup_ndcg", "_idcg", "_dcg"],
        ["import numpy as np", "import scipy.sparse as sp"],
    ),
)


def given(case: AnyCase) -> tuple[Any, Any]:
    """(ranks, interactions): a row a user, a column an item."""
    import numpy as np
    from scipy.sparse import csr_matrix

    items(case)  # refuses what no matrix holds
    scores, column = score_matrix(case), columns(case)
    order = np.argsort(-scores, axis=1, kind="stable")
    interactions = np.zeros(scores.shape)
    for row, user in enumerate(of_truth(case)):
        for item, grade in case.truth[user]:
            interactions[row, column[item]] = grade
    return np.argsort(order, axis=1) + 1, csr_matrix(interactions)


def of_users(name: str) -> Callable[[AnyCase], Value]:
    """Everybody's number."""

    def call(case: AnyCase) -> Value:
        found = getattr(import_module("tensorrec_eval"), name)(*given(case), case.k)
        return Value(None, tuple(map(float, found)))

    return call


def f1(case: AnyCase) -> float:
    """Of both means."""
    return float(import_module("tensorrec_eval").f1_score_at_k(*given(case), case.k))


for name, claims in METRICS[:3]:
    adapter.metric(name, claims, entry="function alone")(of_users(name))

adapter.metric(
    "f1_score_at_k",
    "f_score",
    entry="function alone",
    formula="2·P·R / (P + R), of the users' mean precision P and mean recall R: NaN "
    "where both are 0",
)(f1)
