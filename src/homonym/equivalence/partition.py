"""Which variants a set of cases tells apart.

Start at `refine_blocks`: it splits a family's variants into blocks whose members agree
on every case. The corpus is complete when the blocks are exactly the declared classes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import inf, isnan

from homonym.reference.variants import Family, Number, Problem, Variant

GAP = 1e-3
"""Values that differ by less do not count as told apart."""

UNDEFINED = -1e6
"""Stands for an undefined value (None or NaN), far from every number."""

Block = frozenset[Variant]


def find_declared_classes(family: Family, when: tuple[str, ...] = ()) -> set[Block]:
    """The classes that the family's rules of equality give."""
    classes = defaultdict(set)
    for variant in family.variants:
        classes[variant.canonical(when)].add(variant)
    return {frozenset(members) for members in classes.values()}


def list_partition_faults(
    blocks: Iterable[Block], classes: Iterable[Block]
) -> list[str]:
    """What is wrong where blocks are not the classes, one sentence each: the classes
    that stay together, and those that are split though a rule makes them equal."""
    blocks, classes = list(blocks), list(classes)
    wrong = set(blocks) ^ set(classes)
    block_of = {v: place for place, block in enumerate(blocks) for v in block}
    class_of = {v: place for place, one in enumerate(classes) for v in one}
    together = {frozenset(class_of[v] for v in block) for block in set(blocks) & wrong}
    split = {frozenset(block_of[v] for v in one) for one in set(classes) & wrong}
    return sorted(
        f"{said}: "
        f"{join_first_names(sorted(find_shortest_id(among[n]) for n in several))}"
        for said, among, found in (
            (TOGETHER, classes, together),
            (SPLIT, blocks, split),
        )
        for several in found
        if len(several) > 1
    )


def join_first_names(names: Sequence[str], most: int = 3) -> str:
    """The first of the names, and how many more there are."""
    more = [f"{len(names) - most} more"] if len(names) > most else []
    return " and ".join([*names[:most], *more])


TOGETHER = "not told apart"
SPLIT = "told apart, though equal by a rule"


def find_shortest_id(block: Block) -> str:
    """The shortest id in a block."""
    return min(map(str, block), key=lambda text: (len(text), text))


def join_first_lines(lines: Sequence[str], most: int = 8) -> str:
    """The first of the lines, and how many more there are."""
    more = [f"and {len(lines) - most} more"] if len(lines) > most else []
    return "\n".join([*lines[:most], *more])


def refine_blocks(
    family: Family, cases: Iterable[Problem], gap: float = GAP
) -> set[Block]:
    """The blocks of variants that no case separates by more than the gap."""
    return refine_by(family, map(family.values, cases), gap)


def refine_by(
    family: Family, found: Iterable[dict[Variant, Number]], gap: float = GAP
) -> set[Block]:
    """The same by what the variants gave on each case.

    Each case splits every block at the gaps of its members' values: all pairs are
    compared in one sort.
    """
    blocks = [frozenset(family.variants)]
    for values in found:
        blocks = [
            piece for block in blocks for piece in split_block(block, values, gap)
        ]
    return set(blocks)


def split_block(block: Block, values: dict[Variant, Number], gap: float) -> list[Block]:
    """The pieces of a block that the values tell apart, one coordinate at a time."""
    if are_one_number([values[variant] for variant in block]):
        return [block]
    keys = {variant: make_value_key(values[variant]) for variant in block}
    pieces = [block]
    for place in range(max(len(k) for k in keys.values())):
        column = {v: k[place] if place < len(k) else inf for v, k in keys.items()}
        pieces = [p for piece in pieces for p in split_column(piece, column, gap)]
    return pieces


def are_one_number(values: Sequence[Number]) -> bool:
    """Whether all are one number, which tells nothing apart."""
    return len(values) == 1 or all(value == values[0] for value in values)


def split_column(block: Block, column: dict[Variant, float], gap: float) -> list[Block]:
    """The pieces of a block between the gaps of one number per variant."""
    ordered = sorted(block, key=lambda variant: column[variant])
    pieces = [[ordered[0]]]
    for before, after in pairwise(ordered):
        if column[after] > column[before] + gap:
            pieces.append([])
        pieces[-1].append(after)
    return [frozenset(piece) for piece in pieces]


def make_value_key(value: Number) -> tuple[float, ...]:
    """A value as coordinates: its kind (and number of users), then its numbers."""
    if isinstance(value, tuple):
        return (float(len(value)), *map(convert_to_coordinate, value))
    return (0.0, convert_to_coordinate(value))


def convert_to_coordinate(value: float | None) -> float:
    """One number as a coordinate; NaN cannot be sorted."""
    return UNDEFINED if value is None or isnan(value) else value


def is_numberless_value(value: Number) -> bool:
    """Whether no number is in it: NaN, or nothing but NaN for each user or group."""
    return all(one == UNDEFINED for one in make_value_key(value)[1:])


def compute_key_distance(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    """The largest difference of two keys; infinite when they differ in kind."""
    if len(a) != len(b):
        return inf
    return max(abs(x - y) for x, y in zip(a, b, strict=True))
