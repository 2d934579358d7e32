"""DiffRec: a function of the users' test items and ranked items, for several cut-offs.

It gives the mean over all users, to four decimals.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from homonym.adapters._shared.clones import in_folder
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.truth_and_lists import truth_and_lists
from homonym.adapters.contract import Adapter
from homonym.reference.case import AnyCase

FOUR_DECIMALS = 1e-4
"""A number below 1 rounded to four decimals is less than that away."""

adapter = Adapter(
    library="diffrec",
    module="evaluate_utils",
    title="DiffRec",
    homepage="https://github.com/YiyanXu/DiffRec",
    names=lambda: [*functions(import_module("evaluate_utils"))],
    files=("DiffRec/evaluate_utils.py",),
    elsewhere={"*/evaluate_utils.py": "the same function, for its other models"},
    checkout=True,
    load=in_folder("DiffRec"),
    out_of_scope={"print_results": "prints the numbers"},
)


def at_place(place: int) -> Callable[[AnyCase], float]:
    """The number at that place of what it returns, for the case's cut-off."""

    def call(case: AnyCase) -> float:
        function = import_module("evaluate_utils").computeTopNAccuracy
        truth, lists = truth_and_lists(case)
        return float(function(truth, lists, [*case.also, case.k])[place][-1])

    return call


for place, (name, claims) in enumerate(
    (
        ("precision", "precision"),
        ("recall", "recall"),
        ("NDCG", "ndcg"),
        ("MRR", "reciprocal_rank"),
    )
):
    adapter.metric(
        f"computeTopNAccuracy[{name}]",
        claims,
        precision=FOUR_DECIMALS,
        cut_offs=True,
    )(at_place(place))
