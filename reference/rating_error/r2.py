r"""Explained share: how much better predictions are than the mean rating.

    R^2 = 1 - \frac{\sum (r - p)^2}{\sum (r - \bar r)^2}           range 1 downwards

The explained variance leaves a constant error out: its numerator is the sum of
(r - p - mean of r - p)^2. Both are undefined where the ratings do not vary, as a
single one does not: scikit-learn's r2_score is NaN for one sample, and finite for equal
ratings only by its argument force_finite. Source: Draper and Smith 1998; scikit-learn.
Start at `r2`, at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from homonym.reference.axes import Axis
from homonym.reference.families import family
from homonym.reference.parts import quotient, ratio
from homonym.reference.rating_error.case import Rated, RatingCase
from homonym.reference.rating_error.errors import (
    Clip,
    KeptRatings,
    PredictedRating,
    clipped,
    dropped,
    equal_in_order,
    kept,
    together,
)

constant = Axis("whether an error that all predictions share counts")


@constant(r"\sum (r - p)^2", source="scikit-learn, r2_score; recommenders, rsquared")
def counts(errors: Sequence[float]) -> float:
    """It does: this is R²."""
    return sum(error**2 for error in errors)


@constant(
    r"\sum (r - p - \overline{r - p})^2",
    source="scikit-learn, explained_variance_score; recommenders, exp_var",
)
def forgiven(errors: Sequence[float]) -> float:
    """It does not: this is the explained variance."""
    return around_mean(errors)


def around_mean(values: Sequence[float]) -> float:
    """The sum of the squared distances from the mean."""
    middle = ratio((sum(values), len(values)))
    return sum((value - middle) ** 2 for value in values)


def explained(
    parts: Sequence[KeptRatings],
    people: Sequence[Rated],
    k: int,
    users: Callable[[Sequence[KeptRatings]], list[PredictedRating]],
    constant: Callable[[Sequence[float]], float],
    **_: object,
) -> float | None:
    """One minus the share of the variance that is left."""
    pairs = users(parts)
    spread = around_mean([rating for rating, _ in pairs])
    left = quotient((constant([rating - p for rating, p in pairs]), spread))
    return None if left is None else 1 - left


@family(
    "Explained share",
    also={
        "rsquared": {},
        "explained_variance": {"constant": "forgiven"},
        "exp_var": {"constant": "forgiven"},
    },
    combine=explained,
    takes=RatingCase,
    rows=(
        r"1 - \frac{<constant>}{\sum (r - \bar r)^2}"
        r" \text{ over the pairs of all users}",
        "<clipped.row>",
    ),
    constant=constant,
    clipped=clipped,
    users=together,
)
def r2(user: Rated, k: int, clipped: Clip, **choices: object) -> KeptRatings:
    """One user's predicted pairs; `explained` takes those of all users.

    >>> from homonym.reference.variants import Variant
    >>> case = RatingCase.parse("5=4 3=2")
    >>> one = Variant.parse("r2(constant=counts)")
    >>> other = Variant.parse("explained_variance")
    >>> one.value(case), other.value(case)
    (0.0, 1.0)
    """
    return kept(user, dropped, clipped)


equal_in_order(r2, clipped)
