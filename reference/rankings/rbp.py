r"""Rank-biased precision: what a reader gains who goes on to the next rank by chance p.

    RBP = (1 - p) \sum_n h_n \, p^{n-1}                              range 0 to 1

p is the persistence of the reader. With grades for hits it can pass 1. Divided by the
best that the relevant items allow, and not by 1 / (1 - p), it is NDCG with the
geometric discount (LensKit, normalize=True).
Source: Moffat and Zobel 2008. Start at `rbp`, at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from homonym.reference.axes import Axis
from homonym.reference.families import family, same
from homonym.reference.parts import Part
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.rankings.ranks import depth
from homonym.reference.rankings.users import users

CHANCE = (0.0, 1.0)
"""The least and the greatest persistence."""

gain = Axis("what a relevant item adds")


@gain("h_n", name="binary", source="Moffat and Zobel 2008")
def hit(g: float) -> float:
    """1, whatever its grade."""
    return 1.0


@gain("h_n g_n", source="ranx, rbp")
def grade(g: float) -> float:
    """Its grade."""
    return g


@family(
    "Rank-biased precision",
    also={"rank-biased-precision": {}},
    parameters={"p": 0.8},
    limits={"p": CHANCE},
    takes=Case,
    rows=(
        "<users>",
        r"a_u = (1 - p) \sum_{<depth>} <gain> \, p^{n-1}",
        "b_u = 1",
    ),
    gain=gain,
    depth=depth,
    users=users,
)
def rbp(
    user: Ranking,
    k: int,
    gain: Callable[[float], float],
    depth: Callable[[Ranking, int], int],
    p: float,
) -> Part:
    """(gain, 1) of one user.

    >>> from homonym.reference.variants import Variant
    >>> from homonym.reference.rankings.case import Case
    >>> round(Variant.parse("rbp(gain=binary, p=0.5)").value(Case.parse("1 . 1 @3")), 3)
    0.625
    """
    gained = sum(
        gain(g) * float(p ** (n - 1))
        for n, g in enumerate(user.grades[: depth(user, k)], start=1)
        if g is not None and user.hits[n - 1]
    )
    return (1 - p) * gained, 1


@same(rbp, "every grade is 1", when="binary_grades")
def grades_of_1(**_: str) -> dict[str, str]:
    return {"gain": "binary"}


def equal_users(declared: Callable[..., Any]) -> None:
    """Declare which ways to combine users are equal in a family that divides nobody's
    number, where each is 0 without a hit and positive with one."""

    @same(declared, "the divisor is 1 for every user: the ratio of sums is the mean")
    def constant_divisor(users: str, **_: str) -> dict[str, str]:
        return {"users": "mean"} if users == "pooled" else {}

    @same(declared, "the value is 0 exactly for users without a hit in the first k")
    def zero_without_hit(users: str, depth: str, **_: str) -> dict[str, str]:
        to_k = depth == "k" and users == "mean_nonzero"
        return {"users": "mean_hit"} if to_k else {}

    @same(declared, "the weights by length are one number", when="equal_lengths")
    def equal_lengths(users: str, **_: str) -> dict[str, str]:
        return {"users": "mean"} if users == "by_length" else {}

    @same(declared, "r is 1: the weights by r are equal", when="one_relevant")
    def equal_r(users: str, **_: str) -> dict[str, str]:
        return {"users": "mean"} if users == "by_r" else {}

    @same(
        declared,
        "a user with a hit in the first k has no other hit",
        when="one_relevant",
    )
    def only_hit(users: str, **_: str) -> dict[str, str]:
        return {"depth": "k"} if users == "mean_hit" else {}

    @same(declared, "the whole list has r hits, at least one", when="full_rankings")
    def full(users: str, depth: str, **_: str) -> dict[str, str]:
        everyone = depth == "all" and users == "mean_nonzero"
        return {"users": "mean"} if everyone else {}


equal_users(rbp)
