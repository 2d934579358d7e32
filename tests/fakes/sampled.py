"""Some of the subtle lies, every fourth, and all that does not lie: what runs where the
whole library is too slow."""

from __future__ import annotations

from dataclasses import replace

from fakes.subtle import adapter as whole
from fakes.subtle import honest

__version__ = "1.0.0"
LIES = [n for n, m in whole.metrics.items() if m.call.__module__ != honest.__name__]
SAMPLE = LIES[::4]
left = set(LIES) - set(SAMPLE)
adapter = replace(
    whole,
    library="fakes.sampled",
    module="fakes.sampled",
    names=lambda: list(adapter.metrics),
    metrics={n: metric for n, metric in whole.metrics.items() if n not in left},
)
