"""Write the witnesses of every pair of classes.

For whoever adds a variant: `python -m homonym.maintain.write_witnesses [FAMILY …]`.
Start at `sift`: it goes through all cases in the order of size and keeps those that are
the first to tell some pair of classes apart. What is kept is all that a pair's witness
can be (see `homonym.equivalence.witness`). Pairs are remembered as bits, since being
told apart by more than a gap is not transitive: a value may be near to two others that
are not near to each other.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from math import isnan
from pathlib import Path
from typing import Any

from homonym import reference
from homonym.cases.kinds import kind_of
from homonym.equivalence.partition import GAP, key, numberless
from homonym.equivalence.witness import SCHEMA
from homonym.reference.variants import Family, Number, Problem, Variant, every_family

Bits = dict[Variant, int]
"""For each class a set of classes, as the bits of a number."""


class Pairs:
    """The pairs of a family's classes that no case has told apart so far.

    groups: classes that hang together by such pairs, each with its partners.
    """

    def __init__(self, family: Family) -> None:
        self.family = family
        self.classes = tuple(v for v in family.variants if v.canonical() == v)
        self.bit = {variant: 1 << place for place, variant in enumerate(self.classes)}
        everyone = (1 << len(self.classes)) - 1
        self.groups: list[Bits] = [{v: everyone ^ self.bit[v] for v in self.classes}]

    def __len__(self) -> int:
        return sum(m.bit_count() for group in self.groups for m in group.values()) // 2

    def told_apart_by(self, case: Problem) -> bool:
        """Whether the case tells any of the pairs apart; those that it does are out."""
        values = self.family.values(case, self.classes)
        before = len(self)
        self.groups = [
            piece
            for group in self.groups
            for piece in self.pieces(group, {v: values[v] for v in group})
        ]
        if told := len(self) < before:
            left = {variant for group in self.groups for variant in group}
            self.classes = tuple(v for v in self.classes if v in left)
        return told

    def pieces(self, group: Bits, values: Mapping[Variant, Number]) -> list[Bits]:
        """The groups that are left of one."""
        if together(list(values.values())):
            return [group]
        near = neighbours(values, self.bit)
        left = {v: others & near[v] for v, others in group.items()}
        return connected({v: others for v, others in left.items() if others}, self.bit)


def together(values: list[Number]) -> bool:
    """Whether all are numbers, none told apart from another."""
    numbers = [v for v in values if isinstance(v, float | int) and not isnan(v)]
    return len(numbers) == len(values) and max(numbers) - min(numbers) <= GAP


def connected(partners: Bits, bit: Bits) -> list[Bits]:
    """Classes that hang together, by any number of pairs."""
    groups: list[tuple[int, Bits]] = []
    for variant, others in partners.items():
        mask, members = bit[variant] | others, {variant: others}
        apart = []
        for its, group in groups:
            if its & mask:
                mask, members = mask | its, {**group, **members}
            else:
                apart.append((its, group))
        groups = [*apart, (mask, members)]
    return [members for _, members in groups]


def neighbours(values: Mapping[Variant, Number], bit: Bits) -> Bits:
    """For each class those whose value is not told apart from its own."""
    undefined = sum(bit[v] for v, value in values.items() if value is None)
    everyone = sum(bit[v] for v in values)
    found = {v: everyone for v, value in values.items() if value is None}
    for kind in {len(key(x)) for x in values.values() if x is not None}:
        keys = {
            v: key(value)
            for v, value in values.items()
            if value is not None and len(key(value)) == kind
        }
        for place in range(kind):
            within = window({v: k[place] for v, k in keys.items()}, bit)
            for variant in keys:
                mine = found.get(variant, everyone)
                found[variant] = mine & (within[variant] | undefined)
    blank = [v for v, x in values.items() if x is not None and numberless(x)]
    alike = sum(map(bit.__getitem__, blank))
    return found | {variant: found[variant] | alike for variant in blank}


def window(column: Mapping[Variant, float], bit: Bits) -> Bits:
    """For each class those whose number is within the gap of its own."""
    ordered = sorted(column, key=column.__getitem__)
    numbers = [column[variant] for variant in ordered]
    before = [0]
    for variant in ordered:
        before.append(before[-1] | bit[variant])
    found, low, high = {}, 0, 0
    for variant, number in zip(ordered, numbers, strict=True):
        while number - numbers[low] > GAP:
            low += 1
        while high < len(numbers) and numbers[high] - number <= GAP:
            high += 1
        found[variant] = before[high] ^ before[low]
    return found


def sift(pairs: Pairs, among: Iterable[Any]) -> Iterator[Any]:
    """The cases that are the first to tell some pair apart, until no pair is left."""
    for case in among:
        if not pairs.groups:
            return
        if pairs.told_apart_by(case):
            yield case


def write(family: Family) -> int:
    """Write a family's file of witnesses; return how many pairs have none."""
    pairs = Pairs(family)
    lines = [f"{SCHEMA}: the smallest cases of {family.name}"]
    small = kind_of(family.takes).smallest_first()
    lines += map(str, sift(pairs, small))
    folder = Path(next(iter(reference.__path__))) / "witnesses"
    folder.mkdir(exist_ok=True)
    text = "\n".join(lines) + "\n"
    (folder / f"{family.name}.txt").write_text(text, encoding="utf-8")
    return len(pairs)


def main(names: list[str]) -> None:
    """Write the files of these families, or of all; fail if a pair has no witness."""
    known = every_family()
    without = {name: write(known[name]) for name in names or known}
    told = [f"{name}: {count} pairs" for name, count in without.items() if count]
    sys.exit(f"not told apart by any small case: {', '.join(told)}" if told else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
