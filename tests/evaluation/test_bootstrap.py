"""Intervals: what a sample of users gives, and where its percentiles lie."""

from math import isnan
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from opened import open_inputs

import homonym
from homonym import UserError, Variant
from homonym.evaluation.bootstrap import WAYS, Interval, Sums, draw_user_counts
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.engine import compute_user_parts, evaluate_ranking_variants
from homonym.evaluation.inputs import Inputs
from homonym.evaluation.rankings.families import PARTS
from homonym.evaluation.rankings.users import CALLER
from homonym.evaluation.rankings.users import WAYS as TABLE_WAYS
from homonym.evaluation.recorded_metrics import group_metrics_by_variant
from homonym.reference.rankings.case import Case
from homonym.reference.variants import families

LISTS = pa.table(
    {
        "user": ["ann", "ann", "bob", "bob", "cat", "cat"],
        "item": [1, 2, 1, 2, 1, 2],
        "score": [0.9, 0.8, 0.9, 0.8, 0.9, 0.8],
    }
)
TRUTH = pa.table(
    {"user": ["ann", "bob", "bob", "bob", "cat", "cat"], "item": [1, 3, 4, 5, 2, 3]}
)
"""ann has one relevant item, at rank 1; bob three, unlisted; cat two, one at rank 2."""
RECALL = "recall(divisor=r)"


def number(metric: str, users: str = "", level: float = 0.4, **more: Any) -> Any:
    """One definition's number with its interval, of some of the users."""
    chosen = list(users) or ["ann", "bob", "cat"]
    names = {name[0]: name for name in ("ann", "bob", "cat")}
    kept = [names[one[0]] for one in chosen]
    lists, truth = (
        table.filter(pa.compute.is_in(table["user"], pa.array(kept)))
        for table in (LISTS, TRUTH)
    )
    given = {"k": 2, "metrics": [metric], "interval": level, **more}
    (found,) = homonym.evaluate(lists, truth, **given).numbers
    return found


@pytest.mark.exhaustive
def test_the_ends_are_percentiles_of_the_samples() -> None:
    """Of two users, of 1 and of 0, a sample of two gives 0, 1/2 and 1 in a quarter, a
    half and a quarter of all cases."""
    assert number(RECALL, "ab").bounds == (0.5, 0.5)
    assert number(RECALL, "ab", 0.9).bounds == (0, 1)
    assert np.mean(number(RECALL, "ab").drawn == 0.5) == pytest.approx(0.5, abs=0.05)


@pytest.mark.exhaustive
def test_what_is_pooled_is_pooled_in_each_sample() -> None:
    # ann 1 of 1, bob 0 of 3: together 1/4, and not the mean
    pooled = "recall(divisor=r, users=pooled)"
    assert number(pooled, "ab").bounds == (0.25, 0.25)
    assert set(number(pooled, "ab").drawn) == {0, 0.25, 1}


def test_an_f_score_of_two_means_is_made_of_the_means_of_each_sample() -> None:
    # ann: P 1/2, R 1; bob: 0 and 0; together P 1/4, R 1/2: F 1/3
    found = number("f_score(combines=of_means)", "ab")
    assert found.bounds == pytest.approx((1 / 3, 1 / 3))


def near_default() -> list[Variant]:
    """The definitions that are recorded, and those with one choice that is not the
    default: every way of combining users is among them."""
    found = [one for one in group_metrics_by_variant() if one.family in PARTS]
    for home in dict(families(Case)).values():
        names = home.default.names
        for axis, its in home.axes.items():
            for choice in its.choices:
                if not home.void(**{**names, axis: choice}):
                    found.append(home.variant(**{**names, axis: choice}))
    return [one for one in dict.fromkeys(found) if one.names["users"] != CALLER]


@pytest.mark.exhaustive
def test_the_sample_of_each_user_once_is_the_number() -> None:
    """Whatever the definition: what samples add up is what the engine does."""
    opened = open_inputs(Inputs(LISTS, TRUTH, catalogue=9), Conventions())
    variants = near_default()
    wanted = evaluate_ranking_variants(opened.tables, variants, 2)
    sums = Sums.of(compute_user_parts(opened.tables, variants, 2))
    found = sums.numbers(np.ones((1, 3)))
    stacked = {one for one in variants if one.names["users"] == "stacked"}
    assert stacked == {*variants} - {*found}
    assert {one.names["users"] for one in found} == set(WAYS)
    for one, (value,) in found.items():
        its = wanted[one]
        assert (its is None or isnan(its)) == isnan(value), one
        assert isnan(value) or value == pytest.approx(its, abs=1e-12), one


def test_every_way_of_combining_users_is_there() -> None:
    assert set(WAYS) == set(TABLE_WAYS)


def test_one_sample_serves_all_definitions_and_cut_offs() -> None:
    asked = {"metrics": [RECALL, "hit_rate(counts=any)"], "interval": 0.9}
    found = homonym.evaluate(LISTS, TRUTH, k=[1, 2], **asked).numbers
    # at 1 ann alone has a hit: her recall is her hit rate
    assert (found[0].drawn == found[1].drawn).all()
    assert (found[0].drawn <= found[2].drawn).all()


@pytest.mark.exhaustive
def test_the_order_of_rows_does_not_matter_and_the_seed_does() -> None:
    asked = {"k": 2, "metrics": [RECALL], "interval": 0.9, "draws": 200}
    turned = [table.take(list(range(5, -1, -1))) for table in (LISTS, TRUTH)]
    one, same, other = (
        homonym.evaluate(*tables, seed=seed, **asked).numbers[0].drawn
        for tables, seed in (((LISTS, TRUTH), 1), (turned, 1), (turned, 2))
    )
    assert one == pytest.approx(same, abs=1e-12)
    assert any(one != other)


def test_a_large_table_is_drawn_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = np.concatenate([*draw_user_counts(7, Interval(draws=5))])
    monkeypatch.setattr("homonym.evaluation.bootstrap.CELLS", 14)
    pieces = [*draw_user_counts(7, Interval(draws=5))]
    assert [len(one) for one in pieces] == [2, 2, 1]
    assert (np.concatenate(pieces) == whole).all()
    assert (whole.sum(axis=1) == 7).all()


def test_what_compares_all_users_items_has_none_and_is_named() -> None:
    stacked = "auc(positives=recommended, users=stacked)"
    asked = {"k": 2, "metrics": [stacked, RECALL], "interval": 0.9}
    found = homonym.evaluate(LISTS, TRUTH, **asked)
    assert found.without_interval == [Variant.parse(stacked)]
    assert [row["lower"] is None for row in found.rows] == [True, False]
    alone = homonym.evaluate(LISTS, TRUTH, **{**asked, "metrics": [stacked]})
    assert alone.numbers[0].bounds is None


def test_an_undefined_number_has_no_interval() -> None:
    assert number("f_score(combines=per_user, without_hit=undefined)").bounds is None


@pytest.mark.exhaustive
def test_the_table_has_the_ends_where_they_were_drawn() -> None:
    asked = {"k": 2, "metrics": [RECALL]}
    assert "lower" not in homonym.evaluate(LISTS, TRUTH, **asked).table.column_names
    table = homonym.evaluate(LISTS, TRUTH, interval=0.5, **asked).table
    names = ["metric", "k", "value", "lower", "upper", "computed_by", "may_compute"]
    assert table.column_names == names
    assert table["lower"].type == pa.float64()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"level": 1.0}, "must lie between 0 and 1"),
        ({"level": 95}, "must lie between 0 and 1"),
        ({"level": "wide"}, "must lie between 0 and 1"),
        ({"seed": -1}, "a whole number from 0"),
        ({"draws": 0}, "0 draws: a whole number from 1 to 1,000,000 is needed"),
        ({"draws": 10**9}, "1000000000 draws: a whole number from 1 to 1,000,000"),
    ],
)
def test_an_interval_that_cannot_be_drawn_is_one_sentence(
    more: dict[str, Any], said: str
) -> None:
    with pytest.raises(UserError, match=said):
        number(RECALL, **more)
