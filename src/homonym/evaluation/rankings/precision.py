"""Precision over tables."""

from __future__ import annotations

from ibis import _, ifelse

from homonym.evaluation.plan import Asked, PartColumns
from homonym.evaluation.rankings.ranks import count_hits_by_rank


def precision(asked: Asked) -> PartColumns:
    """Hits over the divisor."""
    last = asked.hits.each(ifelse(_.rel, _.n, 0).max())
    divisor = asked.divisor("divisor", {"last_hit": last})
    return PartColumns(count_hits_by_rank(asked), divisor)
