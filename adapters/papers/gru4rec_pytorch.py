"""GRU4Rec in PyTorch: an evaluation of the next event of sessions, in three modes.

Everybody is a session of two events, the second of which is the target; the network
answers with the scores of the list, and with minus infinity for what it leaves out.
Scores and the reciprocal of a rank are float32. A mode says where a target stands among
items of its score.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from homonym.adapters._shared.candidates import candidates
from homonym.adapters._shared.clones import in_folder
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.score_matrix import score_matrix
from homonym.adapters.contract import FLOAT32, Adapter
from homonym.reference.case import AnyCase

adapter = Adapter(
    library="gru4rec-pytorch",
    module="evaluation",
    title="GRU4Rec in PyTorch",
    homepage="https://github.com/hidasib/GRU4Rec_PyTorch_Official",
    names=lambda: [*functions(import_module("evaluation"))],
    files=("evaluation.py",),
    checkout=True,
    load=in_folder("."),
)


def network(case: AnyCase) -> SimpleNamespace:
    """What it asks of a trained network."""
    import numpy as np
    import pandas as pd
    import torch

    items = [*case.catalogue]
    scores = torch.tensor(score_matrix(case), dtype=torch.float32)
    return SimpleNamespace(
        error_during_train=False,
        layers=[],
        device=torch.device("cpu"),
        data_iterator=SimpleNamespace(
            itemidmap=pd.Series(np.arange(len(items), dtype="int32"), index=items)
        ),
        model=SimpleNamespace(forward=lambda *_, **options: scores),
    )


def evaluated(place: int, mode: str) -> Callable[[AnyCase], float]:
    """The number at that place of what it gives."""

    def call(case: AnyCase) -> float:
        import pandas as pd

        targets = [target for target, _, _ in candidates(case)]
        events = [
            (session, 2 * session + time, target)
            for session, target in enumerate(targets)
            for time in range(2)
        ]
        found: Any = import_module("evaluation").batch_eval(
            network(case),
            pd.DataFrame(events, columns=["SessionId", "Time", "ItemId"]),
            cutoff=[*case.also, case.k],
            batch_size=len(targets),
            mode=mode,
        )
        return float(found[place][case.k])

    return call


for mode in ("standard", "conservative", "median"):
    for place, (name, claims) in enumerate(
        (("recall", "recall"), ("mrr", "reciprocal_rank"))
    ):
        adapter.metric(
            f"batch_eval[{name}, {mode}]",
            claims,
            precision=FLOAT32,
            entry="pipeline",
            cut_offs=True,
        )(evaluated(place, mode))
