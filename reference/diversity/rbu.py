r"""Rank-biased utility: the satisfaction of ERR, the reader of RBP, the effort of EU.

    S[n] = \sum_a P(a|u) \, R(i_n, a) \prod_{m<n} (1 - R(i_m, a))
    RBU = (1 - p) \sum_n p^{n-1} (S[n] - e)
    range -e to 1

Descriptions differ in the factor 1 - p of rank-biased precision: the program that the
authors published has it (factor=one_minus_p), the sum without it ranks lists of one
length alike (factor=none). That program takes as the highest rating of an aspect the
best that the user gave to it; here it is that of the scale, r_max.
Source: Amigó, Spina and Carrillo-de-Albornoz 2018. Start at `rbu`, at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import Axis
from homonym.reference.diversity.cascade import Discounted, Reader, summed
from homonym.reference.diversity.case import AspectCase, Item, User
from homonym.reference.diversity.eu import stops, weights
from homonym.reference.diversity.parameters import SCALE, SHARE
from homonym.reference.diversity.relevance import Relevance, check_scale
from homonym.reference.diversity.relevance import relevance as any_relevance
from homonym.reference.diversity.users import users
from homonym.reference.diversity.weights import WeightsOf
from homonym.reference.families import family
from homonym.reference.parts import Part

relevance = any_relevance.led_by("exponential")

factor = Axis("what the sum over the ranks is multiplied by")


@factor("1 - p", source="Amigó et al. 2018, the authors' program")
def one_minus_p(p: float) -> float:
    """The chance to stop, as in rank-biased precision."""
    return 1 - p


@factor("1", name="none")
def no_factor(p: float) -> float:
    """Nothing."""
    return 1.0


@family(
    "RBU",
    also={"rank-biased-utility": {}},
    parameters={"e": 0.05, "p": 0.99, "r_max": 5},
    limits={"p": SHARE, "r_max": SCALE},
    takes=AspectCase,
    factor=factor,
    relevance=relevance,
    weights=weights,
    users=users,
)
def rbu(
    user: User,
    k: int,
    factor: Callable[[float], float],
    relevance: Relevance,
    weights: WeightsOf,
    e: float,
    p: float,
    r_max: float,
) -> Part:
    """(utility, 1) of one user.

    >>> from homonym.reference.variants import Variant
    >>> from homonym.reference.diversity.case import AspectCase
    >>> case = AspectCase.parse("5a > 5a @1")
    >>> round(Variant.parse("rbu(factor=none)").value(case), 5)
    0.91875
    """
    check_scale(user, r_max)

    def relevant(item: Item) -> float:
        return relevance(item, r_max)

    reading = Reader(weights(user), relevant, relevant, summed, r_max)
    gained = Discounted(reading, lambda n: stops(n, p))
    listed = user.ranked[:k]
    effort = e * sum(stops(n, p) for n in range(1, len(listed) + 1))
    return factor(p) * (gained(listed) - effort), 1
