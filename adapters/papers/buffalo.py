"""buffalo: its benchmark's function of everybody's ranked items and relevant ones.

It leaves out users who have seen nothing, as train items are called there, and takes
seen items out of a list. Where a case has no train item for a user, one that is in no
list and no truth stands there, so that the user counts. The number of items is that of
the catalogue. The library's own evaluation, beside it, has the same lines; it is in a
package that has to be built.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from homonym.adapters._shared.clones import in_folder
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.truth_and_lists import truth_and_lists
from homonym.adapters._shared.users import of_truth
from homonym.adapters.contract import Adapter, Refuse
from homonym.reference.case import AnyCase

adapter = Adapter(
    library="buffalo",
    module="evaluate",
    title="buffalo",
    homepage="https://github.com/kakao/buffalo",
    names=lambda: [*functions(import_module("evaluate"))],
    files=("benchmark/evaluate.py",),
    elsewhere={
        "buffalo/*": "the package, which has to be built: the same lines",
        "tests/*": "tests of the library itself",
    },
    checkout=True,
    load=in_folder("benchmark"),
)

OUTSIDE = object()
"""An item of no catalogue."""


def evaluated(name: str) -> Callable[[AnyCase], float]:
    """The number of that name."""

    def call(case: AnyCase) -> float:
        users = of_truth(case)
        truth, lists = truth_and_lists(case)
        if any(len({*found}) < len(found) for found in truth):
            raise Refuse("its truth is a set: a pair cannot stand in it twice")
        found = import_module("evaluate").evaluate_ranking_metrics(
            [*zip(users, lists, strict=True)],
            case.k,
            {
                "vali_gt": {u: {*t} for u, t in zip(users, truth, strict=True)},
                "validation_seen": {
                    u: {*case.train.get(u, ()), OUTSIDE} for u in users
                },
            },
            len(case.catalogue),
        )
        return float(found[name])

    return call


for name, claims in (
    ("accuracy", "recall"),
    ("map", "average_precision"),
    ("ndcg", "ndcg"),
    ("auc", "auc"),
):
    adapter.metric(f"evaluate_ranking_metrics[{name}]", claims)(evaluated(name))
