"""RePlay's builder of metrics in PyTorch: what its neural models are validated with.

It is apart from `replay` because it is other code, and needs PyTorch and Lightning. It
takes tensors, a row a user: the items of k recommendations, best first, those of the
truth and of training; rows that are too short are padded with numbers below zero, the
recommendations never. Items are numbered from 0. The users are those with a list, as
in `TorchSequentialValidationDataset`; it means over them in single precision. It sees
neither scores nor grades.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, get_args

from homonym.adapters._shared.users import with_lists
from homonym.adapters.contract import FLOAT32, Adapter, Refuse, answer
from homonym.adapters.replay import ranking
from homonym.reference.case import AnyCase, Id


def names() -> list[str]:
    """The metrics that the builder takes."""
    from replay.metrics.torch_metrics_builder import MetricName

    return [*get_args(MetricName)]


adapter = Adapter(
    library="replay-rec-torch",
    distribution="replay-rec",
    module="replay",
    title="RePlay in PyTorch",
    homepage=ranking.adapter.homepage,
    names=names,
    files=("metrics/torch_metrics_builder.py",),
    elsewhere={"metrics/*": "measured as replay-rec"},
)

OF_TRUTH, OF_TRAIN = -1, -2
"""What pads the rows of the truth and of training."""


def padded(rows: Sequence[list[int]], padding: int) -> Any:
    """One tensor of rows of one length."""
    import torch

    width = max(map(len, rows), default=0)
    equal = [[*row, *[padding] * (width - len(row))] for row in rows]
    return torch.tensor(equal, dtype=torch.int64).reshape(len(rows), width)


def tensors(case: AnyCase) -> tuple[Any, Any, Any]:
    """The first k of the lists, the truth and the training items of their users."""
    number = {item: n for n, item in enumerate(case.catalogue)}
    k = max(case.k, *case.also, 0)

    def numbers(items: Iterable[Id]) -> list[int]:
        return [number[item] for item in items]

    lists, truth, train = [], [], []
    for user in with_lists(case):
        pairs = case.recommendations[user]
        if len(pairs) < k:
            raise Refuse("its lists are the first k of the catalogue: none is shorter")
        lists.append(numbers(item for item, _ in pairs[:k]))
        truth.append(numbers(item for item, _ in case.truth.get(user, ())))
        train.append(numbers(case.train.get(user, ())))
    return padded(lists, 0), padded(truth, OF_TRUTH), padded(train, OF_TRAIN)


OF_LISTS = {
    "recall": "recall",
    "precision": "precision",
    "ndcg": "ndcg",
    "map": "average_precision",
    "mrr": "reciprocal_rank",
}
"""What the builder takes without training items, and the families that they claim."""
BEYOND = {"novelty": "novelty", "coverage": "coverage"}
"""What it takes with them."""


def built(name: str) -> Callable[[AnyCase], float]:
    """What the builder makes of the metric of that name."""

    def call(case: AnyCase) -> float:
        from replay.metrics.torch_metrics_builder import TorchMetricsBuilder

        asked = [*OF_LISTS] if case.together else [name]
        cut_offs = [*case.also, case.k]
        builder = TorchMetricsBuilder(asked, cut_offs, len(case.catalogue))
        builder.add_prediction(*tensors(case))
        return float(answer(case, builder.get_metrics)[f"{name}@{case.k}"])

    return call


for name, claims in {**OF_LISTS, **BEYOND}.items():
    adapter.metric(
        name,
        claims,
        precision=FLOAT32,
        cut_offs=True,
        together=name in OF_LISTS,
        same_object=True,
    )(built(name))
