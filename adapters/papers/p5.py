"""P5: an evaluation of scores by user and item, and its functions of rows of hits.

`evaluate_all` takes everybody's scores, shuffles them so that ties fall by chance,
and gives the mean over the users whose scores it has; `evaluate_old`, which its file
calls deprecated, takes lists, leaves out users with fewer than k items, and prints four
decimals. The functions take a row of zeros and ones as long as k.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module

from homonym.adapters._shared.clones import in_folder
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.hit_rows import hit_rows
from homonym.adapters.contract import Adapter, Documented, Refuse, Value
from homonym.reference.case import AnyCase

FOUR_DECIMALS = 1e-4
"""A number below 1 rounded to four decimals is less than that away."""

adapter = Adapter(
    library="p5",
    module="evaluate.metrics4rec",
    title="P5",
    homepage="https://github.com/jeykigung/P5",
    names=lambda: [*functions(import_module("evaluate.metrics4rec"))],
    sources=("metrics4rec.py",),
    files=("notebooks/evaluate/metrics4rec.py",),
    elsewhere={
        "notebooks/evaluate/rouge.py": "of texts: no ranking",
        "notebooks/evaluate/bleu.py": "of texts: no ranking",
        "notebooks/evaluate/utils.py": "of ratings and texts that a model wrote",
    },
    checkout=True,
    load=in_folder("notebooks"),
    out_of_scope={
        "evaluate_once": "of one user: what evaluate_all calls",
        "main": "an example",
    },
)


def of_scores(name: str) -> Callable[[AnyCase], float]:
    """The number of that name, of everybody's scores."""

    def call(case: AnyCase) -> float:
        scores = {user: dict(pairs) for user, pairs in case.recommendations.items()}
        if any(len(scores[u]) < len(p) for u, p in case.recommendations.items()):
            raise Refuse("it takes dictionaries: an item cannot stand in one twice")
        truth = {
            user: [item for item, _ in pairs] for user, pairs in case.truth.items()
        }
        function = import_module("evaluate.metrics4rec").evaluate_all
        return float(function(scores, truth, case.k)[1][name])

    return call


def of_lists(name: str) -> Callable[[AnyCase], float]:
    """The number that stands behind the name in the line."""

    def call(case: AnyCase) -> float:
        lists, truth = (
            {user: [item for item, _ in pairs] for user, pairs in table.items()}
            for table in (case.recommendations, case.truth)
        )
        line = import_module("evaluate.metrics4rec").evaluate_old(lists, truth, case.k)
        return float(re.findall(rf"\b{name}=(\S+)", line)[0])

    return call


def of_rows(name: str, cut: bool, count: bool = False) -> Callable[[AnyCase], Value]:
    """A call a user; cut: whether it takes the cut-off; count: whether it takes the
    number of relevant items too."""

    def call(case: AnyCase) -> Value:
        function = getattr(import_module("evaluate.metrics4rec"), name)
        return Value(
            None,
            tuple(
                float(function(row, *[case.k] * cut, *[len(truth)] * count))
                for truth, row in hit_rows(case)
            ),
        )

    return call


def of_all_rows(name: str) -> Callable[[AnyCase], float]:
    """A call with everybody's rows."""

    def call(case: AnyCase) -> float:
        function = getattr(import_module("evaluate.metrics4rec"), name)
        return float(function([row for _, row in hit_rows(case)]))

    return call


AREA = Documented(
    "average_precision(divisor=hits)",
    "Score is average precision (area under PR curve)",
    more=(">>> delta_r = 1. / sum(r)",),
)

for name, claims in (
    ("ndcg", "ndcg"),
    ("recall", "recall"),
    ("hit", "hit_rate"),
    ("precision", "precision"),
    ("map", "average_precision"),
    ("mrr", "reciprocal_rank"),
):
    adapter.metric(f"evaluate_all[{name}]", claims)(of_scores(name))

for name, claims in (
    ("NDCG", "ndcg"),
    ("Recall", "recall"),
    ("HR", "hit_rate"),
    ("Precision", "precision"),
):
    adapter.metric(f"evaluate_old[{name}]", claims, precision=FOUR_DECIMALS)(
        of_lists(name)
    )

adapter.metric("precision_at_k", "precision")(of_rows("precision_at_k", cut=True))
adapter.metric("recall_at_k", "recall")(of_rows("recall_at_k", cut=True, count=True))
adapter.metric("hit_at_k", "hit_rate")(of_rows("hit_at_k", cut=True))
adapter.metric("ndcg_at_k", "ndcg")(of_rows("ndcg_at_k", cut=True))
adapter.metric("dcg_at_k", "ndcg")(of_rows("dcg_at_k", cut=True))
adapter.metric("r_precision", "r_precision")(of_rows("r_precision", cut=False))
adapter.metric("average_precision", "average_precision", AREA)(
    of_rows("average_precision", cut=False)
)
adapter.metric("mean_average_precision", "average_precision")(
    of_all_rows("mean_average_precision")
)
adapter.metric("mean_reciprocal_rank", "reciprocal_rank")(
    of_all_rows("mean_reciprocal_rank")
)
