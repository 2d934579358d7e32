"""How deep definitions look into the lists: `find_deepest_rank`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from homonym.evaluation.plan import Asked, Plan
from homonym.reference.variants import Variant

AT_RANK = {"strict": 0, "in_list": 0, "off_by_one": 1}
"""By the choice on `rank`: how many ranks more a hit may stand. By any other a hit's
rank in the list says nothing of whether it counts."""


def find_deepest_rank(
    variants: Iterable[Variant], cut_offs: Sequence[int]
) -> int | None:
    """The last rank that one of the definitions looks at; None where one looks at the
    whole list."""
    found = {find_variant_depth(one, k) for one in variants for k in cut_offs}
    return None if None in found else max((one for one in found if one), default=None)


def find_variant_depth(variant: Variant, k: int) -> int | None:
    """The last rank that a definition looks at."""
    names = variant.names
    whole = "depth" not in names or names.get("ideal") == "list_all"
    if whole or names.get("rank", "strict") not in AT_RANK:
        return None
    depth = Asked(Plan(k), variant).depth
    more = AT_RANK[names.get("rank", "strict")]
    return None if depth is None else max(depth, k) + more
