"""ComiRec: an evaluation of the items nearest to each user, its function alone.

Its file reads arguments and imports TensorFlow. The evaluation searches an index for
the items nearest to the users that a model makes of their histories: here the index
answers with the lists. It takes the batches of its data one by one: here one of all
users. Its numbers are means over the users.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from homonym.adapters._shared.clones import functions_alone
from homonym.adapters._shared.truth_and_lists import ItemLists, truth_and_lists
from homonym.adapters.contract import Adapter
from homonym.reference.case import AnyCase

adapter = Adapter(
    library="comirec",
    module="train",
    title="ComiRec",
    homepage="https://github.com/THUDM/ComiRec",
    names=lambda: ["evaluate_full", "compute_diversity"],
    files=("src/train.py",),
    checkout=True,
    load=functions_alone(
        "src/train.py",
        ["evaluate_full", "prepare_data"],
        ["import math", "import numpy as np"],
    ),
    out_of_scope={
        "compute_diversity": "of one list of items and their categories: a part of "
        "what it prints at the end"
    },
)


class Index:
    """Answers any search with the lists; it stands for faiss and its index."""

    def __init__(self, lists: ItemLists) -> None:
        self.lists = lists
        self.GpuIndexFlatIP = lambda *_: self

    StandardGpuResources = SimpleNamespace
    GpuIndexFlatConfig = SimpleNamespace

    def add(self, items: Any) -> None:
        """Nothing is added."""

    def search(self, users: Any, number: int) -> tuple[None, ItemLists]:
        """No distances, and the first items of the lists."""
        return None, [row[:number] for row in self.lists]


def evaluated(name: str) -> Callable[[AnyCase], float]:
    """The number of that name."""

    def call(case: AnyCase) -> float:
        import numpy as np

        truth, lists = truth_and_lists(case)
        users = np.zeros((len(lists), 1))
        model = SimpleNamespace(
            output_item=lambda session: None, output_user=lambda session, given: users
        )
        module: Any = import_module("train")
        module.args = SimpleNamespace(topN=case.k, embedding_dim=1)
        module.faiss = Index(lists)
        batches = [((None, truth), (None, None))]
        found = module.evaluate_full(None, batches, model, "", len(lists), {})
        return float(found[name])

    return call


OF_TRUTH = (
    "the sum of 1 / log2(n + 1) over the test items that are in the list, n the item's "
    "place among the user's test items, over that sum for n from 1 to their number"
)
"""What the NDCG was before commit a3489df."""

for name, claims in (
    ("recall", "recall"),
    ("ndcg", "ndcg"),
    ("hitrate", "hit_rate"),
):
    adapter.metric(
        f"evaluate_full[{name}]",
        claims,
        entry="function alone",
        formula=OF_TRUTH if name == "ndcg" else "",
    )(evaluated(name))
