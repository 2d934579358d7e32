r"""How relevant an item is to a user, for every aspect that it shows: J(i), 0 to 1."""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import Axis
from homonym.reference.brief import in_brief
from homonym.reference.case import CaseError, written
from homonym.reference.diversity.case import Item, User

Relevance = Callable[[Item, float], float]

relevance = Axis("how a rating becomes relevance")


@relevance("[r_{u,i} > 0]", source="Clarke et al. 2008")
def binary(item: Item, r_max: float) -> float:
    """1 for an item that the user rated above 0."""
    return float(share_of_scale(item, r_max) > 0)


@relevance(r"\frac{r_{u,i}}{r_{max}}", source="Parapar and Radlinski 2021, Eq. 6")
def graded(item: Item, r_max: float) -> float:
    """The rating as a share of the highest one; 0 where it is missing."""
    return share_of_scale(item, r_max)


@relevance(r"\frac{2^{r_{u,i}} - 1}{2^{r_{max}}}", source="Chapelle et al. 2009")
def exponential(item: Item, r_max: float) -> float:
    """Two to the rating, minus one, over two to the highest; 0 where it is missing."""
    share_of_scale(item, r_max)
    return float(2 ** (item.rating or 0) - 1) / 2**r_max


def check_scale(user: User, r_max: float) -> None:
    """Raise CaseError where a rating of the user's, in training too, is outside it."""
    for item in (*user.profile, *user.candidates):
        share_of_scale(item, r_max)


def share_of_scale(item: Item, r_max: float) -> float:
    """The rating over r_max; raises CaseError where it is outside the scale."""
    rating = item.rating or 0.0
    if not 0 <= rating <= r_max:
        raise CaseError(
            f"the rating of {in_brief(str(item))} is outside the scale: "
            f"it must be from 0 to {written(r_max)}, or give another r_max"
        )
    return rating / r_max
