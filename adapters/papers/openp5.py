"""OpenP5: functions of rows of hits, made for one test item a user.

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
    library="openp5",
    module="utils.evaluate",
    title="OpenP5",
    homepage="https://github.com/agiresearch/OpenP5",
    names=lambda: [*functions(import_module("utils.evaluate"))],
    files=("src/src_t5/utils/evaluate.py",),
    elsewhere={"src/src_llama/utils/evaluate.py": "the same file"},
    checkout=True,
    load=in_folder("src/src_t5"),
    out_of_scope={
        "get_metrics_results": "calls the two others",
        "rel_results": "makes the rows",
        "rel_results_filtered": "makes the rows",
    },
)


def of_rows(name: str) -> Callable[[AnyCase], float]:
    """The sum over everybody's rows, over the number of users."""

    def call(case: AnyCase) -> float:
        rows = [row for _, row in hit_rows(case)]
        return float(
            getattr(import_module("utils.evaluate"), name)(rows, case.k)
        ) / len(rows)

    return call


adapter.metric("hit_at_k", "hit_rate")(of_rows("hit_at_k"))
adapter.metric("ndcg_at_k", "ndcg")(of_rows("ndcg_at_k"))
