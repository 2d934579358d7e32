"""A case for people: its users' lists as rows of items, and in words.

Start at `drawn`, which the pages show as boxes, and `told`, which reads it aloud. Those
are for rankings; a case of another type is shown as its line, with its `legend`, and
told by `homonym.reports.evidence.describe`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from homonym.cases.kinds import of
from homonym.reference.rankings.case import Case, Ranking


@dataclass(frozen=True)
class Item:
    """One place of a list: its mark, whether it is relevant, and in the first k."""

    mark: str
    relevant: bool
    seen: bool


@dataclass(frozen=True)
class Row:
    """One user's list, and the relevant items that it does not hold."""

    items: tuple[Item, ...]
    missed: tuple[str, ...]


def drawn(case: Case) -> list[Row]:
    """Every user's row."""
    return [row(user, case.k) for user in case.users]


def row(user: Ranking, k: int) -> Row:
    places = enumerate(zip(user.grades, user.hits, strict=True), start=1)
    items = tuple(Item(mark(g), hit, n <= k) for n, (g, hit) in places)
    return Row(items, tuple(map(mark, user.missed)))


def is_ranking(case: Any) -> bool:
    """Whether it is drawn as boxes."""
    return isinstance(case, Case)


def legend(takes: Any) -> list[str]:
    """What each mark in the lines of a type of case means.

    >>> legend(Case)[:2]
    ['[ ] relevant', '· not judged']
    """
    return [piece.strip() for piece in of(takes).legend.split("   ")]


def mark(grade: float | None) -> str:
    return "·" if grade is None else f"{grade:g}"


def told(case: Case) -> str:
    """The case in words.

    >>> told(Case.parse("1 . | 1 @1"))
    'k = 1. The list: grade 1, not judged; 1 relevant item is missing from it.'
    """
    many = len(case.users) > 1
    said = [
        f"{f'User {n}' if many else 'The list'}: {words(user)}."
        for n, user in enumerate(case.users, 1)
    ]
    return f"k = {case.k}. {' '.join(said)}"


def words(user: Ranking) -> str:
    grades = ["not judged" if g is None else f"grade {g:g}" for g in user.grades]
    told = ", ".join(grades) or "empty"
    count = len(user.missed)
    if not count:
        return told
    items = "item is" if count == 1 else "items are"
    return f"{told}; {count} relevant {items} missing from it"
