"""UltraGCN: LightGCN-PyTorch's functions, whose recall counts a user without relevant
items as 0."""

from __future__ import annotations

from importlib import import_module

from homonym.adapters._shared.clones import functions_alone
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.lightgcn_functions import NAMES, register
from homonym.adapters.contract import Adapter

adapter = register(
    Adapter(
        library="ultragcn",
        module="main",
        title="UltraGCN",
        homepage="https://github.com/xue-pai/UltraGCN",
        names=lambda: [*functions(import_module("main"))],
        files=("main.py",),
        checkout=True,
        load=functions_alone("main.py", NAMES, ["import numpy as np"]),
        loaded="its functions alone: main.py imports what no metric uses",
        out_of_scope={"getLabel": "makes the matrix that the metrics take"},
    )
)
