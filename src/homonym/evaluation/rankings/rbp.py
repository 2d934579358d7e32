"""Rank-biased precision over tables."""

from __future__ import annotations

from ibis import _, ifelse

from homonym.evaluation.plan import Asked, PartColumns


def rbp(asked: Asked) -> PartColumns:
    """The discounted sum of what relevant items add."""
    p, hits = asked.numbers["p"], asked.hits
    called = f"rbp.gain={asked.names['gain']}"
    gain = hits.look_up(called, asked.function("gain"), _.g)
    comes = hits.look_up(f"{p} to the n - 1", lambda n: p ** (n - 1), _.n)
    return PartColumns(hits.each(ifelse(_.rel, gain * comes, 0.0).sum()) * (1 - p), 1)
