r"""α-NDCG: discounted cumulative gain where items tire the reader of their aspects.

    G[n] = \sum_a J(i_n, a) (1 - \alpha)^{\rho_{a,n-1}}
    DCG = \sum_n G[n] / \log_2(n + 1)
    range 0 to 1 with the best ordering as ideal; the greedy one is nearly that

It is 0 for a user who likes no candidate, to whom no aspect matters.

ρ counts the relevant items with the aspect above rank n. With graded relevance the
interest wears off by (1 - α J) for each of them. Descriptions differ in whether
items that are not relevant tire the reader too.
Source: Clarke et al. 2008; Parapar and Radlinski 2021, section 3.1.
Start at `alpha_ndcg`, at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log2

from homonym.reference.axes import Axis
from homonym.reference.diversity.cascade import CascadeGain, Discounted, Reader, gain
from homonym.reference.diversity.case import AspectCase, Item, Items, User
from homonym.reference.diversity.ideal import IdealGain
from homonym.reference.diversity.ideal import ideal as any_ideal
from homonym.reference.diversity.parameters import SCALE, SHARE
from homonym.reference.diversity.relevance import Relevance, check_scale, relevance
from homonym.reference.diversity.users import users
from homonym.reference.diversity.weights import WeightsOf, weights
from homonym.reference.families import family, same, void
from homonym.reference.parts import Part

ideal = any_ideal.plus()

redundancy = Axis("which items tire the reader of their aspects")


@redundancy(r"\alpha J(i)", name="relevant", source="Clarke et al. 2008")
def by_relevance(relevant: float) -> float:
    """Relevant ones, as far as they are relevant."""
    return relevant


@redundancy(r"\alpha", name="listed", source="rs_metrics 0.6.0, a_ndcg")
def alike(relevant: float) -> float:
    """All that are listed, relevant or not."""
    return 1.0


def logarithmic(n: int) -> float:
    """One over the binary logarithm of the next rank."""
    return 1 / log2(n + 1)


@ideal(
    r"\sum_n discount(n) (1 - \alpha)^{[n > \lfloor k / A \rfloor A]"
    r" \lfloor k / A \rfloor}",
    source="rs_metrics 0.6.0, a_ndcg",
    row=r"\sum_{n \le k} \frac{(1 - \alpha)^{e(n)}}{\log_2(n + 1)} G_1, \;"
    r" e(n) = [n > \lfloor k / A \rfloor A] \lfloor k / A \rfloor, \; A"
    r" \text{ aspects, } G_1 \text{ the first gain of an item of one}",
)
def in_turn(user: User, k: int, gained: Discounted, pool: Items) -> float:
    """A list of k relevant items of one aspect each, the aspects taking turns.

    The interest has worn off in the last round only, which not all aspects reach.
    """
    reader = gained.reader
    rounds, left = divmod(k, len(reader.weights))
    items = [Item(reader.r_max, (aspect,)) for aspect in reader.weights]
    fresh = [reader.gain(item, reader.weights, reader) for item in items]
    worn = (1 - reader.uses(items[0])) ** rounds
    gains = fresh * rounds + [one * worn for one in fresh[:left]]
    return sum(g * gained.discount(n) for n, g in enumerate(gains, start=1))


@family(
    "α-NDCG",
    also={"alpha-nDCG": {}, "α-nDCG": {}, "alpha-DCG": {"ideal": "perfect"}},
    parameters={"alpha": 0.5, "r_max": 5},
    limits={"alpha": SHARE, "r_max": SCALE},
    rows=(
        "<users>",
        r"a_u = \sum_{n \le k} \frac{G(i_n)}{\log_2(n + 1)}",
        "b_u = <ideal>",
        "G(i) = <gain>",
        r"J(i) = <relevance>, \; P(a | u) = <weights>",
        r"P(a | u, S) = P(a | u) \prod_{j \in S, a \in j} (1 - <redundancy>), \;"
        r" S \text{ the items above } i",
    ),
    takes=AspectCase,
    gain=gain,
    relevance=relevance,
    weights=weights,
    ideal=ideal,
    redundancy=redundancy,
    users=users,
)
def alpha_ndcg(
    user: User,
    k: int,
    gain: CascadeGain,
    relevance: Relevance,
    weights: WeightsOf,
    ideal: IdealGain,
    redundancy: Callable[[float], float],
    alpha: float,
    r_max: float,
) -> Part:
    """(DCG, ideal DCG) of one user.

    >>> from homonym.reference.variants import Variant
    >>> from homonym.reference.diversity.case import AspectCase
    >>> Variant.parse("alpha_ndcg(gain=sum)").value(AspectCase.parse("5a 5b | 5ab @1"))
    0.5
    """
    check_scale(user, r_max)
    reader = Reader(
        weights=weights(user),
        uses=lambda item: alpha * redundancy(relevance(item, r_max)),
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


@void(alpha_ndcg, "noisy-or takes what an item satisfies for what it is worth")
def one_chance(gain: str, redundancy: str, **_: str) -> bool:
    return gain == "noisy_or" and redundancy == "listed"


@void(alpha_ndcg, "aspects that take turns weigh the same")
def equal_turns(ideal: str, weights: str, **_: str) -> bool:
    return ideal == "in_turn" and weights in ("train", "test")
