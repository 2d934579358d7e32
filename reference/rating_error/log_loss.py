r"""Logarithmic loss: the mean surprise at a rating of 0 or 1, given its chance.

    -\frac{1}{n} \sum (y \ln p + (1 - y) \ln(1 - p))

A chance of 0 or 1 is moved inwards by eps. Descriptions differ in eps: 1e-15 (RecBole
1.2.1), the precision of the floating-point type (scikit-learn since 1.3).
Source: Good 1952. Start at `log_loss`, at the bottom.
"""

from __future__ import annotations

from math import log

from homonym.reference.axes import family
from homonym.reference.case import CaseError
from homonym.reference.rating_error.case import Rated, RatingCase
from homonym.reference.rating_error.errors import (
    Missing,
    as_given,
    as_it_is,
    combined,
    kept,
    missing,
    users,
)
from homonym.reference.users import Part


@family(
    "Logarithmic loss",
    also={"LogLoss": {}},
    combine=combined(as_it_is),
    parameters={"eps": 1e-15},
    takes=RatingCase,
    missing=missing,
    users=users,
)
def log_loss(user: Rated, k: int, missing: Missing, eps: float) -> Part:
    """(sum of the surprises, ratings) of one user.

    >>> from homonym.reference.axes import Variant
    >>> round(Variant.parse("LogLoss").value(RatingCase.parse("1=0.5 0=0.5")), 4)
    0.6931

    Raises CaseError for a label that is not 0 or 1, or a chance outside 0 to 1.
    """
    pairs, count = kept(user, missing, as_given)
    return sum(surprise(label, chance, eps) for label, chance in pairs), count


def surprise(label: float, chance: float, eps: float) -> float:
    """How surprising the label is."""
    if label not in (0, 1) or not 0 <= chance <= 1:
        raise CaseError(
            f"the pair {label:g}={chance:g} has no logarithmic loss: the rating must "
            "be 0 or 1 and its prediction a chance from 0 to 1"
        )
    inside = min(max(chance, eps), 1 - eps)
    return -log(inside if label else 1 - inside)
