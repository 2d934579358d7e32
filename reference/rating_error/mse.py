r"""Mean squared error: the mean squared distance of prediction and rating.

    \frac{1}{n} \sum (r - p)^2

Source: Herlocker et al. 2004. Start at `mse`, at the bottom.
"""

from __future__ import annotations

from homonym.reference.families import family
from homonym.reference.parts import Part
from homonym.reference.rating_error.case import Rated, RatingCase
from homonym.reference.rating_error.errors import (
    Clip,
    Missing,
    as_it_is,
    clipped,
    combined,
    equal_in_order,
    kept,
    missing_on_scale,
    users,
)


@family(
    "Mean squared error",
    also={"mean-squared-error": {}},
    combine=combined(as_it_is),
    takes=RatingCase,
    rows=(
        "<users.error>",
        r"a_u = \sum (r - p)^2",
        "b_u = <missing.row>",
        "<clipped.row>",
    ),
    missing=missing_on_scale,
    clipped=clipped,
    users=users,
)
def mse(user: Rated, k: int, missing: Missing, clipped: Clip) -> Part:
    """(sum of the errors, ratings) of one user.

    >>> from homonym.reference.variants import Variant
    >>> Variant.parse("mse(missing=dropped)").value(RatingCase.parse("5=3 4=4 2=."))
    2.0
    """
    pairs, count = kept(user, missing, clipped)
    return sum((rating - prediction) ** 2 for rating, prediction in pairs), count


equal_in_order(mse, missing_on_scale, clipped)
