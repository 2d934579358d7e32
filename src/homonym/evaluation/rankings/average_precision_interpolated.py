"""Interpolated average precision over tables."""

from __future__ import annotations

from collections import Counter

import ibis
from ibis import _, ifelse

from homonym.evaluation.plan import Asked, PartColumns


def average_precision_interpolated(asked: Asked) -> PartColumns:
    """At each level the best precision from the hit on that reaches it: it counts as
    often as levels ask for this hit."""
    levels = asked.function("points")

    def asked_for(r: float, j: float) -> float:
        return Counter(max(1, level) for level in levels(int(r)))[int(j)]

    called = f"levels {asked.names['points']}"
    hits = asked.plan.hits
    times = hits.look_up(called, asked_for, _.r, _.j)
    from_here = ibis.window(group_by=_.u, order_by=_.n, rows=(0, None))
    best = hits.derive(ifelse(_.rel, _.j / _.n, 0.0).max().over(from_here))
    return PartColumns(
        hits.each(ifelse(_.rel, times * best, 0.0).sum()), len(levels(1))
    )
