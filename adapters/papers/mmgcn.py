"""MMGCN: methods of the model that rank all items for the users it was trained for.

`accuracy` is for training: it takes the model's own pairs for relevant. `full_accuracy`
is for validation and test: it gives the model's pairs, the train items, the score
1e-5. The scores are products of what the model holds: here the users' scores and the
identity; what a list leaves out gets a score below them all. Users are taken in steps
of 2000, and where there are fewer none is: a step is as many as there are.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from homonym.adapters._shared.clones import functions_alone
from homonym.adapters._shared.neurec_evaluators import items, train
from homonym.adapters._shared.score_matrix import score_matrix
from homonym.adapters._shared.users import of_truth
from homonym.adapters.contract import FLOAT32, Adapter
from homonym.reference.case import AnyCase

NUMBERS = (("precision", "precision"), ("recall", "recall"), ("ndcg", "ndcg"))
"""What both methods return, in their order, and the families it claims."""


def net() -> Any:
    """The class of the model."""
    return import_module("Model_MMGCN").Net


adapter = Adapter(
    library="mmgcn",
    module="Model_MMGCN",
    title="MMGCN",
    homepage="https://github.com/weiyinwei/MMGCN",
    names=lambda: [name for name in vars(net()) if name.endswith("accuracy")],
    files=("Model_MMGCN.py",),
    checkout=True,
    load=functions_alone("Model_MMGCN.py", ["Net"], ["import math", "import torch"]),
    loaded="its class alone: Model_MMGCN.py imports torch_geometric, for training",
)


def model(case: AnyCase, pairs: dict[int, list[int]]) -> SimpleNamespace:
    """What the methods read of the model; pairs: of users and items, by place."""
    import numpy as np
    import torch

    scores = score_matrix(case)
    known = scores[np.isfinite(scores)]
    scores[np.isinf(scores)] = known.min(initial=0.0) - 1.0
    users, columns = scores.shape
    return SimpleNamespace(
        result=torch.tensor(
            np.concatenate([scores, np.eye(columns)]), dtype=torch.float32
        ),
        num_user=users,
        user_item_dict={
            user: [item + users for item in found] for user, found in pairs.items()
        },
    )


def by_place(case: AnyCase, found: dict[Any, list[int]]) -> dict[int, list[int]]:
    """The items of each user of the truth, whose place is the user's number."""
    return {place: found.get(user, []) for place, user in enumerate(of_truth(case))}


def on_train(method: Any, case: AnyCase) -> Any:
    """The truth stands for the model's own pairs."""
    held = model(case, by_place(case, items(case)))
    return method.accuracy(held, step=held.num_user, topk=case.k)


def on_test(method: Any, case: AnyCase) -> Any:
    """The truth is a row a user, the user's number first."""
    held = model(case, by_place(case, train(case)))
    test = [
        [place, *(item + held.num_user for item in found)]
        for place, found in by_place(case, items(case)).items()
    ]
    return method.full_accuracy(held, test, step=held.num_user, topk=case.k)


def at_place(ask: Callable[[Any, AnyCase], Any], place: int) -> Any:
    """The number at that place of what is returned."""
    return lambda case: float(ask(net(), case)[place])


for name, asks in (("accuracy", on_train), ("full_accuracy", on_test)):
    for place, (number, claims) in enumerate(NUMBERS):
        adapter.metric(
            f"{name}[{number}]", claims, precision=FLOAT32, entry="function alone"
        )(at_place(asks, place))
