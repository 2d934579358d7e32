r"""Novelty: the share of a list that the user does not have in training.

    \frac{1}{|U|} \sum_u \frac{|L_u \setminus I_u|}{|L_u|}                 range 0 to 1

The mean surprise by popularity, which is called novelty too, is self-information.
Source: RePlay 0.22.0, Novelty, whose documentation divides by k. Start at `novelty`.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.beyond.case import Listed, RunCase
from homonym.reference.beyond.combine import LENGTH, divisor, each_list, of_one_length
from homonym.reference.families import family, same
from homonym.reference.parts import Part


@family(
    "Novelty",
    takes=RunCase,
    rows=("<users>", r"a_u = |L_u \setminus I_u|", "b_u = <divisor>"),
    divisor=divisor,
    users=each_list,
)
def novelty(user: Listed, k: int, divisor: Callable[[Listed, int], float]) -> Part:
    """(items of the list that are new to the user, divisor) of one user.

    >>> from homonym.reference.variants import Variant
    >>> variant = Variant.parse("novelty(divisor=length)")
    >>> variant.value(RunCase.parse("a > ab ; b > ac @2"))
    0.75
    """
    new = sum(item not in user.train for item in user.items[:k])
    return new, divisor(user, k)


same(novelty, LENGTH)(of_one_length)
