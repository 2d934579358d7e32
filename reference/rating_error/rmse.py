r"""Root mean squared error: large errors weigh more.

    \sqrt{ \frac{1}{n} \sum (r - p)^2 }

Source: Herlocker et al. 2004. Start at `rmse`, at the bottom.
"""

from __future__ import annotations

from homonym.reference.elementary import sqrt
from homonym.reference.families import family
from homonym.reference.parts import Part
from homonym.reference.rating_error.case import Rated, RatingCase
from homonym.reference.rating_error.errors import (
    Clip,
    Missing,
    clipped,
    combined,
    equal_in_order,
    missing_on_scale,
    users,
)
from homonym.reference.rating_error.mse import mse


@family(
    "Root mean squared error",
    also={"root-mean-squared-error": {}},
    combine=combined(sqrt),
    takes=RatingCase,
    rows=(
        "<users.root>",
        r"a_u = \sum (r - p)^2",
        "b_u = <missing.row>",
        "<clipped.row>",
    ),
    missing=missing_on_scale,
    clipped=clipped,
    users=users,
)
def rmse(user: Rated, k: int, missing: Missing, clipped: Clip) -> Part:
    """(sum of the errors, ratings) of one user.

    >>> from homonym.reference.variants import Variant
    >>> Variant.parse("rmse(missing=dropped)").value(RatingCase.parse("5=3 4=4 2=."))
    1.4142135623730951
    """
    return mse(user, k, missing, clipped)


equal_in_order(rmse, missing_on_scale, clipped)
