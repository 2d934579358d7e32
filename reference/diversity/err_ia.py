r"""Intent-aware expected reciprocal rank: where the reader of an aspect stops.

    ERR = \sum_a P(a|u) \sum_n \frac{1}{n} R(i_n, a) \prod_{m<n} (1 - R(i_m, a))
    range 0 to 1; 0 for a user who likes no candidate, to whom no aspect matters

Descriptions differ in what an item satisfies: R = (2^r - 1) / 2^r_max of Chapelle
et al. 2009 (reader=stops), or α of the interest as in α-NDCG, divided by the gain
of a list that is fully relevant (ndeval: reader=tires, ideal=perfect). Source: Chapelle
et al. 2011. Start at `err_ia`, at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import Axis
from homonym.reference.diversity.cascade import Discounted, Reader, summed
from homonym.reference.diversity.case import AspectCase, User
from homonym.reference.diversity.ideal import IdealGain
from homonym.reference.diversity.ideal import ideal as any_ideal
from homonym.reference.diversity.parameters import SCALE, SHARE
from homonym.reference.diversity.relevance import Relevance, check_scale
from homonym.reference.diversity.relevance import relevance as any_relevance
from homonym.reference.diversity.users import users
from homonym.reference.diversity.weights import WeightsOf, weights
from homonym.reference.families import family, same
from homonym.reference.parts import Part

relevance = any_relevance.led_by("exponential")

ideal = Axis(any_ideal.asks)
ideal.choices = {
    name: any_ideal.choices[name] for name in ("none", "perfect", "greedy")
}

reader = Axis("how far a relevant item satisfies the interest in an aspect")


@reader("R(i)", source="Chapelle et al. 2009")
def stops(relevant: float, alpha: float) -> float:
    """By its relevance: the reader stops there with that chance."""
    return relevant


@reader(r"\alpha J(i)", source="ndeval; Clarke et al. 2011")
def tires(relevant: float, alpha: float) -> float:
    """By a share alpha of its relevance, as in α-NDCG."""
    return alpha * relevant


def reciprocal(n: int) -> float:
    """One over the rank."""
    return 1 / n


@family(
    "ERR-IA",
    also={"nERR-IA": {"ideal": "greedy"}},
    parameters={"alpha": 0.5, "r_max": 5},
    limits={"alpha": SHARE, "r_max": SCALE},
    takes=AspectCase,
    relevance=relevance,
    reader=reader,
    weights=weights,
    ideal=ideal,
    users=users,
)
def err_ia(
    user: User,
    k: int,
    relevance: Relevance,
    reader: Callable[[float, float], float],
    weights: WeightsOf,
    ideal: IdealGain,
    alpha: float,
    r_max: float,
) -> Part:
    """(discounted gain, divisor) of one user.

    >>> from homonym.reference.variants import Variant
    >>> from homonym.reference.diversity.case import AspectCase
    >>> variant = Variant.parse("err_ia(relevance=exponential)")
    >>> variant.value(AspectCase.parse("0a 5a @2"))
    0.484375
    """
    check_scale(user, r_max)
    reading = Reader(
        weights=weights(user),
        uses=lambda item: reader(relevance(item, r_max), alpha),
        worth=lambda item: relevance(item, r_max),
        gain=summed,
        r_max=r_max,
    )
    gained = Discounted(reading, reciprocal)
    return gained(user.ranked[:k]), ideal(user, k, gained, user.judged)


@same(err_ia, "the first fully relevant item satisfies everyone: the divisor is 1")
def at_once(reader: str, relevance: str, ideal: str, **_: str) -> dict[str, str]:
    whole = reader == "stops" and relevance in ("binary", "graded")
    return {"ideal": "none"} if whole and ideal == "perfect" else {}


@same(err_ia, "an aspect of no liked item adds nothing, and equal weights cancel")
def equal_weights(weights: str, ideal: str, **_: str) -> dict[str, str]:
    cancels = ideal == "greedy" and weights == "uniform_catalogue"
    return {"weights": "uniform"} if cancels else {}
