"""Caser: a function of a model's scores of all items.

It gives each user's precision and recall, and the mean of the average precisions, for
which every rank counts. It leaves out users without a test item, and train items.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from homonym.adapters._shared.functions import functions
from homonym.adapters.contract import Adapter, Value
from homonym.adapters.papers._interactions import arguments
from homonym.reference.case import AnyCase

adapter = Adapter(
    library="caser",
    module="evaluation",
    title="Caser",
    homepage="https://github.com/graytowne/caser_pytorch",
    names=lambda: [*functions(import_module("evaluation"))],
    files=("evaluation.py",),
    checkout=True,
)


def of_users(place: int) -> Callable[[AnyCase], Value]:
    """Everybody's number at that place of what it gives."""

    def call(case: AnyCase) -> Value:
        function = import_module("evaluation").evaluate_ranking
        asked = [*case.also, case.k]
        found = function(*arguments(case, whole=False), asked)[place][-1]
        return Value(None, tuple(map(float, found)))

    return call


def of_all_ranks(case: AnyCase) -> float:
    """The mean."""
    function = import_module("evaluation").evaluate_ranking
    return float(function(*arguments(case, whole=True), case.k)[2])


for place, name in enumerate(("precision", "recall")):
    adapter.metric(f"evaluate_ranking[{name}]", name, cut_offs=True)(of_users(place))

adapter.metric("evaluate_ranking[map]", "average_precision")(of_all_ranks)
