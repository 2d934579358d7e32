"""Expected reciprocal rank over tables."""

from __future__ import annotations

from math import log1p

import ibis
from ibis import _, ifelse

from homonym.evaluation.plan import Asked, PartColumns

NEVER = -1e4
"""The logarithm of a chance of 0, near enough."""


def err(asked: Asked) -> PartColumns:
    """Each hit's chance to satisfy, over its rank, if none above it has."""
    g_max, hits = asked.numbers["g_max"], asked.hits
    stops = asked.function("stops")

    def chance(g: float) -> float:
        return float(stops(min(g, g_max), g_max))

    def goes_on(g: float) -> float:
        return log1p(-chance(g)) if chance(g) < 1 else NEVER

    called = f"err.stops={asked.names['stops']} of {g_max}"
    satisfied = hits.look_up(called, chance, _.g)
    passed = hits.look_up(f"{called}, passed", goes_on, _.g)
    before = ibis.window(group_by=_.u, order_by=_.n, rows=(None, -1))
    comes = hits.derive(ifelse(_.rel, passed, 0.0).sum().over(before).fill_null(0.0))
    return PartColumns(
        hits.each(ifelse(_.rel, comes.exp() * satisfied / _.n, 0.0).sum()), 1
    )
