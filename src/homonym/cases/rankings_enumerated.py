"""All small rankings, smallest first: start at `enumerate_small_rankings`.

The order of size: fewest users, then fewest items, the smallest k, the fewest relevant
items, the simplest grades, the shortest lists, the fewest cut ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product

from homonym.reference.rankings.case import Case

SIZES = {1: 5, 2: 7}
"""The most items, of all users together, that are tried for so many users."""
GRADES = ("1", "2", "2.5")
SEVERAL = {2: 6, 3: 7}
"""The same for full lists with relevant items of one grade."""
FEW = ((1, 1), (1, 2), (2, 2), (1, 3), (2, 3), (2, 4))
"""Users, and items in all, of the few: two seconds for a variant."""


def enumerate_small_rankings() -> Iterator[Case]:
    """Every case of one user, then of two, each in the order of size, to SIZES."""
    for users, most in SIZES.items():
        for items in range(users, most + 1):
            yield from enumerate_rankings(users, items)


def enumerate_rankings(users: int, items: int) -> Iterator[Case]:
    """All cases of so many users with so many items in all, smallest first."""
    lines = [
        (combined, k)
        for combined in enumerate_item_splits(users, items)
        for k in range(1, min(len(ranked) for ranked, _ in combined) + 1)
    ]
    for combined, k in sorted(lines, key=lambda line: order_by_case_size(*line)):
        yield Case.parse(" ; ".join(map(format_user_part, combined)) + f" @{k}")


def enumerate_several_users() -> Iterator[Case]:
    """Every case of two full lists with relevant items of one grade, then of three, to
    SEVERAL, each in the order of size: few enough to ask a library about them all."""
    for users, most in SEVERAL.items():
        sizes = range(2, most - 2 * (users - 1) + 1)
        lists = [
            row for n in sizes for row in product("1.", repeat=n) if len({*row}) > 1
        ]
        found = [
            Case.parse(f"{' ; '.join(map(' '.join, rows))} @{k}")
            for rows in product(lists, repeat=users)
            if sum(map(len, rows)) <= most
            for k in range(1, min(map(len, rows)) + 1)
        ]
        yield from sorted(found, key=lambda case: case.weight)


def enumerate_few_rankings() -> Iterator[Case]:
    """Those of `FEW_ARE`."""
    for users, items in FEW:
        yield from enumerate_rankings(users, items)


FEW_ARE = "one user with up to 3 items, two users with up to 4"


UserGrades = tuple[tuple[str, ...], tuple[str, ...] | None]
"""Grades by rank, and those missed; None for a full ranking."""


def enumerate_item_splits(users: int, items: int) -> Iterator[tuple[UserGrades, ...]]:
    """Every way to share so many items out to one user, or to two in either order."""
    if users == 1:
        yield from ((part,) for part in enumerate_one_user(items))
        return
    for fewer in range(1, (items + 1) // 2):
        yield from product(enumerate_one_user(fewer), enumerate_one_user(items - fewer))
    if items % 2 == 0:
        yield from combinations_with_replacement(enumerate_one_user(items // 2), 2)


@lru_cache(maxsize=8)
def enumerate_one_user(items: int) -> tuple[UserGrades, ...]:
    """Every user's part with so many items, ranked or missed."""
    return tuple(enumerate_parts(items))


def enumerate_parts(items: int) -> Iterator[UserGrades]:
    """What one user's part can be with so many items: ranked, then missed."""
    for missing in range(items):
        for ranked in product((".", *GRADES), repeat=items - missing):
            for missed in combinations_with_replacement(GRADES, missing):
                if missed or set(ranked) != {"."}:
                    yield ranked, missed
            if not missing and "." in ranked and set(ranked) != {"."}:
                yield ranked, None


def order_by_case_size(combined: tuple[UserGrades, ...], k: int) -> tuple[object, ...]:
    """What the order of size compares, most important first."""
    grades = [g for ranked, missed in combined for g in (*ranked, *(missed or ()))]
    relevant = sorted((g for g in grades if g != "."), reverse=True)
    listed = sum(len(ranked) for ranked, _ in combined)
    cuts = sum(missed is not None for _, missed in combined)
    return (
        len(grades),
        k,
        len(relevant),
        relevant,
        listed,
        cuts,
        *map(format_user_part, combined),
    )


def format_user_part(part: UserGrades) -> str:
    """The part as it stands in a line."""
    ranked, missed = part
    if missed is None:
        return " ".join(ranked)
    return " ".join([*ranked, "|", *missed])
