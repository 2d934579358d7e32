"""MixGCF: NGCF's functions, but for an NDCG that is given the user's relevant items."""

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
        library="mixgcf",
        module="utils.metrics",
        title="MixGCF",
        homepage="https://github.com/huangtinglin/MixGCF",
        names=names_of("utils.metrics"),
        files=("utils/metrics.py",),
        elsewhere={"utils/evaluate.py": "calls those of metrics.py"},
        checkout=True,
        load=in_folder("."),
        out_of_scope=OUT_OF_SCOPE,
    ),
    ndcg=items,
    auc="AUC",
)
