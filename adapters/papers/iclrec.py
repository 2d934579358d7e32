"""ICLRec: HGN's functions, and one of ranks, for leave-one-out.

Its trainer prints what `recall_at_k` gives as HIT.
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
from homonym.adapters.contract import Adapter

adapter = register_ranks(
    register(
        Adapter(
            library="iclrec",
            module="utils",
            title="ICLRec",
            homepage="https://github.com/salesforce/ICLRec",
            names=lambda: [*functions(import_module("utils"), classes=True)],
            files=("src/utils.py",),
            elsewhere={"src/trainers.py": "calls those of utils.py"},
            checkout=True,
            load=in_folder("src/"),
            out_of_scope={
                **OF_DATA,
                **OUT_OF_SCOPE,
                "nCr": "how many choices there are",
            },
        )
    )
)
