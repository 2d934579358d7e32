"""The declared properties: what is true holds on every small case, false is shown."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given, settings

from homonym.cases.rankings_drawn import draw_ranking_case as drawn
from homonym.cases.rankings_enumerated import enumerate_rankings
from homonym.reference.properties import alone, holds, lowers, of, relations
from homonym.reference.rankings.case import Case
from homonym.reference.rankings.properties import (
    PROPERTIES,
    exchanged,
    lengthened,
    read_on,
    reordered,
)
from homonym.reference.variants import Number, Variant, families

EVERY = [
    (name, choice) for name, home in families(Case).items() for choice in alone(home)
]


def binary(case: Case) -> bool:
    """Whether every item is relevant at grade 1, or not judged."""
    return all(g in (None, 1.0) for u in case.users for g in (*u.grades, *u.missed))


@lru_cache(maxsize=1)
def small() -> tuple[Case, ...]:
    """One user's cases of all grades, and those of grade 1 with more items or users."""
    found = [case for items in (1, 2, 3) for case in enumerate_rankings(1, items)]
    more = [case for items in (4, 5) for case in enumerate_rankings(1, items)]
    two = [case for items in (2, 3, 4) for case in enumerate_rankings(2, items)]
    return (*found, *filter(binary, more), *filter(binary, two))


@pytest.mark.parametrize("step", [20, pytest.param(1, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize(("family", "choice"), EVERY)
def test_what_is_declared_false_has_a_counterexample(
    family: str, choice: str, step: int
) -> None:
    """And what is declared true has none among small cases, or every so many."""
    home = families(Case)[family]
    variant = alone(home)[choice]
    for name, counterexample in of(home, choice).items():
        breaks = PROPERTIES[name].breaks
        if counterexample is None:
            assert not any(breaks(variant, case) for case in small()[::step]), name
        else:
            assert breaks(variant, counterexample), name


@pytest.mark.parametrize("count", [2, pytest.param(25, marks=pytest.mark.exhaustive)])
def test_what_is_declared_true_holds_on_drawn_cases(count: int) -> None:
    """Many users, longer lists, mixed grades; the best order only where it is quick."""

    @given(case=drawn(cut_offs=range(1, 9), users=((1, 3), (1, 8))))
    @settings(max_examples=count, derandomize=True, deadline=None, database=None)
    def tried(case: Case) -> None:
        for family, choice in EVERY:
            home = families(Case)[family]
            for name, counterexample in of(home, choice).items():
                if counterexample is None and name != "perfect":
                    broken = PROPERTIES[name].breaks(alone(home)[choice], case)
                    assert not broken, (family, choice, name)

    tried()


def lists(r: int, items: int, k: int) -> Iterator[Case]:
    """Every full ranking of so many items of which r are relevant."""
    for ranks in combinations(range(items), r):
        marks = ("1" if rank in ranks else "." for rank in range(items))
        yield Case.parse(f"{' '.join(marks)} @{k}")


def max_attainable(variant: Variant, r: int, k: int, items: int = 0) -> Number:
    """The largest value that a ranking of so many items (at least as many as k and one
    that is not relevant take) with r relevant ones of grade 1 can get at k; for a
    variant that has the property `perfect`."""
    ranked = ["1"] * r + ["."] * max(1, k - r, items - r)
    return variant.value(Case.parse(f"{' '.join(ranked)} @{k}"))


@pytest.mark.parametrize("most", [4, pytest.param(6, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("family", families(Case))
def test_the_attainable_maximum_is_that_of_brute_force(family: str, most: int) -> None:
    """Up to so many items, for every choice that gives a perfect list the most."""
    home = families(Case)[family]
    for choice, variant in alone(home).items():
        if of(home, choice)["perfect"] is not None:
            continue
        for items, r, k in product(range(2, most + 1), range(1, most), range(1, most)):
            if r < items and k <= items:
                values = [variant.value(case) for case in lists(r, items, k)]
                known = [v for v in values if isinstance(v, float | int)]
                attained = max_attainable(variant, r, k, items)
                if (
                    known and attained is not None
                ):  # undefined: its first k leave no pair
                    assert max(known) == pytest.approx(attained), (choice, r, k)


def test_the_attainable_maximum_by_hand() -> None:
    """One relevant item: precision at 2 is at most a half; AP over k as well."""
    assert max_attainable(Variant.with_defaults("precision"), 1, 2) == 0.5
    assert max_attainable(Variant.parse("MAP(divisor=k)"), 1, 2) == 0.5
    assert max_attainable(Variant.parse("MAP(divisor=r)"), 4, 2) == 0.5
    assert max_attainable(Variant.with_defaults("ndcg"), 4, 2) == 1


def test_relations_hold_on_every_small_case() -> None:
    """From each variant to the next the value never falls."""
    told = relations(Case)
    assert told
    for relation in told:
        for case in small():
            values = [variant.value(case) for variant in relation.rising]
            for lower, higher in pairwise(values):
                assert not lowers(lower, higher), (relation, case)


def test_relations_are_no_equalities() -> None:
    """Each is strict on some case: else it would be a rule."""
    for relation in relations(Case):
        for lower, higher in pairwise(relation.rising):
            assert any(lowers(higher.value(c), lower.value(c)) for c in small())


def test_variants_of_several_choices_get_what_is_known_of_each() -> None:
    """The counterexample of one choice is tried on the whole variant."""
    known = holds(Variant.parse("ndcg(gain=grade, reported=complement)"))
    assert known["exchange"] is not None
    assert holds(Variant.with_defaults("ndcg"))["exchange"] is None


def test_a_case_is_changed_as_a_property_says() -> None:
    """An exchange lifts the more relevant item; reading on takes unlisted items."""
    assert [str(c) for c in exchanged(Case.parse(". 1 2 @1"))] == [
        "1 . 2 @1",
        "2 1 . @1",
        ". 2 1 @1",
    ]
    longer = {c.users[0].grades for c in read_on(Case.parse("1 | 2 @1"))}
    assert longer == {(1.0, None), (1.0, 2.0)}
    assert list(read_on(Case.parse("1 . @1"))) == []


def test_what_a_case_is_turned_into_is_made_once() -> None:
    """A property is tried on the same cases for every variant."""
    for vary in (reordered, exchanged, read_on, lengthened):
        assert vary(Case.parse(". 1 | 2 @1")) is vary(Case.parse(". 1 | 2 @1"))


def test_the_best_order_stands_before_every_order() -> None:
    """Of two items, one of them relevant: both orders, after the better one."""
    best, *every = map(str, reordered(Case.parse(". 1 @1")))
    assert best == "1 . @1"
    assert sorted(every) == [". 1 @1", "1 . @1"]
