r"""Subtopic reciprocal rank: how early the list has shown all aspects.

    S-RR = 1 / \min \{ n : S-Recall@n \ge level \}; 0 where no rank reaches it
    range 0 to 1; level = 1 is S-RR@100%

Source: Zhai, Cohen and Lafferty 2003; Parapar and Radlinski 2021, section 4.2, whose
“if that position is higher than k” must mean: higher up. Start at `s_rr`.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import Axis
from homonym.reference.diversity.case import AspectCase, User
from homonym.reference.diversity.parameters import SHARE
from homonym.reference.diversity.s_recall import Covers, Of, aspects, covered, covers
from homonym.reference.diversity.users import users
from homonym.reference.families import family
from homonym.reference.parts import Part

depth = Axis("how far down the list the metric looks")


@depth("n \\le k", name="k")
def to_cut_off(user: User, k: int) -> int:
    """The first k ranks."""
    return min(k, len(user.ranked))


@depth("n \\le |L|", name="all", source="Zhai et al. 2003")
def whole_list(user: User, k: int) -> int:
    """The whole list."""
    return len(user.ranked)


@family(
    "S-RR",
    also={"S-RR": {}},
    parameters={"level": 1},
    limits={"level": SHARE},
    takes=AspectCase,
    covers=covers,
    aspects=aspects,
    depth=depth,
    users=users,
)
def s_rr(
    user: User,
    k: int,
    covers: Covers,
    aspects: Of,
    depth: Callable[[User, int], int],
    level: float,
) -> Part:
    """(1 where the level is reached, the rank at which it is) of one user.

    >>> from homonym.reference.variants import Variant
    >>> from homonym.reference.diversity.case import AspectCase
    >>> Variant.parse("s_rr(covers=any)").value(AspectCase.parse("5a 5b @2"))
    0.5
    """
    needed = level * len(aspects(user))
    for n in range(1, depth(user, k) + 1):
        if covered(user, n, covers, aspects) >= needed > 0:
            return 1, n
    return 0, 1
