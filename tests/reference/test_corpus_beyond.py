"""The core cases of whole runs: well formed, and complete."""

from __future__ import annotations

from functools import cache
from math import isnan
from random import Random

import pytest
from partition_faults import format_partition_faults

from homonym.cases.runs import KIND, list_run_flaws
from homonym.equivalence.partition import (
    compute_key_distance,
    find_declared_classes,
    make_value_key,
    refine_blocks,
)
from homonym.reference import corpus
from homonym.reference.beyond.case import RunCase
from homonym.reference.variants import Number, Variant, families

HOMES = families(RunCase)
LINES = corpus.text("beyond/core.txt").splitlines()
CASES = [RunCase.parse(line) for line in LINES]
KNOWN = CASES[22:24]
"""The only cases that show users what they have in training: without them the share of
a list that is new would be 1 in every case. Some libraries refuse them."""


@cache
def values(family: str, case: RunCase) -> dict[Variant, Number]:
    """What every variant of the family gives on a core case."""
    return HOMES[family].values(case)


@pytest.mark.parametrize("line", LINES)
def test_every_core_case_is_well_formed(line: str) -> None:
    """Only well-formed cases decide a verdict; each reads back as its line."""
    case = RunCase.parse(line)
    assert str(case) == line
    known = {"a listed item is trained on"} if case in KNOWN else set()
    assert set(list_run_flaws(case)) == known


@pytest.mark.parametrize(
    ("line", "flaw"),
    [
        ("a > bc = c ; b > ac = c @1", "the cut-off leaves no pair of items"),
        ("a > bc = c @2", "there is no pair of users"),
        ("a > b = c ; b > ac = c @2", "the list is shorter than k"),
        ("bc = c ; b > ac = c @2", "no item is trained on"),
        ("a > bc ; b > ac = c @2", "no item is relevant"),
        ("a > bc = a ; b > ac = c @2", "a relevant item is trained on"),
        ("a > ab = c ; b > ac = c @2", "a listed item is trained on"),
    ],
)
def test_an_ill_formed_case_is_told_by_its_flaw(line: str, flaw: str) -> None:
    """The checker above can fail."""
    assert list_run_flaws(RunCase.parse(line)) == [flaw]


def test_no_case_stands_twice_and_they_are_few() -> None:
    """A library is asked about each of them, and may refuse one in ten."""
    assert len(set(CASES)) == len(CASES) <= 40
    assert len(KNOWN) <= 0.1 * len(CASES)


def test_items_that_were_trained_on_tell_all_classes_apart_that_differ_there() -> None:
    """Elliot's evaluator raises on others with ARP, and is identified where none is."""
    trained = [case for case in CASES if KIND.conditions["only_trained_items"](case)]
    assert trained == CASES[24:]
    for home in HOMES.values():
        assert (
            format_partition_faults(
                refine_blocks(home, trained),
                find_declared_classes(home, ("only_trained_items",)),
            )
            == ""
        )


def test_a_condition_holds_of_all_cases_but_those_that_show_a_known_item() -> None:
    """RecBole's evaluation never does, and is identified where it holds."""
    holds = KIND.conditions["only_new"]
    assert [case for case in CASES if not holds(case)] == list(KNOWN)


@pytest.mark.parametrize("family", HOMES)
def test_the_core_splits_a_family_into_exactly_its_classes(family: str) -> None:
    """Variants of two classes differ on some case by more than 0.001."""
    assert (
        format_partition_faults(
            refine_blocks(HOMES[family], CASES), find_declared_classes(HOMES[family])
        )
        == ""
    )


def test_the_first_cases_already_tell_all_classes_apart() -> None:
    """For slow libraries, and for those that refuse the last."""
    for home in HOMES.values():
        assert (
            format_partition_faults(
                refine_blocks(home, CASES[:11]), find_declared_classes(home)
            )
            == ""
        )


@pytest.mark.parametrize("family", HOMES)
def test_every_variant_has_a_number_on_every_core_case(family: str) -> None:
    """Undefined is no evidence: it would be told apart from every number."""
    for case in CASES:
        for value in values(family, case).values():
            numbers = value if isinstance(value, tuple) else (value,)
            assert not any(n is None or isnan(n) for n in numbers), str(case)


@pytest.mark.parametrize("family", HOMES)
def test_members_of_a_class_agree_on_every_core_case(family: str) -> None:
    """A rule of equality holds to the last digits, not only within the gap."""
    for case in CASES:
        assert disagreeing(family, values(family, case)) == [], str(case)


@pytest.mark.parametrize("family", HOMES)
def test_members_of_a_class_agree_on_a_hundred_drawn_cases(family: str) -> None:
    """Rules are not fitted to the corpus."""
    for case in drawn():
        assert disagreeing(family, HOMES[family].values(case)) == [], str(case)


def disagreeing(family: str, found: dict[Variant, Number]) -> list[str]:
    """The variants that differ from the one that names their class."""
    return [
        str(variant)
        for variant in HOMES[family].variants
        if compute_key_distance(
            make_value_key(found[variant]), make_value_key(found[variant.canonical()])
        )
        > 1e-9
    ]


@cache
def drawn() -> tuple[RunCase, ...]:
    """A hundred well-formed cases, always the same."""
    chance = Random(6)
    return tuple(drawn_case(chance) for _ in range(100))


def drawn_case(chance: Random) -> RunCase:
    """Two to six users, six to twelve items in two groups."""
    items, k = "abcdefghijkl"[: chance.randint(6, 12)], chance.randint(2, 4)
    users = range(chance.randint(2, 6))
    lines = (drawn_user(chance, items, k) for _ in users)
    cut = chance.randint(1, len(items) - 1)
    return RunCase.parse(f"{' ; '.join(lines)} | {items[:cut]},{items[cut:]} @{k}")


def drawn_user(chance: Random, items: str, k: int) -> str:
    """One user's part: training items, and others listed and relevant."""
    shuffled = "".join(chance.sample(items, len(items)))
    known = chance.randint(1, len(items) - k)
    train, rest = shuffled[:known], shuffled[known:]
    listed = rest[: chance.randint(k, len(rest))]
    relevant = "".join(chance.sample(rest, chance.randint(1, min(3, len(rest)))))
    return f"{chance.randint(1, 2)}: {train} > {listed} = {relevant}"


def test_every_drawn_case_is_well_formed() -> None:
    """What the test above draws."""
    assert [list_run_flaws(case) for case in drawn()] == [[]] * 100
