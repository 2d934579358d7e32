r"""Precision: the share of the first k that is relevant.

    P@k = H / k,  H = \sum_{n \le k} h_n            range 0 to 1

Source: Tamm et al. 2021, section 4.1. Start at `precision`, at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import Axis, Ratio
from homonym.reference.families import family, same
from homonym.reference.parts import Part
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.rankings.ranks import rank
from homonym.reference.rankings.users import users

divisor = Axis("what the hits are divided by")


@divisor("k", name="k", source="Tamm et al. 2021, section 4.1", code="k")
def cut_off(k: int) -> int:
    """The cut-off."""
    return k


@family(
    "Precision",
    takes=Case,
    also={"P": {}},
    rows=("<users>", r"a_u = H = \sum_{<rank>} h_n", "b_u = <divisor>"),
    ratio=Ratio("hits <rank.name>", "<divisor>"),
    divisor=divisor,
    rank=rank,
    users=users,
)
def precision(
    user: Ranking,
    k: int,
    divisor: Callable[[int], int],
    rank: Callable[[Ranking, int], int],
) -> Part:
    """(hits, k) of one user.

    >>> from homonym.reference.variants import Variant
    >>> from homonym.reference.rankings.case import Case
    >>> case = Case.parse(". 1 1 @2")
    >>> Variant.parse("precision(divisor=k)").value(case)
    0.5
    >>> Variant.parse("precision(divisor=k, rank=off_by_one)").value(case)
    1.0
    """
    return rank(user, k), divisor(k)


@same(
    precision, "the divisor k is the same for every user: the ratio of sums is the mean"
)
def constant_divisor(users: str, **_: str) -> dict[str, str]:
    return {"users": "mean"} if users == "pooled" else {}


@same(precision, "the value is 0 exactly for the users without a hit in the first k")
def zero_without_hit(users: str, rank: str, **_: str) -> dict[str, str]:
    strict = rank == "strict" and users == "mean_nonzero"
    return {"users": "mean_hit"} if strict else {}


@same(
    precision,
    "the weights by length are one number, which cancels",
    when="equal_lengths",
)
def equal_lengths(users: str, **_: str) -> dict[str, str]:
    return {"users": "mean"} if users == "by_length" else {}


@same(precision, "r is 1: the weights by r are equal", when="one_relevant")
def equal_r(users: str, **_: str) -> dict[str, str]:
    return {"users": "mean"} if users == "by_r" else {}


@same(precision, "all above the only relevant item is negative", "one_relevant")
def all_above(rank: str, users: str, **_: str) -> dict[str, str]:
    new = {"rank": "off_by_one"} if rank == "negatives_above" else {}
    return {"rank": "strict"} if users == "mean_hit" else new
