"""STAMP: functions of everybody's scores of all items and of the one item that follows.

What a list leaves out has minus infinity. `cau_recall_mrr` takes batches of sessions,
each of steps: here one batch with a session of one step a user. They give each step's
numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from homonym.adapters._shared.candidates import candidates
from homonym.adapters._shared.clones import in_folder
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.neurec_evaluators import columns
from homonym.adapters._shared.score_matrix import score_matrix
from homonym.adapters.contract import Adapter, Value
from homonym.reference.case import AnyCase

adapter = Adapter(
    library="stamp",
    module="util.AccCalculater",
    title="STAMP",
    homepage="https://github.com/uestcnlp/STAMP",
    names=lambda: [*functions(import_module("util.AccCalculater"))],
    files=("util/AccCalculater.py",),
    checkout=True,
    load=in_folder("."),
    out_of_scope={
        **dict.fromkeys(["cau_acc", "cau_samples_acc"], "the share of right classes"),
        **dict.fromkeys(
            ["cau_samples_recall_mrr", "new_cau_samples_recall_mrr"],
            "of ranks that the others find",
        ),
    },
)


def of_sessions(name: str, place: int) -> Callable[[AnyCase], Value]:
    """Everybody's number at that place of what it gives."""

    def call(case: AnyCase) -> Value:
        scores, column = score_matrix(case), columns(case)
        labels = [column[target] for target, _, _ in candidates(case)]
        function = getattr(import_module("util.AccCalculater"), name)
        batched = name == "cau_recall_mrr"
        given = ([scores], [labels]) if batched else (scores, labels)
        return Value(None, tuple(map(float, function(*given, case.k)[place])))

    return call


for function in ("cau_recall_mrr", "cau_recall_mrr_org", "cau_recall_mrr_n"):
    for place, (name, claims) in enumerate(
        (("recall", "recall"), ("mrr", "reciprocal_rank"))
    ):
        adapter.metric(f"{function}[{name}]", claims)(of_sessions(function, place))
