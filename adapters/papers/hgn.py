"""HGN: functions of everybody's test items and ranked items."""

from __future__ import annotations

from importlib import import_module

from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.hgn_functions import OUT_OF_SCOPE, register
from homonym.adapters.contract import Adapter

adapter = register(
    Adapter(
        library="hgn",
        module="eval_metrics",
        title="HGN",
        homepage="https://github.com/allenjack/HGN",
        names=lambda: [*functions(import_module("eval_metrics"))],
        files=("eval_metrics.py",),
        checkout=True,
        out_of_scope=OUT_OF_SCOPE,
    )
)
