"""KGAT: NGCF's functions, and a loss."""

from __future__ import annotations

from homonym.adapters._shared.clones import in_folder
from homonym.adapters._shared.ngcf_functions import OUT_OF_SCOPE, names_of, register
from homonym.adapters.contract import Adapter

adapter = register(
    Adapter(
        library="kgat",
        module="utility.metrics",
        title="KGAT",
        homepage="https://github.com/xiangwang1223/knowledge_graph_attention_network",
        names=names_of("utility.metrics"),
        files=("Model/utility/metrics.py",),
        elsewhere={"Model/utility/batch_test.py": "calls those of metrics.py"},
        checkout=True,
        load=in_folder("Model"),
        out_of_scope={**OUT_OF_SCOPE, "logloss": "a loss: not a metric of rankings"},
    )
)
