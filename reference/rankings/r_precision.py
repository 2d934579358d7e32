r"""R-precision: precision at rank r, the number of relevant items.

    RP = H_r / r,  H_r = \sum_{n \le r} h_n          range 0 to 1

Source: Manning, Raghavan and Schütze 2008, section 8.4. Start at `r_precision`.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import Axis
from homonym.reference.families import family, same
from homonym.reference.parts import Part
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.rankings.users import users

cut = Axis("how many ranks are looked at")


@cut("r", name="r", source="Manning et al. 2008, section 8.4")
def relevant(user: Ranking, k: int) -> int:
    """As many as there are relevant items."""
    return user.r


@cut(r"\min(k, r)", source="recommenders 1.2.0, r_precision_at_k")
def min_k_r(user: Ranking, k: int) -> int:
    """As many as there are relevant items, but at most k."""
    return min(k, user.r)


divisor = Axis("what the hits are divided by")


@divisor("r", name="r", source="Manning et al. 2008, section 8.4")
def all_relevant(user: Ranking, k: int) -> int:
    """The number of relevant items."""
    return user.r


@divisor(
    r"\min(k, r)",
    name="min_k_r",
    source="recommenders 1.2.0, r_precision_at_k as its documentation has it",
)
def ranks_looked_at(user: Ranking, k: int) -> int:
    """The ranks that are looked at: a list without a miss among them gives 1."""
    return min(k, user.r)


@family(
    "R-precision",
    takes=Case,
    also={"Rprec": {}, "RPrecision": {}},
    rows=("<users>", r"a_u = \sum_{n \le <cut>} h_n", "b_u = <divisor>"),
    cut=cut,
    divisor=divisor,
    users=users,
)
def r_precision(
    user: Ranking,
    k: int,
    cut: Callable[[Ranking, int], int],
    divisor: Callable[[Ranking, int], int],
) -> Part:
    """(hits in the first `cut` ranks, divisor) of one user.

    >>> from homonym.reference.variants import Variant
    >>> from homonym.reference.rankings.case import Case
    >>> case = Case.parse("1 1 . @1")
    >>> Variant.parse("Rprec(cut=r)").value(case)
    1.0
    >>> Variant.parse("r_precision(cut=min_k_r)").value(case)
    0.5
    """
    return user.found(cut(user, k)), divisor(user, k)


@same(r_precision, "min(k, r) is r for every user", when="r_at_most_k")
def short_truth(**_: str) -> dict[str, str]:
    return {"cut": "r", "divisor": "r"}


@same(
    r_precision,
    "the weights by length are one number, which cancels",
    when="equal_lengths",
)
def equal_lengths(users: str, **_: str) -> dict[str, str]:
    return {"users": "mean"} if users == "by_length" else {}


@same(
    r_precision,
    "r is 1, and so is min(k, r): the weights by r are equal",
    when="one_relevant",
)
def one_relevant(users: str, **_: str) -> dict[str, str]:
    new = {"users": "mean"} if users in ("by_r", "pooled") else {}
    return {**new, "cut": "r", "divisor": "r"}


@same(r_precision, "the divisor is r: weighting the users by r gives the ratio of sums")
def weighted_by_divisor(users: str, divisor: str, **_: str) -> dict[str, str]:
    return {"users": "pooled"} if users == "by_r" and divisor == "r" else {}
