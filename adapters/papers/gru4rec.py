"""GRU4Rec: its evaluation of baselines, the function alone.

Its file imports Theano. Everybody is a session of two events, the second of which is
the target; the model answers with the scores of the list, and with minus infinity for
what it leaves out. Ties are broken by a small random number. The evaluations of its own
network run on Theano: see gru4rec-pytorch for those of its other repository.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from homonym.adapters._shared.candidates import candidates
from homonym.adapters._shared.clones import functions_alone
from homonym.adapters._shared.score_matrix import score_matrix
from homonym.adapters.contract import Adapter
from homonym.reference.case import AnyCase

adapter = Adapter(
    library="gru4rec",
    module="evaluation",
    title="GRU4Rec",
    homepage="https://github.com/hidasib/GRU4Rec",
    names=lambda: ["evaluate_sessions"],
    files=("evaluation.py",),
    checkout=True,
    load=functions_alone(
        "evaluation.py", ["evaluate_sessions"], ["import numpy as np"]
    ),
)


def evaluated(place: int) -> Callable[[AnyCase], float]:
    """The number at that place of what it gives."""

    def call(case: AnyCase) -> float:
        import pandas as pd

        items = [*case.catalogue]
        matrix = score_matrix(case)
        events = [
            (session, time, target)
            for session, (target, _, _) in enumerate(candidates(case))
            for time in range(2)
        ]

        def predict(session: int, *_: Any) -> Any:
            return pd.Series(matrix[session].copy(), index=items)

        found = import_module("evaluation").evaluate_sessions(
            SimpleNamespace(predict_next=predict),
            pd.DataFrame(events, columns=["SessionId", "Time", "ItemId"]),
            pd.DataFrame({"ItemId": items}),
            cut_off=case.k,
        )
        return float(found[place])

    return call


for place, (name, claims) in enumerate(
    (("recall", "recall"), ("mrr", "reciprocal_rank"))
):
    adapter.metric(f"evaluate_sessions[{name}]", claims, entry="function alone")(
        evaluated(place)
    )
