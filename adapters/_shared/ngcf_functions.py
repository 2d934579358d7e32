"""The functions of NGCF's metrics.py and of its copies: start at `register`.

Their evaluations rank the items that a user has not been trained on, and ask the
functions for every cut-off with one row of hits, as long as the largest; so does this.
They add up over the users of the test set. The AUC takes the labels and scores of all
candidates.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from homonym.adapters._shared.frames import label
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.hit_rows import hit_rows
from homonym.adapters._shared.label_rows import rows
from homonym.adapters.contract import Adapter, Value
from homonym.reference.case import AnyCase, Id

MoreArguments = Callable[[list[Id]], tuple[Any, ...]]
"""What a function takes after the row and the cut-off, of the user's relevant items."""

OUT_OF_SCOPE = {
    "F1": "of one precision and one recall: nothing calls it",
    "mean_average_precision": "raises TypeError: it leaves out a cut-off",
    "recall": "of a list of items: nothing calls it, its evaluation has recall_at_k",
}


def names_of(module: str) -> Callable[[], list[str]]:
    """What enumerates the functions of the file."""
    return lambda: [*functions(import_module(module))]


def register(
    adapter: Adapter, ndcg: MoreArguments = lambda truth: (), auc: str = "auc"
) -> Adapter:
    """Register them; ndcg: what `ndcg_at_k` takes more; auc: the AUC's name."""
    for name, claims, more in (
        ("precision_at_k", "precision", nothing),
        ("recall_at_k", "recall", count),
        ("ndcg_at_k", "ndcg", ndcg),
        ("dcg_at_k", "ndcg", nothing),
        ("hit_at_k", "hit_rate", nothing),
        ("average_precision", "average_precision", nothing),
    ):
        adapter.metric(name, claims, cut_offs=True)(of_rows(adapter, name, more))
    adapter.metric(auc, "auc", full=True)(of_candidates(adapter, auc))
    return adapter


def nothing(truth: list[Id]) -> tuple[Any, ...]:
    """Nothing more."""
    return ()


def count(truth: list[Id]) -> tuple[Any, ...]:
    """How many relevant items the user has."""
    return (len(truth),)


def items(truth: list[Id]) -> tuple[Any, ...]:
    """The user's relevant items."""
    return (truth,)


def of_rows(
    adapter: Adapter, name: str, more: MoreArguments
) -> Callable[[AnyCase], Value]:
    """A call a user, with the row and the cut-off."""

    def call(case: AnyCase) -> Value:
        function = getattr(import_module(adapter.module), name)
        return Value(
            None,
            tuple(
                float(function(row, case.k, *more(truth)))
                for truth, row in hit_rows(case)
            ),
        )

    return call


def of_candidates(adapter: Adapter, name: str) -> Callable[[AnyCase], Value]:
    """A call a user, of all candidates."""

    def call(case: AnyCase) -> Value:
        function = getattr(import_module(adapter.module), name)
        return Value(None, tuple(float(function(*row)) for row in rows(case, label)))

    return call
