r"""The rank of an item among sampled ones: start at `rank_chances`.

    h ~ Hypergeometric(N - 1, R - 1, m)      drawn without replacement
    h ~ Binomial(m, (R - 1) / (N - 1))       drawn with replacement
    sampled rank = 1 + h

N candidates, R the item's rank among all of them, m of the N - 1 others drawn, each as
likely as the next; h of them are ranked above the item. Source: Krichene and Rendle
2020.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from homonym.errors import UserError
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant

Chances = tuple[float, ...]
"""The chance of each rank, from 1 on."""
MOST = 100_000
"""So many candidates a definition is worked out for."""


def rank_chances(rank: int, items: int, negatives: int, replacement: bool) -> Chances:
    """The chance of each rank that an item may have among sampled ones, from 1 to
    negatives + 1.

    rank: the item's among all candidates, from 1; items: how many there are, itself
    included; negatives: how many others are drawn. Raises UserError where no such draw
    can be made.

    >>> rank_chances(2, 3, 1, replacement=False)
    (0.5, 0.5)
    """
    check_draw(rank, items, negatives, replacement)
    others, above = items - 1, rank - 1
    if replacement:
        p = Fraction(above, others)
        found = [
            comb(negatives, h) * p**h * (1 - p) ** (negatives - h)
            for h in range(negatives + 1)
        ]
    else:
        found = [
            Fraction(
                comb(above, h) * comb(others - above, negatives - h),
                comb(others, negatives),
            )
            for h in range(negatives + 1)
        ]
    return tuple(map(float, found))


def check_draw(rank: int, items: int, negatives: int, replacement: bool) -> None:
    """UserError where there is no such rank, or not so many others to draw."""
    if not 2 <= items <= MOST:
        raise UserError(f"{items} items: from 2 to {MOST:,} are accepted")
    if not 1 <= rank <= items:
        raise UserError(f"rank {rank} of {items} items: from 1 to {items} is accepted")
    if negatives < 1 or (negatives >= items and not replacement):
        raise UserError(
            f"{negatives} others of {items - 1} cannot be drawn without replacement: "
            f"from 1 to {items - 1} can"
        )


def compute_expected_value(variant: Variant, chances: Sequence[float], k: int) -> float:
    """What a definition gives on average where an item has each rank by chance: the
    sum over the ranks of the chance times `compute_value_at_rank`."""
    most = len(chances)
    return sum(
        chance * compute_value_at_rank(variant, rank, most, k)
        for rank, chance in enumerate(chances, start=1)
        if chance
    )


def compute_value_at_rank(variant: Variant, rank: int, items: int, k: int) -> float:
    """What the reference gives a user whose one relevant item has this rank in a list
    of all items. Raises UserError for a definition that gives such a user no number.

    >>> compute_value_at_rank(Variant.parse("hit_rate(counts=any)"), 3, 5, 2)
    0.0
    """
    marks = ["."] * items
    marks[rank - 1] = "1"
    found = variant.value(Case.parse(f"{' '.join(marks)} @{k}"))
    if not isinstance(found, float | int):
        raise UserError(f"{variant} gives no number of one user with one relevant item")
    return float(found)
