"""gSASRec: metrics of one user's recommendations and actions, classes of a cut-off.

A recommendation is an item with its score, an action has an item and a time. HIT looks
at the earliest action alone: a case has no times, so that it is asked where there is
one. MRR has no cut-off. Their package goes by the name aprec.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace

from homonym.adapters._shared.clones import in_folder
from homonym.adapters._shared.users import of_truth
from homonym.adapters._shared.values_by_rank import alone
from homonym.adapters.contract import Adapter, Refuse, Value
from homonym.reference.case import AnyCase

METRICS = (
    ("NDCG", "ndcg"),
    ("MAP", "average_precision"),
    ("Precision", "precision"),
    ("Recall", "recall"),
    ("HIT", "hit_rate"),
    ("MRR", "reciprocal_rank"),
)

adapter = Adapter(
    library="gsasrec",
    module="metrics",
    title="gSASRec",
    homepage="https://github.com/asash/gsasrec",
    names=lambda: [name for name, _ in METRICS],
    files=tuple(f"evaluation/metrics/{name.lower()}.py" for name, _ in METRICS),
    elsewhere={
        "evaluation/metrics/*": "of scores, of popularity or of samples of users",
        "losses/*": "losses of a training",
        "recommenders/*": "of a model's training",
        "tests/*": "tests of the metrics",
    },
    checkout=True,
    load=in_folder("evaluation"),
    loaded="its folder of metrics alone, outside their package",
)


def of_a_user(name: str) -> Callable[[AnyCase], Value]:
    """A call a user."""

    def call(case: AnyCase) -> Value:
        made = getattr(import_module(f"metrics.{name.lower()}"), name)
        metric = made() if name == "MRR" else made(case.k)
        found = []
        for user in of_truth(case):
            if name == "HIT":
                alone({item for item, _ in case.truth[user]})
            if user not in case.recommendations:
                raise Refuse("it recommends to every user of the truth")
            actions = [
                SimpleNamespace(item_id=i, timestamp=0) for i, _ in case.truth[user]
            ]
            found.append(float(metric([*case.recommendations[user]], actions)))
        return Value(None, tuple(found))

    return call


for name, claims in METRICS:
    adapter.metric(name, claims)(of_a_user(name))
