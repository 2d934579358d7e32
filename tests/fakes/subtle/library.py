"""The adapter of the subtle lies, on which the modules beside it register theirs."""

from __future__ import annotations

from homonym.adapters.contract import Adapter

adapter = Adapter(
    library="fakes.subtle",
    module="fakes.subtle",
    title="Subtle",
    homepage="https://example.org/subtle",
    names=lambda: list(adapter.metrics),
)
