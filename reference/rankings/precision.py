r"""Precision: the share of the first k that is relevant.

    P@k = H / k,  H = \sum_{n \le k} h_n            range 0 to 1

Source: Tamm et al. 2021, section 4.1. Start at `precision`, at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import Axis, Ratio
from homonym.reference.families import family, same, void
from homonym.reference.parts import Part
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.rankings.ranks import depth, rank
from homonym.reference.rankings.users import users

divisor = Axis("what the hits are divided by")


@divisor("k", name="k", source="Tamm et al. 2021, section 4.1", code="k")
def cut_off(user: Ranking, k: int) -> int:
    """The cut-off."""
    return k


@divisor(
    "|L|",
    source="trec_eval, set_P",
    no_code="how long the lists are the truth does not tell",
)
def length(user: Ranking, k: int) -> int:
    """The length of the whole list."""
    return len(user.grades)


@divisor(
    r"\max\{n \le k : h_n = 1\}",
    source="P5 (metrics4rec.py), r_precision",
    no_code="where the hits stand the truth does not tell",
)
def last_hit(user: Ranking, k: int) -> int:
    """The rank of the last hit among the first k: what is below it is not looked at."""
    return max((n for n, hit in enumerate(user.hits[:k], start=1) if hit), default=0)


@family(
    "Precision",
    takes=Case,
    also={"P": {}},
    rows=("<users>", r"a_u = H = \sum_{<rank>} h_n", "b_u = <divisor>"),
    ratio=Ratio("hits <rank.name> <depth.name>", "<divisor>"),
    divisor=divisor,
    rank=rank,
    depth=depth,
    users=users,
)
def precision(
    user: Ranking,
    k: int,
    divisor: Callable[[Ranking, int], int],
    rank: Callable[[Ranking, int], int],
    depth: Callable[[Ranking, int], int],
) -> Part:
    """(hits, divisor) of one user.

    >>> from homonym.reference.variants import Variant
    >>> from homonym.reference.rankings.case import Case
    >>> case = Case.parse(". 1 1 @2")
    >>> Variant.parse("precision(divisor=k)").value(case)
    0.5
    >>> Variant.parse("precision(divisor=k, rank=off_by_one)").value(case)
    1.0
    """
    return rank(user, depth(user, k)), divisor(user, k)


@void(precision, "the whole list has no rank k + 1, and holds all that is below it")
def no_rank_too_deep(rank: str, depth: str, **_: str) -> bool:
    return depth == "all" and rank != "strict"


@void(precision, "the last hit is one of those that are counted")
def hits_to_k(divisor: str, rank: str, depth: str, **_: str) -> bool:
    return divisor == "last_hit" and (rank, depth) != ("strict", "k")


@same(
    precision, "the divisor k is the same for every user: the ratio of sums is the mean"
)
def constant_divisor(users: str, divisor: str, **_: str) -> dict[str, str]:
    return {"users": "mean"} if users == "pooled" and divisor == "k" else {}


@same(precision, "the divisor is the length: weighting by it gives the ratio of sums")
def weighted_by_divisor(users: str, divisor: str, **_: str) -> dict[str, str]:
    by_divisor = users == "by_length" and divisor == "length"
    return {"users": "pooled"} if by_divisor else {}


@same(precision, "the value is 0 exactly for the users without a hit in the first k")
def zero_without_hit(users: str, rank: str, depth: str, **_: str) -> dict[str, str]:
    to_k = depth == "k" and rank == "strict" and users == "mean_nonzero"
    return {"users": "mean_hit"} if to_k else {}


@same(
    precision,
    "the weights by length are one number, which cancels",
    when="equal_lengths",
)
def equal_lengths(users: str, divisor: str, **_: str) -> dict[str, str]:
    equal = users == "by_length" or (users == "pooled" and divisor == "length")
    return {"users": "mean"} if equal else {}


@same(precision, "r is 1: the weights by r are equal", when="one_relevant")
def equal_r(users: str, **_: str) -> dict[str, str]:
    return {"users": "mean"} if users == "by_r" else {}


@same(precision, "all above the only relevant item is negative", "one_relevant")
def all_above(rank: str, users: str, **_: str) -> dict[str, str]:
    new = {"rank": "off_by_one"} if rank == "negatives_above" else {}
    return {"rank": "strict"} if users == "mean_hit" else new


@same(precision, "the only relevant item is in the first k", "one_relevant")
def hit_in_k(users: str, **_: str) -> dict[str, str]:
    return {"depth": "k"} if users == "mean_hit" else {}


@same(precision, "the whole list holds a relevant item", when="full_rankings")
def full(users: str, depth: str, **_: str) -> dict[str, str]:
    whole = depth == "all" and users == "mean_nonzero"
    return {"users": "mean"} if whole else {}
