r"""Average popularity: how popular the recommended items are in training.

    \frac{1}{|U|} \sum_u \frac{1}{|L_u|} \sum_{i \in L_u} n_i
    range 0 without bound

Source: Yin et al. 2012; Abdollahpouri, Burke and Mobasher 2019.
Start at `average_popularity`, at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import family
from homonym.reference.beyond.case import Listed, RunCase
from homonym.reference.beyond.combine import divisor, each_list
from homonym.reference.beyond.popularity import Popularity, popularity
from homonym.reference.users import Part


@family(
    "Average popularity",
    also={"ARP": {}},
    takes=RunCase,
    popularity=popularity,
    divisor=divisor,
    users=each_list,
)
def average_popularity(
    user: Listed,
    k: int,
    popularity: Popularity,
    divisor: Callable[[Listed, int], float],
) -> Part:
    """(sum of the popularities, divisor) of one user.

    >>> from homonym.reference.axes import Variant
    >>> Variant.parse("ARP").value(RunCase.parse("a > b ; bc > d ; b > c @1"))
    1.0
    """
    told = (popularity(item, user.run) for item in user.items[:k])
    return sum(told), divisor(user, k)
