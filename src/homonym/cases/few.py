"""The small cases of each type on which properties are tried: start at `few`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, islice, product
from typing import Any

from homonym.cases import aspects as diversity
from homonym.cases import logged as off_policy
from homonym.cases import rankings_enumerated
from homonym.cases import runs as beyond
from homonym.cases.kinds import small
from homonym.reference.beyond.case import RunCase
from homonym.reference.chances.case import LabelCase
from homonym.reference.corpus import core
from homonym.reference.diversity.case import AspectCase
from homonym.reference.off_policy.case import LoggedCase
from homonym.reference.rankings.case import Case
from homonym.reference.rating_error.case import RatingCase
from homonym.reference.variants import Problem

SIZES = ((1, 1), (1, 2), (2, 2), (1, 3), (2, 3), (2, 4))
"""Users, and items in all, of the rankings: two seconds for a variant."""
PAIRS = 2840
"""All ratings of one user up to three, and of two users up to three."""
LABELS = 1000
SHOWN = ("0/1", "1/1", "1/2", "2/2", "1/.", "-/1", "1:0.5:0.25")


def rankings() -> Iterator[Case]:
    """One user with up to 3 items, two users with up to 4."""
    for users, items in SIZES:
        yield from rankings_enumerated.cases(users, items)


def ratings() -> Iterator[RatingCase]:
    """Up to 3 ratings, of one user or of two."""
    return islice(small(RatingCase), PAIRS)


def labels() -> Iterator[LabelCase]:
    """The smallest, of one user or of two."""
    return islice(small(LabelCase), LABELS)


def runs() -> Iterator[RunCase]:
    """One user with up to 4 items, two users with 2, and the core cases."""
    for users, most in ((1, 4), (2, 2)):
        for size in range(2, most + 1):
            for k in range(1, size):
                yield from beyond.cases(users, "abcd"[:size], k)
    yield from core(RunCase)


def aspects() -> Iterator[AspectCase]:
    """One user with 2 items or with 3 of one aspect each, and the core cases."""
    for shown in (2, 3, 4):
        yield from diversity.cases(1, 1, 0, shown, 1)
    for listed, others, k in ((2, 0, 1), (2, 0, 2), (1, 1, 1)):
        yield from diversity.cases(1, listed, others, 3, k)
    yield from core(AspectCase)


def logged() -> Iterator[LoggedCase]:
    """One trajectory of up to 2 impressions, and two of up to 2 together with 1."""
    each = [(one,) for one in SHOWN]
    both = combinations_with_replacement(SHOWN, 2)
    lists = [*each, *(pair for pair in both if off_policy.possible(pair))]
    for count in (1, 2):
        for rows in product(lists, repeat=count):
            if sum(map(len, rows)) < 4:
                line = " ; ".join(map(" ".join, rows))
                yield LoggedCase.parse(f"{line} {off_policy.BIAS}")


FEW: dict[type[Problem], Callable[[], Iterator[Any]]] = {
    Case: rankings,
    RatingCase: ratings,
    LabelCase: labels,
    RunCase: runs,
    AspectCase: aspects,
    LoggedCase: logged,
}


@lru_cache(maxsize=8)
def few(takes: type[Problem]) -> tuple[Any, ...]:
    """The small cases of a type, about the smallest first."""
    return tuple(FEW[takes]())


def in_words(takes: type[Problem]) -> str:
    """Which they are."""
    said = (FEW[takes].__doc__ or "").strip().rstrip(".")
    return said[0].lower() + said[1:]
