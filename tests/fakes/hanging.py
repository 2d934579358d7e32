"""A small library of which one metric never answers, and its adapter."""

from __future__ import annotations

import time
from pathlib import Path

from fakes.honest import computes
from homonym.adapters.contract import Adapter
from homonym.reference.case import AnyCase

__version__ = "1.0.0"
__path__: list[str] = [str(Path(__file__).parent)]

adapter = Adapter(
    library="fakes.hanging",
    module="fakes.hanging",
    title="Hanging",
    homepage="https://example.org/hanging",
    names=lambda: sorted(adapter.metrics),
)


@adapter.metric("precision", "precision")
def precision(case: AnyCase) -> float:
    return computes("precision", case)


@adapter.metric("hangs", "recall")
def hangs(case: AnyCase) -> float:
    time.sleep(60)
    return 0.0
