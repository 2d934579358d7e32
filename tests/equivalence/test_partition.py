"""Blocks of variants, and how far two values are apart."""

from __future__ import annotations

from math import inf, nan

import pytest

from homonym.equivalence.partition import (
    GAP,
    UNDEFINED,
    compute_key_distance,
    convert_to_coordinate,
    find_declared_classes,
    is_numberless_value,
    make_value_key,
    refine_blocks,
    split_block,
    split_column,
)
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Number, Variant, families

A, B, C = (
    Variant.with_defaults(f"recall(users={u})") for u in ("mean", "pooled", "by_r")
)
ALL = frozenset((A, B, C))


def blocks(*members: frozenset[Variant]) -> set[frozenset[Variant]]:
    """Blocks in no order."""
    return set(members)


def test_a_block_is_split_at_the_gaps_of_its_values() -> None:
    """0.1, 0.2 and 0.5 by 0.2: the first two stay together."""
    found = split_column(ALL, {A: 0.5, B: 0.1, C: 0.2}, 0.2)
    assert set(found) == blocks(frozenset((B, C)), frozenset((A,)))


def test_a_difference_of_the_gap_itself_does_not_split() -> None:
    """It takes more; and values that follow each other closely stay together."""
    assert split_column(frozenset((A, B)), {A: 0.5, B: 0.75}, 0.25) == [
        frozenset((A, B))
    ]
    assert split_column(ALL, {A: 0.0, B: 0.25, C: 0.5}, 0.25) == [ALL]


def test_users_numbers_split_at_any_user() -> None:
    """The same first number, another second; a number alone is of another kind."""
    values: dict[Variant, Number] = {A: (0.5, 0.25), B: (0.5, 0.75), C: 0.5}
    assert set(split_block(ALL, values, GAP)) == {frozenset((v,)) for v in ALL}


def test_lists_of_more_users_are_apart_from_shorter_ones() -> None:
    """Where one has no number left the other's are apart from nothing."""
    values: dict[Variant, Number] = {A: (0.5,), B: (0.5, 0.5), C: (0.5, 0.5)}
    assert set(split_block(ALL, values, GAP)) == blocks(
        frozenset((A,)), frozenset((B, C))
    )


def test_a_value_is_a_kind_and_its_numbers() -> None:
    """0 for one number, else the number of users; what is undefined is far away."""
    assert make_value_key(0.5) == (0, 0.5)
    assert make_value_key((0.5, None)) == (2, 0.5, UNDEFINED)
    assert make_value_key(None) == make_value_key(nan) == (0, UNDEFINED)
    assert (
        convert_to_coordinate(nan)
        == convert_to_coordinate(None)
        == UNDEFINED
        == -1_000_000
    )
    assert convert_to_coordinate(0.0) == 0


def test_the_distance_is_the_largest_difference() -> None:
    """Between values of two kinds it is infinite."""
    assert compute_key_distance((2, 0.5, 0.25), (2, 0.75, 0.125)) == 0.25
    assert compute_key_distance((2, 0.5, 0.25), (2, 0.5, 1.25)) == 1
    assert compute_key_distance((0, 0.5), (2, 0.5, 0.5)) == inf


def test_cases_refine_the_variants_one_after_another() -> None:
    """r = 2 at k = 1 tells min(k, r) from r, where it cuts the list and where it
    divides, but not both from neither; with a hit for one of two, users apart."""
    home = families(Case)["r_precision"]
    assert refine_blocks(home, []) == {frozenset(home.variants)}
    single = {v for v in home.variants if v.names["users"] != "caller"}
    apart = refine_blocks(home, [Case.parse("1 1 . @1")])
    alike = {v for v in single if v.names["cut"] == v.names["divisor"]}
    by_cut = {
        frozenset(v for v in single - alike if v.names["cut"] == cut)
        for cut in ("r", "min_k_r")
    }
    assert {frozenset(alike), *by_cut} < apart
    assert refine_blocks(home, [Case.parse("1 1 1 . @2")], gap=0.6) > {
        frozenset(single)
    }
    users = refine_blocks(home, [Case.parse("1 1 . @1"), Case.parse("1 . ; . 1 1 @1")])
    assert len(users) > len(apart)


def test_the_declared_classes_are_those_of_the_rules() -> None:
    """Of hit rate: pooled is the mean; weights by length are, under their condition."""
    home = families(Case)["hit_rate"]

    def together(one: str, other: str, *when: str) -> bool:
        pair = {Variant.with_defaults(one), Variant.with_defaults(other)}
        return any(pair <= block for block in find_declared_classes(home, when))

    assert together("HR(users=pooled)", "HR")
    assert not together("HR(users=by_length)", "HR")
    assert together("HR(users=by_length)", "HR", "equal_lengths")
    assert sum(map(len, find_declared_classes(home))) == len(home.variants)


@pytest.mark.parametrize("number", [0.5, (0.5, 0.5), None, nan])
def test_nothing_is_apart_from_itself(number: Number) -> None:
    """NaN too."""
    assert compute_key_distance(make_value_key(number), make_value_key(number)) == 0


@pytest.mark.parametrize(
    ("value", "none"),
    [
        (nan, True),
        ((nan, nan), True),
        ((None, nan), True),
        (0.0, False),
        ((nan, 0.5), False),
        ((0.5, nan), False),
    ],
)
def test_what_holds_no_number_is_numberless(value: Number, none: bool) -> None:
    """One number of several is enough."""
    assert is_numberless_value(value) is none
