"""MMRec: functions of a matrix of hits and of the users' numbers of relevant items.

The matrix says for each user whether each of the first items is relevant, as many as
the largest cut-off; the functions give the mean over the users at every rank, and that
at k is taken. The evaluator rounds it to four decimals, which is not done here.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from homonym.adapters._shared.clones import in_folder
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.hit_rows import hit_rows
from homonym.adapters.contract import Adapter, Documented
from homonym.reference.case import AnyCase

adapter = Adapter(
    library="mmrec",
    module="utils.metrics",
    title="MMRec",
    homepage="https://github.com/enoche/MMRec",
    names=lambda: [*functions(import_module("utils.metrics"))],
    sources=("metrics.py",),
    files=("src/utils/metrics.py",),
    checkout=True,
    load=in_folder("src"),
)


def of_matrix(name: str) -> Callable[[AnyCase], float]:
    """A call with the rows of all users, and the value at k."""

    def call(case: AnyCase) -> float:
        import numpy as np

        rows = hit_rows(case)
        hits = np.asarray([[hit == 1 for hit in row] for _, row in rows])
        numbers = np.asarray([len(truth) for truth, _ in rows])
        found = getattr(import_module("utils.metrics"), name)(hits, numbers)
        return float(found[case.k - 1])

    return call


WORDS = {
    "recall2_": Documented(
        "recall(divisor=r, users=pooled)",
        "All hits are summed up and then averaged for recall.",
    ),
    "map_": Documented(
        "average_precision(divisor=min_k_r)",
        "In this case the normalization factor used is :math:`\\frac{1}{\\min (m,N)}`",
    ),
    "ndcg_": Documented(
        "ndcg(gain=binary, ideal=ones_k)",
        "\\mathrm {IDCG@K}=\\sum_{i=1}^{K}\\frac{1}{\\log_{2}{(i+1)}}",
        more=(
            "\\mathrm {DCG@K}=\\sum_{i=1}^{K} \\frac{2^{rel_i}-1}{\\log_{2}{(i+1)}}",
            ":math:`2^{rel_i}` equals to 1 if the item hits otherwise 0.",
        ),
        also=("ndcg(gain=exponential, ideal=ones_k)",),
    ),
}

for name, claims in (
    ("recall_", "recall"),
    ("recall2_", "recall"),
    ("ndcg_", "ndcg"),
    ("map_", "average_precision"),
    ("precision_", "precision"),
):
    adapter.metric(name, claims, WORDS.get(name), cut_offs=True)(of_matrix(name))
