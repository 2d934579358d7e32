r"""Expected reciprocal rank: one over the rank at which a reader stops, in expectation.

    ERR = \sum_n \frac{1}{n} R(g_n) \prod_{m<n} (1 - R(g_m))          range 0 to 1
    R(g) = (2^g - 1) / 2^{g_{max}}; 0 for an item that is not relevant

g_max is the highest grade of the scale, whatever grades occur: 5 where none is given,
as in `err(stops=exponential, g_max=4)`. A higher grade counts as g_max.
Source: Chapelle et al. 2009. Start at `err`, at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from homonym.reference.axes import Axis
from homonym.reference.families import family
from homonym.reference.parts import Part
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.rankings.ranks import depth
from homonym.reference.rankings.rbp import equal_users
from homonym.reference.rankings.users import users

SCALE = (1.0, inf)
"""The least and the greatest highest grade."""

stops = Axis("how likely an item of a grade is to satisfy the reader")


@stops(r"\frac{2^g - 1}{2^{g_{max}}}", source="Chapelle et al. 2009")
def exponential(g: float, g_max: float) -> float:
    """Two to the grade, minus one, over two to the highest grade: never certain."""
    return float(2**g - 1) / 2**g_max


@stops(r"\frac{g}{g_{max}}", source="Parapar and Radlinski 2021, Eq. 6")
def share(g: float, g_max: float) -> float:
    """The grade as a share of the highest."""
    return g / g_max


@family(
    "Expected reciprocal rank",
    also={"expected-reciprocal-rank": {}},
    parameters={"g_max": 5},
    limits={"g_max": SCALE},
    takes=Case,
    rows=(
        "<users>",
        r"a_u = \sum_{<depth>} \frac{1}{n} R(g_n) \prod_{m<n} (1 - R(g_m))",
        "b_u = 1",
        r"R(g) = <stops> \text{ of a relevant item, } g \le g_{max}",
    ),
    stops=stops,
    depth=depth,
    users=users,
)
def err(
    user: Ranking,
    k: int,
    stops: Callable[[float, float], float],
    depth: Callable[[Ranking, int], int],
    g_max: float,
) -> Part:
    """(expected reciprocal rank, 1) of one user.

    >>> from homonym.reference.variants import Variant
    >>> from homonym.reference.rankings.case import Case
    >>> Variant.parse("err(stops=exponential, g_max=1)").value(Case.parse("1 1 @2"))
    0.625
    """
    found, goes_on = 0.0, 1.0
    for n, g in enumerate(user.grades[: depth(user, k)], start=1):
        if g is not None and user.hits[n - 1]:
            satisfied = stops(min(g, g_max), g_max)
            found += goes_on * satisfied / n
            goes_on *= 1 - satisfied
    return found, 1


equal_users(err)
