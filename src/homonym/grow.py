"""Find core cases that separate the variants which the corpus does not yet tell apart.

For whoever adds a variant: `python -m homonym.grow` prints the lines to append to
reference/core.txt (then add an edition to reference/editions.toml). It tries well-
formed cases at random, seeded, and takes the one that splits most blocks, smaller cases
first.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator

from homonym.partition import GAP, Block, declared, refine, split
from homonym.reference.axes import Number, Variant, families
from homonym.reference.case import Case
from homonym.reference.corpus import core

TRIES = 24
PALETTES = ((1,), (1, 2), (1, 2.5), (1, 2, 4), (2, 4.5, 5), (1, 1.5, 3))


def grow(corpus: Iterable[Case], seed: int = 1, most: int = 60) -> Iterator[Case]:
    """Yield cases until the blocks of every family are its declared classes."""
    chance = random.Random(seed)
    blocks = {f.name: [frozenset(f.variants)] for f in families().values()}
    for case in corpus:
        blocks = {name: pieces for name, (pieces, _) in after(case, blocks).items()}
    for size in (min(4, 2 + n // 12) for n in range(most)):
        if not unfinished(blocks):
            return
        best = max(
            (scored(candidate(chance, size), blocks) for _ in range(TRIES)),
            key=lambda found: found[0],
        )
        if best[0]:
            blocks = best[2]
            yield best[1]


def unfinished(blocks: dict[str, list[Block]]) -> list[str]:
    """The families whose blocks are not yet as many as their classes."""
    return [n for n, b in blocks.items() if len(b) < len(declared(families()[n]))]


def scored(
    case: Case, blocks: dict[str, list[Block]]
) -> tuple[int, Case, dict[str, list[Block]]]:
    """How many blocks the case adds; none where a variant is undefined on it."""
    found = after(case, blocks)
    if any(value is None for _, values in found.values() for value in values.values()):
        return 0, case, blocks
    added = sum(len(pieces) - len(blocks[n]) for n, (pieces, _) in found.items())
    return added, case, {name: pieces for name, (pieces, _) in found.items()}


def after(
    case: Case, blocks: dict[str, list[Block]]
) -> dict[str, tuple[list[Block], dict[Variant, Number]]]:
    """Each family's blocks once the case has split them, and its values."""
    found = {}
    for name, before in blocks.items():
        values = families()[name].values(case)
        pieces = [p for block in before for p in split(block, values, GAP)]
        found[name] = pieces, values
    return found


def candidate(chance: random.Random, size: int) -> Case:
    """A well-formed case of 1 to `size` users."""
    k = chance.randint(1, size)
    grades = [f"{grade:g}" for grade in chance.choice(PALETTES)]
    users = chance.randint(1, size)
    return Case.parse(
        " ; ".join(user(chance, k, grades) for _ in range(users)) + f"@{k}"
    )


def user(chance: random.Random, k: int, grades: list[str]) -> str:
    """One user's part: a full ranking of both classes, or a cut one."""
    length = k + chance.randint(1, 3)
    ranked = [chance.choice([".", chance.choice(grades)]) for _ in range(length)]
    missed = [chance.choice(grades) for _ in range(chance.choice((0, 1, 1, 3)))]
    if chance.random() < 0.5 and (missed or set(ranked) != {"."}):
        return f"{' '.join(ranked)} | {' '.join(missed)}"
    ranked[chance.randrange(length)] = chance.choice(grades)
    if "." not in ranked:
        ranked[chance.randrange(length)] = "."
    hits = set(ranked) != {"."}
    return " ".join(ranked) if hits else user(chance, k, grades)


def main() -> None:
    """Print what the corpus lacks; fail if some classes stay together even so."""
    cases = list(core())
    for case in grow(core()):
        print(case, flush=True)
        cases.append(case)
    left = [
        name
        for name, family in families().items()
        if len(refine(family, cases)) < len(declared(family))
    ]
    sys.exit(f"not told apart yet: {', '.join(left)}" if left else 0)


if __name__ == "__main__":
    main()
