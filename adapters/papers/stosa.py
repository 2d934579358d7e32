"""STOSA: HGN's functions, one of ranks, and one of the reciprocal rank.

Its trainer prints what `recall_at_k` gives as HIT. `cal_mrr` takes as many ranked items
as its trainer keeps, 40: here those of the list, however many.
"""

from __future__ import annotations

from importlib import import_module

from homonym.adapters._shared.clones import in_folder
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.hgn_functions import (
    OF_DATA,
    OUT_OF_SCOPE,
    register,
    register_ranks,
)
from homonym.adapters._shared.truth_and_lists import truth_and_lists
from homonym.adapters.contract import Adapter
from homonym.reference.case import AnyCase

adapter = register_ranks(
    register(
        Adapter(
            library="stosa",
            module="utils",
            title="STOSA",
            homepage="https://github.com/zfan20/STOSA",
            names=lambda: [*functions(import_module("utils"), classes=True)],
            files=("utils.py",),
            elsewhere={"trainers.py": "calls those of utils.py"},
            checkout=True,
            load=in_folder("."),
            out_of_scope={
                **OF_DATA,
                **OUT_OF_SCOPE,
                **dict.fromkeys(
                    ["dcg_at_k", "ndcg_at_k"],
                    "of one row of hits: cal_mrr's neighbours",
                ),
            },
        )
    )
)


@adapter.metric("cal_mrr", "reciprocal_rank")
def cal_mrr(case: AnyCase) -> float:
    """The mean over everybody; it gives each user's number too."""
    found = import_module("utils").cal_mrr(*truth_and_lists(case))
    return float(found[0])
