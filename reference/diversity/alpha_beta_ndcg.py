r"""αβ-NDCG: accuracy and diversity in one number, where ratings are missing.

    P(R_k = 1, u, i, S) = 1 - \prod_\phi (1 - P(a_\phi | u, i) \, P(a_\phi | u, S))
    range 0 to 1, but above 1 where the list holds what the ideal may not use

α is how far an item without a rating is trusted, β how far a rating is.
The formula is Eq. 8. Source: Parapar and Radlinski 2021, Eq. 4 to 16, with its numbers.
Start at `alpha_beta_ndcg`, at the bottom.
"""

from __future__ import annotations

from homonym.reference.diversity.alpha_ndcg import logarithmic
from homonym.reference.diversity.cascade import CascadeGain, Discounted, Reader
from homonym.reference.diversity.cascade import gain as either_gain
from homonym.reference.diversity.case import AspectCase, Item, User
from homonym.reference.diversity.ideal import IdealGain, Pool, ideal, pool
from homonym.reference.diversity.parameters import SCALE, SHARE
from homonym.reference.diversity.relevance import check_scale, share_of_scale
from homonym.reference.diversity.users import users
from homonym.reference.diversity.weights import WeightsOf
from homonym.reference.diversity.weights import weights as any_weights
from homonym.reference.families import family, same
from homonym.reference.parts import Part

gain = either_gain.led_by("noisy_or")
weights = any_weights.led_by("train")


def trust_in_rating(item: Item, beta: float, r_max: float) -> float:
    r"""\beta(u, r_{u,i}) = r_{u,i} / r_{max} * \beta (Eq. 6)."""
    return share_of_scale(item, r_max) * beta


def satisfies(item: Item, alpha: float, beta: float, r_max: float) -> float:
    r"""P(a_\phi | u, i) for an aspect that the item shows; 0 for the others (Eq. 5).

    \alpha where r_{u,i} does not exist, \beta(u, r_{u,i}) where it does.
    """
    if item.rating is None:
        return alpha
    return trust_in_rating(item, beta, r_max)


@family(
    "αβ-NDCG",
    also={"alpha-beta-nDCG": {}, "αβ-nDCG": {}},
    parameters={"alpha": 0.005, "beta": 0.5, "r_max": 5},
    limits={"alpha": SHARE, "beta": SHARE, "r_max": SCALE},
    takes=AspectCase,
    gain=gain,
    weights=weights,
    ideal=ideal,
    pool=pool,
    users=users,
)
def alpha_beta_ndcg(
    user: User,
    k: int,
    gain: CascadeGain,
    weights: WeightsOf,
    ideal: IdealGain,
    pool: Pool,
    alpha: float,
    beta: float,
    r_max: float,
) -> Part:
    """(DCG[k], IDCG[k]) of one user, Eq. 15 and 16.

    weights: P(a|u), Eq. 9; gain: Eq. 13 with the interest that is left by Eq. 7 and 12.

    >>> from homonym.reference.variants import Variant
    >>> from homonym.reference.diversity.case import AspectCase
    >>> case = AspectCase.parse("3a 1b > 5b | 5a @1")
    >>> round(Variant.parse("alpha_beta_ndcg(gain=noisy_or)").value(case), 4)
    0.3333
    """
    check_scale(user, r_max)
    reader = Reader(
        weights=weights(user),
        uses=lambda item: satisfies(item, alpha, beta, r_max),
        worth=lambda item: satisfies(item, alpha, beta, r_max),
        gain=gain,
        r_max=r_max,
    )
    dcg = Discounted(reader, logarithmic)
    return dcg(user.ranked[:k]), ideal(user, k, dcg, pool(user))


@same(alpha_beta_ndcg, "only the greedy ordering chooses from a pool")
def no_pool(ideal: str, **_: str) -> dict[str, str]:
    return {} if ideal == "greedy" else {"pool": "judged"}
