"""What holds of a definition, whatever the ranking: start at `PROPERTIES`.

Each test says whether a case is a counterexample; what is declared is in
properties.toml.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product

from homonym.reference.properties import ROUNDING, Property, kept, lowers, numbers
from homonym.reference.rankings.case import Case, Grade, Ranking
from homonym.reference.variants import Variant

PROPERTIES: dict[str, Property] = {}


def property_of(
    says: str, slow: bool = False
) -> Callable[[Callable[[Variant, Case], bool]], Callable[[Variant, Case], bool]]:
    """Register a test as a property, and return it unchanged."""

    def register(
        breaks: Callable[[Variant, Case], bool],
    ) -> Callable[[Variant, Case], bool]:
        PROPERTIES[breaks.__name__] = Property(breaks.__name__, says, breaks, slow=slow)
        return breaks

    return register


@property_of("the value lies between 0 and 1")
def bounds(variant: Variant, case: Case) -> bool:
    """Whether the value leaves [0, 1]."""
    values = numbers(variant.value(case))
    return any(not -ROUNDING <= x <= 1 + ROUNDING for x in values if x is not None)


@property_of(
    "a list in the best order gives the largest value that any list can", slow=True
)
def perfect(variant: Variant, case: Case) -> bool:
    """Whether some list gets more than one in the best order."""
    best, *others = map(variant.value, reordered(case))
    return any(lowers(other, best) for other in others)


@property_of("exchanging an item with a less relevant one above it never lowers it")
def exchange(variant: Variant, case: Case) -> bool:
    """Whether a better order gets less."""
    before = variant.value(case)
    return any(lowers(before, variant.value(better)) for better in exchanged(case))


@property_of("appending items below rank k changes nothing")
def below_k(variant: Variant, case: Case) -> bool:
    """Whether an item below rank k changes the value."""
    before = variant.value(case)
    return any(
        lowers(before, after) or lowers(after, before)
        for after in map(variant.value, read_on(case))
    )


@property_of("an irrelevant item added at the end of a list never lowers it")
def irrelevant(variant: Variant, case: Case) -> bool:
    """Whether an irrelevant item at the end lowers it."""
    before = variant.value(case)
    return any(lowers(before, variant.value(after)) for after in lengthened(case))


def worth(grade: Grade) -> float:
    """The grade; 0 for an item that nobody judged."""
    return 0.0 if grade is None else grade


def candidates(user: Ranking) -> list[Grade]:
    """The grades of all that could be listed, best first."""
    others: list[Grade] = [None] * user.unranked
    return sorted([*user.grades, *user.missed, *others], key=worth, reverse=True)


def best_order(user: Ranking) -> tuple[Grade, ...]:
    """The best list of the same length."""
    return tuple(candidates(user)[: len(user.grades)])


def orders(user: Ranking) -> Iterator[tuple[Grade, ...]]:
    """Every list of the same length."""
    return permutations(candidates(user), len(user.grades))


@kept
def reordered(case: Case) -> Iterator[Case]:
    """The case with every list in the best order, then with lists in every order."""
    yield relisted(case, [best_order(user) for user in case.users])
    for lists in product(*(set(orders(user)) for user in case.users)):
        yield relisted(case, lists)


def relisted(case: Case, lists: Sequence[tuple[Grade, ...]]) -> Case:
    """The case with other lists, of the same lengths."""
    pairs = zip(case.users, lists, strict=True)
    return Case(tuple(listing(user, grades) for user, grades in pairs), case.k)


def listing(user: Ranking, grades: tuple[Grade, ...]) -> Ranking:
    """The user with another list of the same length, out of the same candidates."""
    left = candidates(user)
    for grade in grades:
        left.remove(grade)
    missed = tuple(grade for grade in left if grade is not None)
    return replace(user, grades=grades, missed=missed, unranked=left.count(None))


@kept
def lengthened(case: Case) -> Iterator[Case]:
    """The case with an item at the end of a list that nobody judged."""
    for place, user in enumerate(case.users):
        yield with_user(case, place, appended(user, None))


@kept
def exchanged(case: Case) -> Iterator[Case]:
    """The case with two items of a list exchanged, the more relevant one now above."""
    for place, user in enumerate(case.users):
        for low in range(len(user.grades)):
            for high in range(low):
                if worth(user.grades[low]) > worth(user.grades[high]):
                    grades = list(user.grades)
                    grades[low], grades[high] = grades[high], grades[low]
                    yield with_user(case, place, replace(user, grades=tuple(grades)))


@kept
def read_on(case: Case) -> Iterator[Case]:
    """The case with one more item of a list, relevant or not, that was not listed."""
    for place, user in enumerate(case.users):
        if user.unranked:
            fewer = replace(user, unranked=user.unranked - 1)
            yield with_user(case, place, appended(fewer, None))
        for grade in set(user.missed):
            rest = list(user.missed)
            rest.remove(grade)
            fewer = replace(user, missed=tuple(rest))
            yield with_user(case, place, appended(fewer, grade))


def appended(user: Ranking, grade: Grade) -> Ranking:
    """The user's list with one more item at its end."""
    last = min(user.scores, default=1.0) / 2
    return replace(user, grades=(*user.grades, grade), scores=(*user.scores, last))


def with_user(case: Case, place: int, user: Ranking) -> Case:
    """The case with another user at that place."""
    return Case((*case.users[:place], user, *case.users[place + 1 :]), case.k)
