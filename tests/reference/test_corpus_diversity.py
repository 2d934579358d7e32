"""The core cases of lists with aspects: well formed, and complete."""

from __future__ import annotations

from functools import cache

import pytest
from partition_faults import format_partition_faults

from homonym.cases.aspects import list_user_aspect_flaws
from homonym.equivalence.partition import (
    compute_key_distance,
    find_declared_classes,
    make_value_key,
    refine_blocks,
)
from homonym.reference import corpus
from homonym.reference.diversity.case import AspectCase, Item
from homonym.reference.variants import Number, Variant, families

HOMES = families(AspectCase)
LINES = corpus.text("diversity/core.txt").splitlines()
CASES = [AspectCase.parse(line) for line in LINES]


@cache
def values(family: str, case: AspectCase) -> dict[Variant, Number]:
    """What every variant of the family gives on a core case."""
    return HOMES[family].values(case)


@pytest.mark.parametrize("line", LINES)
def test_every_core_case_is_well_formed(line: str) -> None:
    """Only well-formed cases decide a verdict; each reads back as its line."""
    case = AspectCase.parse(line)
    assert str(case) == line
    assert [
        flaw for user in case.users for flaw in list_user_aspect_flaws(user, case.k)
    ] == []


@pytest.mark.parametrize(
    ("line", "flaw"),
    [
        ("1a > 5a | 5b = 5a @0", "the cut-off is not positive"),
        ("1a > 5a | 5b = 5a @2", "the list is shorter than k"),
        ("1a > 5a = 5a @1", "nothing is unlisted"),
        ("1a > .a | .b = .a @1", "no candidate is liked"),
        ("1a > 6a | 5b = 6a @1", "a rating is not from 1 to 5"),
        (".a > 5a | 5b = 5a @1", "no training item is liked"),
        ("1a > 5a | .b = .b @1", "the ideal is not of judged candidates"),
        ("1a > 5a | 5b @1", "the ideal is not of judged candidates"),
    ],
)
def test_an_ill_formed_case_is_told_by_its_flaw(line: str, flaw: str) -> None:
    """The checker above can fail."""
    case = AspectCase.parse(line)
    assert flaw in list_user_aspect_flaws(case.users[0], case.k)


def test_no_case_stands_twice_and_they_are_few() -> None:
    """A library is asked about each of them."""
    assert len(set(CASES)) == len(CASES) <= 40


@pytest.mark.parametrize("family", HOMES)
def test_the_core_splits_a_family_into_exactly_its_classes(family: str) -> None:
    """Variants of two classes differ on some case by more than 0.001."""
    home = HOMES[family]
    assert (
        format_partition_faults(refine_blocks(home, CASES), find_declared_classes(home))
        == ""
    )


@pytest.mark.parametrize("family", HOMES)
def test_every_variant_has_a_number_on_every_core_case(family: str) -> None:
    """Undefined is no evidence."""
    for case in CASES:
        assert None not in values(family, case).values(), str(case)


@pytest.mark.parametrize("family", HOMES)
def test_members_of_a_class_agree_on_every_core_case(family: str) -> None:
    """A rule of equality holds to the last digits, not only within the gap."""
    for case in CASES:
        found = values(family, case)
        for variant in HOMES[family].variants:
            named = found[variant.canonical()]
            assert (
                compute_key_distance(
                    make_value_key(found[variant]), make_value_key(named)
                )
                < 1e-9
            ), str(variant)


def test_items_of_one_aspect_each_tell_every_s_recall_apart() -> None:
    """RePlay's CategoricalDiversity takes no others."""
    single = [c for c in CASES if max(len(i.aspects) for i in items(c)) == 1]
    assert 0 < len(single) < len(CASES)
    home = HOMES["s_recall"]
    assert (
        format_partition_faults(
            refine_blocks(home, single), find_declared_classes(home)
        )
        == ""
    )


def items(case: AspectCase) -> list[Item]:
    """All items of a case."""
    return [i for user in case.users for i in (*user.candidates, *user.profile)]
