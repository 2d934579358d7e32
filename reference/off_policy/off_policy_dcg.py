r"""Off-policy DCG: discounted cumulative gain as an estimate of a policy's reward.

    w_i = \min(m, 1/\epsilon_0(x, a_i)) \, \epsilon(x, a_i)
    DCG = \frac{1}{|D|} \sum_\tau \sum_i c_i w_i
    range 0 without bound; m = ∞ is unbiased (Eq. 8), m = 1 takes the raw labels

ε₀ and ε are the exposures of an item under the policy that was logged
and under the one that is evaluated (Eq. 6); where neither ranks at random they are the
position bias of its two ranks (Eq. 9). The factor 1/(|D| |τ|) of Eq. 2 can be read
as a mean over trajectories or over impressions: both are choices. What would be divided
by 0 is undefined: where nothing was shown, where no weight or no ideal is above 0.
Source: Jeunen, Potapov and Ustimenko 2024, Eq. 2 to 9. Start at `off_policy_dcg`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import NamedTuple

from homonym.reference.axes import Axis
from homonym.reference.families import family, same
from homonym.reference.off_policy.case import Impression, Logged, LoggedCase
from homonym.reference.off_policy.exposure import Bias, bias, exposures
from homonym.reference.parts import quotient, ratio


class TrajectorySums(NamedTuple):
    """What is summed over one trajectory.

    gained: weighted rewards; ideal: what the best order of the same estimates would
    gain; weights: the importance weights; length: the number of impressions.
    """

    gained: float
    ideal: float
    weights: float
    length: int


ideal = Axis("what the best order of a trajectory's items gains")


@ideal(r"\sum_n q_{(n)} P(V | R = n)", source="Jeunen et al. 2024, section 5")
def discounted(best_first: Sequence[float], views: Callable[[int], float]) -> float:
    """The estimated qualities, best first, each weighted by the views of its rank."""
    return sum(q * views(n) for n, q in enumerate(best_first, start=1))


@ideal(r"\sum_n q_n", source="Jeunen et al. 2024, Table 1 as printed")
def undiscounted(best_first: Sequence[float], views: Callable[[int], float]) -> float:
    """The sum of the estimated qualities, as if every rank were viewed."""
    return sum(best_first)


users = Axis("how the trajectories are combined")


@users(r"\frac{1}{|D|} \sum_\tau g_\tau", source="Jeunen et al. 2024, Eq. 8")
def trajectories(
    parts: Sequence[TrajectorySums], people: Sequence[Logged], k: int
) -> float:
    """The mean over the trajectories: reward per session."""
    return ratio((sum(part.gained for part in parts), len(parts)))


@users(r"\frac{\sum_\tau g_\tau}{\sum_\tau |\tau|}", source="Jeunen et al. 2024, Eq. 2")
def impressions(
    parts: Sequence[TrajectorySums], people: Sequence[Logged], k: int
) -> float | None:
    """The mean over all impressions: reward per item shown."""
    return quotient((sum(p.gained for p in parts), sum(p.length for p in parts)))


@users(
    r"\frac{\sum_\tau g_\tau}{\sum_\tau w_\tau}",
    name="snips",
    source="Swaminathan and Joachims 2015",
)
def self_normalised(
    parts: Sequence[TrajectorySums], people: Sequence[Logged], k: int
) -> float | None:
    """The rewards over the sum of their weights: less variance, some bias."""
    return quotient((sum(p.gained for p in parts), sum(p.weights for p in parts)))


@users(
    r"\frac{1}{|D|} \sum_\tau \frac{g_\tau}{g^*_\tau}",
    name="ndcg",
    source="Jeunen et al. 2024, section 5",
)
def normalised(
    parts: Sequence[TrajectorySums], people: Sequence[Logged], k: int
) -> float:
    """nDCG: the mean of each trajectory's gain over its ideal, 0 where that is 0;
    inconsistent (Lemma 5.2)."""
    return ratio((sum(ratio((p.gained, p.ideal)) for p in parts), len(parts)))


@users(
    r"\frac{\sum_\tau g_\tau}{\sum_\tau g^*_\tau}",
    name="pndcg",
    source="Jeunen et al. 2024, section 5",
)
def post_normalised(
    parts: Sequence[TrajectorySums], people: Sequence[Logged], k: int
) -> float | None:
    """Post-normalised nDCG: the sum over the sum of the ideals; orders as DCG does."""
    return quotient((sum(p.gained for p in parts), sum(p.ideal for p in parts)))


@family(
    "Off-policy DCG",
    also={"IPS-DCG": {}, "SNIPS-DCG": {"users": "snips"}},
    parameters={"m": inf, "p": 0.8},
    limits={"m": (1.0, inf), "p": (0.0, 1.0)},
    takes=LoggedCase,
    bias=bias,
    ideal=ideal,
    users=users,
)
def off_policy_dcg(
    user: Logged,
    k: int,
    bias: Bias,
    ideal: Callable[[Sequence[float], Callable[[int], float]], float],
    m: float,
    p: float,
) -> TrajectorySums:
    """(gained, ideal, importance weights, impressions) of one trajectory.

    >>> from homonym.reference.variants import Variant
    >>> from homonym.reference.off_policy.case import LoggedCase
    >>> case = LoggedCase.parse("0/2 1/1 ^ 1 0.5")
    >>> Variant.parse("off_policy_dcg(bias=given)").value(case)
    2.0
    >>> Variant.parse("off_policy_dcg(bias=given, m=1)").value(case)
    1.0
    """
    shown = [
        (one, *exposures(n, one, user, bias, p))
        for n, one in enumerate(user.impressions, start=1)
        if one.reward is not None
    ]
    qualities = [quality(one, propensity, m) for one, propensity, _ in shown]
    return TrajectorySums(
        gained=sum(q * seen for q, (_, _, seen) in zip(qualities, shown, strict=True)),
        ideal=ideal(sorted(qualities, reverse=True), lambda n: bias(n, user, p)),
        weights=sum(min(m, 1 / propensity) * seen for _, propensity, seen in shown),
        length=len(shown),
    )


def quality(shown: Impression, propensity: float, m: float) -> float:
    r"""The reward without its position bias, c \min(m, 1 / \epsilon_0), as in Eq. 4."""
    return (shown.reward or 0.0) * min(m, 1 / propensity)


@same(off_policy_dcg, "nothing is divided by the ideal")
def no_ideal(users: str, **_: str) -> dict[str, str]:
    return {} if users in ("ndcg", "pndcg") else {"ideal": "discounted"}
