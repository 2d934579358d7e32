"""Find core cases that separate the variants which the corpus does not yet tell apart.

For whoever adds a variant: `python -m homonym.maintain.extend_corpus TYPE CONDITION`
prints the lines to append to the type's core.txt (then add an edition to
reference/editions.toml); the condition may be left out. A type is called as its folder
in the reference, `rankings` where none is named. With a
condition it prints cases that fulfil it, until such cases alone tell apart all that
differs under it. Of well-formed cases as a run draws them, seeded, it takes the one
that splits most blocks, of several the smallest.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from homonym.cases.kinds import kind_of
from homonym.equivalence.partition import GAP, Block, declared, refine, split
from homonym.measurement.refute import draw
from homonym.reference.corpus import core
from homonym.reference.variants import Number, Variant, every_family, families

TRIES = 24
"""So many cases are tried for each one that is found."""

TYPES = {home.takes.folder: home.takes for home in every_family().values()}
"""The types of case by name."""

Blocks = dict[str, list[Block]]
"""Each family's blocks."""


def grow(
    takes: Any, corpus: Iterable[Any], when: str = "", seed: int = 1, most: int = 60
) -> Iterator[Any]:
    """Yield cases until the blocks of every family are its declared classes, among the
    cases that fulfil the condition; no more than `most`."""
    blocks = split_by(corpus, takes, when)
    for place in range(most):
        if not unfinished(blocks, when):
            return
        tried = fulfilling(candidates(takes, seed + place), takes, when)
        found = [scored(case, blocks) for case in tried]
        added, case, pieces = max(found, key=lambda one: one[0], default=(0, None, {}))
        if added:
            blocks = pieces
            yield case


def split_by(corpus: Iterable[Any], takes: Any, when: str = "") -> Blocks:
    """Each family's blocks after the cases that fulfil the condition."""
    homes = families(takes).values()
    cases = list(fulfilling(corpus, takes, when))
    return {home.name: list(refine(home, cases)) for home in homes}


def fulfilling(cases: Iterable[Any], takes: Any, when: str) -> Iterator[Any]:
    """The cases that fulfil a condition, all where there is none."""
    return filter(kind_of(takes).conditions[when], cases) if when else iter(cases)


def unfinished(blocks: Blocks, when: str = "") -> list[str]:
    """The families whose blocks are not yet as many as their classes."""
    given = (when,) if when else ()
    homes = {name: every_family()[name] for name in blocks}
    return [n for n, b in blocks.items() if len(b) < len(declared(homes[n], given))]


def scored(case: Any, blocks: Blocks) -> tuple[int, Any, Blocks]:
    """How many blocks the case adds; none where a variant is undefined on it."""
    found = after(case, blocks)
    if any(value is None for _, values in found.values() for value in values.values()):
        return 0, case, blocks
    added = sum(len(pieces) - len(blocks[n]) for n, (pieces, _) in found.items())
    return added, case, {name: pieces for name, (pieces, _) in found.items()}


def after(
    case: Any, blocks: Blocks
) -> dict[str, tuple[list[Block], dict[Variant, Number]]]:
    """Each family's blocks once the case has split them, and its values."""
    found = {}
    for name, before in blocks.items():
        values = every_family()[name].values(case)
        pieces = [p for block in before for p in split(block, values, GAP)]
        found[name] = pieces, values
    return found


def candidates(takes: Any, seed: int) -> list[Any]:
    """Cases that a seed draws: of twice as many the smaller, smallest first."""
    found: list[Any] = []
    ways = kind_of(takes).drawn()
    for drawn in ways:
        draw(drawn, 2 * TRIES // len(ways), seed, found.append)
    return sorted(found, key=lambda case: case.weight)[:TRIES]


def main(arguments: list[str]) -> None:
    """Print what the corpus lacks; fail if some classes stay together even so."""
    asked = argparse.ArgumentParser(prog="python -m homonym.maintain.extend_corpus")
    asked.add_argument("type", nargs="?", default="rankings", choices=TYPES)
    asked.add_argument("condition", nargs="?", default="")
    given = asked.parse_args(arguments)
    takes = TYPES[given.type]
    if given.condition and given.condition not in kind_of(takes).conditions:
        asked.error(f"no condition on {given.type}: {given.condition}")
    cases = list(core(takes))
    for case in grow(takes, core(takes), given.condition):
        print(case, flush=True)
        cases.append(case)
    left = unfinished(split_by(cases, takes, given.condition), given.condition)
    sys.exit(f"not told apart yet: {', '.join(left)}" if left else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
