"""Equalities that hold under a condition: sound, complete, and really conditional."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations, islice
from math import log2
from random import Random

import pytest

from homonym.cases.conditions import CONDITIONS
from homonym.equivalence.partition import (
    GAP,
    compute_key_distance,
    join_first_lines,
    join_first_names,
    make_value_key,
    split_block,
)
from homonym.reference import corpus
from homonym.reference.axes import Rule
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Family, Variant, families

FEW = 500
"""So many variants of a large family are faster one by one than all at once."""

AN_IDEAL, LONG = 10, 12
"""The longest ideal that does not ask for k, and a cut-off with room for more."""

PALETTES = (("1",), ("1", "2"), ("1", "2.5"), ("2", "4.5", "5"), ("1", "1.5", "3"))

FIRST_AND_ALL = [2, pytest.param(30, marks=pytest.mark.exhaustive)]
"""How many of the cases that are drawn under a condition all variants are put to."""

EVERY_PAIR = [
    pytest.param(families(Case)[name], when, id=f"{name}-{when}")
    for name in families(Case)
    for when in CONDITIONS
]
SMALL_BEFORE_ALL = [
    pytest.param(
        *pair.values,
        id=pair.id,
        marks=pytest.mark.exhaustive if len(pair.values[0].variants) > FEW else (),
    )
    for pair in EVERY_PAIR
]
"""The same, those of large families for the exhaustive run."""
CONDITIONAL = [
    pytest.param(home, rule, id=f"{home.name}-{rule.names.__name__}-{rule.when}")
    for home in families(Case).values()
    for rule in home.rules
    if rule.when
]


def user_line(chance: Random, k: int, length: int, grades: list[str], cut: bool) -> str:
    """One user's part of a line, of that length or (0) of any from k on."""
    ranks = length or max(2, k + chance.randint(0, 3))
    hit = 0.5 if k <= AN_IDEAL else 0.9
    ranked = [
        chance.choice(grades) if chance.random() < hit else "." for _ in range(ranks)
    ]
    missed = [chance.choice(grades) for _ in range(chance.choice((0, 0, 1, 3)))]
    if chance.random() < 0.5:  # one relevant item is rare by chance
        ranked = ["."] * ranks
        missed = [chance.choice(grades)] if cut and chance.random() < 0.5 else []
        if not missed:
            ranked[chance.randrange(ranks)] = chance.choice(grades)
    return f"{' '.join(ranked)} | {' '.join(missed)}" if cut else " ".join(ranked)


def any_case(chance: Random) -> Case:
    """A case of one to four users; not all of them are well formed."""
    k, people = chance.choice((1, 2, 3, 4, LONG)), chance.randint(1, 4)
    length = chance.choice((0, max(2, k + chance.randint(0, 3))))
    grades = list(chance.choice(PALETTES))
    cut = chance.choice((0, 0.6))
    users = [
        user_line(chance, k, length, grades, chance.random() < cut)
        for _ in range(people)
    ]
    return Case.parse(f"{' ; '.join(users)} @{k}")


def well_formed(case: Case) -> bool:
    """Every user has a relevant item, and full rankings another one."""
    return all(u.r and (u.unranked or not all(u.hits)) for u in case.users)


@cache
def cases_under(*conditions: str, count: int) -> list[Case]:
    """So many well-formed cases that satisfy the conditions, always the same."""
    chance = Random(20)
    found: list[Case] = []
    while len(found) < count:
        case = any_case(chance)
        if well_formed(case) and all(CONDITIONS[when](case) for when in conditions):
            found.append(case)
    return found


def broken(
    home: Family, when: tuple[str, ...], cases: list[Case], step: int = 1
) -> list[str]:
    """The equalities declared under the conditions that a case contradicts, of all
    variants or of one in so many."""
    pairs = [(v, v.canonical(when)) for v in home.variants[::step]]
    pairs = [(variant, name) for variant, name in pairs if variant != name]
    among = {one for pair in pairs for one in pair}
    points = home.grouped([v for v in home.variants if v in among])
    found = []
    for case in cases:
        values = home.at(points, case)
        found += [
            f"{variant} is not {name} on {case}"
            for variant, name in pairs
            if compute_key_distance(
                make_value_key(values[variant]), make_value_key(values[name])
            )
            > 1e-9
        ]
    return found


def test_every_condition_of_a_rule_is_a_test_of_a_case() -> None:
    """A rule under an unknown condition would never be used."""
    used = {rule.when for home in families(Case).values() for rule in home.rules}
    assert used == {"", *CONDITIONS}


@pytest.mark.parametrize("count", FIRST_AND_ALL)
@pytest.mark.parametrize(("home", "when"), EVERY_PAIR)
def test_variants_equal_under_a_condition_agree_where_it_holds(
    home: Family, when: str, count: int
) -> None:
    """All variants of the family, on cases drawn to satisfy it."""
    assert broken(home, (when,), cases_under(when, count=count)) == []


@pytest.mark.parametrize(
    ("count", "step"), [(1, 20), pytest.param(4, 1, marks=pytest.mark.exhaustive)]
)
@pytest.mark.parametrize("home", families(Case).values(), ids=families(Case))
def test_variants_equal_under_two_conditions_agree_where_both_hold(
    home: Family, count: int, step: int
) -> None:
    """Rules of one condition may be followed by rules of another."""
    for both in combinations(CONDITIONS, 2):
        assert broken(home, both, cases_under(*both, count=count), step) == []


@pytest.mark.parametrize("home", families(Case).values(), ids=families(Case))
def test_rules_end_under_all_conditions_at_once(home: Family) -> None:
    """Each class is named by one of its members, which names itself."""
    everything = tuple(CONDITIONS)
    points = set(home.variants)
    for variant in home.variants:
        canonical = variant.canonical(everything)
        assert canonical in points
        assert canonical.canonical(everything) == canonical


@pytest.mark.parametrize(("home", "when"), SMALL_BEFORE_ALL)
def test_variants_not_equal_under_a_condition_differ_where_it_holds(
    home: Family, when: str
) -> None:
    """Nothing is missing: the declared classes are all that cases can tell apart.

    But for NDCG with g² - 1, a bug which is 0 for every relevant item of grade 1.
    """
    names = {variant.canonical((when,)) for variant in home.variants}
    odd = {name for name in names if name.names.get("gain") == "squared_minus_one"}
    together = never_apart(home, names - odd, cases_under(when, count=400))
    assert not together, join_first_lines(
        [f"one class under {when}, by no rule:", *map(join_first_names, together)]
    )


def never_apart(
    home: Family, variants: set[Variant], cases: list[Case]
) -> list[list[str]]:
    """Groups of the variants that none of the cases tells apart."""
    blocks = [frozenset(variants)]
    for case in cases:
        left = [variant for block in blocks for variant in block]
        few = len(left) < FEW
        values = {v: v.value(case) for v in left} if few else home.values(case)
        pieces = [
            piece for block in blocks for piece in split_block(block, values, 1e-6)
        ]
        blocks = [piece for piece in pieces if len(piece) > 1]
    return [sorted(map(str, block), key=len) for block in blocks]


@pytest.mark.parametrize(("home", "rule"), CONDITIONAL)
def test_a_rule_with_a_condition_does_not_hold_without_it(
    home: Family, rule: Rule
) -> None:
    """Two variants that it calls equal differ on a case outside the condition."""
    outside = [case for case in corpus.core() if not CONDITIONS[rule.when](case)]
    pairs = (
        (v, home.variant(**{**v.names, **rule.names(**v.names)}))
        for v in points(home.name)
    )
    apart = ((v, w) for v, w in pairs if v.canonical() != w.canonical())
    assert any(differ(v, w, case) for v, w in islice(apart, 20) for case in outside)


@cache
def points(family: str) -> list[Variant]:
    """The variants, those that differ from the default in few choices first."""
    return sorted(families(Case)[family].variants, key=lambda v: len(str(v)))


def differ(one: Variant, other: Variant, case: Case) -> bool:
    """Whether two variants differ on the case by more than the gap."""
    return (
        compute_key_distance(
            make_value_key(one.value(case)), make_value_key(other.value(case))
        )
        > GAP
    )


NAMED = [
    ("r_at_most_k", "average_precision(divisor=r)", "average_precision"),
    ("r_at_most_k", "recall(divisor=min_k_r)", "recall"),
    ("r_at_most_k", "mean_average_recall(divisor=r)", "mean_average_recall"),
    ("r_at_most_k", "r_precision(cut=min_k_r)", "r_precision"),
    ("r_at_most_k", "ndcg(ideal=truth_all)", "ndcg"),
    ("r_at_most_k", "auc(divisor=min_k_r)", "auc"),
    ("binary_grades", "ndcg(gain=grade)", "ndcg"),
    ("binary_grades", "ndcg(gain=exponential)", "ndcg"),
    ("binary_grades", "ndcg(gain=exponential_shifted)", "ndcg"),
    ("binary_grades", "ndcg(gain=grade, grades=truncated)", "ndcg"),
    ("binary_grades", "recall(divisor=grades)", "recall"),
    ("whole_grades", "ndcg_cut", "NDCG-raw"),
    ("whole_grades", "trec_ndcg", "ndcg(gain=grade, depth=all)"),
    ("one_relevant", "average_precision(divisor=r)", "average_precision"),
    ("one_relevant", "ARHR", "MRR"),
    ("one_relevant", "reciprocal_rank(counts=normalised)", "MRR"),
    ("one_relevant", "hit_rate(counts=hits)", "hit_rate"),
    ("one_relevant", "DCG", "NDCG"),
    ("one_relevant", "WNDCG", "BNDCG"),
    ("one_relevant", "precision(rank=negatives_above)", "precision(rank=off_by_one)"),
    ("full_rankings", "auc(positives=recommended)", "auc"),
    ("full_rankings", "auc(negatives=catalogue)", "auc"),
    ("full_rankings", "ndcg(ideal=list_all)", "ndcg"),
    *(("equal_lengths", f"{name}(users=by_length)", name) for name in families(Case)),
]


@pytest.mark.parametrize(("when", "one", "other"), NAMED)
def test_an_equality_that_people_rely_on_is_declared(
    when: str, one: str, other: str
) -> None:
    """Under its condition the two are one class; without it they are two."""
    first, second = Variant.with_defaults(one), Variant.with_defaults(other)
    assert first.canonical((when,)) == second.canonical((when,))
    assert first.canonical() != second.canonical()


def same_value(value: float, k: int) -> float:
    """The value itself."""
    return value


LEAVE_ONE_OUT: list[tuple[str, str, Callable[[float, int], float]]] = [
    ("average_precision", "reciprocal_rank", same_value),
    ("average_precision(divisor=r)", "reciprocal_rank", same_value),
    ("average_precision(divisor=r)", "ARHR", same_value),
    ("average_precision(divisor=r, depth=all)", "recip_rank", same_value),
    ("hit_rate", "recall", same_value),
    ("hit_rate", "mean_average_recall", same_value),
    ("hit_rate", "precision", lambda precision, k: precision * k),
    ("f_score", "hit_rate", lambda hits, k: 2 * hits / (1 + k)),
    ("r_precision", "reciprocal_rank(counts=first_rank_only)", same_value),
]


@pytest.mark.parametrize(("one", "other", "of"), LEAVE_ONE_OUT)
def test_families_fall_together_when_every_user_has_one_relevant_item(
    one: str, other: str, of: Callable[[float, int], float]
) -> None:
    """Leave-one-out: the two give one number, for each user and in the mean."""
    for case in cases_under("one_relevant", count=90):
        value, related = (
            Variant.with_defaults(one).value(case),
            Variant.with_defaults(other).value(case),
        )
        assert isinstance(related, float)
        assert value == pytest.approx(of(related, case.k), abs=1e-12)


@pytest.mark.parametrize(("one", "other", "of"), LEAVE_ONE_OUT)
def test_families_stay_apart_when_users_have_several(
    one: str, other: str, of: Callable[[float, int], float]
) -> None:
    """Hits at 1 and 3, at 2 and 3, or two of which one is at k: one case shows it."""
    different = []
    for line in ("1 . 1 . @3", ". 1 1 . @3", "1 1 . . @1"):
        case = Case.parse(line)
        related = Variant.with_defaults(other).value(case)
        assert isinstance(related, float)
        different.append(Variant.with_defaults(one).value(case) != of(related, case.k))
    assert any(different)


def test_ndcg_of_one_relevant_item_is_the_discount_of_its_rank() -> None:
    """So DCG, NDCG and any gain order two runs alike."""
    for rank in (1, 2, 3):
        row = ["."] * 4
        row[rank - 1] = "2.5"
        case = Case.parse(f"{' '.join(row)} @3")
        for name in ("BNDCG", "WNDCG", "NDCG-raw", "DCG"):
            found = Variant.with_defaults(name).value(case)
            assert found == pytest.approx(1 / log2(rank + 1))


@pytest.mark.parametrize("when", CONDITIONS)
def test_a_condition_holds_for_some_core_cases_and_not_for_others(when: str) -> None:
    """A test that is always true or never would not be one."""
    lines = ("1 . ; . 1 @1", "2.5 1 . 1 | 1 ; . 1 @1")
    assert [CONDITIONS[when](Case.parse(line)) for line in lines] == [True, False]


def test_what_adds_nothing_to_an_auc_adds_nothing_by_itself() -> None:
    """The rule presumes that unranked items are the worst, and asks for it: without the
    rules before it, it is true of every id."""
    home = families(Case)["auc"]
    rule = next(one for one in home.rules if one.reason.startswith("an unranked item"))
    told = [(variant, rule.names(**variant.names)) for variant in home.variants]
    equal = [
        (variant, home.variant(**{**variant.names, **new}))
        for variant, new in told
        if new
    ]
    assert len(equal) > 100
    for one, other in equal[:: len(equal) // 40]:
        for case in corpus.core(Case):
            apart = compute_key_distance(
                make_value_key(one.value(case)), make_value_key(other.value(case))
            )
            assert apart < GAP, (one, other, case)
