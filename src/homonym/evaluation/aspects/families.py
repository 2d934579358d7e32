"""Definitions of lists of items with aspects: start at `values`.

The reference itself computes them, user by user: an ideal ordering is sought greedily,
which no table is joined or summed for.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from statistics import fmean

from homonym.errors import UserError
from homonym.reference.case import CaseError
from homonym.reference.diversity.case import AspectCase
from homonym.reference.variants import Number, Variant

FAMILIES = (
    *("alpha_ndcg", "alpha_beta_ndcg", "err_ia", "eu", "nrbp", "rbu"),
    *("s_recall", "s_rr"),
)


def values(
    case: AspectCase, variants: Iterable[Variant]
) -> dict[Variant, float | None]:
    """What each definition gives, None where it is undefined for a user; UserError for
    a rating outside its scale."""
    return {one: value_of(case, one) for one in variants}


def value_of(case: AspectCase, variant: Variant) -> float | None:
    """The number; of per-user numbers the mean of those that there are."""
    check_scale(case, variant)
    try:
        found: Number = variant.value(case)
    except CaseError:  # a user likes no aspect, by which aspects are weighed
        return None
    if not isinstance(found, tuple):
        return found
    numbers = [one for one in found if one is not None]
    return fmean(numbers) if numbers else None


def check_scale(case: AspectCase, variant: Variant) -> None:
    """UserError for a rating outside the scale of a definition that has one."""
    known = {**variant.home.parameters, **dict(variant.parameters)}
    highest = known.get("r_max", inf)
    for user in case.users:
        for item in (*user.candidates, *user.profile):
            if not 0 <= (item.rating or 0) <= highest and "r_max" in known:
                raise UserError(
                    f"{variant} takes ratings from 0 to {highest:g}, and a user gave "
                    f"{item.rating:g}",
                    f"write the highest rating, as {variant.family}(r_max=10, …)",
                )
