"""How many relevant items count as recommended: the axis `rank` of several families."""

from __future__ import annotations

from ibis import _

from homonym.evaluation.lookups import Column
from homonym.evaluation.plan import Asked, Plan

COUNTED_AT = {"strict": _.n, "off_by_one": _.n - 1, "negatives_above": _.above}
"""The least cut-off at which a relevant item counts, by the choice on `rank`."""


def count_hits_by_rank(asked: Asked) -> Column:
    """The relevant items of a user that count, to the depth."""
    at = asked.chosen("rank", COUNTED_AT)
    if asked.depth is None or asked.names["rank"] == "strict":
        return count_hits_to_depth(asked.plan, asked.depth)
    return asked.plan.hits.each((_.rel & (at <= asked.depth)).sum())


def count_hits_to_depth(plan: Plan, depth: int | None) -> Column:
    """The relevant items of a user in the first ranks, or in the whole list."""
    return plan.hits_to(depth).each(_.rel.sum())
