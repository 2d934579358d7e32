"""NeuRec: functions of one user's ranked items and truth, a value at every cut-off.

Its evaluator imports TensorFlow and compiled code. The metrics of its Python backend
are one file that imports numpy alone: the clone is named by that file's folder,
`evaluator/backend/python`. The ranked items are cut at k as its evaluator cuts them,
and the value at their last place is taken. The truth is a set of items; scores and
grades are never asked for. The functions give no mean.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.adapters.contract import FLOAT32, Adapter, Refuse, Value
from homonym.reference.case import AnyCase


def names() -> list[str]:
    """The public functions of the file."""
    import inspect

    import metric as module

    return [name for name, _ in inspect.getmembers(module, inspect.isfunction)]


adapter = Adapter(
    library="neurec",
    module="metric",
    title="NeuRec",
    homepage="https://github.com/wubinzzu/NeuRec",
    names=names,
    checkout=True,
)


def metric(name: str) -> Callable[[AnyCase], Value]:
    """A call of the function of that name for every user of the truth."""

    def call(case: AnyCase) -> Value:
        import metric as module

        found = []
        for user, pairs in case.truth.items():
            truth = {item for item, _ in pairs}
            if len(truth) < len(pairs):
                raise Refuse("its truth is a set: a pair cannot stand in it twice")
            cut = case.recommendations.get(user, ())[: case.k]
            # hit compares every item with the truth: one item, not a set
            if name == "hit" and len(truth) != 1:
                raise Refuse("leave-one-out: the truth has one item for every user")
            wanted = truth.pop() if name == "hit" else truth
            values = getattr(module, name)([item for item, _ in cut], wanted)
            if len(values) == 0:
                raise Refuse("a value for every rank: an empty list has none")
            found.append(float(values[-1]))
        return Value(None, tuple(found))

    return call


for name, claims in (
    ("hit", "hit_rate"),
    ("precision", "precision"),
    ("recall", "recall"),
    ("map", "average_precision"),
    ("ndcg", "ndcg"),
    ("mrr", "reciprocal_rank"),
):
    adapter.metric(name, claims, precision=FLOAT32)(metric(name))
