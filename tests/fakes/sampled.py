"""Some of the subtle lies, every sixth, and all that does not lie, but for NDCG and AUC
with their thousands of definitions: what runs where the whole library is too slow."""

from __future__ import annotations

from dataclasses import replace

from fakes.subtle import adapter as whole
from fakes.subtle import honest

__version__ = "1.0.0"
QUICK = {n: m for n, m in whole.metrics.items() if m.claims not in ("ndcg", "auc")}
LIES = [n for n, m in QUICK.items() if m.call.__module__ != honest.__name__]
left = set(LIES) - set(LIES[::6])
adapter = replace(
    whole,
    library="fakes.sampled",
    module="fakes.sampled",
    names=lambda: list(adapter.metrics),
    metrics={n: metric for n, metric in QUICK.items() if n not in left},
)
