"""LATTICE: NGCF's functions, whose recall of a user without relevant items is 0."""

from __future__ import annotations

from homonym.adapters._shared.clones import in_folder
from homonym.adapters._shared.ngcf_functions import OUT_OF_SCOPE, names_of, register
from homonym.adapters.contract import Adapter

adapter = register(
    Adapter(
        library="lattice",
        module="utility.metrics",
        title="LATTICE",
        homepage="https://github.com/CRIPAC-DIG/LATTICE",
        names=names_of("utility.metrics"),
        files=("codes/utility/metrics.py",),
        elsewhere={"codes/utility/batch_test.py": "calls those of metrics.py"},
        checkout=True,
        load=in_folder("codes"),
        out_of_scope=OUT_OF_SCOPE,
    )
)
