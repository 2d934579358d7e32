"""Large cases: as large as their names say, fair, and read back by their names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from homonym.cases.kinds import find_case_kind, find_case_type, load_case_kinds
from homonym.cases.rankings import list_ranking_flaws
from homonym.reference import corpus
from homonym.reference.case import CaseError
from homonym.reference.large import (
    built,
    in_turn,
    is_large,
    large_cases,
    places,
    rules_of,
)
from homonym.reference.rankings.case import Case, Ranking

TYPES = tuple(load_case_kinds())
EVERY = [case for takes in TYPES for case in large_cases(takes)]
RANKINGS: tuple[Case, ...] = large_cases(Case)
USERS = [(user, case.k) for case in RANKINGS for user in case.users]


def shortest(case: Any) -> int:
    """The length of the shortest list."""
    return min(map(len, case.recommendations.values()))


def highest(case: Any) -> float:
    """The highest grade of the truth."""
    return float(max(grade for row in case.truth.values() for _, grade in row))


def labels(case: Any) -> int:
    """How many pairs the first user has."""
    return len(case.users[0].pairs)


SAYS: tuple[tuple[str, Callable[[Any], object]], ...] = (
    (r"^users_(\d+)", lambda case: len(case.users)),
    (r"_(\d+)_users$|_users_of_(\d+)$", lambda case: len(case.users)),
    (r"^hits_of_(\d+)_", lambda case: sum(u.found(case.k) > 0 for u in case.users)),
    (r"^trajectories_(\d+)", lambda case: len(case.users)),
    (r"^items_(\d+)", lambda case: len(case.catalogue)),
    (r"cut_off_(\d+)|cut_at_(\d+)", lambda case: case.k),
    (r"^cut_off_\d+_of_(\d+)$", shortest),
    (r"^full_rankings_(\d+)$", shortest),
    (r"^one_relevant_of_(\d+)$", shortest),
    (r"^grades_to_(\d+)", highest),
    (r"^scale_of_(\d+)", lambda case: case.users[0].scale[1]),
    (r"^scale_from_below_(0)", lambda case: 0 if case.users[0].scale[0] < 0 else 1),
    (r"^(?:ratings|labels)_(\d+)", labels),
    (r"^aspects_(\d+)", lambda case: len(case.users[0].catalogue)),
    (r"^impressions_(\d+)", lambda case: len(case.users[0].impressions)),
)
"""What each number of a name is of the case."""
HOLDS: dict[str, Callable[[Any], bool]] = {
    "full_rankings": lambda case: not any(user.unranked for user in case.users),
    "one_relevant": lambda case: all(user.r == 1 for user in case.users),
    "of_one_user": lambda case: len(case.users) == 1,
    "without_some": lambda case: any(
        predicted is None for user in case.users for _, predicted in user.pairs
    ),
}
"""What words of a name say of it."""


def said(name: str, case: Any) -> Iterator[tuple[str, object]]:
    """The numbers of a name, and what each is of the case."""
    for pattern, measure in SAYS:
        for found in re.finditer(pattern, name):
            yield next(filter(None, found.groups())), measure(case)


@pytest.mark.parametrize("case", EVERY, ids=lambda case: f"{case.folder} {case.id}")
def test_a_large_case_is_what_its_name_says(case: Any) -> None:
    """Every number of the name is read, and every word that says something."""
    name = case.id.removeprefix("large ")
    told = list(said(name, case))
    assert sorted(number for number, _ in told) == sorted(re.findall(r"\d+", name))
    assert [float(number) for number, _ in told] == [size for _, size in told]
    assert all(holds(case) for words, holds in HOLDS.items() if words in name)


@pytest.mark.parametrize("case", EVERY, ids=lambda case: f"{case.folder} {case.id}")
def test_a_large_case_is_well_formed_and_turns_on_no_convention(case: Any) -> None:
    """As the drawn ones: what disagrees on it has another formula. Where scores halve
    they come nearer to 0, and two users' are the same where nobody judged the items,
    which no definition compares; a user's own differ."""
    if "halve" not in case.id:
        assert find_case_kind(type(case)).fair(case)
        return
    assert list_ranking_flaws(case) == ["two scores are equal in single precision"]
    of_hits = [
        score
        for user in case.users
        for grade, score in zip(user.grades, user.scores, strict=True)
        if grade is not None
    ]
    others = {score for user in case.users for score in user.scores} - {*of_hits}
    assert len(of_hits) == len({*of_hits}) and len(others) == len(case.users[0].scores)
    assert all(user.scores == tuple(sorted(user.scores)[::-1]) for user in case.users)
    texts = [str(score) for score in case.users[0].scores]
    assert texts != sorted(texts)[::-1]


@pytest.mark.parametrize("takes", TYPES, ids=lambda takes: takes.folder)
def test_a_large_case_is_read_from_its_name(takes: Any) -> None:
    """The same object each time: what is kept of a case is found again."""
    for name, case in zip(rules_of(takes.folder), large_cases(takes), strict=True):
        assert case.id == f"large {name}" and is_large(case.id)
        assert takes.parse(f"large {name}") is case
        assert find_case_type(case.folder) is takes


def test_a_large_case_is_what_its_own_line_would_say() -> None:
    """Where it can: runs have more items than letters, cut lists a larger catalogue."""
    cut = [case for case in RANKINGS if any(user.unranked for user in case.users)]
    for case in EVERY:
        if case.folder != "beyond" and case not in cut:
            assert type(case).parse(str(case)) == case, case.id
    for case in cut:
        (size,) = {
            len(user.grades) + len(user.missed) + user.unranked for user in case.users
        }
        assert size == len(case.catalogue)


@pytest.mark.parametrize("takes", TYPES, ids=lambda takes: takes.folder)
def test_an_unknown_name_is_refused_with_those_that_are_known(takes: Any) -> None:
    """In one sentence, whatever the type."""
    with pytest.raises(CaseError) as told:
        takes.parse("large users_258")
    assert str(told.value) == (
        f"'users_258' is no large case of {takes.folder}: known are "
        f"{', '.join(rules_of(takes.folder))}"
    )
    assert not is_large("largest @1")


def test_the_sizes_that_small_cases_lack_are_reached() -> None:
    """Users, items, relevant items, cut-offs, lists and grades."""
    assert {257, 300} <= {len(case.users) for case in RANKINGS}
    assert {30, 60, 150, 200, 15} <= {case.k for case in RANKINGS}
    assert max(user.r for user, _ in USERS) > 100
    sizes = {len(case.catalogue) for case in RANKINGS}
    assert any(256 < size < 1000 for size in sizes) and max(sizes) > 1000
    full = {len(user.grades) for user, _ in USERS if not user.unranked}
    assert 300 in full and max(full) > 1000
    halves = {half / 2 for half in range(2, 21)}
    assert {grade for user, _ in USERS for grade in user.judged} == halves


@pytest.mark.parametrize(
    "combined",
    [
        lambda case: len(case.users) > 256 and len(case.catalogue) > 1000,
        lambda case: len(case.users) > 100 and not case.users[0].unranked,
        lambda case: len(case.users) > 100 and case.k > 50,
    ],
    ids=["users and items", "users of full rankings", "users and a far cut-off"],
)
def test_several_grades_go_together_with_each_size(
    combined: Callable[[Case], bool],
) -> None:
    """Whoever reads every grade as 1 above some size is seen."""
    grades = [
        {grade for user in case.users for grade in user.judged}
        for case in RANKINGS
        if combined(case)
    ]
    assert max(map(len, grades)) >= 5


CATALOGUES = {
    "users_257": 90,
    "grades_to_10": 50,
    "cut_off_30": 150,
    "full_rankings_300": 301,
    "items_1100": 1100,
    "cut_off_200_of_400": 401,
    "one_relevant_of_300_users": 31,
    "users_65": 90,
    "cut_off_60": 200,
    "cut_off_150": 450,
    "full_rankings_of_130_users": 41,
    "full_rankings_1100": 1101,
    "one_relevant_of_1100": 1101,
    "one_relevant_cut_at_15": 102,
    "items_1200_with_grades_of_258_users": 1200,
    "full_rankings_with_half_grades_of_130_users": 61,
    "cut_off_100_with_grades_of_150_users": 300,
    "scores_that_halve_of_30_users": 60,
    "hits_of_4_users_of_100": 250,
    "full_rankings_1199": 1200,
    "scores_that_halve_cut_at_15": 90,
}
"""How many items each large case of rankings knows."""


def test_what_a_line_does_not_tell_of_a_large_case_stays_as_it_is() -> None:
    """Neither catalogue nor scores are in an edition's hash: of full rankings one item
    was trained on, and scores lie equally far apart between 0.98 and 0.02, but for
    those that halve from 0.5 on, where hits' are less."""
    sizes = {case.id.removeprefix("large "): len(case.catalogue) for case in RANKINGS}
    assert sizes == CATALOGUES
    halving = [case for case in RANKINGS if "halve" in case.id]
    assert [len(case.users[0].scores) for case in halving] == [16, 20]
    for user in chain.from_iterable(case.users for case in halving):
        powers = [0.5 / 2**rank for rank in range(len(user.scores))]
        assert powers == pytest.approx([*user.scores], rel=0.34)
    for case in RANKINGS:
        if case in halving:
            continue
        scores = sorted(score for user in case.users for score in user.scores)
        apart = 0.96 / len(scores)
        assert scores[-1] == pytest.approx(0.98) and len({*scores}) == len(scores)
        assert scores[0] == pytest.approx(0.02 + apart)
        gaps = [above - below for below, above in pairwise(scores)]
        assert gaps == pytest.approx([apart] * len(gaps), abs=1e-9)


def test_batches_of_usual_sizes_leave_a_remainder() -> None:
    """64, 128 and 256 users at once: one or two are left."""
    left = {of: {len(case.users) % of for case in RANKINGS} for of in (64, 128, 256)}
    assert all({1, 2} & remainders for remainders in left.values())


def test_hits_stand_within_the_cut_off_and_beyond_it() -> None:
    """Of one list, too; and some relevant items are in no list."""
    found = [(user.found(k), user.found(len(user.grades)), user.r) for user, k in USERS]
    assert any(0 < within < ranked for within, ranked, _ in found)
    assert any(within == 0 < ranked for within, ranked, _ in found)
    assert any(ranked < r for _, ranked, r in found)
    for case in RANKINGS:
        assert any(user.found(case.k) for user in case.users)
        assert any(any(user.hits[case.k :]) for user in case.users)


def test_a_user_is_not_the_next_one() -> None:
    """But for one in ten at most: whoever takes one for the other is seen."""
    for case in EVERY:
        rows = [
            (user.grades, user.missed) if isinstance(user, Ranking) else user
            for user in case.users
        ]
        same = sum(one == other for one, other in pairwise(rows))
        assert same <= len(rows) / 10, case.id


@pytest.mark.parametrize("takes", TYPES, ids=lambda takes: takes.folder)
def test_the_last_edition_holds_every_large_case(takes: Any) -> None:
    """And those before it none; of a rule that is appended an edition is due."""
    last, earlier = corpus.editions()[-1], corpus.editions()[:5]
    assert last.large_cases(takes) == large_cases(takes)
    assert [edition.large_cases(takes) for edition in earlier] == [()] * 5
    one = replace(last, large={takes.folder: 1})
    assert one.large_cases(takes) == large_cases(takes)[:1]


def test_another_number_of_large_cases_is_another_edition() -> None:
    """Its hash is of what the rules make, too."""
    last = corpus.editions()[-1]
    fewer = [
        replace(last, large={**last.large, folder: count - 1})
        for folder, count in last.large.items()
    ]
    sums = {corpus.digest(edition) for edition in (last, *fewer)}
    assert len(sums) == 1 + len(last.large) == 1 + len(TYPES)


def test_what_a_rule_makes_is_in_the_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not its name alone: a rule may not make another case."""
    last = corpus.editions()[-1]
    before = corpus.digest(last)

    def another(folder: str, name: str) -> object:
        return "1 | 1 @1" if name == "users_257" else built(folder, name)

    monkeypatch.setattr(corpus, "built", another)
    assert corpus.digest(last) != before


@given(st.integers(0, 500), st.integers(1, 1500))
def test_places_are_each_taken_once(user: int, of: int) -> None:
    """Whatever the user and the number of places."""
    assert sorted(places(user, of)) == list(range(of))


def test_places_are_a_users_own_but_for_few() -> None:
    """300 users have 267 orders of 301 places, and one that of the next one."""
    found = [places(user, 301) for user in range(300)]
    assert len({*found}) == 267
    assert sum(one == other for one, other in pairwise(found)) == 1


@given(st.lists(st.text("abc", min_size=1), min_size=1), st.integers(0, 50))
def test_words_are_taken_in_turn(words: list[str], start: int) -> None:
    """Three rounds: each word three times, from the one that it starts with."""
    found = in_turn(tuple(words), start, 3 * len(words))
    assert found[0] == words[start % len(words)]
    assert sorted(found) == sorted(chain.from_iterable([words] * 3))
