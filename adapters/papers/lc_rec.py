"""LC-Rec: functions of rows of hits, made for one test item a user.

A row says of each generated item whether it is the target; the functions take what it
says of several targets as well. They give sums, which the evaluation divides by the
number of users, and so does this.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from homonym.adapters._shared.clones import in_folder
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.hit_rows import hit_rows
from homonym.adapters.contract import Adapter
from homonym.reference.case import AnyCase

adapter = Adapter(
    library="lc-rec",
    module="evaluate",
    title="LC-Rec",
    homepage="https://github.com/RUCAIBox/LC-Rec",
    names=lambda: [*functions(import_module("evaluate"))],
    files=("evaluate.py",),
    checkout=True,
    load=in_folder("."),
    out_of_scope={
        "get_metrics_results": "calls the two others",
        "get_topk_results": "makes the rows",
    },
)


def of_rows(name: str) -> Callable[[AnyCase], float]:
    """The sum over everybody's rows, over the number of users."""

    def call(case: AnyCase) -> float:
        rows = [row for _, row in hit_rows(case)]
        return float(getattr(import_module("evaluate"), name)(rows, case.k)) / len(rows)

    return call


adapter.metric("hit_k", "hit_rate")(of_rows("hit_k"))
adapter.metric("ndcg_k", "ndcg")(of_rows("ndcg_k"))
