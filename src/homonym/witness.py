"""Witnesses: the smallest case on which two variants differ.

Start at `witness`. Cases are enumerated in a written order of size: fewest users, then
fewest items, the smallest k, the fewest relevant items, the simplest grades, the
shortest lists, the fewest cut ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product

from homonym.partition import GAP, distance, key
from homonym.reference.axes import Variant
from homonym.reference.case import Case
from homonym.reference.corpus import core

ITEMS = 5
"""The most items of one user that are tried, alone; of two users, three each."""
GRADES = ("1", "2", "2.5")


def witness(a: Variant, b: Variant) -> Case | None:
    """The smallest case on which the variants differ by more than the gap, or None.

    >>> str(witness(Variant.parse("MAP"), Variant.parse("MAP(divisor=r)")))
    '1 | 1 @1'
    """
    for case in smallest_first():
        x, y = a.value(case), b.value(case)
        if x is not None and y is not None and distance(key(x), key(y)) > GAP:
            return case
    return None


def smallest_first() -> Iterator[Case]:
    """Cases of one user, then of two, each in the order of size; then the corpus."""
    yield from cases(1, ITEMS)
    yield from cases(2, 3)
    yield from sorted(core(), key=lambda case: case.weight)


@lru_cache(maxsize=4)
def cases(users: int, items: int) -> tuple[Case, ...]:
    """All cases of so many users, each with at most so many items, smallest first."""
    parts = [part for size in range(1, items + 1) for part in single(size)]
    lines = []
    for combined in combinations_with_replacement(parts, users):
        shortest = min(len(ranked) for ranked, _ in combined)
        lines += [(combined, k) for k in range(1, shortest + 1)]
    ordered = sorted(lines, key=lambda line: size_of(*line))
    texts = (" ; ".join(map(text, combined)) + f" @{k}" for combined, k in ordered)
    return tuple(Case.parse(line) for line in texts)


Part = tuple[tuple[str, ...], tuple[str, ...] | None]
"""Grades by rank, and those missed; None for a full ranking."""


def single(items: int) -> Iterator[Part]:
    """Every user's part with so many items, ranked or missed."""
    for missing in range(items):
        for ranked in product((".", *GRADES), repeat=items - missing):
            for missed in combinations_with_replacement(GRADES, missing):
                if missed or set(ranked) != {"."}:
                    yield ranked, missed
            if not missing and "." in ranked and set(ranked) != {"."}:
                yield ranked, None


def size_of(combined: tuple[Part, ...], k: int) -> tuple[object, ...]:
    """What the order of size compares, most important first."""
    grades = [g for ranked, missed in combined for g in (*ranked, *(missed or ()))]
    relevant = sorted((g for g in grades if g != "."), reverse=True)
    listed = sum(len(ranked) for ranked, _ in combined)
    cuts = sum(missed is not None for _, missed in combined)
    return len(grades), k, len(relevant), relevant, listed, cuts, *map(text, combined)


def text(part: Part) -> str:
    """The part as it stands in a line."""
    ranked, missed = part
    if missed is None:
        return " ".join(ranked)
    return " ".join([*ranked, "|", *missed])
