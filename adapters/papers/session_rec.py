"""session-rec: objects that are given one session's ranked items after the other.

Everybody is a session; the ranked items are the index of a series of scores. `add`
takes the next item, `add_multiple` all items that follow; it is the evaluation of all
that follow that uses the second module.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from homonym.adapters._shared.clones import in_folder
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.users import of_truth
from homonym.adapters._shared.values_by_rank import alone
from homonym.adapters.contract import Adapter, Refuse
from homonym.reference.case import AnyCase

NEXT, FOLLOWING = "accuracy", "accuracy_multiple"


def names() -> list[str]:
    """The classes of both modules."""
    return [
        name
        for module in (NEXT, FOLLOWING)
        for name in functions(
            import_module(f"evaluation.metrics.{module}"), classes=True
        )
    ]


adapter = Adapter(
    library="session-rec",
    module="evaluation.metrics",
    title="session-rec",
    homepage="https://github.com/rn5l/session-rec",
    names=names,
    files=("evaluation/metrics/accuracy.py", "evaluation/metrics/accuracy_multiple.py"),
    elsewhere={
        "evaluation/metrics/accuracy_ext.py": "the same, with a table of sessions",
        "evaluation/metrics/*": "of popularity, artists and time",
        "algorithms/*": "of a model's training",
        "helper/*": "of a model's training",
    },
    checkout=True,
    load=in_folder("."),
    out_of_scope={"NDCG_relevance": "of clicks and purchases, from tables of sessions"},
)


def of_sessions(module: str, name: str, several: bool) -> Callable[[AnyCase], float]:
    """The number after all sessions."""

    def call(case: AnyCase) -> float:
        import pandas as pd

        metric = getattr(import_module(f"evaluation.metrics.{module}"), name)(case.k)
        metric.reset()
        for user in of_truth(case):
            if not (pairs := case.recommendations.get(user)):
                raise Refuse("it ranks items in every session: none is without")
            result = pd.Series([s for _, s in pairs], index=[str(i) for i, _ in pairs])
            truth = [str(item) for item, _ in case.truth[user]]
            if several:
                metric.add_multiple(result, truth)
            else:
                metric.add(result, alone({*truth}))
        return float(metric.result()[1])

    return call


for name, claims in (("HitRate", "hit_rate"), ("MRR", "reciprocal_rank")):
    adapter.metric(name, claims)(of_sessions(NEXT, name, several=False))

for name, claims in (
    ("Precision", "precision"),
    ("Recall", "recall"),
    ("MAP", "average_precision"),
    ("NDCG", "ndcg"),
):
    adapter.metric(name, claims)(of_sessions(FOLLOWING, name, several=True))
adapter.metric("MAP[add]", "average_precision")(
    of_sessions(FOLLOWING, "MAP", several=False)
)
