r"""Novelty- and rank-biased precision: α-NDCG's gains, read by a patient reader.

    NRBP = \frac{1 - (1 - \alpha) \beta}{|A|} \sum_n \beta^{n-1} \sum_a J(i_n, a)
           (1 - \alpha)^{\rho_{a,n-1}}                             range 0 to 1

β is the chance that the reader goes on to the next item, α the chance that an
item satisfies the interest in an aspect; 0 for a user who likes no candidate, to whom
no aspect matters. The divisor is what an endless list of fully
relevant items would give. Source: Clarke et al. 2009; parameters of Parapar and
Radlinski 2021, section 5.2. Start at `nrbp`, at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from homonym.reference.axes import Axis
from homonym.reference.diversity.cascade import Discounted, Reader, summed
from homonym.reference.diversity.case import AspectCase, User
from homonym.reference.diversity.ideal import greedily
from homonym.reference.diversity.parameters import SCALE, SHARE
from homonym.reference.diversity.relevance import Relevance, check_scale, relevance
from homonym.reference.diversity.users import users
from homonym.reference.diversity.weights import WeightsOf, weights
from homonym.reference.families import family, same
from homonym.reference.parts import Part

Norm = Callable[[User, int, Discounted, float], float]

depth = Axis("how far down the list the metric looks")


@depth("n \\le |L|", name="all", source="Clarke et al. 2009")
def whole_list(user: User, k: int) -> int:
    """The whole list: there is no cut-off."""
    return max(len(user.ranked), len(user.judged))


@depth("n \\le k", name="k")
def to_cut_off(user: User, k: int) -> int:
    """The first k ranks."""
    return k


norm = Axis("what the gain of the list is divided by")


@norm(r"\frac{1}{1 - (1 - \alpha) \beta}", source="Clarke et al. 2009")
def endless(user: User, deep: int, gained: Discounted, ratio: float) -> float:
    """The gain of an endless list of items fully relevant to every aspect."""
    return 1 / (1 - ratio)


@norm("greedy by gain", name="greedy", source="ndeval: nNRBP")
def greedy_ideal(user: User, deep: int, gained: Discounted, ratio: float) -> float:
    """The gain of the user's judged items, at each rank the one that adds most."""
    return gained(greedily(gained, user.judged, deep))


def patient(n: int, beta: float) -> float:
    r"""\beta^{n-1}: the chance that the reader gets that far."""
    return float(beta ** (n - 1))


@family(
    "NRBP",
    also={"nNRBP": {"norm": "greedy"}},
    parameters={"alpha": 0.25, "beta": 0.9, "r_max": 5},
    limits={"alpha": SHARE, "beta": SHARE, "r_max": SCALE},
    rows=(
        "<users>",
        r"a_u = \sum_n \beta^{n-1} G(i_n), \; <depth>",
        "b_u = <norm>",
        r"G(i) = \sum_{a \in i} J(i) \, P(a | u, S)",
        r"J(i) = <relevance>, \; P(a | u) = <weights>",
        r"P(a | u, S) = P(a | u) \prod_{j \in S, a \in j} (1 - \alpha J(j)), \;"
        r" S \text{ the items above } i",
    ),
    takes=AspectCase,
    relevance=relevance,
    weights=weights,
    norm=norm,
    depth=depth,
    users=users,
)
def nrbp(
    user: User,
    k: int,
    relevance: Relevance,
    weights: WeightsOf,
    norm: Norm,
    depth: Callable[[User, int], int],
    alpha: float,
    beta: float,
    r_max: float,
) -> Part:
    """(discounted gain, divisor) of one user.

    >>> from homonym.reference.variants import Variant
    >>> from homonym.reference.diversity.case import AspectCase
    >>> variant = Variant.parse("nrbp(relevance=binary)")
    >>> round(variant.value(AspectCase.parse("5a @1")), 4)
    0.325
    """
    check_scale(user, r_max)
    reader = Reader(
        weights=weights(user),
        uses=lambda item: alpha * relevance(item, r_max),
        worth=lambda item: relevance(item, r_max),
        gain=summed,
        r_max=r_max,
    )
    gained = Discounted(reader, partial(patient, beta=beta))
    deep = depth(user, k)
    return gained(user.ranked[:deep]), norm(user, deep, gained, (1 - alpha) * beta)


@same(nrbp, "an aspect of no liked item adds nothing, and equal weights cancel")
def equal_weights(weights: str, norm: str, **_: str) -> dict[str, str]:
    cancels = norm == "greedy" and weights == "uniform_catalogue"
    return {"weights": "uniform"} if cancels else {}
