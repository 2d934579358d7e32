r"""Inter-list diversity: how different the lists of two users are, on average.

    \frac{2}{|U| (|U| - 1)} \sum_{u < v} \left( 1 - \frac{|L_u \cap L_v|}{k} \right)
    range 0 (all lists alike) to 1 (no two share an item); undefined for one user

Also called personalization. With C recommendations in all it follows from the
Herfindahl index H: (|U| - H C) / (|U| - 1).
Source: Zhou et al. 2010. Start at `inter_list_diversity`, at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from homonym.reference.axes import Axis
from homonym.reference.beyond.case import Listed, RunCase
from homonym.reference.beyond.combine import LENGTH, listed
from homonym.reference.elementary import sqrt
from homonym.reference.families import family, same
from homonym.reference.parts import ratio

overlap = Axis("how much two lists have in common")


@overlap(
    r"\frac{|L_u \cap L_v|}{k}",
    name="k",
    source="Zhou et al. 2010; DL RS Evaluation, Diversity_MeanInterList",
)
def of_k(one: str, other: str, k: int) -> float:
    """The number of items in both, over the cut-off."""
    return len({*one} & {*other}) / k


@overlap(r"\frac{|L_u \cap L_v|}{\sqrt{|L_u| |L_v|}}", source="recmetrics")
def cosine(one: str, other: str, k: int) -> float:
    """The cosine of the two sets of items."""
    return ratio((len({*one} & {*other}), sqrt(len(one) * len(other))))


of_two = Axis("which users are compared")


@of_two(r"u < v")
def pairs(lists: Sequence[str]) -> list[tuple[str, str]]:
    """Any two users, once."""
    return list(combinations(lists, 2))


def different(
    lists: Sequence[str],
    people: Sequence[Listed],
    k: int,
    users: Callable[[Sequence[str]], list[tuple[str, str]]],
    overlap: Callable[[str, str, int], float],
) -> float | None:
    """The mean over the pairs of users of what their lists do not share."""
    values = [1 - overlap(one, other, k) for one, other in users(lists)]
    return sum(values) / len(values) if values else None


@family(
    "Inter-list diversity",
    also={"personalization": {"overlap": "cosine"}},
    combine=different,
    takes=RunCase,
    rows=(r"\frac{2}{|U| (|U| - 1)} \sum_{<users>} \left( 1 - <overlap> \right)",),
    overlap=overlap,
    users=of_two,
)
def inter_list_diversity(user: Listed, k: int, **choices: Any) -> str:
    """The first k items of one user's list; `different` takes all of them.

    >>> from homonym.reference.variants import Variant
    >>> Variant.parse("inter_list_diversity").value(RunCase.parse("ab ; bc ; cd @2"))
    0.6666666666666666
    """
    return listed(user, k)


@same(inter_list_diversity, LENGTH)
def of_length_k(overlap: str, **_: str) -> dict[str, str]:
    return {"overlap": "k"}
