r"""Intra-list diversity: how far apart the items of a list are from each other.

    \frac{1}{|U|} \sum_u \frac{2}{|L_u| (|L_u| - 1)} \sum_{n < m \le |L_u|} d(i_n, i_m)
    range 0 to the largest distance

A list of one item has no pair: its user is left out.
Source: Ziegler et al. 2005; Zhang et al. 2012. Start at `intra_list_diversity`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from homonym.reference.axes import Axis
from homonym.reference.beyond.case import Listed, RunCase
from homonym.reference.beyond.likeness import Distance, distance
from homonym.reference.diversity.users import users
from homonym.reference.families import family
from homonym.reference.parts import Part

weight = Axis("how much a pair of items weighs")


@weight("1", name="pairs", row="")
def alike(rank: int, length: int) -> float:
    """All pairs weigh the same."""
    return 1.0


@weight(
    r"1 - [m = |L|] / 2",
    name="last_half",
    source="DL RS Evaluation, Diversity_similarity: a bug",
    row=r"\left( 1 - \frac{[m = |L|]}{2} \right)",
)
def half_of_the_last(rank: int, length: int) -> float:
    """Pairs with the last item weigh half: its row of the distances is left out."""
    return 0.5 if rank == length else 1.0


divisor = Axis("what the sum over the pairs is divided by")


@divisor(r"\frac{|L| (|L| - 1)}{2}", source="Zhang et al. 2012")
def pairs(length: int) -> float:
    """The number of pairs."""
    return length * (length - 1) / 2


@divisor("|L|", name="length", source="evidently 0.7.23")
def items(length: int) -> float:
    """The number of items."""
    return length


@family(
    "Intra-list diversity",
    also={"ILD": {}},
    takes=RunCase,
    rows=(
        "<users>",
        r"a_u = \sum_{n < m \le |L|} <weight.row> d(i_n, i_m)",
        "b_u = <divisor>",
        "d(i, j) = <distance>",
    ),
    distance=distance,
    weight=weight,
    divisor=divisor,
    users=users,
)
def intra_list_diversity(
    user: Listed,
    k: int,
    distance: Distance,
    weight: Callable[[int, int], float],
    divisor: Callable[[int], float],
) -> Part | None:
    """(sum of the distances, divisor) of one user; None without a pair.

    >>> from homonym.reference.variants import Variant
    >>> variant = Variant.parse("ILD(distance=cooccurrence)")
    >>> variant.value(RunCase.parse("c > ab ; ab > ; b > ; b > ; b > @2"))
    0.5
    """
    items = user.items[:k]
    if len(items) < 2:
        return None
    total = sum(
        weight(rank, len(items))
        * distance(items[before - 1], items[rank - 1], user.run)
        for before, rank in combinations(range(1, len(items) + 1), 2)
    )
    return total, divisor(len(items))
