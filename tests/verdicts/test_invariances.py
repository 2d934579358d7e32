"""What must not change a value: what is tried first, and what may be in which order."""

from __future__ import annotations

from dataclasses import replace
from math import log2
from typing import Any

import pytest

from homonym.adapters.contract import Failed, Metric, Value
from homonym.cases.kinds import find_case_kind, load_case_kinds
from homonym.records.outcomes import HOLDS, VIOLATED
from homonym.reference.beyond.case import RunCase
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant
from homonym.verdicts.cut_offs import LARGEST, cut_list
from homonym.verdicts.invariances import (
    BY_DEFINITION,
    FIRST_ITEM,
    TURNS,
    judge_variation,
    list_metric_variations,
    order_cases_to_try,
)

ONE, TWO, SAME, MANY = map(
    Case.parse,
    ("1 . @1", "1 . ; . 1 | 1 @1", "1 . ; 1 . @1", "1 . . ; . 1 . ; . . 1 @1"),
)
TAKEN: list[Any] = [(case, Value(0.5)) for case in (ONE, SAME, TWO, MANY)]
EACH = Variant.with_defaults("recall(users=caller)")


def metric(claims: str = "recall", **options: bool) -> Metric:
    """A metric that goes by the name of a family."""
    return Metric("m", claims, lambda case: 0.0, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", TURNS)
def test_an_order_of_users_is_tried_where_there_are_many(name: str) -> None:
    """Of three before those of two, and one alone has no order."""
    assert [case for case, _ in order_cases_to_try(name, TAKEN)] == [
        MANY,
        SAME,
        TWO,
        ONE,
    ]


def test_the_number_of_an_item_is_tried_where_one_alone_is_relevant() -> None:
    """What takes it for padding loses all that there is."""
    several = [pair for pair in TAKEN if pair[0] is not ONE]
    tried = order_cases_to_try(FIRST_ITEM, [*several, TAKEN[0]])
    assert [case for case, _ in tried] == [ONE, SAME, TWO, MANY]
    assert order_cases_to_try("scores_shifted", TAKEN) == TAKEN


@pytest.mark.parametrize("takes", load_case_kinds(), ids=lambda takes: takes.folder)
def test_what_is_tried_follows_from_the_interface(takes: Any) -> None:
    """Other cut-offs, metrics and a second call only where it has them."""
    claims = {"rankings": "recall", "beyond": "coverage", "diversity": "alpha_ndcg"}
    if takes.folder not in claims:
        return
    optional = {"same_object", "other_cut_offs", "other_metrics"}
    known = find_case_kind(takes).variations
    usual = list_metric_variations(metric(claims[takes.folder]))
    assert usual == [name for name in known if name not in optional]
    more = {"same_object": True, "cut_offs": True, "together": True}
    assert list_metric_variations(metric(claims[takes.folder], **more)) == list(known)
    assert {"users_reordered", "lists_reordered", "truth_reordered"} <= set(usual)


@pytest.mark.parametrize(
    ("name", "same", "turned"),
    [
        ("users_reordered", False, True),
        ("lists_reordered", True, True),
        ("truth_reordered", True, True),
        ("rows_reordered", True, False),
        ("ids_relabelled", True, False),
    ],
)
def test_users_numbers_may_follow_the_table_that_is_reordered(
    name: str, same: bool, turned: bool
) -> None:
    """Both tables turn the users; of one alone either order is theirs."""
    before, other = Value(None, (1.0, 0.5)), Value(None, (0.5, 1.0))
    for after, holds in ((before, same), (other, turned), (Value(None, (1, 1)), False)):
        told = judge_variation(name, metric(), EACH, [(TWO, before, after)])
        assert (told.kind == HOLDS) == holds


def test_groups_numbers_stay_where_they_are() -> None:
    """They are no users': in the opposite order they are others."""
    pooled = Variant.with_defaults("recall")
    before, other = Value(None, (1.0, 0.5)), Value(None, (0.5, 1.0))
    for name in TURNS:
        told = judge_variation(name, metric(), pooled, [(TWO, before, other)])
        assert told.kind == VIOLATED


def test_a_violation_on_any_case_is_told_with_what_became_of_the_number() -> None:
    """Of the first case it holds; users' numbers stand in brackets."""
    held = (ONE, Value(1.0), Value(1.0))
    for after, words in (
        ((TWO, Value(0.12345678), Value(0.5)), "0.12345678 became 0.5"),
        (
            (TWO, Value(None, (1.0, 0.5)), Value(None, (1.0, 0.25))),
            "(1, 0.5) became (1, 0.25)",
        ),
        ((TWO, Value(0.75), Failed("KeyError: 1")), "raises KeyError"),
    ):
        told = judge_variation("rows_reordered", metric(), EACH, [held, after])
        assert str(told) == f"violated: {words} on {TWO.id}"


def test_an_ideal_of_the_largest_cut_off_is_told_from_another_change() -> None:
    """Two hits in the first three ranks, the second first of the list that is cut at 2:
    at one cut-off the ideal is 1, beside a cut-off of 3 it is 1 + 1/log2(3)."""
    case = Case.parse(". 1 1 @2")
    second = 1 / log2(3)
    alone = Value(second / 1)
    over_own_hits = Variant.with_defaults("NGCF-NDCG")
    told = [
        judge_variation(
            "other_cut_offs", metric("ndcg"), variant, [(case, alone, Value(after))]
        )
        for variant, after in (
            (over_own_hits, second / (1 + second)),
            (over_own_hits, 0.5),
            (Variant.with_defaults("ndcg"), second / (1 + second)),
            (None, second / (1 + second)),
        )
    ]
    assert str(told[0]) == (
        "violated: the ideal is of the hits in the largest cut-off: "
        "0.630929754 became 0.386852807 on . 1 1 @2"
    )
    assert [LARGEST in str(one) for one in told] == [True, False, False, False]
    assert told[0].violation == (f"{LARGEST}: 0.630929754 became 0.386852807", case.id)


def test_a_definition_that_reads_scores_changes_with_them() -> None:
    """Ten times the scores are ten times their difference, but in a metric that reads
    none; and no order of users is excused so."""
    run = RunCase.parse("b > ac = a ; b > ca = c | ab,c @1")
    scored = Variant.with_defaults("mad(of=item_rating)")
    before = Value(scored.value(run))  # type: ignore[arg-type]
    assert before.value
    after = Value(10 * before.value)
    tried = [(run, before, after)]
    for name, variant, told in (
        ("scores_scaled", scored, BY_DEFINITION),
        ("scores_scaled", Variant.with_defaults("mad(of=item_ranking)"), VIOLATED),
        ("users_reordered", scored, VIOLATED),
    ):
        found = judge_variation(name, metric("mad"), variant, tried)
        assert found.kind == told


def test_what_is_cut_off_a_list_is_judged_or_not_as_before() -> None:
    """What is relevant is missed then, and what nobody judged is not ranked."""
    (user,) = Case.parse("1 . 2 . . | 3 ~ 0.9 0.8 0.7 0.6 0.5 @2").users
    (cut,) = Case.parse("1 . | 3 2 ~ 0.9 0.8 @2").users
    assert cut_list(user, 2) == replace(cut, unranked=user.unranked + 2)
    assert cut_list(user, 5) == user
