"""Some of the subtle lies, and some of what does not lie: what runs where the whole
library is too slow. None is of NDCG or AUC with their thousands of definitions."""

from __future__ import annotations

from dataclasses import replace

from fakes.subtle import adapter as whole
from fakes.subtle import honest

__version__ = "1.0.0"
QUICK = {n: m for n, m in whole.metrics.items() if m.claims not in ("ndcg", "auc")}
HONEST = [n for n, m in QUICK.items() if m.call.__module__ == honest.__name__]
LIES = [name for name in QUICK if name not in HONEST]
SAMPLE = {
    *LIES[::8],
    *HONEST[::4],
    *("relevant_above_zero", "pairs_users_by_position"),
}
adapter = replace(
    whole,
    library="fakes.sampled",
    module="fakes.sampled",
    names=lambda: list(adapter.metrics),
    metrics={name: metric for name, metric in QUICK.items() if name in SAMPLE},
)
