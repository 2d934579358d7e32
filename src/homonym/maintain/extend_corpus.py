"""Core cases that separate the variants which the corpus does not yet tell apart.

Start at `grow_corpus`. Of well-formed cases as a run draws them, seeded, it takes the
one that splits most blocks, of several the smallest. With a condition it finds cases
that fulfil it, until such cases alone tell apart all that differs under it.
`append_cases` writes cases and their edition: the corpus only grows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from pathlib import Path
from typing import Any

from homonym import reference
from homonym.cases.kinds import find_case_kind
from homonym.equivalence.partition import (
    GAP,
    Block,
    find_declared_classes,
    refine_blocks,
    split_block,
)
from homonym.maintain.write_edition import (
    build_next_edition,
    find_grown_edition,
    render_edition_toml,
)
from homonym.measurement.drawing import draw_cases
from homonym.reference.corpus import Edition, core, editions
from homonym.reference.variants import Family, Number, Variant, every_family, families

TRIES = 24
"""So many cases are tried for each one that is found."""

TYPES = {home.takes.folder: home.takes for home in every_family().values()}
"""The types of case by name."""

FRUITLESS = 4
"""So many tries in a row that find nothing are the last: two variants may be equal."""

SEEDS = 48
"""Of the drawn cases among which leave-one-out cases are looked for."""

LEAVE_ONE_OUT = "one_relevant"
"""The condition that many libraries make: its cases tell apart all that differs."""

FOLDER = Path(next(iter(reference.__path__)))
"""The folder of the reference."""

Blocks = dict[str, list[Block]]
"""Each family's blocks."""


def say_nothing(tries: int, blocks: Blocks) -> None:
    """Tell nobody how far it is."""


def grow_corpus(
    takes: Any,
    corpus: Iterable[Any],
    when: str = "",
    seed: int = 1,
    most: int = 60,
    progress: Callable[[int, Blocks], None] = say_nothing,
) -> Iterator[Any]:
    """Yield cases until the blocks of every family are its declared classes, among the
    cases that fulfil the condition; no more than `most`, and none after `FRUITLESS`
    tries that found nothing."""
    blocks, last = split_by(corpus, takes, when), 0
    for place in range(most):
        if not list_unfinished_families(blocks, when) or place - last > FRUITLESS:
            return
        progress(place + 1, blocks)
        tried = select_fulfilling_cases(
            draw_candidate_cases(takes, seed + place), takes, when
        )
        found = [score_candidate_case(case, blocks) for case in tried]
        added, case, pieces = max(found, key=lambda one: one[0], default=(0, None, {}))
        if added:
            blocks, last = pieces, place
            yield case


def split_by(corpus: Iterable[Any], takes: Any, when: str = "") -> Blocks:
    """Each family's blocks after the cases that fulfil the condition."""
    homes = families(takes).values()
    cases = list(select_fulfilling_cases(corpus, takes, when))
    return {home.name: list(refine_blocks(home, cases)) for home in homes}


def select_fulfilling_cases(
    cases: Iterable[Any], takes: Any, when: str
) -> Iterator[Any]:
    """The cases that fulfil a condition, all where there is none."""
    return (
        filter(find_case_kind(takes).conditions[when], cases) if when else iter(cases)
    )


def list_unfinished_families(blocks: Blocks, when: str = "") -> list[str]:
    """The families whose blocks are not yet as many as their classes."""
    given = (when,) if when else ()
    homes = {name: every_family()[name] for name in blocks}
    return [
        n
        for n, b in blocks.items()
        if len(b) < len(find_declared_classes(homes[n], given))
    ]


def score_candidate_case(case: Any, blocks: Blocks) -> tuple[int, Any, Blocks]:
    """How many blocks the case adds; none where a variant is undefined on it."""
    found = split_family_blocks(case, blocks)
    if any(value is None for _, values in found.values() for value in values.values()):
        return 0, case, blocks
    added = sum(len(pieces) - len(blocks[n]) for n, (pieces, _) in found.items())
    return added, case, {name: pieces for name, (pieces, _) in found.items()}


def split_family_blocks(
    case: Any, blocks: Blocks
) -> dict[str, tuple[list[Block], dict[Variant, Number]]]:
    """Each family's blocks once the case has split them, and its values."""
    found = {}
    for name, before in blocks.items():
        values = every_family()[name].values(case)
        pieces = [p for block in before for p in split_block(block, values, GAP)]
        found[name] = pieces, values
    return found


def draw_candidate_cases(takes: Any, seed: int, most: int = TRIES) -> list[Any]:
    """Cases that a seed draws: of twice as many as are tried the smallest, in order."""
    found: list[Any] = []
    ways = find_case_kind(takes).drawn()
    for drawn in ways:
        draw_cases(drawn, 2 * TRIES // len(ways), seed, found.append)
    return sorted(found, key=lambda case: case.weight)[:most]


def find_leave_one_out_cases(
    home: Family, choices: Set[str], corpus: Iterable[Any]
) -> list[Any]:
    """Cases of one relevant item a user that tell apart variants with one of the
    choices, where the corpus has none such: a library that takes only those can be
    told apart too. Where drawn ones do not, nothing is missing."""
    if LEAVE_ONE_OUT not in find_case_kind(home.takes).conditions:
        return []
    when, found = LEAVE_ONE_OUT, list[Any]()
    names = {variant.canonical((when,)) for variant in home.variants}
    left = [frozenset(names)]
    for case in select_fulfilling_cases(corpus, home.takes, when):
        left = split_blocks_by_case(home, left, case)
    left = [block for block in left if any(has_any_choice(v, choices) for v in block)]
    for seed in range(1, SEEDS + 1):
        if not any(len(block) > 1 for block in left):
            break
        drawn = draw_candidate_cases(home.takes, seed, 2 * TRIES)
        for case in select_fulfilling_cases(drawn, home.takes, when):
            pieces = split_blocks_by_case(home, left, case)
            if len(pieces) > len(left) and has_values(home, case):
                left = [block for block in pieces if len(block) > 1]
                found.append(case)
    return found


def split_blocks_by_case(
    home: Family, blocks: Sequence[Block], case: Any, gap: float = GAP
) -> list[Block]:
    """The blocks once the case has split them."""
    among = {variant for block in blocks if len(block) > 1 for variant in block}
    if not among:
        return list(blocks)
    values = home.values(case, [v for v in home.variants if v in among])
    return [
        piece
        for block in blocks
        for piece in (split_block(block, values, gap) if len(block) > 1 else [block])
    ]


def has_any_choice(variant: Variant, choices: Set[str]) -> bool:
    """Whether the variant makes one of the choices (as in `ideal=r`)."""
    return any(f"{axis}={name}" in choices for axis, name in variant.choices)


def has_values(home: Family, case: Any) -> bool:
    """Whether every variant of the family has a value on the case."""
    return None not in home.values(case).values()


def append_cases(takes: Any, cases: Sequence[Any], because: str) -> Edition:
    """Write cases to the end of their type's core.txt, and the edition."""
    file = FOLDER / takes.folder / "core.txt"
    lines = "".join(f"{case}\n" for case in cases)
    file.write_text(file.read_text(encoding="utf-8") + lines, encoding="utf-8")
    core.cache_clear()
    return add_edition(because)


def lacks_edition() -> bool:
    """Whether the last edition is not the whole corpus."""
    return find_grown_edition() is not None


def add_edition(because: str) -> Edition:
    """Write the edition of the corpus as it is now, with its hash."""
    new = build_next_edition()
    with (FOLDER / "editions.toml").open("a", encoding="utf-8") as file:
        file.write(render_edition_toml(new, because))
    editions.cache_clear()
    return new
