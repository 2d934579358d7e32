r"""EFD, expected free discovery: how rare the relevant items of a list are, in bits.

    \frac{1}{|U|} \sum_u \frac{\sum_n d_n \, h_n \, v(i_n)}{\sum_n d_n}
    v(i) = -\log_2 \frac{n_i}{\sum_j n_j}
    range 0 without bound

An item that nobody has in training counts as the least popular item that somebody has.
Source: Vargas and Castells 2011. Start at `efd`, at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.beyond.case import Listed, RunCase
from homonym.reference.beyond.combine import LENGTH, each_list, of_one_length
from homonym.reference.beyond.discovery import discount, discovered, relevance
from homonym.reference.beyond.popularity import binary, most, share_of_interactions
from homonym.reference.families import family, same
from homonym.reference.parts import Part


@family(
    "Expected free discovery",
    takes=RunCase,
    rows=(
        "<users>",
        r"a_u = \sum_n <discount> \, <relevance.row> v(i_n)",
        r"b_u = \sum_n <discount>",
        r"v(i) = -\log_2 \frac{\max(n_i, \min_j n_j)}{\sum_j n_j}",
    ),
    relevance=relevance,
    discount=discount,
    users=each_list,
)
def efd(
    user: Listed,
    k: int,
    relevance: Callable[[bool], float],
    discount: Callable[[int], float],
) -> Part:
    """(sum of the discounted surprises, sum of the discounts) of one user.

    >>> from homonym.reference.variants import Variant
    >>> variant = Variant.parse("efd(relevance=binary)")
    >>> variant.value(RunCase.parse("a > b = b ; abc > d @1"))
    1.0
    """
    run = user.run

    def told(users: int) -> float:
        return binary(share_of_interactions(users, run))

    def novelty(item: str) -> float:
        return told(run.counts[item]) if run.counts[item] else most(run, told)

    return discovered(user, k, relevance, discount, novelty)


same(efd, LENGTH)(of_one_length)
