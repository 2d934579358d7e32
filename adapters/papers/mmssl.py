"""MMSSL: NGCF's functions, as LATTICE has them."""

from __future__ import annotations

from homonym.adapters._shared.clones import in_folder
from homonym.adapters._shared.ngcf_functions import OUT_OF_SCOPE, names_of, register
from homonym.adapters.contract import Adapter

adapter = register(
    Adapter(
        library="mmssl",
        module="utility.metrics",
        title="MMSSL",
        homepage="https://github.com/HKUDS/MMSSL",
        names=names_of("utility.metrics"),
        files=("MMSSL/utility/metrics.py",),
        elsewhere={
            "MMSSL/utility/batch_test.py": "calls those of metrics.py",
            "LATTICE/*": "what it is compared with: LATTICE's own repository has it",
            "MICRO/*": "what it is compared with",
        },
        checkout=True,
        load=in_folder("MMSSL"),
        out_of_scope=OUT_OF_SCOPE,
    )
)
