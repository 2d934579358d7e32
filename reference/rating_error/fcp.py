r"""Fraction of concordant pairs: how often the item rated higher is predicted higher.

    FCP = \frac{n_c}{n_c + n_d}                                range 0 to 1

n_c pairs of a user's items are ordered alike by rating and prediction, n_d are not;
undefined where there is neither. Source: Koren and Sill 2013. Start at `fcp`, at the
bottom.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from homonym.reference.axes import Axis
from homonym.reference.families import family
from homonym.reference.parts import Part, quotient, ratio
from homonym.reference.rating_error.case import Rated, RatingCase
from homonym.reference.rating_error.errors import (
    Clip,
    clipped,
    dropped,
    equal_in_order,
    kept,
)

users = Axis("how the users are combined")


@users(
    r"\frac{\sum_u n_c}{\sum_u n_c + n_d}", name="pooled", source="Koren and Sill 2013"
)
def all_pairs(parts: Sequence[Part]) -> float | None:
    """All pairs alike, whoever rated them."""
    alike, other = (sum(part[side] for part in parts) for side in (0, 1))
    return quotient((alike, alike + other))


@users(
    r"\frac{\bar n_c}{\bar n_c + \bar n_d}",
    source="Surprise 1.1.5: each mean is over the users who have such a pair",
    row=r"\frac{\bar n_c}{\bar n_c + \bar n_d}"
    r" \text{, each mean over the users who have such a pair}",
)
def means_of_some(parts: Sequence[Part]) -> float | None:
    """Mean numbers of pairs, each over the users who have a pair of that kind."""
    alike, other = (mean_above_0([part[side] for part in parts]) for side in (0, 1))
    return quotient((alike, alike + other))


def mean_above_0(counts: Sequence[float]) -> float:
    """The mean of the counts that are not 0; 0 where all are."""
    found = [count for count in counts if count]
    return ratio((sum(found), len(found)))


tied = Axis("what a pair of equal predictions counts as")


@tied("n_d", source="Surprise 1.1.5", row=r"\le")
def discordant(first: float, second: float) -> bool:
    """Ordered the other way round."""
    return first <= second


@tied("-", source="Koren and Sill 2013", row="<")
def ignored(first: float, second: float) -> bool:
    """Nothing."""
    return first < second


def combine(
    parts: Sequence[Part],
    people: Sequence[Rated],
    k: int,
    users: Callable[[Sequence[Part]], float | None],
    **_: object,
) -> float | None:
    """The share of all pairs."""
    return users(parts)


@family(
    "Fraction of concordant pairs",
    also={"concordant-pairs": {}},
    combine=combine,
    takes=RatingCase,
    rows=(
        "<users>",
        r"n_c = |\{ (i, j) : r_i > r_j, p_i > p_j \}|",
        r"n_d = |\{ (i, j) : r_i > r_j, p_i <tied.row> p_j \}|",
        "<clipped.row>",
    ),
    tied=tied,
    clipped=clipped,
    users=users,
)
def fcp(
    user: Rated, k: int, tied: Callable[[float, float], bool], clipped: Clip
) -> Part:
    """(concordant pairs, discordant pairs) of one user.

    >>> from homonym.reference.variants import Variant
    >>> Variant.parse("fcp(tied=discordant)").value(RatingCase.parse("5=4 3=2 1=3"))
    0.6666666666666666
    """
    pairs, _ = kept(user, dropped, clipped)
    alike = other = 0
    for one, two in combinations(pairs, 2):
        (better, worse) = (one, two) if one[0] > two[0] else (two, one)
        if better[0] > worse[0]:
            alike += better[1] > worse[1]
            other += tied(better[1], worse[1])
    return alike, other


equal_in_order(fcp, clipped)
