"""Hit rate over tables."""

from __future__ import annotations

from homonym.evaluation.plan import Asked, PartColumns
from homonym.evaluation.rankings.ranks import found


def hit_rate(asked: Asked) -> PartColumns:
    """What is counted of a user's hits."""
    hits = found(asked.plan, asked.depth)
    called = f"hit_rate.counts={asked.names['counts']}"
    counted = asked.function("counts")
    return PartColumns(asked.plan.users.look_up(called, counted, hits), 1)
