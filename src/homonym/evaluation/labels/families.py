"""Every family of labels with chances over tables: start at
`evaluate_label_variants`."""

from __future__ import annotations

from collections.abc import Iterable

from homonym.evaluation.labels.log_loss import log_loss
from homonym.evaluation.plan import Asked, Plan
from homonym.evaluation.ratings.errors import compute_error_numbers
from homonym.evaluation.ratings.pairs import RatingPairs
from homonym.reference.variants import Variant

ERRORS = {"log_loss": log_loss}
FAMILIES = tuple(ERRORS)


def evaluate_label_variants(
    pairs: RatingPairs, variants: Iterable[Variant]
) -> dict[Variant, float | None]:
    """What each variant gives; None where it is undefined."""
    every = [Asked(Plan(0), variant) for variant in variants]
    numbers = compute_error_numbers(pairs, every, ERRORS)
    return dict(zip((one.variant for one in every), numbers, strict=True))
