"""What the rules under a condition lack, or get wrong, of new choices: start at
`list_missing_rules`.

Where every user has one relevant item, say, definitions fall together that differ
otherwise. A rule of equality declares that with its condition (`when`), and tests ask
for it. Core cases that fulfil the condition, and drawn ones, show what it would be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import islice
from typing import Any

from homonym.cases.conditions import CONDITIONS, WORDS
from homonym.cases.kinds import find_case_kind
from homonym.equivalence.partition import (
    Block,
    compute_key_distance,
    join_first_lines,
    join_first_names,
    make_value_key,
)
from homonym.maintain.extend_corpus import (
    TRIES,
    draw_candidate_cases,
    has_any_choice,
    split_blocks_by_case,
)
from homonym.reference.corpus import core
from homonym.reference.variants import Family, Variant

FINEST = 1e-6
"""Values that differ by more tell two variants apart."""
SEEDS = 24
"""Of the drawn cases, which are drawn until nothing is left together."""
CHECKED = 40
"""So many cases that fulfil a condition the rules under it are held to."""
NO_GAIN = "squared_minus_one"
"""The gain that is 0 for every relevant item of grade 1, a bug: where all are, its
variants are 0, and no rule says so."""

Groups = dict[str, list[Block]]
"""By each condition the variants that no case tells apart."""


def list_missing_rules(home: Family, choices: Set[str], file: str) -> Iterator[str]:
    """What falls together under a condition by no rule, of variants with one of the
    choices (as in `ideal=r`); file: where a rule would stand."""
    for when, groups in find_untold_groups(home, choices).items():
        yield (
            f'a rule in {file}, @same({home.name}, "why", when="{when}"): where '
            f"{WORDS[when]} no case tells apart"
        )
        told = sorted(
            join_first_names(sorted(map(str, one), key=len)) for one in groups
        )
        yield from (f"  {line}" for line in join_first_lines(told).split("\n"))


def find_untold_groups(home: Family, choices: Set[str]) -> Groups:
    """The variants, one with a new choice among them, that no case tells apart which
    fulfils the condition, though no rule under it makes them equal."""
    conditions = select_ruled_conditions(home) if choices else {}
    left: Groups = {when: [list_names_under(home, when)] for when in conditions}
    for cases in yield_core_then_drawn(home):
        for when in left:
            left[when] = keep_untold_groups(
                home, left[when], filter(conditions[when], cases), choices
            )
        left = {when: groups for when, groups in left.items() if groups}
        if not left:
            break
    return left


def select_ruled_conditions(home: Family) -> Mapping[str, Callable[[Any], bool]]:
    """The conditions under which all that is equal has a rule: those of rankings."""
    known = find_case_kind(home.takes).conditions
    return {when: fulfils for when, fulfils in known.items() if when in CONDITIONS}


def list_names_under(home: Family, when: str) -> Block:
    """The variants that name a class under the condition, but those without gain."""
    names = {variant.canonical((when,)) for variant in home.variants}
    return frozenset(one for one in names if one.names.get("gain") != NO_GAIN)


def yield_core_then_drawn(home: Family) -> Iterator[Sequence[Any]]:
    """The core cases, then those that each seed draws."""
    yield core(home.takes)
    for seed in range(1, SEEDS + 1):
        yield draw_candidate_cases(home.takes, seed, 2 * TRIES)


def keep_untold_groups(
    home: Family, groups: list[Block], cases: Iterable[Any], choices: Set[str]
) -> list[Block]:
    """What the cases leave together of the groups, where a new choice is among it."""
    for case in cases:
        pieces = split_blocks_by_case(home, groups, case, FINEST)
        groups = [
            piece
            for piece in pieces
            if len(piece) > 1 and any(has_any_choice(one, choices) for one in piece)
        ]
    return groups


def list_wrong_rules(home: Family, choices: Set[str]) -> Iterator[str]:
    """The equalities declared under a condition, of variants with one of the choices,
    that a case contradicts which fulfils it."""
    new = [variant for variant in home.variants if has_any_choice(variant, choices)]
    for when, fulfils in select_ruled_conditions(home).items():
        pairs = [(one, one.canonical((when,))) for one in new]
        pairs = [(one, name) for one, name in pairs if name != one]
        if not pairs:
            continue
        every = (case for cases in yield_core_then_drawn(home) for case in cases)
        wrong: dict[Variant, str] = {}
        for case in islice(filter(fulfils, every), CHECKED):
            for one, name in find_unequal_pairs(home, pairs, case):
                wrong.setdefault(one, f"{one} is not {name} on {case}")
        yield from (f"where {WORDS[when]}: {told}" for told in wrong.values())


def find_unequal_pairs(
    home: Family, pairs: Sequence[tuple[Variant, Variant]], case: Any
) -> Iterator[tuple[Variant, Variant]]:
    """The pairs whose values differ on the case."""
    among = {one for pair in pairs for one in pair}
    values = home.values(case, [one for one in home.variants if one in among])
    keys = {one: make_value_key(value) for one, value in values.items()}
    for one, other in pairs:
        if compute_key_distance(keys[one], keys[other]) > FINEST:
            yield one, other
