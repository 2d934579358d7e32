r"""Self-information: how surprising the recommended items are, by their popularity.

    \frac{1}{|U|} \sum_u \frac{1}{|L_u|} \sum_{i \in L_u} -\log_2 \frac{n_i}{|U|}
    range 0 without bound

Also called novelty. Descriptions differ in the chance (share of the users, or of the
interactions), the base, and what an item counts that nobody has in training: its
logarithm does not exist.
Source: Zhou et al. 2010; Vargas and Castells 2011. Start at `self_information`.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import family
from homonym.reference.beyond.case import Listed, Run, RunCase
from homonym.reference.beyond.combine import divisor, each_list
from homonym.reference.beyond.popularity import Popularity, base, chance, unseen
from homonym.reference.users import Part


@family(
    "Self-information",
    also={"novelty": {"chance": "share_of_interactions", "users": "pooled"}, "MSI": {}},
    takes=RunCase,
    chance=chance,
    base=base,
    unseen=unseen,
    divisor=divisor,
    users=each_list,
)
def self_information(
    user: Listed,
    k: int,
    chance: Popularity,
    base: Callable[[float], float],
    unseen: Callable[[Run, Callable[[str], float]], float],
    divisor: Callable[[Listed, int], float],
) -> Part:
    """(sum of the surprises, divisor) of one user.

    >>> from homonym.reference.axes import Variant
    >>> Variant.parse("MSI").value(RunCase.parse("a > b ; b > a ; c > b ; d > b @1"))
    2.0
    """

    def told(item: str) -> float:
        return base(chance(item, user.run))

    known = user.run.counts
    values = (
        told(item) if known[item] else unseen(user.run, told) for item in user.items[:k]
    )
    return sum(values), divisor(user, k)
