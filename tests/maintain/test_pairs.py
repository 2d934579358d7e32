"""The pairs that no case has told apart, and the witnesses of new ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any

import pytest

from homonym.cases.kinds import find_case_kind
from homonym.cases.rankings_enumerated import enumerate_rankings
from homonym.equivalence import witness
from homonym.equivalence.witness import (
    LONGER,
    are_told_apart,
    find_first_telling_case,
    read_stored_witnesses,
)
from homonym.maintain import pairs as pairs_module
from homonym.maintain import write_witnesses
from homonym.maintain.pairs import UntoldPairs, select_telling_cases
from homonym.maintain.write_witnesses import (
    find_new,
    find_new_classes,
    split_stored_witnesses,
)
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Family, Variant, every_family

HIT_RATE = every_family()["hit_rate"]
PRECISION = every_family()["precision"]
NEW = "rank=off_by_one"


def left(family: Family, asked: list[Case]) -> set[frozenset[Variant]]:
    """The pairs of classes that none of the cases tells apart."""
    names = [v for v in family.variants if v.canonical() == v]
    return {
        frozenset((a, b))
        for a, b in combinations(names, 2)
        if not any(are_told_apart(a.value(case), b.value(case)) for case in asked)
    }


@pytest.mark.parametrize("few", [0, 40_000], ids=["bits", "a list"])
def test_pairs_are_left_that_no_case_tells_apart(
    few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However they are remembered."""
    monkeypatch.setattr(pairs_module, "FEW", few)
    asked = list(islice(enumerate_rankings(1, 3), 0, 60, 7))
    pairs = UntoldPairs(PRECISION)
    for case in asked:
        pairs.told_apart_by(case)
    found = list(pairs)
    assert len(found) == len(pairs) > 0
    assert {frozenset(pair) for pair in found} == left(PRECISION, asked)


def test_pairs_are_left_as_many_as_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """From so many on they are a list, and the same."""
    case = Case.parse("1 . 1 | 1 @2")
    monkeypatch.setattr(pairs_module, "FEW", 0)
    first = UntoldPairs(PRECISION)
    many = len(first.classes)
    assert len(first) == len([*first]) == many * (many - 1) // 2
    assert first.told_apart_by(case) and not first.told_apart_by(case)
    assert first.listed is None
    monkeypatch.setattr(pairs_module, "FEW", len(first))
    second = UntoldPairs(PRECISION)
    second.told_apart_by(case)
    assert second.listed is not None
    assert {*map(frozenset, second)} == {*map(frozenset, first)}
    assert len(second) == len(first) == len([*first]) > 0


def test_cases_are_sifted_until_no_pairs_are_left() -> None:
    """What tells nothing new is left out, and nothing is looked at after the last."""
    known = read_stored_witnesses("hit_rate")

    def cases() -> Iterator[Any]:
        for case in known:
            yield from (case, case)
            if case == known[-1]:
                pytest.fail("nothing was left to be told apart")

    pairs = UntoldPairs(HIT_RATE)
    found = select_telling_cases(pairs, cases())
    assert [next(found) for _ in known] == [*known]
    assert len(pairs) == 0 and next(found, None) is None


def test_only_pairs_with_a_new_class_are_looked_at() -> None:
    """Those of old classes have their witnesses."""
    new = find_new_classes(PRECISION, {NEW})
    assert new and all(v.names["rank"] == "off_by_one" for v in new)
    pairs = {frozenset(pair) for pair in UntoldPairs(PRECISION, new)}
    assert pairs == {pair for pair in left(PRECISION, []) if pair & new}


def test_new_witnesses_are_those_that_all_small_cases_give(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As if the choice were new today: the file comes out as it is stored."""
    new = find_new_classes(PRECISION, {NEW})
    old = [v for v in PRECISION.variants if v.canonical() == v and v not in new]
    small = read_stored_witnesses("precision")
    kept = {find_first_telling_case(small, a, b) for a, b in combinations(old, 2)}
    before = tuple(case for case in small if case in kept)
    assert len(before) < len(small)
    monkeypatch.setattr(
        write_witnesses, "split_stored_witnesses", lambda name: (before, ())
    )
    found = find_new(PRECISION, new)
    assert (found.small, found.longer, found.left) == (small, (), 0)


@pytest.mark.exhaustive
def test_a_pair_that_no_small_case_tells_apart_gets_a_longer_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Made of a case of the corpus: fair, marked in the file, smaller ones first."""

    def no_case(family: Family, kept: Any) -> Iterator[Any]:
        return iter(())

    monkeypatch.setattr(write_witnesses, "yield_small_cases", no_case)
    monkeypatch.setattr(
        write_witnesses, "split_stored_witnesses", lambda name: ((), ())
    )
    found = find_new(HIT_RATE, find_new_classes(HIT_RATE, {"users=mean_hit"}))
    assert found.small == () and found.longer and found.left == 0
    weights = [case.weight for case in found.longer]
    assert weights == sorted(weights)
    assert all(map(find_case_kind(Case).fair, found.longer))
    assert found.text(HIT_RATE).splitlines()[1] == LONGER


def test_a_longer_case_is_a_witness_that_is_read_again(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line that marks it is no case."""
    file = tmp_path / "precision.txt"
    file.write_text(f"# schema 1: the smallest\n1 . @1\n{LONGER}\n. 1 1 . @2\n")
    lines = file.read_text().splitlines()[1:]
    monkeypatch.setattr(witness, "read_witness_lines", lambda family: lines)
    for name in ("read_stored_witnesses", "read_longer_witnesses"):
        uncached = getattr(witness, name).__wrapped__
        monkeypatch.setattr(witness, name, uncached)
        monkeypatch.setattr(write_witnesses, name, uncached)
    every = (Case.parse("1 . @1"), Case.parse(". 1 1 . @2"))
    assert split_stored_witnesses("precision") == (every[:1], every[1:])
