"""What users bring, samples of them, and means over runs: tables worked by hand."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from math import inf, nan
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from homonym import UserError
from homonym.evaluation import bootstrap
from homonym.evaluation.bootstrap import (
    Interval,
    Sums,
    compute_drawn_numbers,
    compute_sample_ratios,
    compute_user_terms,
    draw_user_counts,
)
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.evaluated_number import Basis, EvaluatedNumber
from homonym.evaluation.faults import Fault
from homonym.evaluation.means import (
    compute_defined_mean,
    compute_mean_bounds,
    compute_run_deviation,
    compute_run_means,
)
from homonym.evaluation.per_user import list_rowless_variants, yield_per_user_tables
from homonym.evaluation.rankings.f_score import combine_part_numbers
from homonym.evaluation.result import Evaluation
from homonym.evaluation.user_parts import UserParts
from homonym.reference.variants import Variant

TABLE = pa.table(
    {
        "user": ["ann", "bob", "cat", "dan"],
        "r": [1, 2, 4, 0],
        "length": [2, 4, 4, 2],
        "hit": [1, 1, 0, 0],
        "above": [1.0, 1.0, 0.0, 0.0],
        "below": [1.0, 2.0, 4.0, 0.0],
        "kept": [1, 1, 1, 0],
    }
)
"""ann finds her one relevant item, bob one of two, cat none of four; dan has none, and
is not kept where that is asked."""
PART = ("above", "below", "kept")


def recall(users: str = "") -> Variant:
    """Recall, users combined in this way."""
    return Variant.with_defaults(f"recall(divisor=r{users and f', users={users}'})")


def users_of(*variants: Variant, parts: Any = (PART,), run: str = "") -> UserParts:
    """The users, with these parts of each definition."""
    return UserParts(2, TABLE, dict.fromkeys(variants, parts), run)


def test_a_users_number_is_0_over_nothing() -> None:
    """And counts where the user is kept."""
    (part,) = users_of(recall()).of(recall())
    assert part.ratio.tolist() == [1.0, 0.5, 0.0, 0.0]
    assert part.nothing.tolist() == [False, False, False, True]
    assert part.kept.tolist() == [True, True, True, False]
    (all_kept,) = users_of(recall(), parts=[("above", "below", "")]).of(recall())
    assert all_kept.kept.tolist() == [True] * 4


@pytest.mark.parametrize(
    ("way", "number", "left_out"),
    [
        ("", 0.5, 1),
        ("mean_hit", 0.75, 2),
        ("mean_nonzero", 0.75, 2),
        ("pooled", 2 / 7, 1),
        ("by_r", 2 / 7, 1),
        ("by_length", 0.4, 1),
        ("caller", 0.5, 1),
    ],
)
def test_users_are_combined(way: str, number: float, left_out: int) -> None:
    """(1 + 1/2 + 0) / 3; over the two with a hit; 2 hits of 7 relevant items; weights
    1, 2 and 4; weights 2, 4 and 4."""
    variant = recall(way)
    users = users_of(variant)
    found = compute_drawn_numbers(users, Interval(draws=3))[variant]
    assert found.shape == (3,)
    above, below, spoils = compute_user_terms(users, variant, users.of(variant)[0])
    assert above.sum() / below.sum() == pytest.approx(number)
    assert spoils.tolist() == [0.0] * 4
    assert users.left_out(variant) == left_out
    assert above[3] == below[3] == 0


def test_who_spoils_a_number_makes_it_0() -> None:
    """Dan has nothing below the line: with him every sample is 0, without him 1/2."""
    variant = Variant.with_defaults("ndcg(ideal=list_k, users=mean_or_zero)")
    users = users_of(variant, parts=[("above", "below", "")])
    above, below, spoils = compute_user_terms(users, variant, users.of(variant)[0])
    assert spoils.tolist() == [0, 0, 0, 1]
    times = np.array([[1.0, 1, 1, 0], [1, 1, 1, 1], [0, 0, 0, 0]])
    columns = (one[:, None] for one in (above, below, spoils))
    found = compute_sample_ratios(times, *columns)[:, 0].tolist()
    assert found[:2] == [0.5, 0.0] and np.isnan(found[2])


def test_rows_of_users_have_both_parts_and_the_number() -> None:
    """None for whom the definition leaves out; the run where there are several; nothing
    of what has two parts."""
    two = Variant.with_defaults("f_score(combines=of_means)")
    users = UserParts(2, TABLE, {recall(): (PART,), two: (PART, PART)}, "b.csv")
    (table,) = yield_per_user_tables(users)
    assert table.to_pylist()[1] == {
        "run": "b.csv",
        "user": "bob",
        "metric": "recall(divisor=r)",
        "k": 2,
        "numerator": 1.0,
        "denominator": 2.0,
        "value": 0.5,
    }
    assert table["value"].to_pylist() == [1.0, 0.5, 0.0, None]
    assert list_rowless_variants(users) == [two]
    assert users.left_out(two) is None
    (plain,) = yield_per_user_tables(users_of(recall()))
    assert plain.column_names[0] == "user"


def test_the_f_score_of_two_means_is_made_of_both() -> None:
    """2 p r / (p + r) of 1/2 and 1/4; five times that of their sum where beta is 2:
    5 p r / (4 p + r); 0 of 0 and 0."""
    one = Variant.with_defaults("f_score(combines=of_means)")
    two = Variant.with_defaults("f_score(combines=of_means, beta=2)")
    assert combine_part_numbers(one, [0.5, 0.25]) == pytest.approx(1 / 3)
    assert combine_part_numbers(two, [0.5, 0.25]) == pytest.approx(0.625 / 2.25)
    found = combine_part_numbers(one, [np.array([0.0, 0.5]), np.array([0.0, 0.5])])
    assert found.tolist() == [0.0, 0.5]
    assert combine_part_numbers(one, [7.0]) == 7.0


def test_samples_serve_all_definitions() -> None:
    """One of them by two parts, one by none."""
    two = Variant.with_defaults("f_score(combines=of_means)")
    none = Variant.with_defaults("coverage")
    users = UserParts(2, TABLE, {none: (), two: (PART, PART), recall(): (PART,)})
    found = compute_drawn_numbers(users, Interval(draws=5))
    assert [*found] == [two, recall()]
    # precision and recall are one number here, so that their F score is it too
    assert found[two] == pytest.approx(np.nan_to_num(found[recall()]))
    sums = Sums.of(users)
    assert dict(sums.home) == {two: (0, 1), recall(): (2,)}
    assert sums.numbers(np.ones((1, 4)))[recall()].tolist() == [0.5]
    empty = UserParts(2, TABLE.slice(0, 0), {recall(): (PART,)})
    assert compute_drawn_numbers(empty, Interval())[recall()].tolist() == []
    assert compute_drawn_numbers(UserParts(2, TABLE, {none: ()}), Interval()) == {}


def test_as_many_users_are_drawn_as_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same in pieces of any size; another seed draws others."""
    whole = np.concatenate([*draw_user_counts(4, Interval(draws=5))])
    assert whole.shape == (5, 4) and (whole.sum(axis=1) == 4).all()
    for cells, sizes in ((1, [1] * 5), (8, [2, 2, 1]), (11, [2, 2, 1]), (12, [3, 2])):
        monkeypatch.setattr(bootstrap, "CELLS", cells)
        pieces = [*draw_user_counts(4, Interval(draws=5))]
        assert [len(one) for one in pieces] == sizes
        assert (np.concatenate(pieces) == whole).all()
    assert (
        np.concatenate([*draw_user_counts(4, Interval(seed=2, draws=5))]) != whole
    ).any()


def test_an_interval_has_what_lies_in_the_middle() -> None:
    """Of 0 to 4 the middle half lies between 1 and 3; what is undefined is left out."""
    half = Interval(level=0.5)
    assert half.bounds(np.arange(5.0)) == (1.0, 3.0)
    assert half.bounds(np.array([nan, *range(5), inf])) == (1.0, 3.0)
    assert half.bounds(np.array([nan, nan])) is None
    assert half.bounds(None) is None
    assert str(Interval(draws=2000)) == (
        "the middle 95% of 2,000 bootstrap samples of users, seed 1"
    )


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"level": 0.0}, "the level of an interval is 0"),
        ({"level": 1.0}, "the level of an interval is 1"),
        ({"level": 1}, "the level of an interval is 1"),
        ({"seed": -1}, "the seed is -1"),
        ({"seed": 0.5}, "the seed is 0.5"),
        ({"draws": 0}, "0 draws"),
        ({"draws": 2.5}, "2.5 draws"),
    ],
)
def test_what_cannot_be_drawn_is_one_sentence(given: Any, words: str) -> None:
    with pytest.raises(UserError, match=words):
        Interval(**given)


def test_the_least_that_can_be_drawn() -> None:
    assert Interval(seed=0, draws=1).draws == 1


def number(
    value: float | None,
    drawn: list[float] | None = None,
    sample: str = "a",
    k: int | None = 5,
    run: str = "",
) -> EvaluatedNumber:
    """A number of recall."""
    samples = None if drawn is None else np.array(drawn)
    own = Conventions()
    return EvaluatedNumber(
        recall(),
        k,
        value,
        ("x.y",),
        own,
        ("x.z",),
        drawn=samples,
        sample=sample,
        run=run,
    )


def test_samples_are_no_part_of_what_a_number_says() -> None:
    """Two numbers are the same whatever was drawn, and what is shown has no samples."""
    one, other = number(0.5, [0, 1, 5]), number(0.5, [0, 1, 7])
    assert one == other
    assert "drawn=" not in repr(one)
    assert one.called == "recall(divisor=r)"
    assert replace(one, group="men").called == "recall(divisor=r) of men"


@pytest.mark.parametrize(
    ("many", "of", "told"),
    [
        (0, "user", "0 users"),
        (1, "user", "1 user"),
        (2, "user", "2 users"),
        (1000, "trajectory", "1,000 trajectories"),
    ],
)
def test_how_many_are_counted_is_told_in_words(many: int, of: str, told: str) -> None:
    assert Basis(Conventions(), {"users": many}, (), of=of).users == told


def test_other_users_have_another_digest() -> None:
    """It is that of their ids, whatever is asked of them."""
    ids = hashlib.sha256(b"ann\nbob\ncat\ndan").hexdigest()
    assert users_of(recall()).digest == users_of(recall(), run="b").digest == ids
    first = UserParts(2, TABLE.slice(0, 2), {})
    assert first.digest == hashlib.sha256(b"ann\nbob").hexdigest()


def test_means_over_runs_are_of_one_definition_and_cut_off() -> None:
    """1/4 and 3/4: the deviation over one run less is the root of 1/8."""
    runs = [number(0.25), number(0.75), number(1.0, k=10)]
    at_5, at_10 = compute_run_means(runs, None)
    assert (at_5.variant, at_5.k, at_5.runs, at_5.value) == (recall(), 5, 2, 0.5)
    assert at_5.deviation == pytest.approx(0.125**0.5)
    assert (at_10.runs, at_10.value, at_10.deviation) == (1, 1.0, None)
    assert (at_5.bounds, at_5.computed_by) == (None, ("x.y",))
    assert at_5.may_compute == ("x.z",)
    assert at_5.called == "recall(divisor=r)"


def test_a_mean_of_what_is_undefined_is_undefined() -> None:
    """A deviation of what is infinite too."""
    assert (
        compute_defined_mean([0.5, None]) is compute_run_deviation([0.5, None]) is None
    )
    assert compute_run_deviation([0.5, inf]) is compute_run_deviation([0.5]) is None
    assert compute_defined_mean([0.5]) == 0.5


def test_samples_are_averaged_where_they_are_of_the_same_users() -> None:
    """(0, 1, 5) and (0, 1, 7) are 0, 1 and 6, of which half lie between 1/2 and 7/2."""
    half = Interval(level=0.5)
    one, other = number(0.5, [0, 1, 5]), number(0.5, [0, 1, 7])
    assert compute_mean_bounds([one, other], half) == (0.5, 3.5)
    assert compute_run_means([one, other], half)[0].bounds == (0.5, 3.5)
    assert compute_mean_bounds([one, number(0.5, [1, 2], "b")], half) is None
    assert compute_mean_bounds([one, number(0.5)], half) is None


def evaluation(
    *numbers: EvaluatedNumber, interval: Interval | None = None
) -> Evaluation:
    """These numbers, in their runs."""
    own = Conventions()
    runs = dict.fromkeys(one.run for one in numbers)
    bases = [Basis(own, {"users": 3}, (), run=run) for run in runs]
    return Evaluation(numbers, bases, (), interval)


def test_an_evaluation_has_a_row_a_number() -> None:
    """With ends where they were drawn, with the run where there are several; below
    them the means, which have no run."""
    plain = evaluation(number(0.5))
    (row,) = plain.rows
    assert row == {
        "metric": "recall(divisor=r)",
        "k": 5,
        "value": 0.5,
        "computed_by": ["x.y"],
        "may_compute": ["x.z"],
    }
    assert plain.means == [] and plain.table_with_means.to_pylist() == [row]
    drawn = evaluation(number(0.5), interval=Interval())
    assert [drawn.rows[0][end] for end in ("lower", "upper")] == [None, None]
    runs = evaluation(number(0.25, run="a"), number(0.75, run="b"))
    assert [one["run"] for one in runs.rows] == ["a", "b"]
    *_, mean = runs.table_with_means.to_pylist()
    assert (mean["run"], mean["value"], mean["runs"]) == (None, 0.5, 2)
    assert mean["standard_deviation"] == pytest.approx(0.125**0.5)
    assert runs.of(runs.bases[1]) == [runs.numbers[1]]
    assert runs.counts == {"users": 3}


def test_what_there_is_and_what_is_wrong_is_that_of_the_last_run() -> None:
    own, fault = Conventions(), Fault("unsorted", "lists are unsorted", 1, "sorted")
    bases = [
        Basis(own, {"users": 2}, (), run="a"),
        Basis(own, {"users": 5}, (), run="b"),
        Basis(own, {"users": 3}, (fault,), run="c"),
    ]
    runs = Evaluation([number(0.5, run=one.run) for one in bases], bases)
    assert (runs.counts, runs.faults) == ({"users": 3}, (fault,))


def test_a_number_that_is_undefined_stands_in_a_column_of_numbers() -> None:
    found = evaluation(number(None)).table
    assert found["value"].type == pa.float64() and found["value"].to_pylist() == [None]


def test_one_number_is_had_by_its_name() -> None:
    """At the cut-off, where there are several."""
    found = evaluation(number(0.5), number(0.75, k=10))
    assert found.value("recall(divisor=r)", 10) == 0.75
    assert found.value(recall(), 5) == 0.5
    told = {
        ("recall(divisor=r)", None): "has 2 numbers, at k = 5, 10: give one k",
        ("recall(divisor=r)", 7): "was not evaluated at k = 7, but at 5, 10",
        ("precision(divisor=k)", 5): r"evaluated; there are recall\(divisor=r\)",
    }
    for (metric, k), says in told.items():
        for error in (KeyError, UserError):
            with pytest.raises(error, match=says) as raised:
                found.value(metric, k)
            assert str(raised.value).startswith(metric)
    for unknown in ("x", 3, None, "recbole.Nothing", "recall@5"):
        with pytest.raises(UserError):
            found.value(unknown, 5)  # type: ignore[arg-type]


def test_one_number_is_had_by_any_name_that_is_evaluated() -> None:
    """Of a name of several definitions the one that was."""
    found = evaluation(number(0.5))
    for name in ("recall", "Recall(divisor=r)", "rs-metrics.recall"):
        assert found.value(name, 5) == 0.5
    for name in ("ndcg", "recbole.NDCG", "MAP(users=pooled)"):
        with pytest.raises(KeyError, match=r"was not evaluated; there are recall\("):
            found.value(name, 5)
    other = replace(number(0.25), variant=Variant.parse("recall(divisor=min_k_r)"))
    with pytest.raises(UserError, match="recall has several definitions here: write"):
        evaluation(number(0.5), other).value("recall", 5)


def test_users_rows_are_there_where_they_were_asked() -> None:
    """Else it is said what to ask; so where none has any."""
    with pytest.raises(UserError, match="give per_user=True"):
        evaluation(number(0.5)).per_user  # noqa: B018
    none = Variant.with_defaults("coverage")
    base = [Basis(Conventions(), {}, ())]
    alone = Evaluation([number(0.5)], base, [users_of(none, parts=())])
    with pytest.raises(UserError, match="no user has rows of coverage"):
        alone.per_user  # noqa: B018
    both = UserParts(2, TABLE, {none: (), recall(): (PART,)})
    found = Evaluation([number(0.5)], base, [both])
    assert found.per_user.num_rows == 4 and found.without_users == [none]
    assert alone.without_users == [none, recall()]
    assert evaluation(number(0.5)).without_users == []


def test_what_compares_all_users_items_has_no_interval() -> None:
    """It is named, where intervals were drawn."""
    numbers = number(0.5), number(0.5, [0.5])
    assert evaluation(*numbers, interval=Interval()).without_interval == [recall()]
    assert evaluation(numbers[1], interval=Interval()).without_interval == []
    assert evaluation(*numbers).without_interval == []
