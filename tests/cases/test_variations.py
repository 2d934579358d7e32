"""How a ranking is varied where a value must not change, by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from homonym.adapters.contract import answer
from homonym.cases import variations
from homonym.cases.kinds import find_case_kind
from homonym.cases.rankings import tail_removed
from homonym.reference.beyond.case import RunCase
from homonym.reference.case import TableCase
from homonym.reference.diversity.case import AspectCase
from homonym.reference.rankings.case import Case
from homonym.reports.evidence import edges

CASE = Case.parse("1 . ; . . 2 @1")


def lists(case: Any) -> dict[Any, Any]:
    """Every user's rows as they are listed, users in their order."""
    return {user: list(rows) for user, rows in case.recommendations.items()}


def pairs(rows: Any) -> list[tuple[Any, Any]]:
    """A table as rows, in its order."""
    return [(user, list(row)) for user, row in rows.items()]


def test_the_case_is_what_the_others_are_held_to() -> None:
    """Two users; of four items the first user likes 1, the other likes 4."""
    assert pairs(CASE.truth) == [(1, [(1, 1.0)]), (2, [(4, 2.0)])]
    assert CASE.catalogue == (1, 2, 3, 4)
    assert [len(rows) for rows in lists(CASE).values()] == [2, 3]


def test_the_same_case_is_the_same() -> None:
    """A second call differs in nothing."""
    assert variations.leave_case_unchanged(CASE) is CASE


def test_users_come_in_the_opposite_order_with_the_rows_they_have() -> None:
    """In the lists and in the truth."""
    turned = variations.users_reordered(CASE)
    assert pairs(turned.recommendations) == pairs(CASE.recommendations)[::-1]
    assert pairs(turned.truth) == pairs(CASE.truth)[::-1]


def test_users_are_reordered_in_one_table_alone() -> None:
    """The other stays as it is: who pairs them by position is seen."""
    lists_alone, truth_alone = (
        variations.lists_reordered(CASE),
        variations.truth_reordered(CASE),
    )
    assert pairs(lists_alone.recommendations) == pairs(CASE.recommendations)[::-1]
    assert pairs(lists_alone.truth) == pairs(CASE.truth)
    assert pairs(truth_alone.recommendations) == pairs(CASE.recommendations)
    assert pairs(truth_alone.truth) == pairs(CASE.truth)[::-1]


def test_the_items_of_a_users_truth_come_in_the_opposite_order() -> None:
    """The users stay where they are, and the lists as they were."""
    case = Case.parse("1 . 2 | 1 ; . 1 . @2")
    turned = variations.judged_reordered(case)
    first, second = pairs(case.truth)
    assert len(first[1]) == 3
    assert pairs(turned.truth) == [(first[0], first[1][::-1]), second]
    assert pairs(turned.recommendations) == pairs(case.recommendations)


def test_the_first_relevant_item_goes_by_0() -> None:
    """Of 6 items the first user likes 5, of grade 0.5 is 1: all move around by 5."""
    case = Case.parse("0.5 . 1 . ; . 1 . . . @2")
    assert pairs(case.truth) == [(1, [(1, 0.5), (5, 1.0)]), (2, [(1, 1.0)])]
    named = variations.first_hit_is_item_0(case)
    assert pairs(named.truth) == [(1, [(2, 0.5), (0, 1.0)]), (2, [(2, 1.0)])]
    assert named.catalogue == (0, 1, 2, 3, 4, 5)
    around = {1: 2, 2: 3, 3: 4, 4: 5, 5: 0, 6: 1}
    for user, rows in lists(case).items():
        assert lists(named)[user] == [(around[item], score) for item, score in rows]


def test_of_several_relevant_items_the_first_goes_by_0() -> None:
    """Of two that the first user likes; of none but by half a grade no item moves, and
    the last of four is 0 around the row."""
    several = variations.first_hit_is_item_0(Case.parse(". 1 1 @1"))
    assert pairs(several.truth) == [(1, [(0, 1.0), (1, 1.0)])]
    case = Case.parse("0.5 . . ; 1 . . @1")
    none = variations.first_hit_is_item_0(case)
    assert pairs(none.truth) == pairs(case.truth) == [(1, [(1, 0.5)]), (2, [(2, 1.0)])]
    assert case.catalogue == (1, 2, 3, 4) and none.catalogue == (0, 1, 2, 3)
    assert lists(none)[1] == [(item % 4, score) for item, score in lists(case)[1]]


def test_scores_of_users_are_parted_or_put_into_one_another() -> None:
    """By 1 and 2 up or down; around 0.5 ten and a hundred times as far apart, or as
    near; lists stay as they are."""
    scored = Case.parse("1 . ; . 1 @1")
    users = tuple(
        replace(user, scores=scores)
        for user, scores in zip(scored.users, ((0.75, 0.25), (1.0, 0.5)), strict=True)
    )
    found = list(variations.vary_scores(replace(scored, users=users)))
    assert [[user.scores for user in case.users] for case in found] == [
        [(1.75, 1.25), (3.0, 2.5)],
        [(-0.25, -0.75), (-1.0, -1.5)],
        [(2.5, -2.5), (50.0, 0.0)],
        [(0.025, -0.025), (0.005, 0.0)],
    ]
    assert all(case.k == 1 for case in found)
    assert [user.grades for user in found[0].users] == [u.grades for u in users]


def test_every_users_rows_come_in_the_opposite_order() -> None:
    """The users stay in theirs."""
    case = Case.parse("1 2 . ; . 1 @1")
    turned = variations.rows_reordered(case)
    for before, after in (
        (case.recommendations, turned.recommendations),
        (case.truth, turned.truth),
    ):
        assert pairs(after) == [(user, rows[::-1]) for user, rows in pairs(before)]


def test_users_and_items_are_counted_down_to_0() -> None:
    """Of 2 users the first is 1, of 4 items the last is 0; grades and scores stay."""
    named = variations.ids_relabelled(CASE)
    assert pairs(named.truth) == [(1, [(3, 1.0)]), (0, [(0, 2.0)])]
    for user, rows in lists(CASE).items():
        assert lists(named)[2 - user] == [(4 - item, score) for item, score in rows]
    assert named.catalogue == (0, 1, 2, 3)
    assert named.train == {
        2 - user: tuple(4 - item for item in items)
        for user, items in CASE.train.items()
    }


def test_groups_move_with_the_items_and_users_that_they_hold() -> None:
    """Items a to d in two groups, the second user in the second group."""
    case = RunCase.parse("a > b = c ; 2: b > a = d | ab,cd @1")
    named = variations.ids_relabelled(case)
    assert named.groups == {4 - item: group for item, group in case.groups.items()}
    assert named.user_groups == {2 - u: group for u, group in case.user_groups.items()}
    assert pairs(named.expected) == [
        (2 - user, [(4 - item, score) for item, score in rows])
        for user, rows in pairs(case.expected)
    ]
    assert len({*case.user_groups.values()}) == len({*case.groups.values()}) == 2


def test_aspects_move_with_the_items_that_show_them() -> None:
    """Counted down as the items are."""
    case = AspectCase.parse("5a > 3a 4b @1")
    items = len(case.catalogue)
    named = variations.ids_relabelled(case)
    assert named.aspects == {items - item: of for item, of in case.aspects.items()}
    assert {*named.aspects} <= {*named.catalogue} and len({*named.aspects}) == items


def test_scores_are_shifted_by_1_or_times_10() -> None:
    """Items and their order stay."""
    for vary, score_of in (
        (variations.scores_shifted, lambda score: score + 1),
        (variations.scores_scaled, lambda score: score * 10),
    ):
        for user, rows in lists(vary(CASE)).items():
            before = lists(CASE)[user]
            assert rows == [(item, score_of(score)) for item, score in before]


@pytest.mark.parametrize(("k", "also"), [(1, (2, 3)), (2, (3, 1)), (5, (6, 1))])
def test_two_other_cut_offs_are_asked_for_beside(k: int, also: tuple[int, int]) -> None:
    """The next one, and 1 or (where that is asked for) 3."""
    asked = variations.other_cut_offs(Case.parse(f"1 . . . . . @{k}"))
    assert (asked.k, asked.also) == (k, also)


def test_other_metrics_are_asked_for_beside() -> None:
    """And else the case is the same."""
    asked = variations.other_metrics(CASE)
    assert asked.together and not TableCase.like(CASE).together
    assert asked.recommendations == TableCase.like(CASE).recommendations


def test_one_object_is_asked_twice() -> None:
    """And else the case is the same; its second answer is the one that counts."""
    asked = variations.same_object(CASE)
    assert asked.twice and not TableCase.like(CASE).twice
    assert asked.recommendations == TableCase.like(CASE).recommendations
    for case, last in ((CASE, 1), (asked, 2)):
        assert answer(case, count(1).__next__) == last


@pytest.mark.parametrize(
    ("line", "shorter", "unranked"),
    [
        ("1 . . . @1", "1", 3),
        ("1 . . . @2", "1 .", 2),
        (". 1 . 1 . @1", ". 1 . 1", 1),
        (". . . | 1 @2", ". .", 1),
        (". . 1 @1", ". . 1", 0),
        (". . 1 @3", ". . 1", 0),
    ],
)
def test_irrelevant_items_at_the_bottom_are_taken_off(
    line: str, shorter: str, unranked: int
) -> None:
    """Down to the last hit and to k; they are still there to be recommended."""
    case = Case.parse(line)
    (user,), (before,) = tail_removed(case).users, case.users
    grades = tuple(None if mark == "." else float(mark) for mark in shorter.split())
    assert user.grades == grades
    assert user.scores == before.scores[: len(grades)]
    assert user.unranked == before.unranked + unranked
    assert user.missed == before.missed


def test_a_kind_names_its_variations_by_what_they_do() -> None:
    """A record says which of them changed a number, the report says it in words."""
    for takes in (Case, RunCase):
        named = find_case_kind(takes).variations
        assert {*named} <= {*edges.INVARIANCES}
        for name, vary in named.items():
            unchanged = vary.__name__ == "leave_case_unchanged"
            assert name == ("second_call" if unchanged else vary.__name__)
