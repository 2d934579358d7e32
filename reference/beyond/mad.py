r"""MAD: how differently groups of users, or of items, fare.

    MAD = avg_{i < j} |\bar R^{(i)} - \bar R^{(j)}|,  \bar R^{(i)} the mean of group i
    range 0 (all groups alike) without bound; with NDCG to 1

Descriptions differ in what is averaged: a quality of the ranking, or predicted scores.
Source: Zhu, Hu and Caverlee 2018; Deldjoo et al. 2021. Start at `mad`, at the bottom.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any, cast

from homonym.reference.axes import Axis
from homonym.reference.beyond.case import Listed, RunCase
from homonym.reference.beyond.parity import divided
from homonym.reference.families import family, same
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.variants import Variant

NumbersByGroup = dict[int, list[tuple[str, float]]]
"""What one list says of each group: (item, number); of a user no item is named."""

gain = Axis("what a hit is worth to an item")


@gain("1", source="Deldjoo et al. 2021", row="")
def binary() -> float:
    """One."""
    return 1.0


@gain(
    "2^{g - t + 1} - 1",
    source="Elliot 0.3.1, at its threshold t = 0",
    row="(2^{g - t + 1} - 1)_{g = 1, t = 0}",
)
def exponential_shifted() -> float:
    """Three: the gain of grade 1 in the NDCG of the same library."""
    return 3.0


of = Axis("whose groups, and what is averaged in them")


NDCG = "ndcg(gain=binary)"
"""The quality of a ranking."""


@of("NDCG_u", source="Elliot 0.3.1, UserMADranking", row=r"avg_{u \in G} NDCG_u")
def user_ranking(user: Listed, k: int, gain: Callable[[], float]) -> NumbersByGroup:
    """Users: the NDCG of their lists."""
    ndcg = Variant.parse(NDCG).value(as_ranking(user, k))
    return {user.group: [("", cast(float, ndcg))]}


def as_ranking(user: Listed, k: int) -> Case:
    """One user's list as a case of its own, with grades of 1."""
    missed = set(user.truth) - set(user.items)
    ranking = Ranking(
        grades=tuple(1.0 if item in user.truth else None for item in user.items),
        scores=user.scores,
        missed=(1.0,) * len(missed),
    )
    return Case((ranking,), k)


@of(
    r"avg_{u: i \in L_u} gain(u, i)",
    source="Elliot 0.3.1, ItemMADranking",
    row=r"avg_{i \in G} avg_{u: i \in L_u} <gain.row> [i \in R_u]",
)
def item_ranking(user: Listed, k: int, gain: Callable[[], float]) -> NumbersByGroup:
    """Items: what they are worth to the users whose lists they are in."""
    return of_items(user, ((i, gain() * (i in user.truth)) for i in user.items[:k]))


@of(
    r"avg_{i \in L_u} \hat r_{u,i}",
    source="Elliot 0.3.1, UserMADrating",
    row=r"avg_{u \in G} avg_{i \in L_u} \hat r_{u,i}",
)
def user_rating(user: Listed, k: int, gain: Callable[[], float]) -> NumbersByGroup:
    """Users: the mean score of their first k items."""
    return {user.group: [("", mean(user.scores[:k]))]}


@of(
    r"avg_{u: i \in L_u} [i \in R_u] \, \hat r_{u,i}",
    source="Elliot 0.3.1, ItemMADrating",
    row=r"avg_{i \in G} avg_{u: i \in L_u} [i \in R_u] \, \hat r_{u,i}",
)
def item_rating(user: Listed, k: int, gain: Callable[[], float]) -> NumbersByGroup:
    """Items: their score, 0 for users to whom they are not relevant."""
    scored = zip(user.items[:k], user.scores, strict=False)
    return of_items(user, ((item, s * (item in user.truth)) for item, s in scored))


users = Axis("how the users are combined")


@users(r"\bar R^{(i)}")
def by_group(parts: Sequence[NumbersByGroup]) -> list[float]:
    """The mean of each group: of its users, or of its items that are in a list."""
    found: dict[int, dict[str, list[float]]] = {}
    for part in parts:
        for group, told in part.items():
            members = found.setdefault(group, defaultdict(list))
            for item, number in told:
                members[item].append(number)
    return [mean(map(mean, found[group].values())) for group in sorted(found)]


def of_items(user: Listed, told: Iterable[tuple[str, float]]) -> NumbersByGroup:
    """The items and numbers by the items' groups, of which none is left out."""
    found: NumbersByGroup = {group: [] for group in range(1, len(user.run.groups) + 1)}
    for item, number in told:
        found[user.run.group_of[item]].append((item, number))
    return found


def mean(numbers: Iterable[float]) -> float:
    """Their mean; NaN where there are none."""
    found = list(numbers)
    return divided(sum(found), len(found))


def between_groups(
    parts: Sequence[NumbersByGroup],
    people: Sequence[Listed],
    k: int,
    users: Callable[[Sequence[NumbersByGroup]], list[float]],
    **_: Any,
) -> float:
    """The mean difference of two groups."""
    return mean(abs(one - other) for one, other in combinations(users(parts), 2))


@family(
    "MAD",
    also={
        "UserMADranking": {},
        "ItemMADranking": {"of": "item_ranking"},
        "UserMADrating": {"of": "user_rating"},
        "ItemMADrating": {"of": "item_rating"},
    },
    combine=between_groups,
    takes=RunCase,
    rows=(
        r"avg_{G < H} |\bar R^{(G)} - \bar R^{(H)}|",
        r"\bar R^{(G)} = <of.row>",
    ),
    of=of,
    gain=gain,
    users=users,
)
def mad(
    user: Listed,
    k: int,
    of: Callable[[Listed, int, Callable[[], float]], NumbersByGroup],
    gain: Callable[[], float],
) -> NumbersByGroup:
    """(item, number) of each group that one list tells of.

    >>> from homonym.reference.variants import Variant
    >>> variant = Variant.parse("mad(of=user_ranking)")
    >>> variant.value(RunCase.parse("ab = a ; 2: ab = c @1"))
    1.0
    """
    return of(user, k, gain)


@same(mad, "gains cancel in NDCG, and scores have none")
def no_gain(of: str, **_: str) -> dict[str, str]:
    return {} if of == "item_ranking" else {"gain": "binary"}
