r"""Mean average recall: recall at the rank of every hit, summed and divided.

    MAR@k = \frac{1}{x} \sum_{n \le k} h_n R(n),  R(n) = hits in the first n, over r
    range 0 to 1

Source: WarpRec, MAR. Elliot's MAR is `recall(cut=mean_1_to_k)`.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import Axis, Ratio
from homonym.reference.families import family, same
from homonym.reference.parts import Part, ratio
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.rankings.users import users

divisor = Axis("what the sum is divided by")


@divisor(r"\min(k, r)", source="WarpRec, MAR", code="min(k, r)")
def min_k_r(user: Ranking, k: int) -> int:
    """The largest number of hits that a list of k can hold."""
    return min(k, user.r)


@divisor("r", name="r", source="evidently 0.7.23, MAR", code="r")
def relevant(user: Ranking, k: int) -> int:
    """The number of relevant items."""
    return user.r


@family(
    "Mean average recall",
    takes=Case,
    also={"MAR": {}},
    rows=(
        "<users>",
        r"a_u = \sum_{n \le k} h_n R(n), \; R(n) = \frac{1}{r} \sum_{m \le n} h_m",
        "b_u = <divisor>",
    ),
    ratio=Ratio("recalls at hits", "<divisor>"),
    divisor=divisor,
    users=users,
)
def mean_average_recall(
    user: Ranking, k: int, divisor: Callable[[Ranking, int], int]
) -> Part:
    """(sum of recalls at the hits, divisor) of one user.

    >>> from homonym.reference.variants import Variant
    >>> from homonym.reference.rankings.case import Case
    >>> Variant.parse("MAR(divisor=min_k_r)").value(Case.parse("1 . 1 @3"))
    0.75
    """
    ranks = [n for n, hit in enumerate(user.hits[:k], start=1) if hit]
    return sum(ratio((user.found(n), user.r)) for n in ranks), divisor(user, k)


@same(mean_average_recall, "the value is 0 exactly for the users without a hit")
def zero_without_hit(users: str, **_: str) -> dict[str, str]:
    return {"users": "mean_hit"} if users == "mean_nonzero" else {}


@same(mean_average_recall, "min(k, r) is r for every user", when="r_at_most_k")
def short_truth(**_: str) -> dict[str, str]:
    return {"divisor": "r"}


@same(
    mean_average_recall,
    "the weights by length are one number, which cancels",
    when="equal_lengths",
)
def equal_lengths(users: str, **_: str) -> dict[str, str]:
    return {"users": "mean"} if users == "by_length" else {}


@same(
    mean_average_recall,
    "r is 1, and so is min(k, r): the weights by r are equal",
    when="one_relevant",
)
def one_relevant(users: str, **_: str) -> dict[str, str]:
    new = {"users": "mean"} if users in ("by_r", "pooled") else {}
    return {**new, "divisor": "r"}


@same(
    mean_average_recall,
    "the divisor is r: weighting the users by r gives the ratio of sums",
)
def weighted_by_divisor(users: str, divisor: str, **_: str) -> dict[str, str]:
    return {"users": "pooled"} if users == "by_r" and divisor == "r" else {}
