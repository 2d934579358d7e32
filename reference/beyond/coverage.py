r"""Coverage: how many of the items, or of the users, the lists reach.

    |\bigcup_u L_u| / |I|                                      range 0 to 1, or a count

Source: Herlocker et al. 2004; Ge, Delgado-Battenfeld and Jannach 2010, whose catalogue
coverage is the default. Start at `coverage`, at the bottom.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from homonym.reference.axes import Axis, family, same
from homonym.reference.beyond.case import Listed, RunCase
from homonym.reference.beyond.combine import catalogue, listed, run_level
from homonym.reference.users import Part, ratio

reported = Axis("whether the number is a share or a count")


@reported(r"\frac{a}{b}")
def share(part: Part) -> float:
    """A share."""
    return ratio(part)


@reported(
    "a", source="Elliot 0.3.1, ItemCoverage, which its documentation calls a share"
)
def number(part: Part) -> float:
    """A count."""
    return part[0]


of = Axis("what is reached")


@of("|I|", name="items", source="Ge et al. 2010, catalogue coverage")
def items_shown(lists: Sequence[str], k: int, there: list[int]) -> Part:
    """Items: those that are in a list."""
    return sum(count > 0 for count in there), len(there)


@of("|U|", name="users", source="Herlocker et al. 2004; Elliot 0.3.1, UserCoverage")
def users_served(lists: Sequence[str], k: int, there: list[int]) -> Part:
    """Users: those with a recommendation."""
    return sum(bool(one) for one in lists), len(lists)


@of("|U|", name="users_with_k", source="Elliot 0.3.1, UserCoverageAtN")
def users_fully_served(lists: Sequence[str], k: int, there: list[int]) -> Part:
    """Users: those with k recommendations."""
    return sum(len(one) >= k for one in lists), len(lists)


def reached(
    lists: Sequence[str],
    people: Sequence[Listed],
    k: int,
    users: Callable[[Sequence[str]], Counter[str]],
    of: Callable[[Sequence[str], int, list[int]], Part],
    catalogue: Callable[[Counter[str], Any], list[int]],
    reported: Callable[[Part], float],
) -> float:
    """The share or number of all that is reached."""
    return reported(of(lists, k, catalogue(users(lists), people[0].run)))


@family(
    "Coverage",
    also={"catalogue-coverage": {}, "user-coverage": {"of": "users"}},
    combine=reached,
    takes=RunCase,
    of=of,
    catalogue=catalogue,
    reported=reported,
    users=run_level,
)
def coverage(user: Listed, k: int, **choices: Any) -> str:
    """The first k items of one user's list; `reached` takes all of them.

    >>> from homonym.reference.axes import Variant
    >>> Variant.parse("coverage").value(RunCase.parse("ab ; bc | abcd @1"))
    0.5
    """
    return listed(user, k)


@same(coverage, "the number of users does not depend on which items there are")
def of_users(of: str, **_: str) -> dict[str, str]:
    return {} if of == "items" else {"catalogue": "all_items"}
