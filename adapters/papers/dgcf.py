"""DGCF: NGCF's functions, but for an NDCG that is given the user's relevant items."""

from __future__ import annotations

from homonym.adapters._shared.clones import in_folder
from homonym.adapters._shared.ngcf_functions import (
    OUT_OF_SCOPE,
    items,
    names_of,
    register,
)
from homonym.adapters.contract import Adapter

adapter = register(
    Adapter(
        library="dgcf",
        module="utility.metrics",
        title="DGCF",
        homepage="https://github.com/xiangwang1223/disentangled_graph_collaborative_filtering",
        names=names_of("utility.metrics"),
        files=("DGCF_v1/utility/metrics.py",),
        elsewhere={"DGCF_v1/utility/batch_test.py": "calls those of metrics.py"},
        checkout=True,
        load=in_folder("DGCF_v1"),
        out_of_scope=OUT_OF_SCOPE,
    ),
    ndcg=items,
)
