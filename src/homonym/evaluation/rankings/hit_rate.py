"""Hit rate over tables."""

from __future__ import annotations

from homonym.evaluation.plan import Asked, PartColumns
from homonym.evaluation.rankings.ranks import count_hits_to_depth


def hit_rate(asked: Asked) -> PartColumns:
    """What is counted of a user's hits."""
    hits = count_hits_to_depth(asked.plan, asked.depth)
    called = f"hit_rate.counts={asked.names['counts']}"
    counted = asked.function("counts")
    return PartColumns(asked.plan.users.look_up(called, counted, hits), 1)
