"""LR-GCCF: a function of a user's ranked candidates, the relevant ones numbered first.

Its evaluation ranks a user's relevant items and the sampled others: the first are
numbered from 0, the others after them. It gives two numbers a user, of which the
evaluation takes the mean.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from homonym.adapters._shared.clones import in_folder
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.truth_and_lists import truth_and_lists
from homonym.adapters.contract import Adapter, Value
from homonym.reference.case import AnyCase, Id

adapter = Adapter(
    library="lr-gccf",
    module="evaluate",
    title="LR-GCCF",
    homepage="https://github.com/newlei/LR-GCCF",
    names=lambda: [*functions(import_module("evaluate"))],
    files=("code/evaluate.py",),
    checkout=True,
    load=in_folder("code"),
    out_of_scope={
        "metrics": "ranks the candidates, on a graphics card, and calls hr_ndcg",
        "metrics_loss": "a loss: not a metric",
    },
)


def numbered(truth: list[Id], listed: list[Id]) -> list[int]:
    """The ranked items by number, relevant ones first."""
    candidates = dict.fromkeys([*truth, *listed])
    number = {item: place for place, item in enumerate(candidates)}
    return [number[item] for item in listed]


def at_place(place: int) -> Callable[[AnyCase], Value]:
    """A call a user; the number at that place is taken."""

    def call(case: AnyCase) -> Value:
        function = import_module("evaluate").hr_ndcg
        return Value(
            None,
            tuple(
                float(function(numbered(truth, listed), len(truth), case.k)[place])
                for truth, listed in zip(*truth_and_lists(case), strict=True)
            ),
        )

    return call


adapter.metric("hr_ndcg[hr]", "hit_rate")(at_place(0))
adapter.metric("hr_ndcg[ndcg]", "ndcg")(at_place(1))
