"""The witnesses of a family's pairs of classes: start at `find_witnesses`.

It goes through small cases in the order of size and keeps those that are the first to
tell some pair of classes apart: all that a pair's witness can be (see
`homonym.equivalence.witness`). Where only new classes are asked about, the cases that
are stored already stay, and few others are tried. For pairs that none of them tells
apart `find_longer_witnesses` shrinks drawn cases, and takes cases of the corpus.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from homonym import reference
from homonym.cases.kinds import find_case_kind
from homonym.equivalence.witness import (
    LONGER,
    SCHEMA,
    are_told_apart,
    read_longer_witnesses,
    read_stored_witnesses,
)
from homonym.maintain.extend_corpus import draw_candidate_cases, has_any_choice
from homonym.maintain.pairs import UntoldPairs, select_telling_cases
from homonym.measurement.shrinking import Search, shrink_counterexample
from homonym.reference.corpus import core
from homonym.reference.variants import Family, Variant

EACH = 3_000
"""Of so many users this many small cases are tried for new classes: rankings of one or
two users with up to four items in all, and some of five."""
TRIED = 30_000
"""The small cases that these are of: rankings of one or two users with up to five."""
SHRUNK = 400
"""How often a longer case is made smaller at most."""
SEEDS = range(1, 9)
"""Of the drawn cases that are shrunk."""

PairProgress = Callable[[int, int], None]
"""What is told how many pairs are told apart by now, of how many."""


def ignore_pair_progress(done: int, of: int) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class FoundCases:
    """Cases in the order of size, longer ones, and how many pairs are left."""

    small: tuple[Any, ...]
    longer: tuple[Any, ...]
    left: int

    def text(self, family: Family) -> str:
        """As the file has it."""
        head = f"{SCHEMA}: the smallest cases of {family.name}"
        mark = [LONGER] if self.longer else []
        return "\n".join([head, *map(str, (*self.small, *mark, *self.longer)), ""])


def find_new_classes(family: Family, choices: Set[str]) -> frozenset[Variant]:
    """The classes of which every variant makes one of the choices (as in `ideal=r`)."""

    old = {v.canonical() for v in family.variants if not has_any_choice(v, choices)}
    return frozenset({v.canonical() for v in family.variants} - old)


def find_witnesses(
    family: Family, progress: PairProgress = ignore_pair_progress
) -> FoundCases:
    """The witnesses of all pairs, every small case tried: minutes, for some an hour."""
    pairs = UntoldPairs(family)
    small = find_case_kind(family.takes).smallest_first()
    found = tuple(
        select_telling_cases(pairs, yield_with_progress(small, pairs, progress))
    )
    return FoundCases(found, tuple(find_longer_witnesses(pairs)), len(pairs))


def find_new(
    family: Family,
    new: frozenset[Variant],
    progress: PairProgress = ignore_pair_progress,
) -> FoundCases:
    """The same beside those stored, for the pairs with a new class."""
    small, long = split_stored_witnesses(family.name)
    pairs = UntoldPairs(family, new)
    found = list(
        yield_kept_and_new(
            pairs,
            small,
            yield_with_progress(yield_small_cases(family, small), pairs, progress),
        )
    )
    for case in long:
        pairs.told_apart_by(case)
    every = sorted((*long, *find_longer_witnesses(pairs)), key=lambda case: case.weight)
    return FoundCases(tuple(found), tuple(every), len(pairs))


def split_stored_witnesses(family: str) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The stored cases that are the smallest, and the longer ones; none where there is
    no file."""
    if not find_witness_file(family).exists():
        return (), ()
    every, longer = read_stored_witnesses(family), read_longer_witnesses(family)
    return every[: len(every) - len(longer)], longer


def yield_small_cases(family: Family, kept: Iterable[Any]) -> Iterator[Any]:
    """The first small cases of each number of users, and those kept."""
    keep, seen = set(kept), Counter[int]()
    for case in islice(find_case_kind(family.takes).smallest_first(), TRIED):
        seen[len(case.users)] += 1
        if seen[len(case.users)] <= EACH or case in keep:
            yield case


def yield_kept_and_new(
    pairs: UntoldPairs, kept: Iterable[Any], among: Iterable[Any]
) -> Iterator[Any]:
    """Those kept, in their order, and of the others what tells a pair apart first."""
    left = dict.fromkeys(kept)
    for case in among:
        if pairs.told_apart_by(case) or case in left:
            left.pop(case, None)
            yield case
        if not len(pairs):
            break
    for case in left:
        pairs.told_apart_by(case)
        yield case


def yield_with_progress(
    among: Iterable[Any], pairs: UntoldPairs, progress: PairProgress
) -> Iterator[Any]:
    """The same cases, while somebody is told how far it is."""
    of = len(pairs)
    for case in among:
        yield case
        progress(of - len(pairs), of)


def find_longer_witnesses(pairs: UntoldPairs) -> Iterator[Any]:
    """Cases that tell apart what is left, smallest first: shrunk, so there may be
    smaller ones."""
    left = list(pairs)
    for case in sorted(yield_shrunk_cases(pairs), key=lambda case: case.weight):
        told = [(a, b) for a, b in left if are_told_apart(a.value(case), b.value(case))]
        left = [pair for pair in left if pair not in told]
        if told:
            yield case


def yield_shrunk_cases(pairs: UntoldPairs) -> Iterator[Any]:
    """Drawn cases, made smaller for a pair that each tells apart, until no pair is
    left; then the cases of the corpus as they are."""
    takes = pairs.family.takes
    for seed in SEEDS:
        for case in draw_candidate_cases(takes, seed):
            while pair := pair_told(pairs, case):
                tells = partial(tells_apart, *pair)
                search = Search(case, tells, find_case_kind(takes).fair, SHRUNK)
                small = shrink_counterexample(search, seed)
                pairs.told_apart_by(small)
                yield small
            if not len(pairs):
                return
    for case in sorted(core(takes), key=lambda case: case.weight):
        if pairs.told_apart_by(case):
            yield case


def pair_told(pairs: UntoldPairs, case: Any) -> tuple[Variant, Variant] | None:
    """A pair that the case tells apart, if there is one."""
    return next((pair for pair in pairs if tells_apart(*pair, case)), None)


def tells_apart(one: Variant, other: Variant, case: Any) -> bool:
    """Whether the case tells the two apart."""
    return are_told_apart(one.value(case), other.value(case))


def find_witness_file(family: str) -> Path:
    """The family's file."""
    return Path(next(iter(reference.__path__))) / "witnesses" / f"{family}.txt"


def write_witness_file(family: Family, found: FoundCases) -> bool:
    """Write the file; whether that changed it."""
    file, text = find_witness_file(family.name), found.text(family)
    if file.exists() and file.read_text(encoding="utf-8") == text:
        return False
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    read_stored_witnesses.cache_clear()
    read_longer_witnesses.cache_clear()
    return True
