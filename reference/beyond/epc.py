r"""EPC, expected popularity complement: how few users know a list's relevant items.

    \frac{1}{|U|} \sum_u \frac{\sum_n d_n \, h_n (1 - n_i / |U|)}{\sum_n d_n}
    range 0 to 1

Source: Vargas and Castells 2011. Start at `epc`, at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.beyond.case import Listed, RunCase
from homonym.reference.beyond.combine import LENGTH, each_list, of_one_length
from homonym.reference.beyond.discovery import discount, discovered, relevance
from homonym.reference.families import family, same
from homonym.reference.parts import Part


@family(
    "Expected popularity complement",
    takes=RunCase,
    rows=(
        "<users>",
        r"a_u = \sum_n <discount> \, <relevance.row> v(i_n)",
        r"b_u = \sum_n <discount>",
        r"v(i) = 1 - \frac{n_i}{|U|}",
    ),
    relevance=relevance,
    discount=discount,
    users=each_list,
)
def epc(
    user: Listed,
    k: int,
    relevance: Callable[[bool], float],
    discount: Callable[[int], float],
) -> Part:
    """(sum of the discounted complements, sum of the discounts) of one user.

    >>> from homonym.reference.variants import Variant
    >>> variant = Variant.parse("epc(relevance=binary)")
    >>> variant.value(RunCase.parse("a > b = b ; ab > c = c @1"))
    0.75
    """
    run = user.run
    return discovered(
        user, k, relevance, discount, lambda i: 1 - run.counts[i] / len(run.train)
    )


same(epc, LENGTH)(of_one_length)
