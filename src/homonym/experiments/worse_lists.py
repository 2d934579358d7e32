"""Worse and worse lists, made from an ideal one (Parapar and Radlinski 2021, 5.2).

Each function takes a user's judged items and s, how far the list is from the ideal.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from homonym.reference.diversity.case import Item, Items, User
from homonym.reference.diversity.ideal import section_5_1
from homonym.reference.diversity.weights import likelihood

Perturbation = Callable[[Items, int], Items]


def swap_bottom_and_top(items: Items, s: int) -> Items:
    """The first s items change places with the last s (section 5.2.1)."""
    ideal = [*compute_ideal_order(items)]
    for place in range(min(s, len(ideal) // 2)):
        ideal[place], ideal[-1 - place] = ideal[-1 - place], ideal[place]
    return tuple(ideal)


def insert_redundant_items(items: Items, s: int) -> Items:
    """Where the ideal first turns to another aspect, s more items of the one before.

    They are the best of those left that show it; the others follow in ideal order
    (section 5.2.2, read as an insertion).
    """
    ideal, turn, more = find_aspect_turn(items)
    first = [ideal[n] for n in more[:s]]
    rest = [ideal[n] for n in range(turn, len(ideal)) if n not in more[:s]]
    return (*ideal[:turn], *first, *rest)


def swap_redundant_items(items: Items, s: int) -> Items:
    """The same items go to the same ranks, and those that stood there take theirs.

    Section 5.2.2, read as the swap that it prints, p with pop(current aspect): within a
    cut-off what was due leaves the list.
    """
    ideal, turn, more = find_aspect_turn(items)
    chosen = more[:s]
    due = range(turn, turn + len(chosen))
    freed = sorted(n for n in chosen if n not in due)
    moved = [n for n in due if n not in chosen]
    found = list(ideal)
    for to, place in zip([*due, *freed], [*chosen, *moved], strict=True):
        found[to] = ideal[place]
    return tuple(found)


def find_aspect_turn(items: Items) -> tuple[Items, int, list[int]]:
    """The ideal ordering, where it first turns to another aspect, and where the items
    stand from there on that show the one before, best first."""
    ideal = compute_ideal_order(items)
    turn = next(
        (
            n
            for n in range(1, len(ideal))
            if are_aspects_disjoint(ideal[n - 1], ideal[n])
        ),
        0,
    )
    current = set(ideal[turn - 1].aspects)
    more = [n for n in range(turn, len(ideal)) if current & set(ideal[n].aspects)]
    return ideal, turn, sorted(more, key=lambda n: -(ideal[n].rating or 0))


@cache
def compute_ideal_order(items: Items) -> Items:
    """Section 5.1, once for all perturbations of a list."""
    return tuple(section_5_1(User(items)))


def are_aspects_disjoint(one: Item, other: Item) -> bool:
    """Whether two items share no aspect."""
    return not set(one.aspects) & set(other.aspects)


def promote_less_liked_item(items: Items, s: int) -> Items:
    """The first item changes places with the best of the aspect liked (s + 1)th.

    Only aspects that the first item does not show are counted (section 5.2.3); where
    there are too few the list stays as it is.
    """
    ideal = [*compute_ideal_order(items)]
    weights = likelihood(items, User(items), "truth")
    others = [a for a in weights if a not in ideal[0].aspects]
    others.sort(key=lambda aspect: (-weights[aspect], aspect))
    if 0 < s <= len(others):
        place = next(n for n, i in enumerate(ideal) if others[s - 1] in i.aspects)
        ideal[0], ideal[place] = ideal[place], ideal[0]
    return tuple(ideal)


PERTURBATIONS: dict[str, tuple[Perturbation, int]] = {
    "items bottom to top": (swap_bottom_and_top, 50),
    "items of a redundant aspect, inserted": (insert_redundant_items, 50),
    "items of a redundant aspect, exchanged": (swap_redundant_items, 50),
    "aspects": (promote_less_liked_item, 10),
}
"""Each with the number of systems that the paper makes."""


def list_perturbed_systems(name: str, depth: int) -> list[Callable[[Items], Items]]:
    """The ideal list and its perturbations, one after the other.

    In lists of `depth` only half as many pairs can change places: beyond them systems
    would be the same, and their ranking says nothing.
    """
    perturbed, most = PERTURBATIONS[name]
    return [make_perturbation(perturbed, s) for s in range(min(most, depth // 2) + 1)]


def make_perturbation(perturbed: Perturbation, s: int) -> Callable[[Items], Items]:
    """The perturbation, by s."""
    return lambda items: perturbed(items, s)
