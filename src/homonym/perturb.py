"""Worse and worse lists, made from an ideal one (Parapar and Radlinski 2021, 5.2).

Each function takes a user's judged items and s, how far the list is from the ideal.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.diversity.case import Item, Items, User
from homonym.reference.diversity.ideal import section_5_1
from homonym.reference.diversity.weights import likelihood

Perturbation = Callable[[Items, int], Items]


def bottom_to_top(items: Items, s: int) -> Items:
    """The first s items change places with the last s (section 5.2.1)."""
    ideal = section_5_1(User(items))
    for place in range(min(s, len(ideal) // 2)):
        ideal[place], ideal[-1 - place] = ideal[-1 - place], ideal[place]
    return tuple(ideal)


def redundant_aspect(items: Items, s: int) -> Items:
    """Where the ideal first turns to another aspect, s more items of the one before.

    They are the best of those left that show it; the others follow in ideal order
    (section 5.2.2).
    """
    ideal = section_5_1(User(items))
    turn = next((n for n in range(1, len(ideal)) if apart(ideal[n - 1], ideal[n])), 0)
    current = set(ideal[turn - 1].aspects)
    rest = ideal[turn:]
    more = sorted(
        (item for item in rest if current & set(item.aspects)),
        key=lambda item: -(item.rating or 0),
    )[:s]
    for item in more:
        rest.remove(item)
    return (*ideal[:turn], *more, *rest)


def apart(one: Item, other: Item) -> bool:
    """Whether two items share no aspect."""
    return not set(one.aspects) & set(other.aspects)


def less_liked_aspect(items: Items, s: int) -> Items:
    """The first item changes places with the best of the aspect liked (s + 1)th.

    Only aspects that the first item does not show are counted (section 5.2.3); where
    there are too few the list stays as it is.
    """
    ideal = section_5_1(User(items))
    weights = likelihood(items, User(items), "truth")
    others = [a for a in weights if a not in ideal[0].aspects]
    others.sort(key=lambda aspect: (-weights[aspect], aspect))
    if 0 < s <= len(others):
        place = next(n for n, i in enumerate(ideal) if others[s - 1] in i.aspects)
        ideal[0], ideal[place] = ideal[place], ideal[0]
    return tuple(ideal)


PERTURBATIONS: dict[str, tuple[Perturbation, int]] = {
    "items bottom to top": (bottom_to_top, 20),
    "items of a redundant aspect": (redundant_aspect, 20),
    "aspects": (less_liked_aspect, 10),
}
"""Each with the number of systems that it makes."""
