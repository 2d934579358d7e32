r"""α-NDCG: discounted cumulative gain whose items tire the reader of their aspects.

    G[n] = \sum_a J(i_n, a) (1 - \alpha)^{\rho_{a,n-1}}
    DCG = \sum_n G[n] / \log_2(n + 1)
    range 0 to 1 with the best ordering as ideal; the greedy one is nearly that

\rho counts the relevant items with the aspect above rank n. With graded relevance the
interest wears off by (1 - \alpha J) for each of them.
Source: Clarke et al. 2008; Parapar and Radlinski 2021, section 3.1.
Start at `alpha_ndcg`, at the bottom.
"""

from __future__ import annotations

from math import log2

from homonym.reference.axes import family, same
from homonym.reference.diversity.cascade import Discounted, Gain, Reader, gain
from homonym.reference.diversity.case import AspectCase, User
from homonym.reference.diversity.ideal import Ideal, ideal
from homonym.reference.diversity.relevance import Relevance, relevance
from homonym.reference.diversity.users import users
from homonym.reference.diversity.weights import WeightsOf, weights
from homonym.reference.users import Part


def logarithmic(n: int) -> float:
    """One over the binary logarithm of the next rank."""
    return 1 / log2(n + 1)


@family(
    "α-NDCG",
    also={"alpha-nDCG": {}, "alpha-DCG": {"ideal": "perfect"}},
    parameters={"alpha": 0.5, "r_max": 5},
    takes=AspectCase,
    gain=gain,
    relevance=relevance,
    weights=weights,
    ideal=ideal,
    users=users,
)
def alpha_ndcg(
    user: User,
    k: int,
    gain: Gain,
    relevance: Relevance,
    weights: WeightsOf,
    ideal: Ideal,
    alpha: float,
    r_max: float,
) -> Part:
    """(DCG, ideal DCG) of one user.

    >>> from homonym.reference.axes import Variant
    >>> from homonym.reference.diversity.case import AspectCase
    >>> Variant.parse("alpha_ndcg").value(AspectCase.parse("5a 5b | 5ab @1"))
    0.5
    """
    reader = Reader(
        weights=weights(user),
        uses=lambda item: alpha * relevance(item, r_max),
        worth=lambda item: relevance(item, r_max),
        gain=gain,
        r_max=r_max,
    )
    dcg = Discounted(reader, logarithmic)
    return dcg(user.ranked[:k]), ideal(user, k, dcg, user.judged)


@same(alpha_ndcg, "an aspect of no liked item adds nothing, and equal weights cancel")
def equal_weights(gain: str, weights: str, ideal: str, **_: str) -> dict[str, str]:
    cancels = gain == "sum" and ideal in ("greedy", "by_aspects", "given")
    uniform = weights == "uniform_catalogue"
    return {"weights": "uniform"} if cancels and uniform else {}
