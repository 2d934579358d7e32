"""Witnesses: the stored list against plain enumeration, and the cases in it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, islice
from math import nan
from pathlib import Path
from typing import Any

import pytest
from samples import few_of

from homonym.cases.rankings import list_ranking_flaws
from homonym.cases.rankings_enumerated import (
    enumerate_rankings,
    enumerate_small_rankings,
    order_by_case_size,
)
from homonym.equivalence.partition import GAP, find_declared_classes
from homonym.equivalence.witness import (
    LONGER,
    are_told_apart,
    find_first_telling_case,
    find_witness,
    find_witness_by_enumeration,
    read_longer_witnesses,
    read_stored_witnesses,
)
from homonym.errors import UserError
from homonym.maintain.pairs import UntoldPairs, find_near_classes, select_telling_cases
from homonym.maintain.write_witnesses import find_witness_file, split_stored_witnesses
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Number, Variant, families

SEED = 7
TRAINED = "long_tail_share(tail=trained_below_head)"
FIRST_SEEN = "long_tail_share(tail=least_popular_first_seen)"


def classes(family: str) -> list[Variant]:
    """One variant of every class."""
    return sorted(
        (
            next(iter(block)).canonical()
            for block in find_declared_classes(families(Case)[family])
        ),
        key=str,
    )


@pytest.mark.parametrize("family", few_of(families(Case), {*families(Case)} - {"ndcg"}))
def test_every_two_classes_of_a_family_are_told_apart_by_a_stored_case(
    family: str,
) -> None:
    """No pair is left when the family's witnesses have had their say."""
    pairs = UntoldPairs(families(Case)[family])
    kept = list(select_telling_cases(pairs, read_stored_witnesses(family)))
    assert len(pairs) == 0
    assert kept == list(read_stored_witnesses(family)), (
        "a stored case is nobody's witness"
    )


@lru_cache(maxsize=1)
def tried() -> tuple[Case, ...]:
    """All cases of one user or two with at most four items in all."""
    return tuple(
        c
        for users in (1, 2)
        for n in (1, 2, 3, 4)
        for c in enumerate_rankings(users, n)
    )


@pytest.mark.parametrize("family", families(Case))
def test_a_stored_witness_is_the_one_that_plain_enumeration_finds(family: str) -> None:
    """Sampled pairs: the same case, or none where the witness has more items."""
    chance = random.Random(SEED)
    found = classes(family)
    known = set(tried())
    for _ in range(15):
        a, b = chance.sample(found, 2)
        case = find_witness(a, b)
        assert case is not None
        assert find_first_telling_case(tried(), a, b) == (
            case if case in known else None
        )


@pytest.mark.exhaustive
@pytest.mark.parametrize("family", ["precision", "r_precision", "hit_rate"])
def test_so_is_every_pair_of_a_small_family(family: str) -> None:
    """All pairs, those that need two users included."""
    for a, b in combinations(classes(family), 2):
        assert find_witness(a, b) == find_first_telling_case(smallest(), a, b)


@lru_cache(maxsize=1)
def smallest() -> tuple[Case, ...]:
    """So many that every pair of a small family is told apart by one."""
    return tuple(islice(enumerate_small_rankings(), 30_000))


@pytest.mark.parametrize("family", families(Case))
def test_stored_cases_are_well_formed_small_and_in_the_order_of_size(
    family: str,
) -> None:
    """Lists at least k long, not all relevant when uncut; few users, rising size: but
    for longer ones, where no small case tells a pair apart."""
    weights = []
    small, longer = split_stored_witnesses(family)
    assert list(longer) == sorted(longer, key=lambda case: case.weight)
    for case in read_stored_witnesses(family):
        if case in longer:
            assert list_ranking_flaws(case) == []
            continue
        assert len(case.users) <= 2
        weights.append((len(case.users), sum(map(items, case.users)), case.k))
        for user in case.users:
            assert len(user.grades) >= case.k
            assert user.unranked or (True in user.hits and False in user.hits)
            assert user.r
    assert len(weights) == len(small)
    assert weights == sorted(weights)


def items(user: object) -> int:
    """How many items of a user a case names."""
    return len(user.grades) + len(user.missed)  # type: ignore[attr-defined]


def test_the_order_of_size_is_the_written_one() -> None:
    """Users, items, k, relevant items, grades, list lengths, cut lists."""
    tried = [str(case) for case in islice(enumerate_small_rankings(), 40)]
    assert tried[:7] == [
        "1 | @1",
        "2 | @1",
        "2.5 | @1",
        ". | 1 @1",
        ". 1 @1",
        "1 . @1",
        ". 1 | @1",
    ]
    part = (("1",), ("1",))
    assert order_by_case_size((part,), 1) < order_by_case_size((part, part), 1)
    assert not list(enumerate_rankings(1, 0))


def test_a_gap_is_not_transitive_and_the_sieve_knows() -> None:
    """Three values 0.0007 apart: the outer two differ, each is near the middle one."""
    low, middle, high = 0.5, 0.5007, 0.5014
    assert (
        not are_told_apart(low, middle)
        and not are_told_apart(middle, high)
        and are_told_apart(low, high)
    )
    family = families(Case)["hit_rate"]
    pairs = UntoldPairs(family)
    a, b, c = pairs.classes[:3]
    pairs.groups = [
        {v: sum(pairs.bit[w] for w in (a, b, c) if w != v) for v in (a, b, c)}
    ]
    pieces = pairs.pieces(pairs.groups[0], {a: low, b: middle, c: high})
    assert pieces == [
        {a: pairs.bit[b], b: pairs.bit[a] | pairs.bit[c], c: pairs.bit[b]}
    ]


def test_two_values_are_apart_by_more_than_the_gap() -> None:
    """One that is undefined is apart from none."""
    assert not are_told_apart(0.0, GAP) and are_told_apart(0.0, 2 * GAP)
    assert (
        not are_told_apart(None, 0.5)
        and not are_told_apart(0.5, None)
        and not are_told_apart(None, None)
    )


def test_two_values_without_a_number_tell_nothing_apart() -> None:
    """NaN, and NaN for each of two groups; with one number they are apart, and NaN is
    apart from a number. The sieve has it so too."""
    values: Sequence[Number] = (nan, (nan, nan), (nan,), (nan, 1.0), 1.0)
    told = {
        (x, y)
        for x, y in combinations(range(5), 2)
        if are_told_apart(values[x], values[y])
    }
    assert told == {*combinations(range(5), 2)} - {(0, 1), (0, 2), (1, 2)}
    pairs = UntoldPairs(families(Case)["hit_rate"])
    found = find_near_classes(dict(zip(pairs.classes, values, strict=False)), pairs.bit)
    near = {
        (x, y)
        for x, y in combinations(range(5), 2)
        if found[pairs.classes[x]] & pairs.bit[pairs.classes[y]]
    }
    assert near == {(0, 1), (0, 2), (1, 2)}


def slow(one: str, other: str, line: str) -> Any:
    """A pair with many cases before its own: another of its kind is run for it."""
    return pytest.param(one, other, line, marks=pytest.mark.exhaustive)


@pytest.mark.parametrize(
    ("one", "other", "line"),
    [
        # A relevant item that is shown: the chance of its group is 1, and no NaN.
        ("reo(reported=by_group)", "PopREO", "a > b = b | ab @1"),
        # Two of three users have a: log 3 / 2, and log 3 for b; in units of log 3.
        slow("MSI", "MSI(scale=users)", "a > b ; a > b ; b > a | ab @1"),
        slow("surprisal", "surprisal(scale=users)", "a > b ; a > b ; a > b | ab @1"),
        # Of two users none is shown what both have: there must be a third.
        slow(
            "efd(relevance=any)",
            "efd(relevance=any, discount=flat)",
            "a > bc ; a > bc ; b > ac | abc @2",
        ),
        # The tail is a by its name, b as first seen; a is shown.
        ("TailPercentage", FIRST_SEEN, "b > a ; a > c | abc @1"),
        # c has one training item of five, and the head 0.8 of them.
        slow(
            TRAINED, f"{TRAINED[:-1]}, divisor=none)", "ab > cd ; abc > de | abcde @2"
        ),
        # An aspect that no candidate has halves the chance of each of two to a third.
        (
            "alpha_ndcg(gain=noisy_or)",
            "alpha_ndcg(gain=noisy_or, weights=uniform_catalogue)",
            "5a > 5b | 5bc = 5bc 5b @1",
        ),
        ("alpha_ndcg", "alpha_ndcg(ideal=by_aspects)", "5a > 5a | 3ab = 3ab 5a @1"),
    ],
)
def test_no_small_case_before_it_tells_such_a_pair_apart(
    one: str, other: str, line: str
) -> None:
    """By hand, and by trying every case in the order of size."""
    a, b = Variant.with_defaults(one), Variant.with_defaults(other)
    assert str(find_witness(a, b)) == str(find_witness_by_enumeration(a, b)) == line


def test_variants_of_two_families_have_a_witness_too() -> None:
    """Found by enumeration: one hit of one relevant item, two ranks."""
    found = find_witness(
        Variant.with_defaults("recall"), Variant.with_defaults("precision")
    )
    assert found == Case.parse(". 1 @2") or str(found) == "1 | 1 @1"


def test_a_parameter_makes_a_variant_that_no_list_holds() -> None:
    """F2 is no point of the family's product: its witness is enumerated."""
    found = find_witness(
        Variant.with_defaults("f_score(beta=2)"), Variant.with_defaults("f_score")
    )
    assert str(found) == "1 | 1 @1"


def test_witnesses_of_equal_variants_are_none_and_of_others_are_looked_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the file, where both are points of one family's product; else by trying."""
    tried: list[tuple[str, str]] = []

    def by_trying(a: Variant, b: Variant) -> None:
        tried.append((str(a), str(b)))

    monkeypatch.setattr(
        "homonym.equivalence.witness.find_witness_by_enumeration", by_trying
    )
    one, other, equal, beta = map(
        Variant.with_defaults,
        ("f_score", "f_score(depth=all)", "f_score(beta=1)", "f_score(beta=7)"),
    )
    assert find_witness(one, one) is find_witness(one, equal) is None
    assert find_witness(one, other) in read_stored_witnesses("f_score")
    assert tried == []
    for a, b in ((one, beta), (beta, one), (one, Variant.with_defaults("recall"))):
        assert find_witness(a, b) is None
        assert tried.pop() == (str(a), str(b))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "precision.txt is missing or empty"),
        ("", "precision.txt is missing or empty"),
        ("# schema 2: all\n1 . @1", "begins with '# schema 2: all'"),
    ],
)
def test_witnesses_that_are_none_are_refused(
    text: str | None, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a sentence with the file."""
    folder = tmp_path / "witnesses"
    folder.mkdir()
    if text is not None:
        (folder / "precision.txt").write_text(text)
    monkeypatch.setattr("homonym.equivalence.witness.files", lambda name: tmp_path)
    with pytest.raises(UserError, match=says):
        read_stored_witnesses.__wrapped__("precision")
    lines = f"# schema 1: the smallest\n1 . @1\n{LONGER}\n. 1 1 . @2\n"
    (folder / "precision.txt").write_text(lines)
    found = read_stored_witnesses.__wrapped__("precision")
    assert [str(case) for case in found] == ["1 . @1", ". 1 1 . @2"]


@pytest.mark.parametrize("family", ["ndcg", "precision"])
def test_the_longer_cases_are_those_below_the_line(family: str) -> None:
    """NDCG has some, precision none."""
    below = find_witness_file(family).read_text("utf-8").partition(LONGER)[2]
    longer = read_longer_witnesses(family)
    assert [*map(str, longer)] == below.split("\n")[1:-1]
    assert bool(longer) == (family == "ndcg")
    small, same = split_stored_witnesses(family)
    assert same == longer and not {*small} & {*longer}
    assert (*small, *longer) == read_stored_witnesses(family)
