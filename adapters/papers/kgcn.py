"""KGCN: a function that asks a model for the scores of a user's candidates.

It is given the users, their train and test items, all items and the cut-offs, and
gives for every cut-off the mean over the users; its caller draws 100 users, here it is
asked for all. What a list leaves out scores minus infinity.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from homonym.adapters._shared.clones import functions_alone
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.neurec_evaluators import columns, items, ranked, train
from homonym.adapters._shared.users import of_truth
from homonym.adapters.contract import Adapter
from homonym.reference.case import AnyCase, Id

adapter = Adapter(
    library="kgcn",
    module="train",
    title="KGCN",
    homepage="https://github.com/hwwang55/KGCN",
    names=lambda: [*functions(import_module("train"))],
    files=("src/train.py",),
    checkout=True,
    load=functions_alone(
        "src/train.py", ["topk_eval", "ctr_eval"], ["import numpy as np"]
    ),
    loaded="its functions alone: train.py imports TensorFlow 1",
    out_of_scope={
        "ctr_eval": "means over batches of pairs, one sampled for each, of what "
        "scikit-learn gives; the last short batch is left out"
    },
)


def model(case: AnyCase) -> SimpleNamespace:
    """What it asks of a model: names of inputs, and the items with their scores."""
    column = columns(case)
    scores = {
        user: {column[item]: score for item, score in ranked(case, user)}
        for user in of_truth(case)
    }

    def get_scores(_: None, given: dict[str, list[Any]]) -> tuple[list[int], Any]:
        user: Id = given["users"][0]
        told = [scores[user].get(item, float("-inf")) for item in given["items"]]
        return given["items"], told

    return SimpleNamespace(
        user_indices="users", item_indices="items", get_scores=get_scores
    )


def at_place(place: int) -> Callable[[AnyCase], float]:
    """The number at that place of what it returns, for the case's cut-off."""

    def call(case: AnyCase) -> float:
        function = import_module("train").topk_eval
        users, trained = of_truth(case), train(case)
        found = function(
            None,
            model(case),
            users,
            {user: {*trained.get(user, ())} for user in users},
            {user: {*found} for user, found in items(case).items()},
            {*columns(case).values()},
            [*case.also, case.k],
            len(case.catalogue),
        )
        return float(found[place][-1])

    return call


adapter.metric(
    "topk_eval[precision]", "precision", entry="function alone", cut_offs=True
)(at_place(0))
adapter.metric("topk_eval[recall]", "recall", entry="function alone", cut_offs=True)(
    at_place(1)
)
