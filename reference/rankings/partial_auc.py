r"""Partial AUC: the relevant items against the first k that are not.

    pAUC@k = \frac{1}{k |P|} \sum_{p \in P \cap L} \max(0, k - a_p)      range 0 to 1
    a_p = negatives of the list above the relevant item p

The cut-off counts negatives, not ranks: the list is read until it has shown k of them.
A relevant item that it does not show is above none.
Source: Budhiraja et al. 2020; RecTools 0.19.0, PartialAUC and PAP.
Start at `partial_auc`, at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from homonym.reference.axes import Axis
from homonym.reference.families import family, same
from homonym.reference.parts import Part
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.rankings.users import users

positives = Axis("which relevant items are compared")


@positives(
    "rel", name="all", source="RecTools 0.19.0, PartialAUC", parts={"count": "r"}
)
def every(user: Ranking, k: int) -> int:
    """All of them."""
    return user.r


@positives(
    r"\text{the first } \min(k, r) \text{ of } rel",
    source="Budhiraja et al. 2020, pAp@k",
    parts={"count": r"\min(k, r)"},
)
def first_min_k_r(user: Ranking, k: int) -> int:
    """The best ranked, at most k: a list that begins with k relevant items has 1."""
    return min(k, user.r)


@family(
    "Partial AUC",
    also={
        "pAUC": {"positives": "all"},
        "PartialAUC": {"positives": "all"},
        "pAp": {"positives": "first_min_k_r"},
    },
    takes=Case,
    rows=(
        "<users>",
        r"a_u = \sum_{p \in P \cap L} \max(0, k - a_p)",
        r"b_u = k \cdot <positives.count>",
        "P = <positives>",
        r"a_p = \text{the number of items of } L \setminus rel \text{ above } p",
    ),
    positives=positives,
    users=users,
)
def partial_auc(
    user: Ranking, k: int, positives: Callable[[Ranking, int], int]
) -> Part:
    """(pairs in order, all pairs) of one user's relevant items and first k negatives.

    >>> from homonym.reference.variants import Variant
    >>> from homonym.reference.rankings.case import Case
    >>> case = Case.parse("1 . 1 . . 1 @2")
    >>> Variant.parse("partial_auc(positives=all)").value(case)
    0.5
    >>> Variant.parse("partial_auc(positives=first_min_k_r)").value(case)
    0.75
    """
    compared = positives(user, k)
    above = accumulate(not hit for hit in user.hits)
    places = [n for n, hit in zip(above, user.hits, strict=True) if hit]
    return sum(max(0, k - n) for n in places[:compared]), k * compared


@same(partial_auc, "r is 1: there is one relevant item to compare", when="one_relevant")
def one_to_compare(**_: str) -> dict[str, str]:
    return {"positives": "all"}


@same(
    partial_auc,
    "at most k items are relevant: all of them are compared",
    when="r_at_most_k",
)
def at_most_k_to_compare(**_: str) -> dict[str, str]:
    return {"positives": "all"}


@same(partial_auc, "r is 1: everybody has k pairs", when="one_relevant")
def equal_pairs(users: str, **_: str) -> dict[str, str]:
    return {"users": "mean"} if users in ("pooled", "by_r") else {}


@same(partial_auc, "pairs are k for each relevant item: sums are weighted by r")
def weighted_by_r(users: str, positives: str, **_: str) -> dict[str, str]:
    return {"users": "pooled"} if (users, positives) == ("by_r", "all") else {}


@same(partial_auc, "the value is 0 exactly for users without a hit in the first k")
def zero_without_hit(users: str, **_: str) -> dict[str, str]:
    return {"users": "mean_hit"} if users == "mean_nonzero" else {}


@same(partial_auc, "the weights by length are one number", when="equal_lengths")
def equal_lengths(users: str, **_: str) -> dict[str, str]:
    return {"users": "mean"} if users == "by_length" else {}
