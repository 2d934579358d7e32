r"""Categorical diversity: how many categories of items a list shows.

    \frac{1}{|U|} \sum_u \frac{|\{ g_i : i \in L_u \}|}{k}                 range 0 to 1

The categories are the groups of the items; an item is in one. Divided by the number of
categories it is S-Recall. Source: RePlay 0.22.0. Start at `categorical_diversity`.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import family, same
from homonym.reference.beyond.case import Listed, RunCase
from homonym.reference.beyond.combine import LENGTH, each_list, of_one_length
from homonym.reference.beyond.combine import divisor as of_list
from homonym.reference.users import Part

divisor = of_list.plus()


@divisor("|G|", source="Zhai et al. 2003, S-Recall")
def categories(user: Listed, k: int) -> float:
    """The number of all categories."""
    return len(user.run.groups)


@family(
    "Categorical diversity",
    takes=RunCase,
    divisor=divisor,
    users=each_list,
)
def categorical_diversity(
    user: Listed, k: int, divisor: Callable[[Listed, int], float]
) -> Part:
    """(categories of the list, divisor) of one user.

    >>> from homonym.reference.axes import Variant
    >>> case = RunCase.parse("abd ; bcd | abc,d @2")
    >>> Variant.parse("categorical_diversity").value(case)
    0.5
    """
    shown = {user.run.group_of[item] for item in user.items[:k]}
    return len(shown), divisor(user, k)


same(categorical_diversity, LENGTH)(of_one_length)
