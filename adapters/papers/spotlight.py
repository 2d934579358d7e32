"""Spotlight: functions of a model's scores of all items, a number a user.

They leave out users without a test item.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from homonym.adapters._shared.functions import functions
from homonym.adapters.contract import Adapter, Documented, Value
from homonym.adapters.papers._interactions import arguments
from homonym.reference.case import AnyCase

adapter = Adapter(
    library="spotlight",
    module="spotlight.evaluation",
    title="Spotlight",
    homepage="https://github.com/maciejkula/spotlight",
    names=lambda: [*functions(import_module("spotlight.evaluation"))],
    sources=("evaluation.py",),
    files=("spotlight/evaluation.py",),
    elsewhere={
        "spotlight/losses.py": "losses of a training",
        "tests/*": "tests of the library",
    },
    checkout=True,
    out_of_scope={
        "sequence_mrr_score": "of the last item of sequences: the same, of one item",
        "sequence_precision_recall_score": "of the last items of sequences: the same",
        "rmse_score": "of predicted ratings, which NumPy's mean gives",
    },
)


def mrr(case: AnyCase) -> Value:
    """Every rank counts."""
    model, test, train = arguments(case, whole=True)
    found = import_module("spotlight.evaluation").mrr_score(model, test, train)
    return Value(None, tuple(map(float, found)))


def precision_recall(place: int) -> Callable[[AnyCase], Value]:
    """Everybody's number at that place of what it gives for one cut-off."""

    def call(case: AnyCase) -> Value:
        model, test, train = arguments(case, whole=False)
        function = import_module("spotlight.evaluation").precision_recall_score
        found = function(model, test, train, case.k)[place]
        return Value(None, tuple(map(float, found.reshape(-1))))

    return call


MEAN = Documented(
    "reciprocal_rank(counts=sum_over_r, depth=all)",
    "representing the mean reciprocal rank of all their test items.",
)

adapter.metric("mrr_score", "reciprocal_rank", MEAN)(mrr)
adapter.metric("precision_recall_score[precision]", "precision")(precision_recall(0))
adapter.metric("precision_recall_score[recall]", "recall")(precision_recall(1))
