r"""Interpolated average precision: the best precision at or beyond each recall level.

    AP = \frac{1}{11} \sum_{\rho \in \{0, 0.1, …, 1\}} \max_{n : R(n) \ge \rho} P(n)
    range 0 to 1; the whole list is looked at, k is not used

Source: Manning, Raghavan and Schütze 2008, section 8.4.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil

from homonym.reference.axes import Axis
from homonym.reference.families import family, same
from homonym.reference.parts import Part
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.rankings.ranks import precisions
from homonym.reference.rankings.users import users

points = Axis("at which levels of recall precision is read")


@points(
    r"\rho = 0, 0.1, \ldots, 1",
    name="11",
    source="Manning et al. 2008, section 8.4",
    row=r"R(n) \ge \rho",
)
def eleven(r: int) -> list[int]:
    """Eleven levels, from 0 to 1."""
    return [ceil(Fraction(level, 10) * r) for level in range(11)]


@points(
    r"r \, R(n) \ge \lfloor r \rho + 0.9 \rfloor, \rho = 0, 0.1, \ldots, 1",
    name="11_rounded",
    source="trec_eval 9, 11pt_avg",
    row=r"r R(n) \ge \lfloor r \rho + 0.9 \rfloor",
)
def eleven_rounded(r: int) -> list[int]:
    """The same in floating point, which may ask for one hit fewer: 0.7 of 3 is 2."""
    return [int(level / 10 * r + 0.9) for level in range(11)]


@family(
    "Interpolated average precision",
    takes=Case,
    also={"11pt": {}, "11pt_avg": {"points": "11_rounded"}},
    rows=(
        "<users>",
        r"a_u = \sum_{\rho} \max_{n : <points.row>} P(n), \;"
        r" \rho = 0, 0.1, \ldots, 1",
        "b_u = 11",
        r"P(n) = \frac{1}{n} \sum_{m \le n} h_m, \;"
        r" R(n) = \frac{1}{r} \sum_{m \le n} h_m",
    ),
    points=points,
    users=users,
)
def average_precision_interpolated(
    user: Ranking, k: int, points: Callable[[int], list[int]]
) -> Part:
    """(sum of the interpolated precisions, number of levels) of one user.

    >>> from homonym.reference.variants import Variant
    >>> from homonym.reference.rankings.case import Case
    >>> Variant.parse("11pt(points=11)").value(Case.parse(". 1 @1"))
    0.5
    """
    curve = list(enumerate(precisions(user, len(user.grades)), start=1))
    total = 0.0
    levels = points(user.r)
    for hits in levels:
        reached = (p for n, p in curve if user.found(n) >= hits)
        total += max(reached, default=0.0)
    return total, len(levels)


@same(average_precision_interpolated, "there are as many levels for every user")
def constant_divisor(users: str, **_: str) -> dict[str, str]:
    return {"users": "mean"} if users == "pooled" else {}


@same(
    average_precision_interpolated,
    "the weights by length are one number, which cancels",
    when="equal_lengths",
)
def equal_lengths(users: str, **_: str) -> dict[str, str]:
    return {"users": "mean"} if users == "by_length" else {}


@same(
    average_precision_interpolated, "r is 1: the weights by r are equal", "one_relevant"
)
def equal_r(users: str, **_: str) -> dict[str, str]:
    return {"users": "mean"} if users == "by_r" else {}


@same(
    average_precision_interpolated,
    "with one relevant item no level is rounded",
    "one_relevant",
)
def whole(**_: str) -> dict[str, str]:
    return {"points": "11"}


@same(
    average_precision_interpolated,
    "the value of a list with a hit is never 0",
    "full_rankings",
)
def full(users: str, **_: str) -> dict[str, str]:
    return {"users": "mean"} if users == "mean_nonzero" else {}
