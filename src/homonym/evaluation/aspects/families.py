"""Definitions of lists of items with aspects: start at `compute_aspect_parts`.

The reference itself computes them, user by user: an ideal ordering is sought greedily,
which no table is joined or summed for.
"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

from homonym.errors import UserError
from homonym.reference.case import CaseError
from homonym.reference.diversity.case import AspectCase, Items, User
from homonym.reference.parts import Part
from homonym.reference.variants import Number, Variant

FAMILIES = (
    *("alpha_ndcg", "alpha_beta_ndcg", "err_ia", "eu", "nrbp", "rbu"),
    *("s_recall", "s_rr"),
)


def compute_aspect_parts(
    case: AspectCase, variants: Iterable[Variant]
) -> dict[Variant, list[Part | None] | None]:
    """Each user's numerator and denominator for each definition, None of who is left
    out; None where a definition is undefined for a user; UserError for a rating outside
    its scale."""
    given = {
        item.rating or 0.0 for user in case.users for item in list_ratable_items(user)
    }
    found = {}
    for one in variants:
        check_scale(given, one)
        found[one] = list_user_aspect_parts(case, one)
    return found


def list_ratable_items(user: User) -> Items:
    """All that a user may have rated, in training too."""
    return user.candidates + user.profile


def list_user_aspect_parts(
    case: AspectCase, variant: Variant
) -> list[Part | None] | None:
    """What each user brings to one definition."""
    own, _combine = variant.home.steps(variant)
    try:
        return [own(user, case.k) for user in case.users]
    except CaseError:  # a user likes no aspect, by which aspects are weighed
        return None


def combine_aspect_parts(
    case: AspectCase, variant: Variant, own: list[Part | None] | None
) -> float | None:
    """The number of users' parts; of per-user numbers the mean of those that there
    are."""
    if own is None:
        return None
    _own, combine = variant.home.steps(variant)
    found: Number = combine(own, case)
    if not isinstance(found, tuple):
        return found
    numbers = [one for one in found if one is not None]
    return fmean(numbers) if numbers else None


def check_scale(given: Iterable[float], variant: Variant) -> None:
    """UserError for a rating outside the scale of a definition that has one."""
    known = {**variant.home.parameters, **dict(variant.parameters)}
    if "r_max" not in known:
        return
    for rating in given:
        if not 0 <= rating <= known["r_max"]:
            raise UserError(
                f"{variant} takes ratings from 0 to {known['r_max']:g}, and a user "
                f"gave {rating:g}",
                f"write the highest rating, as {variant.family}(r_max=10, …)",
            )
