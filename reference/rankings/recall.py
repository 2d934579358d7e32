r"""Recall: the share of the relevant items that is among the first k.

    R@k = H / r,  H = \sum_{n \le k} h_n            range 0 to 1

Source: Tamm et al. 2021, section 4.1. Start at `recall`, at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import Axis, Ratio
from homonym.reference.families import family, same, void
from homonym.reference.parts import Part, ratio
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.rankings.ranks import rank, shallow_depth
from homonym.reference.rankings.users import users

Divisor = Callable[[Ranking, int], float]
Rank = Callable[[Ranking, int], int]

divisor = Axis("what the hits are divided by")


@divisor("r", name="r", source="Tamm et al. 2021, section 4.1", code="r")
def relevant(user: Ranking, k: int) -> float:
    """The number of relevant items."""
    return user.r


@divisor(
    r"\min(k, r)",
    source="Liang et al. 2018 (Mult-VAE); RecTools, R-Precision",
    code="min(k, r)",
)
def min_k_r(user: Ranking, k: int) -> float:
    """The largest number of hits that a list of k can hold."""
    return min(k, user.r)


@divisor(r"\sum_{i} g_i", source="RecPack 0.3.6 on graded input", code="sum(grades)")
def grades(user: Ranking, k: int) -> float:
    """The sum of the grades of the relevant items."""
    return sum(user.relevant)


cut = Axis("at which cut-off recall is taken")


@cut(
    r"R@k",
    name="k",
    parts={"a": r"H = \sum_{<rank>} h_n", "b": "<divisor>", "where": ""},
)
def at_k(user: Ranking, k: int, divisor: Divisor, rank: Rank, depth: Rank) -> Part:
    """At k, or of the whole list."""
    return rank(user, depth(user, k)), divisor(user, k)


@cut(
    r"\frac{1}{k} \sum_{n \le k} R@n",
    source="Elliot 0.3.1, MAR",
    parts={
        "a": r"\frac{1}{k} \sum_{m \le k} \frac{H_m}{d_m}",
        "b": "1",
        "where": r"H_m = \sum_{<rank>} h_n, \; d_m = <divisor>"
        r" \text{ with } m \text{ in the place of } k",
    },
)
def mean_1_to_k(
    user: Ranking, k: int, divisor: Divisor, rank: Rank, depth: Rank
) -> Part:
    """The mean of recall at 1, 2, …, k."""
    every = [ratio((rank(user, n), divisor(user, n))) for n in range(1, k + 1)]
    return ratio((sum(every), k)), 1


@family(
    "Recall",
    takes=Case,
    rows=("<users>", "a_u = <cut.a>", "b_u = <cut.b>", "<cut.where>"),
    ratio=Ratio("hits <rank.name> <depth.name>", "<divisor>"),
    divisor=divisor,
    cut=cut,
    rank=rank,
    depth=shallow_depth,
    users=users,
)
def recall(
    user: Ranking,
    k: int,
    divisor: Divisor,
    cut: Callable[[Ranking, int, Divisor, Rank, Rank], Part],
    rank: Rank,
    depth: Rank,
) -> Part:
    """(sum, divisor) of one user: hits over the divisor, or a mean of such ratios.

    >>> from homonym.reference.variants import Variant
    >>> from homonym.reference.rankings.case import Case
    >>> case = Case.parse("1 . 1 @1")
    >>> Variant.parse("recall(divisor=r)").value(case)
    0.5
    >>> Variant.parse("recall(divisor=min_k_r)").value(case)
    1.0
    """
    return cut(user, k, divisor, rank, depth)


@void(recall, "another rank, or a mean over cut-offs, is in use only at the depth k")
def other_depth(cut: str, rank: str, depth: str, **_: str) -> bool:
    return depth != "k" and (cut, rank) != ("k", "strict")


@void(recall, "a mean of ratios is no ratio: there are no sums to divide")
def no_ratio_of_means(cut: str, users: str, **_: str) -> bool:
    return cut == "mean_1_to_k" and users == "pooled"


@same(recall, "the value is 0 exactly for the users without a hit in the first k")
def zero_without_hit(users: str, rank: str, depth: str, **_: str) -> dict[str, str]:
    to_k = depth == "k" and rank == "strict" and users == "mean_nonzero"
    return {"users": "mean_hit"} if to_k else {}


@same(recall, "min(k, r) is r for every user", when="r_at_most_k")
def short_truth(divisor: str, cut: str, **_: str) -> dict[str, str]:
    both = divisor == "min_k_r" and cut == "k"
    return {"divisor": "r"} if both else {}


@same(recall, "r grades of 1 add up to r", when="binary_grades")
def binary(divisor: str, **_: str) -> dict[str, str]:
    return {"divisor": "r"} if divisor == "grades" else {}


@same(
    recall, "the weights by length are one number, which cancels", when="equal_lengths"
)
def equal_lengths(users: str, **_: str) -> dict[str, str]:
    return {"users": "mean"} if users == "by_length" else {}


COUNTS_OF_ONE = ("r", "min_k_r")
"""The divisors that are 1 where r is."""


@same(
    recall,
    "r is 1, and so is min(k, r): the weights by r are equal",
    when="one_relevant",
)
def equal_r(users: str, divisor: str, **_: str) -> dict[str, str]:
    equal = users == "by_r" or (users == "pooled" and divisor in COUNTS_OF_ONE)
    new = {"users": "mean"} if equal else {}
    return {**new, "divisor": "r"} if divisor == "min_k_r" else new


@same(recall, "all above the only relevant item is negative", "one_relevant")
def all_above(rank: str, cut: str, users: str, **_: str) -> dict[str, str]:
    new = {"rank": "off_by_one"} if rank == "negatives_above" else {}
    return {"rank": "strict"} if users == "mean_hit" and cut == "k" else new


@same(recall, "the divisor is r: weighting the users by r gives the ratio of sums")
def weighted_by_divisor(users: str, divisor: str, cut: str, **_: str) -> dict[str, str]:
    at_k = users == "by_r" and divisor == "r" and cut == "k"
    return {"users": "pooled"} if at_k else {}


@same(recall, "the only relevant item is in the first k", "one_relevant")
def hit_in_k(users: str, depth: str, **_: str) -> dict[str, str]:
    return {"depth": "k"} if users == "mean_hit" and depth == "all" else {}


@same(recall, "the whole list holds a relevant item", when="full_rankings")
def full_without_zero(users: str, depth: str, **_: str) -> dict[str, str]:
    whole = depth == "all" and users == "mean_nonzero"
    return {"users": "mean"} if whole else {}


@same(recall, "the whole list holds all r relevant items", when="full_rankings")
def full_is_one(users: str, divisor: str, depth: str, **_: str) -> dict[str, str]:
    one = depth == "all" and divisor == "r"
    return {"users": "mean"} if one and users in ("pooled", "by_length") else {}
