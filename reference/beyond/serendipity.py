r"""Serendipity: how surprising the useful items of a list are.

    \frac{1}{|U|} \sum_u \frac{1}{|L_u|} \sum_{i \in L_u} s(u, i) \, rel(u, i)
    range 0 to 1

A user without training items is left out: s compares with them.
Source: Ge, Delgado-Battenfeld and Jannach 2010; Zhang et al. 2012. Start at
`serendipity`, at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import Axis
from homonym.reference.beyond.case import Listed, RunCase
from homonym.reference.beyond.combine import (
    LENGTH,
    divisor,
    each_list,
    of_one_length,
)
from homonym.reference.beyond.likeness import Distance, cooccurrence, groups
from homonym.reference.families import family, same, void
from homonym.reference.parts import Part

ItemSurprise = Callable[[str, Listed, int], float]

surprise = Axis("how surprising an item is for a user")


def distance_from_training(distance: Distance, item: str, user: Listed) -> float:
    """The mean distance of an item from the user's training items."""
    return sum(distance(item, j, user.run) for j in user.train) / len(user.train)


@surprise(
    r"1 - \frac{1}{|I_u|} \sum_{j \in I_u} \frac{n_{ij}}{\sqrt{n_i n_j}}",
    name="cooccurrence",
    source="Zhang et al. 2012; recommenders 1.2.1, item_cooccurrence_count",
)
def had_by_others(item: str, user: Listed, k: int) -> float:
    """Its mean distance from the user's training items, by who has both."""
    return distance_from_training(cooccurrence, item, user)


@surprise(
    r"\frac{1}{|I_u|} \sum_{j \in I_u} [g_i \ne g_j]",
    name="groups",
    source="recommenders 1.2.1, item_feature_vector",
)
def of_other_groups(item: str, user: Listed, k: int) -> float:
    """The share of the user's training items that are in another group."""
    return distance_from_training(groups, item, user)


@surprise(r"[i \notin E_u]", name="unexpected", source="Ge et al. 2010")
def not_popular(item: str, user: Listed, k: int) -> float:
    """1 where it is not one of the k items that are most popular in training."""
    return float(item not in user.run.popular[:k])


relevance = Axis("which items are useful")


@relevance("1", name="any", source="recommenders 1.2.1, by default", row="")
def all_items(hit: bool) -> float:
    """All items."""
    return 1.0


@relevance(
    "h_n",
    source="Ge et al. 2010; recommenders 1.2.1, with col_relevance",
    row=r"h_i \,",
)
def binary(hit: bool) -> float:
    """Relevant items."""
    return float(hit)


@family(
    "Serendipity",
    takes=RunCase,
    rows=(
        "<users>",
        r"a_u = \sum_{i \in L_u} <relevance.row> s(u, i)",
        "b_u = <divisor>",
        "s(u, i) = <surprise>",
    ),
    surprise=surprise,
    relevance=relevance,
    divisor=divisor,
    users=each_list,
)
def serendipity(
    user: Listed,
    k: int,
    surprise: ItemSurprise,
    relevance: Callable[[bool], float],
    divisor: Callable[[Listed, int], float],
) -> Part | None:
    """(sum of the useful surprises, divisor) of one user; None without training items.

    >>> from homonym.reference.variants import Variant
    >>> variant = Variant.parse("serendipity(surprise=cooccurrence)")
    >>> variant.value(RunCase.parse("ab > c ; b > a ; a > d @1"))
    0.8333333333333334
    """
    if not user.train:
        return None
    values = (
        surprise(item, user, k) * relevance(item in user.truth)
        for item in user.items[:k]
    )
    return sum(values), divisor(user, k)


same(serendipity, LENGTH)(of_one_length)


@void(serendipity, "unexpected items of any use are what unexpectedness counts")
def unexpectedness(surprise: str, relevance: str, **_: str) -> bool:
    return surprise == "unexpected" and relevance == "any"
