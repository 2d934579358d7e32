"""A row for each user: the part they bring, and whom a definition leaves out."""

import math
from typing import Any

import pyarrow as pa
import pytest
from opened import open_inputs

import homonym
from homonym import UserError, Variant
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.engine import compute_user_parts, evaluate_ranking_variants
from homonym.evaluation.inputs import Inputs
from homonym.evaluation.rankings.families import PARTS
from homonym.evaluation.recorded_metrics import group_metrics_by_variant

LISTS = pa.table(
    {
        "user": ["b2", "b2", "a1", "a1", "c3"],
        "item": ["x", "y", "y", "x", "z"],
        "score": [0.9, 0.8, 0.9, 0.8, 0.5],
    }
)
TRUTH = pa.table(
    {"user": ["a1", "b2", "b2", "b2", "c3"], "item": ["x", "x", "y", "z", "y"]}
)
"""a1: the second of two is a hit, r = 1; b2: both are, r = 3; c3: no hit, r = 1."""
MAP = "average_precision(divisor=r)"


def rows(metric: str, k: int = 2) -> list[tuple[Any, ...]]:
    """User, numerator, denominator and value of one definition."""
    found = homonym.evaluate(LISTS, TRUTH, k=k, metrics=[metric], per_user=True)
    table = found.per_user
    assert table.column_names == [
        *("user", "metric", "k", "numerator", "denominator", "value")
    ]
    assert set(table["metric"].to_pylist()) == {metric}
    assert set(table["k"].to_pylist()) == {k}
    names = ("user", "numerator", "denominator", "value")
    return list(zip(*(table[name].to_pylist() for name in names), strict=True))


def test_a_row_has_the_users_part() -> None:
    # a1: P(2) = 1/2 over r = 1; b2: P(1) + P(2) = 2 over r = 3
    assert rows(MAP) == [
        ("a1", 0.5, 1, 0.5),
        ("b2", 2, 3, pytest.approx(2 / 3)),
        ("c3", 0, 1, 0),
    ]


@pytest.mark.exhaustive
def test_whom_a_definition_leaves_out_has_no_value() -> None:
    with_hit = "average_precision(divisor=r, users=mean_hit)"
    assert [value for *_part, value in rows(with_hit)] == [
        *(0.5, pytest.approx(2 / 3), None)
    ]
    # a1 has an irrelevant item above its hit; b2 and c3 have one kind of item alone
    pairs = "auc(positives=recommended)"
    assert [value for *_part, value in rows(pairs)] == [0, None, None]


def test_an_undefined_value_is_no_missing_one() -> None:
    undefined = "f_score(combines=per_user, without_hit=undefined)"
    assert math.isnan(rows(undefined)[2][-1])


def test_ids_are_those_that_were_written() -> None:
    lists = pa.table({"user": ["007", "7"], "item": [1, 1], "score": [0.5, 0.5]})
    truth = pa.table({"user": ["7", "007"], "item": [1, 2]})
    assert homonym.evaluate(
        lists, truth, k=1, metrics=[MAP], per_user=True
    ).per_user.select(["user", "value"]).to_pylist() == [
        {"user": "007", "value": 0},
        {"user": "7", "value": 1},
    ]


@pytest.mark.exhaustive
def test_the_values_of_users_make_the_number() -> None:
    """Of every recorded definition that takes a mean of users and nothing else."""
    opened = open_inputs(Inputs(LISTS, TRUTH, catalogue=9), Conventions())
    ways = ("mean", "mean_hit", "mean_nonzero")
    recorded = [one for one in group_metrics_by_variant() if one.family in PARTS]
    means = [one for one in recorded if one.names["users"] in ways]
    numbers = evaluate_ranking_variants(opened.tables, means, 2)
    users = compute_user_parts(opened.tables, means, 2)
    for one in means:
        if (found := users.values(one)) is not None:
            part, counted = found
            own = part.ratio[counted]
            mean = own.mean() if len(own) else math.nan
            number = math.nan if numbers[one] is None else numbers[one]
            assert mean == pytest.approx(number, nan_ok=True), one


def test_what_is_a_number_of_all_users_alone_is_named() -> None:
    stacked = "auc(positives=recommended, users=stacked)"
    asked = {"k": 2, "per_user": True}
    found = homonym.evaluate(LISTS, TRUTH, metrics=[stacked, MAP], **asked)
    assert found.without_users == [Variant.parse(stacked)]
    assert set(found.per_user["metric"].to_pylist()) == {MAP}
    alone = homonym.evaluate(LISTS, TRUTH, metrics=[stacked], **asked)
    with pytest.raises(UserError, match="no user has rows of auc"):
        _ = alone.per_user


def test_rows_that_were_not_asked_for_are_one_sentence() -> None:
    found = homonym.evaluate(LISTS, TRUTH, k=2, metrics=[MAP])
    with pytest.raises(UserError, match="give per_user=True"):
        _ = found.per_user


@pytest.mark.exhaustive
def test_rows_by_several_conventions_are_refused() -> None:
    asked = {"k": 2, "metrics": ["mrr"], "like": ["recbole", "rs-metrics"]}
    assert homonym.evaluate(LISTS, TRUTH, **asked).numbers
    with pytest.raises(UserError, match="by 2 sets of conventions"):
        homonym.evaluate(LISTS, TRUTH, per_user=True, **asked)
