"""NGCF: functions of a user's row of hits, as long as its largest cut-off."""

from __future__ import annotations

from homonym.adapters._shared.clones import in_folder
from homonym.adapters._shared.ngcf_functions import OUT_OF_SCOPE, names_of, register
from homonym.adapters.contract import Adapter

adapter = register(
    Adapter(
        library="ngcf",
        module="utility.metrics",
        title="NGCF",
        homepage="https://github.com/xiangwang1223/neural_graph_collaborative_filtering",
        names=names_of("utility.metrics"),
        files=("NGCF/utility/metrics.py",),
        elsewhere={"NGCF/utility/batch_test.py": "calls those of metrics.py"},
        checkout=True,
        load=in_folder("NGCF"),
        out_of_scope=OUT_OF_SCOPE,
    )
)
