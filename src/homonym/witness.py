"""Witnesses: the smallest case on which two variants differ.

Start at `witness`, which looks it up: reference/witnesses/ holds for each family the
cases that are the smallest for some pair of its variants, in the order of size, so that
the first of them on which two variants differ is their witness. `enumerated` finds the
same by trying every case, `python -m homonym.sift` writes the files.

The order of size: fewest users, then fewest items, the smallest k, the fewest relevant
items, the simplest grades, the shortest lists, the fewest cut ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.resources import files
from itertools import combinations_with_replacement, product

from homonym.errors import UserError
from homonym.partition import GAP, distance, key
from homonym.reference.axes import Number, Variant
from homonym.reference.case import Case

SIZES = {1: 5, 2: 7}
"""The most items, of all users together, that are tried for so many users."""
GRADES = ("1", "2", "2.5")
SCHEMA = "# schema 1"
"""How a file of witnesses begins."""


def witness(a: Variant, b: Variant) -> Case | None:
    """The smallest case on which the variants differ by more than the gap, or None.

    >>> str(witness(Variant.parse("MAP"), Variant.parse("MAP(divisor=r)")))
    '1 | 1 @1'
    """
    if a.canonical() == b.canonical():
        return None
    listed = a.family == b.family and not (a.parameters or b.parameters)
    return first(stored(a.family), a, b) if listed else enumerated(a, b)


def enumerated(a: Variant, b: Variant) -> Case | None:
    """The same, found by trying every case in the order of size."""
    return first(smallest_first(), a, b)


def first(among: Iterable[Case], a: Variant, b: Variant) -> Case | None:
    """The first of the cases on which the variants differ by more than the gap."""
    return next((case for case in among if differ(a.value(case), b.value(case))), None)


def differ(x: Number, y: Number) -> bool:
    """Whether two values tell their variants apart: an undefined one tells nothing."""
    return x is not None and y is not None and distance(key(x), key(y)) > GAP


@lru_cache(maxsize=16)
def stored(family: str) -> tuple[Case, ...]:
    """The witnesses of a family, smallest first; UserError for a file that is none."""
    file = files("homonym.reference").joinpath("witnesses", f"{family}.txt")
    try:
        head, *lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        raise UserError(
            f"{file} is missing or empty", "python -m homonym.sift"
        ) from None
    if not head.startswith(SCHEMA):
        raise UserError(f"{file} begins with {head!r}; this homonym reads {SCHEMA!r}")
    return tuple(map(Case.parse, lines))


def smallest_first() -> Iterator[Case]:
    """Every case of one user, then of two, each in the order of size, to SIZES."""
    for users, most in SIZES.items():
        for items in range(users, most + 1):
            yield from cases(users, items)


def cases(users: int, items: int) -> Iterator[Case]:
    """All cases of so many users with so many items in all, smallest first."""
    lines = [
        (combined, k)
        for combined in shared_out(users, items)
        for k in range(1, min(len(ranked) for ranked, _ in combined) + 1)
    ]
    for combined, k in sorted(lines, key=lambda line: size_of(*line)):
        yield Case.parse(" ; ".join(map(text, combined)) + f" @{k}")


Part = tuple[tuple[str, ...], tuple[str, ...] | None]
"""Grades by rank, and those missed; None for a full ranking."""


def shared_out(users: int, items: int) -> Iterator[tuple[Part, ...]]:
    """Every way to share so many items out to one user, or to two in either order."""
    if users == 1:
        yield from ((part,) for part in single(items))
        return
    for fewer in range(1, (items + 1) // 2):
        yield from product(single(fewer), single(items - fewer))
    if items % 2 == 0:
        yield from combinations_with_replacement(single(items // 2), 2)


@lru_cache(maxsize=8)
def single(items: int) -> tuple[Part, ...]:
    """Every user's part with so many items, ranked or missed."""
    return tuple(parts(items))


def parts(items: int) -> Iterator[Part]:
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
