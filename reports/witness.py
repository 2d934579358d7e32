"""The smallest case on which two variants differ.

Start at `apart`. Cases are looked at in a written order: fewest users, then items, then
the cut-off, hits and simplest grades; after them the core cases of the corpus.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from homonym.partition import GAP, distance, key
from homonym.reference.axes import Number, Variant
from homonym.reference.case import Case
from homonym.reference.corpus import core

GRADES = (".", "1", "0", "2", "2.5")
"""What an item of a small case may be, simplest first."""


@dataclass(frozen=True)
class Witness:
    """A case, and what each of the two variants gives on it."""

    case: Case
    one: Number
    other: Number


@lru_cache(maxsize=4096)
def apart(one: Variant, other: Variant) -> Witness | None:
    """The smallest known case that tells them apart; None where none does."""
    for number, case in enumerate(cases()):
        a, b = value(one, number), value(other, number)
        if a is not None and b is not None and differ(a, b):
            return Witness(case, a, b)
    return None


def differ(a: Number, b: Number) -> bool:
    return distance(key(a), key(b)) > GAP


@lru_cache(maxsize=100_000)
def value(variant: Variant, number: int) -> Number:
    """What a variant gives on one of the cases."""
    return variant.value(cases()[number])


@lru_cache(maxsize=1)
def cases() -> tuple[Case, ...]:
    """The small cases in their order, then the core cases in theirs."""
    small = sorted({*single(), *double()}, key=size)
    larger = sorted(core(), key=lambda case: (len(case.users), case.size, case.k))
    return (*(Case.parse(line) for line in small), *larger)


def size(line: str) -> tuple[int, int, int, int, list[int], str]:
    """What makes a case simple."""
    body, _, k = line.partition("@")
    marks = body.replace("|", " ").replace(";", " ").split()
    ranks = [GRADES.index(mark) for mark in marks]
    cut = body.count("|")
    return body.count(";"), len(marks) + cut, max(ranks), int(k), ranks, line


def single() -> Iterator[str]:
    """One user, 1 to 4 items, every cut-off that the list is long enough for."""
    for items in (1, 2, 3, 4):
        for user in rankings(items, GRADES if items < 4 else GRADES[:2]):
            listed = len(user.partition("|")[0].split())
            yield from (f"{user} @{k}" for k in range(1, listed + 1))


def double() -> Iterator[str]:
    """Two users of 2 or 3 items, each relevant or not."""
    users = [user for items in (2, 3) for user in rankings(items, GRADES[:2])]
    for one, other in product(users, repeat=2):
        short = min(len(u.partition("|")[0].split()) for u in (one, other))
        yield from (f"{one} ; {other} @{k}" for k in range(1, short + 1))


def rankings(items: int, grades: tuple[str, ...]) -> Iterator[str]:
    """Full rankings with a relevant item and another, and lists that miss one."""
    for marks in product(grades, repeat=items):
        relevant = [mark for mark in marks if mark not in ".0"]
        if relevant and len(relevant) < items:
            yield " ".join(marks)
        if marks[-1] in relevant and items > 1:
            yield f"{' '.join(marks[:-1])} | {marks[-1]}"
