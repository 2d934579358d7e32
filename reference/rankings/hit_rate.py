r"""Hit rate: whether the first k hold a relevant item, or how many.

    HR@k = [H > 0],  H = \sum_{n \le k} h_n         range 0 to 1 (counts=hits: 0 to k)

Source: Tamm et al. 2021, section 4.2. The share of the relevant items that is hit,
which TriRank and CoupledCF call hit rate, is `recall`. Start at `hit_rate`, at the
bottom.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import Axis, Ratio
from homonym.reference.families import family, same, void
from homonym.reference.parts import Part
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.rankings.ranks import shallow_depth
from homonym.reference.rankings.users import users

counts = Axis("what is counted of a user's hits")


@counts(
    "[H > 0]",
    name="any",
    source="Tamm et al. 2021, section 4.2",
    no_code="whether there is a hit does not say how many there are",
)
def any_hit(hits: int) -> int:
    """1 if there is a hit."""
    return int(hits > 0)


@counts("H", name="hits", source="DL RS Evaluation, HIT_RATE", code="1")
def all_hits(hits: int) -> int:
    """The number of hits."""
    return hits


@family(
    "Hit rate",
    takes=Case,
    also={"HR": {}, "Hit": {}, "HitRate": {}, "Success": {}},
    rows=("<users>", r"a_u = <counts>, \; H = \sum_{<depth>} h_n", "b_u = 1"),
    ratio=Ratio("hits strict <depth.name>", "<counts>"),
    counts=counts,
    depth=shallow_depth,
    users=users,
)
def hit_rate(
    user: Ranking,
    k: int,
    counts: Callable[[int], int],
    depth: Callable[[Ranking, int], int],
) -> Part:
    """(what is counted, divisor) of one user; the divisor is 1.

    >>> from homonym.reference.variants import Variant
    >>> from homonym.reference.rankings.case import Case
    >>> case = Case.parse("1 1 . @2")
    >>> one = Variant.parse("HR(counts=any)")
    >>> other = Variant.parse("HR(counts=hits)")
    >>> one.value(case), other.value(case)
    (1.0, 2.0)
    """
    return counts(user.found(depth(user, k))), 1


@void(hit_rate, "every user with a hit that counts has 1, and so has their mean")
def mean_of_ones(counts: str, depth: str, users: str) -> bool:
    return counts == "any" and depth != "k" and users == "mean_nonzero"


@same(hit_rate, "the denominator is 1 for every user: the ratio of sums is the mean")
def constant_divisor(users: str, **_: str) -> dict[str, str]:
    return {"users": "mean"} if users == "pooled" else {}


@same(hit_rate, "the value is 0 exactly for the users without a hit in the first k")
def zero_without_hit(users: str, depth: str, **_: str) -> dict[str, str]:
    to_k = depth == "k" and users == "mean_nonzero"
    return {"users": "mean_hit"} if to_k else {}


@same(
    hit_rate,
    "the weights by length are one number, which cancels",
    when="equal_lengths",
)
def equal_lengths(users: str, **_: str) -> dict[str, str]:
    return {"users": "mean"} if users == "by_length" else {}


@same(hit_rate, "r is 1: the number of hits is 0 or 1", "one_relevant")
def one_relevant(users: str, depth: str, **_: str) -> dict[str, str]:
    new = {"users": "mean"} if users == "by_r" else {}
    no_other = depth != "k" and users == "mean_nonzero"
    return new if no_other else {**new, "counts": "any"}


@same(hit_rate, "a user with a hit in the first k has one in the list")
def hit_in_list(users: str, counts: str, depth: str) -> dict[str, str]:
    listed = users == "mean_hit" and counts == "any" and depth == "all"
    return {"depth": "k"} if listed else {}


@same(hit_rate, "the whole list holds a relevant item", when="full_rankings")
def full(users: str, counts: str, depth: str, **_: str) -> dict[str, str]:
    one = counts == "any" and users in ("by_r", "by_length")
    whole = depth == "all" and (one or users == "mean_nonzero")
    return {"users": "mean"} if whole else {}
