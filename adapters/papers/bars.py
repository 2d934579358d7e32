"""BARS: the metrics of its EASE_R, objects that are called with a user's lists.

An object is made for a cut-off and takes the user's ranked and relevant items. The mean
over the users is printed by `evaluate_metrics`, to six decimals.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from homonym.adapters._shared.clones import in_folder
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.truth_and_lists import truth_and_lists
from homonym.adapters.contract import Adapter, Value
from homonym.reference.case import AnyCase

adapter = Adapter(
    library="bars",
    module="utils",
    title="BARS",
    homepage="https://github.com/reczoo/BARS",
    names=lambda: [*functions(import_module("utils"), classes=True)],
    files=("matching/cf/EASE_R/src/utils.py",),
    elsewhere={"*": "every model of the benchmark has an evaluation: here is EASE_R's"},
    checkout=True,
    load=in_folder("matching/cf/EASE_R/src"),
    loaded="its file alone, without the package's other modules",
    out_of_scope={"evaluate_metrics": "calls the metrics, and prints their means"},
)


def of_lists(name: str) -> Callable[[AnyCase], Value]:
    """A call a user."""

    def call(case: AnyCase) -> Value:
        metric = getattr(import_module("utils"), name)(k=case.k)
        return Value(
            None,
            tuple(
                float(metric(listed, truth))
                for truth, listed in zip(*truth_and_lists(case), strict=True)
            ),
        )

    return call


for name, claims in (
    ("Recall", "recall"),
    ("Precision", "precision"),
    ("F1", "f_score"),
    ("DCG", "ndcg"),
    ("NDCG", "ndcg"),
    ("HitRate", "hit_rate"),
):
    adapter.metric(name, claims)(of_lists(name))
