"""The pairs of classes that no case has told apart so far: start at `UntoldPairs`.

Pairs are remembered as bits, since being told apart by more than a gap is not
transitive: a value may be near to two others that are not near to each other. What is
left when most are told apart is a list.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from math import isnan
from operator import or_
from typing import Any

from homonym.equivalence.partition import GAP, is_numberless_value, make_value_key
from homonym.equivalence.witness import are_told_apart
from homonym.reference.variants import Family, Number, Problem, Variant

Bits = dict[Variant, int]
"""For each class a set of classes, as the bits of a number."""

FEW = 40_000
"""So many pairs are quicker looked at one by one."""


class UntoldPairs:
    """The pairs of a family's classes that no case has told apart so far.

    groups: classes that hang together by such pairs, each with its partners. Where
    `new` classes are given, only pairs with one of them are looked at.
    """

    def __init__(self, family: Family, new: Collection[Variant] = ()) -> None:
        self.family = family
        self.classes = tuple(v for v in family.variants if v.canonical() == v)
        self.points = family.grouped(self.classes)
        self.bit = {variant: 1 << place for place, variant in enumerate(self.classes)}
        everyone = (1 << len(self.classes)) - 1
        asked = reduce(or_, (self.bit[v] for v in new), 0) if new else everyone
        self.groups: list[Bits] = [
            {v: (everyone if v in new else asked) & ~self.bit[v] for v in self.classes}
        ]
        self.listed: list[tuple[int, int]] | None = None
        self.left = self.counted()

    def __len__(self) -> int:
        return self.left if self.listed is None else len(self.listed)

    def __iter__(self) -> Iterator[tuple[Variant, Variant]]:
        if self.listed is not None:
            yield from ((self.classes[a], self.classes[b]) for a, b in self.listed)
            return
        for group in self.groups:
            for one, others in group.items():
                mine = self.bit[one]
                yield from (
                    (one, other)
                    for other in group
                    if others & self.bit[other] and mine < self.bit[other]
                )

    def counted(self) -> int:
        return sum(m.bit_count() for group in self.groups for m in group.values()) // 2

    def told_apart_by(self, case: Problem) -> bool:
        """Whether the case tells any of the pairs apart; those that it does are out."""
        before = len(self)
        values = self.family.at(self.points, case)
        if self.listed is None:
            self.sort_out(values)
        else:
            self.listed = filter_near_pairs(self.listed, list(values.values()))
        if told := len(self) < before:
            self.narrow()
        return told

    def sort_out(self, values: Mapping[Variant, Number]) -> None:
        """Leave the pairs whose values are near each other."""
        self.groups = [
            piece
            for group in self.groups
            for piece in self.pieces(group, {v: values[v] for v in group})
        ]
        self.left = self.counted()

    def narrow(self) -> None:
        """Forget the classes of which no pair is left."""
        if self.listed is None and self.left > FEW:
            left = {variant for group in self.groups for variant in group}
        else:
            pairs = list(self)
            left = {variant for pair in pairs for variant in pair}
        if len(left) < len(self.classes):
            self.classes = tuple(v for v in self.classes if v in left)
            self.points = self.family.grouped(self.classes)
        if self.listed is not None or self.left <= FEW:
            place = {variant: place for place, variant in enumerate(self.classes)}
            self.listed = [(place[a], place[b]) for a, b in pairs]

    def pieces(self, group: Bits, values: Mapping[Variant, Number]) -> list[Bits]:
        """The groups that are left of one."""
        if are_all_within_gap(list(values.values())):
            return [group]
        near = find_near_classes(values, self.bit)
        left = {v: others & near[v] for v, others in group.items()}
        return group_connected_classes(
            {v: others for v, others in left.items() if others}, self.bit
        )


def filter_near_pairs(
    pairs: Iterable[tuple[int, int]], values: Sequence[Number]
) -> list[tuple[int, int]]:
    """The pairs of places whose values are near each other."""
    return [
        (a, b)
        for a, b in pairs
        if values[a] is values[b] or are_values_near(values[a], values[b])
    ]


def are_values_near(x: Number, y: Number) -> bool:
    """Whether two values do not tell their variants apart."""
    if isinstance(x, float) and isinstance(y, float) and abs(x - y) <= GAP:
        return True
    return not are_told_apart(x, y)


def are_all_within_gap(values: list[Number]) -> bool:
    """Whether all are numbers, none told apart from another."""
    numbers = [v for v in values if isinstance(v, float | int) and not isnan(v)]
    return len(numbers) == len(values) and max(numbers) - min(numbers) <= GAP


def group_connected_classes(partners: Bits, bit: Bits) -> list[Bits]:
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


def find_near_classes(values: Mapping[Variant, Number], bit: Bits) -> Bits:
    """For each class those whose value is not told apart from its own."""
    undefined = sum(bit[v] for v, value in values.items() if value is None)
    everyone = sum(bit[v] for v in values)
    found = {v: everyone for v, value in values.items() if value is None}
    for kind in {len(make_value_key(x)) for x in values.values() if x is not None}:
        keys = {
            v: make_value_key(value)
            for v, value in values.items()
            if value is not None and len(make_value_key(value)) == kind
        }
        for place in range(kind):
            within = find_classes_within_gap(
                {v: k[place] for v, k in keys.items()}, bit
            )
            for variant in keys:
                mine = found.get(variant, everyone)
                found[variant] = mine & (within[variant] | undefined)
    blank = [v for v, x in values.items() if x is not None and is_numberless_value(x)]
    alike = sum(map(bit.__getitem__, blank))
    return found | {variant: found[variant] | alike for variant in blank}


def find_classes_within_gap(column: Mapping[Variant, float], bit: Bits) -> Bits:
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


def select_telling_cases(pairs: UntoldPairs, among: Iterable[Any]) -> Iterator[Any]:
    """The cases that are the first to tell some pair apart, until no pair is left."""
    for case in among:
        if not len(pairs):
            return
        if pairs.told_apart_by(case):
            yield case
