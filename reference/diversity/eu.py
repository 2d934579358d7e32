r"""Expected utility: what a list is worth to its reader, less the effort of reading it.

    EU = \sum_n P(n) ( \sum_a P(a|u) \, J(i_n, a) (1 - \alpha)^{\rho_{a,n-1}} - e )
    unbounded below

Descriptions differ in the reader. Yang and Lad 2009, and the scorer of the TREC dynamic
domain track after them, let the reader go on with chance p after each item
(reader=stops). The parameters that Parapar and Radlinski 2021 print for EU have no p:
then everyone reads k items (reader=reads_all), and the order of items matters only
through what they repeat. Start at `eu`, at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import Axis
from homonym.reference.diversity.cascade import Discounted, Reader, summed
from homonym.reference.diversity.case import AspectCase, User
from homonym.reference.diversity.parameters import SCALE, SHARE
from homonym.reference.diversity.relevance import Relevance, check_scale
from homonym.reference.diversity.relevance import relevance as any_relevance
from homonym.reference.diversity.users import users
from homonym.reference.diversity.weights import WeightsOf
from homonym.reference.diversity.weights import weights as any_weights
from homonym.reference.families import family
from homonym.reference.parts import Part

relevance = any_relevance.led_by("graded")
weights = any_weights.led_by("train")

reader = Axis("who reads the item at rank n")


@reader("p^{n-1}", source="Yang and Lad 2009")
def stops(n: int, p: float) -> float:
    """Those who go on, with chance p after each item."""
    return float(p ** (n - 1))


@reader("1", source="Parapar and Radlinski 2021, section 5.2, which gives EU no p")
def reads_all(n: int, p: float) -> float:
    """Everyone, down to rank k."""
    return 1.0


@family(
    "Expected utility",
    also={"expected-utility": {}},
    parameters={"alpha": 0.25, "e": 0.05, "p": 0.99, "r_max": 5},
    limits={"alpha": SHARE, "p": SHARE, "r_max": SCALE},
    takes=AspectCase,
    reader=reader,
    relevance=relevance,
    weights=weights,
    users=users,
)
def eu(
    user: User,
    k: int,
    reader: Callable[[int, float], float],
    relevance: Relevance,
    weights: WeightsOf,
    alpha: float,
    e: float,
    p: float,
    r_max: float,
) -> Part:
    """(gain less effort, 1) of one user.

    >>> from homonym.reference.variants import Variant
    >>> from homonym.reference.diversity.case import AspectCase
    >>> variant = Variant.parse("eu(reader=stops)")
    >>> round(variant.value(AspectCase.parse("5a > 5a 0a @2")), 4)
    0.9005
    """
    check_scale(user, r_max)
    reading = Reader(
        weights=weights(user),
        uses=lambda item: alpha * relevance(item, r_max),
        worth=lambda item: relevance(item, r_max),
        gain=summed,
        r_max=r_max,
    )
    gained = Discounted(reading, lambda n: reader(n, p))
    listed = user.ranked[:k]
    effort = e * sum(reader(n, p) for n in range(1, len(listed) + 1))
    return gained(listed) - effort, 1
