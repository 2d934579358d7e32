"""Every family of predicted ratings over tables: start at
`evaluate_rating_variants`."""

from __future__ import annotations

from collections.abc import Iterable

from homonym.evaluation.plan import Asked, Plan
from homonym.evaluation.ratings.errors import ERRORS, compute_error_numbers
from homonym.evaluation.ratings.fcp import fcp
from homonym.evaluation.ratings.pairs import RatingPairs
from homonym.evaluation.ratings.r2 import r2
from homonym.reference.variants import Variant

OWN = {"fcp": fcp, "r2": r2}
"""Families that are no sum of errors, each by its own function."""
FAMILIES = (*ERRORS, *OWN)


def evaluate_rating_variants(
    pairs: RatingPairs, variants: Iterable[Variant]
) -> dict[Variant, float | None]:
    """What each variant gives; None where it is undefined."""
    every = [Asked(Plan(0), variant) for variant in variants]
    errors = [one for one in every if one.variant.family in ERRORS]
    numbers = compute_error_numbers(pairs, errors, ERRORS)
    found = dict(zip((one.variant for one in errors), numbers, strict=True))
    for one in every:
        if own := OWN.get(one.variant.family):
            found[one.variant] = own(one, pairs)
    return found
