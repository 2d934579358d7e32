r"""Bias disparity: how far lists change what a group of users likes.

    B_S(G, C) = \frac{\sum_{u \in G} |S_u \cap C|}{\sum_{u \in G} |S_u|}
        / \frac{|C|}{|I|}
    BD = (B_R - B_S) / B_S
    S: training items, R: lists; range of B 0 to |I| / |C|, of BD -1 without bound

A number for each group G of users and each group C of items, G by G.
Source: Tsintzou, Pitoura and Tsaparas 2018. Start at `bias_disparity`, at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from homonym.reference.axes import Axis
from homonym.reference.beyond.case import Listed, RunCase
from homonym.reference.beyond.parity import divided
from homonym.reference.families import family
from homonym.reference.parts import Part

GroupVector = list[float]
"""A number for each group of items."""

of = Axis("what is reported of a group of users and a group of items")
SHOWN = {
    "shown": r"B_R(G, C) = \frac{\sum_{u \in G} |L_u \cap C|}{\sum_{u \in G} |L_u|}"
    r" / \frac{|C|}{|I|}"
}
KNOWN = {
    "known": r"B_S(G, C) = \frac{\sum_{u \in G} |S_u \cap C|}{\sum_{u \in G} |S_u|}"
    r" / \frac{|C|}{|I|}"
}


@of(
    r"\frac{B_R - B_S}{B_S}",
    source="Tsintzou et al. 2018; Elliot 0.3.1, BD",
    parts={**SHOWN, **KNOWN},
)
def disparity(
    shown: GroupVector, known: GroupVector, sizes: GroupVector
) -> GroupVector:
    """How far the lists' bias is from that of the training items, over the latter."""
    pairs = zip(bias(shown, sizes), bias(known, sizes), strict=True)
    return [divided(lists - train, train) for lists, train in pairs]


@of("B_R", source="Elliot 0.3.1, BiasDisparityBR", parts={**SHOWN, "known": ""})
def recommended(
    shown: GroupVector, known: GroupVector, sizes: GroupVector
) -> GroupVector:
    """The bias of the lists."""
    return bias(shown, sizes)


@of("B_S", source="Elliot 0.3.1, BiasDisparityBS", parts={"shown": "", **KNOWN})
def training(shown: GroupVector, known: GroupVector, sizes: GroupVector) -> GroupVector:
    """The bias of the training items."""
    return bias(known, sizes)


users = Axis("how the users are combined")


@users(r"\sum_{u \in G}", source="Tsintzou et al. 2018")
def by_group(
    parts: Sequence[list[Part]], people: Sequence[Listed]
) -> Iterator[tuple[GroupVector, GroupVector]]:
    """The users of a group together: their items shown and trained on, by group."""
    for group in sorted({user.group for user in people}):
        mine = [p for p, u in zip(parts, people, strict=True) if u.group == group]
        by_items = list(zip(*mine, strict=True))
        yield (
            [sum(shown for shown, _ in items) for items in by_items],
            [sum(known for _, known in items) for items in by_items],
        )


def bias(counts: GroupVector, sizes: GroupVector) -> GroupVector:
    """Each group's share of the counts over its share of the items."""
    shares = zip(counts, sizes, strict=True)
    return [divided(n * sum(sizes), sum(counts) * size) for n, size in shares]


def by_groups(
    parts: Sequence[list[Part]],
    people: Sequence[Listed],
    k: int,
    users: Callable[..., Iterator[tuple[GroupVector, GroupVector]]],
    of: Callable[[GroupVector, GroupVector, GroupVector], GroupVector],
) -> tuple[float, ...]:
    """A number for each group of users and, in it, each group of items."""
    sizes = [float(len(group)) for group in people[0].run.groups]
    told = (of(shown, known, sizes) for shown, known in users(parts, people))
    return tuple(number for numbers in told for number in numbers)


@family(
    "Bias disparity",
    also={"BD": {}, "BR": {"of": "recommended"}, "BS": {"of": "training"}},
    combine=by_groups,
    takes=RunCase,
    rows=("<of>", "<of.shown>", "<of.known>"),
    of=of,
    users=users,
)
def bias_disparity(user: Listed, k: int, **_: Any) -> list[Part]:
    """(items shown, items trained on) of each group, for one user.

    >>> from homonym.reference.variants import Variant
    >>> case = RunCase.parse("ac > bd ; 2: cd > ab | ab,cdef @2")
    >>> one = Variant.parse("BR")
    >>> other = Variant.parse("BD(of=disparity)")
    >>> one.value(case), other.value(case)[0]
    ((1.5, 0.75, 3.0, 0.0), 0.0)
    """
    shown, known = set(user.items[:k]), set(user.train)
    return [(len(shown & set(g)), len(known & set(g))) for g in user.run.groups]
