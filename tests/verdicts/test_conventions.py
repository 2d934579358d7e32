"""The words for what a metric does at an edge, one step at a time."""

from __future__ import annotations

from dataclasses import replace
from math import inf, log2, nan

import pytest

from homonym.adapters.contract import (
    Documented,
    Failed,
    Measurement,
    Metric,
    Refused,
    Value,
)
from homonym.records.outcomes import make_failure_outcome
from homonym.records.values import (
    format_numbers,
    is_finite_measurement,
    list_measured_numbers,
    make_recorded_values,
    round_value,
    summarise_measurement,
)
from homonym.reference.beyond.case import RunCase
from homonym.reference.case import AnyCase, TableCase
from homonym.reference.corpus import SILENT, Edge, edge
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Number, Variant
from homonym.verdicts.conventions import (
    AS_FORMULA,
    compute_probe_numbers,
    fits_in_any_order,
    hold_to_shown_edges,
    name_convention,
    name_outcome,
    open_order,
    sort_users_numbers,
)

RECALL = Variant.with_defaults("recall")
AUC = Variant.with_defaults("auc")


def probe(*families: str, **outcomes: Case | float) -> Edge:
    """A probe with these outcomes, about these families (none: all)."""
    table = TableCase.of("p", [[1, "a", 0.5]], [[1, "a", 1]], 1)
    return Edge("p", "told", table, dict(outcomes), "odd", families)


HALF_OR_ONE = probe(half=0.5, one=1.0)


@pytest.mark.parametrize(
    ("given", "measured", "name"),
    [
        (HALF_OR_ONE, Value(0.5), "half"),
        (HALF_OR_ONE, Value(1.0), "one"),
        (HALF_OR_ONE, Value(0.25), "odd: 0.25"),
        (HALF_OR_ONE, Value(nan), "NaN"),
        (HALF_OR_ONE, Value(inf), "infinite"),
        (probe(half=0.5, same=0.5, one=1.0), Value(0.5), "half or same"),
        (probe(half=0.5, same=0.5), Value(0.5), ""),
        (probe(half=0.5, same=0.5), Value(1.0), "odd: 1"),
        (probe(half=0.5), Value(0.5), "half"),
        (probe(first=Case.parse("1 . @1"), last=0.5), Value(1.0), "first"),
    ],
)
def test_an_outcome_is_named_where_not_all_give_one_value(
    given: Edge, measured: Value, name: str
) -> None:
    """The names that fit; the probe's own word for what fits none."""
    assert str(name_outcome(RECALL, given, measured, 1e-9) or "") == name


def test_a_nan_that_several_outcomes_explain_is_told() -> None:
    """A mean over users with a hit has no number where nobody has one."""
    variant = Variant.parse("recall(divisor=r, users=mean_hit)")
    none, one = Case.parse(". 1 @1"), Case.parse("1 . @1")
    given = probe(skipped=none, zero=none, one=one)
    found = name_outcome(variant, given, Value(nan), 1e-9)
    assert str(found) == "skipped or zero: NaN"
    alone = name_outcome(variant, probe(zero=none, one=one), Value(nan), 1e-9)
    assert str(alone) == "zero"


def test_tied_pairs_count_half_for_auc_alone() -> None:
    """No other family has an outcome of that name."""
    given = probe(averaged=0.5, first=1.0, last=0.0)
    assert str(name_outcome(AUC, given, Value(0.5), 1e-9)) == "averaged"
    assert str(name_outcome(RECALL, given, Value(0.5), 1e-9)) == "odd: 0.5"


def test_the_mean_over_all_orders_of_tied_items_is_named() -> None:
    """Three of six tied items are relevant: the first is first with a chance of 1/2,
    second with 1/2 * 3/5, third with 1/2 * 2/5 * 3/4; k is 3."""
    (ties,) = (one for one in edge(Case) if one.id == "ties")
    mean = 1 / 2 + (1 / 2 * 3 / 5) / 2 + (1 / 2 * 2 / 5 * 3 / 4) / 3
    for variant, measured in (
        ("reciprocal_rank(counts=first)", Value(mean)),
        ("reciprocal_rank(counts=first, users=caller)", Value(None, (mean,))),
    ):
        told = name_outcome(Variant.parse(variant), ties, measured, 1e-9)
        assert str(told) == "averaged", variant


def test_a_zero_that_no_outcome_gives_is_of_those_without_a_number() -> None:
    """Libraries return 0 for the mean of nothing; where no outcome has a number there
    is no difference to tell."""
    hit = Variant.with_defaults("recall(users=mean_hit)")
    hits, none = Case.parse("1 . @1"), Case.parse(". 1 @1")
    assert (
        str(name_outcome(hit, probe(kept=hits, dropped=none), Value(0.0), 1e-9))
        == "dropped"
    )
    several = probe(kept=hits, first=none, last=none)
    assert str(name_outcome(hit, several, Value(0.0), 1e-9)) == "first or last"
    assert str(name_outcome(hit, several, Value(0.5), 1e-9)) == "odd: 0.5"
    assert name_outcome(hit, probe(first=none, last=none), Value(0.0), 1e-9) is None
    zero = probe(zero=0.0, dropped=none)
    assert str(name_outcome(hit, zero, Value(0.0), 1e-9)) == "zero"
    assert str(name_outcome(RECALL, probe(kept=hits), Value(0.0), 1e-9)) == "odd: 0"


@pytest.mark.parametrize(
    ("k", "value", "name"),
    [
        (1, 0.5, AS_FORMULA),
        (1, 1.0, "silently wrong: 1"),
        (0, 0.0, "silently wrong: 0"),
    ],
)
def test_what_the_formula_gives_is_not_wrong_at_a_cut_off(
    k: int, value: float, name: str
) -> None:
    """One of two relevant items is first; at k = 0 there is no formula."""
    table = TableCase.of("p", [[1, "a", 0.5]], [[1, "a", 1], [1, "b", 1]], k)
    given = Edge("p", "told", table, {"other": 7.0, "odd": 8.0}, SILENT, ())
    assert str(name_outcome(RECALL, given, Value(value), 1e-9)) == name


def test_an_outcome_without_a_number_is_that_of_a_metric_without_one() -> None:
    """No user has a hit, so the mean over such users is undefined."""
    hit = Variant.with_defaults("recall(users=mean_hit)")
    given = probe(dropped=Case.parse(". 1 @1"), kept=Case.parse("1 . @1"))
    assert str(name_outcome(hit, given, Value(nan), 1e-9)) == "dropped"
    assert str(name_outcome(hit, given, Value(0.7), 1e-9)) == "odd: 0.7"
    assert str(name_outcome(hit, given, Value(1.0), 1e-9)) == "kept"


@pytest.mark.parametrize(
    ("variant", "families", "measured", "name"),
    [
        (RECALL, (), Value(0.5), "half"),
        (RECALL, ("recall", "auc"), Value(0.5), "half"),
        (RECALL, ("auc",), Value(0.5), ""),
        (RECALL, ("auc",), Failed("KeyError: 1"), ""),
        (RECALL, (), Failed("KeyError: 1"), "raises KeyError"),
        (RECALL, (), Refused("no ids"), "refused: no ids"),
        (None, (), Value(0.5), ""),
        (None, (), Value(nan), "NaN"),
        (None, (), Value(inf), "infinite"),
        (None, (), Value(None, (0.5, nan)), "(0.5, NaN)"),
        (None, (), Failed("killed by SIGSEGV"), "killed by SIGSEGV"),
    ],
)
def test_what_is_no_number_has_a_name_without_a_variant(
    variant: Variant | None, families: tuple[str, ...], measured: Measurement, name: str
) -> None:
    """And a probe about other families has none at all."""
    given = probe(*families, half=0.5, one=1.0)
    metric = Metric("m", "recall", lambda case: 0.0)
    assert str(name_convention(metric, variant, given, measured) or "") == name


SURPRISE = "self_information(chance=share_of_interactions)"


@pytest.mark.parametrize(
    ("variant", "value", "name"),
    [
        # Trained on are a, b and f; the lists are b, and c and d, which nobody has.
        (SURPRISE, (log2(3) + 0) / 2, AS_FORMULA),
        (SURPRISE, log2(3) / 3, "users=pooled"),
        (SURPRISE, (log2(3) / 2 + 0) / 2, "divisor=k"),
        (SURPRISE, 0.3, "counts otherwise: 0.3"),
        ("coverage(of=users, reported=number)", 2.0, AS_FORMULA),
        ("coverage(of=users, reported=number)", 1.0, "of=users_with_k"),
        ("coverage(of=items, reported=number)", 1.0, "counts otherwise: 1"),
    ],
)
def test_a_choice_that_fits_a_list_shorter_than_k_is_the_name(
    variant: str, value: float, name: str
) -> None:
    """One that is equal where every list has k items; of those the least."""
    given = next(one for one in edge(RunCase) if one.id == "list_shorter_than_k")
    its = Variant.with_defaults(variant)
    assert str(name_outcome(its, given, Value(value), 1e-9)) == name


def test_the_order_is_open_where_an_outcome_is_that_of_the_input() -> None:
    """Such a probe is asked several times: the library may draw the order."""
    assert open_order(probe(**{"input order": 1.0, "reversed": 0.0}))
    assert not open_order(HALF_OR_ONE)


@pytest.mark.parametrize(
    ("error", "name"),
    [
        ("ValueError: no: at all", "raises ValueError"),
        ("KeyError", "raises KeyError"),
        ("killed by SIGABRT", "killed by SIGABRT"),
        ("no answer in 30 s: stopped", "no answer in 30 s: stopped"),
    ],
)
def test_an_exception_goes_by_its_type(error: str, name: str) -> None:
    """What is none goes by its whole text."""
    assert str(make_failure_outcome(Failed(error))) == name


@pytest.mark.parametrize(
    ("expected", "measured", "fit"),
    [
        (0.5, Value(0.5), True),
        (0.5, Value(0.75), False),
        (0.5, Value(None, (0.5, 0.5)), True),
        (0.5, Value(None, (0.5, 0.25)), False),
        ((0.5, 1.0), Value(None, (1.0, 0.5)), True),
        ((0.5, None), Value(None, (None, 0.5)), True),
        ((0.5, 1.0), Value(None, (1.0, 1.0)), False),
        ((0.5, 1.0), Value(0.5), False),
        (None, Value(nan), True),
    ],
)
def test_users_numbers_fit_in_any_order(
    expected: Number, measured: Value, fit: bool
) -> None:
    """One number fits when each of them is it."""
    assert fits_in_any_order(expected, measured, 1e-9) is fit


def test_users_without_a_number_stand_at_the_end() -> None:
    """Zero is a number."""
    assert sort_users_numbers((0.5, None, 0.0, -1.0)) == (-1.0, 0.0, 0.5, None)


def test_a_value_is_its_number_or_its_users() -> None:
    """None is NaN; the users count where there is no other number."""
    assert list_measured_numbers(Value(0.5, (0.25, 0.75))) == (0.5,)
    assert list_measured_numbers(Value(None, (0.25, 0.75))) == (0.25, 0.75)
    assert str(list_measured_numbers(Value(None, (0.25, None)))) == "(0.25, nan)"
    assert str(list_measured_numbers(Value(None))) == "(nan,)"
    assert is_finite_measurement(Value(None, (0.25, 0.75)))
    assert not is_finite_measurement(Value(None, (0.25, inf)))
    assert not is_finite_measurement(Value(None))


@pytest.mark.parametrize(
    ("measured", "words"),
    [
        (Value(1 / 3), "0.333333"),
        (Value(1.0), "1"),
        (Value(nan), "NaN"),
        (Value(inf), "infinite"),
        (Value(None, (0.5,)), "(0.5)"),
        (Value(None, (0.5, None, inf)), "(0.5, NaN, infinite)"),
        (Value(0.5, (0.25, 0.75)), "0.5"),
    ],
)
def test_a_value_is_told_with_six_digits(measured: Value, words: str) -> None:
    """Users' numbers stand in brackets."""
    assert format_numbers(measured) == words


SECOND = 1 / log2(3)
"""The gain of 1 at rank 2; of grade 0.5 it is half as much where the grade gains."""


@pytest.mark.parametrize(
    ("id", "not_relevant", "relevant", "by_grade"),
    [
        ("grade_below_one", SECOND, 1, (0.5 + SECOND) / (1 + SECOND / 2)),
        ("grade_below_one_above", 0, 1 / (1 + SECOND), 0.5 / (1 + SECOND / 2)),
        (
            "grade_below_one_missed",
            SECOND,
            SECOND / (1 + SECOND),
            SECOND / (1 + SECOND / 2),
        ),
    ],
)
def test_binary_ndcg_that_counts_grades_below_one_is_told_apart(
    id: str, not_relevant: float, relevant: float, by_grade: float
) -> None:
    """It differs in a convention; gains by the grade are as their formula says."""
    (given,) = (one for one in edge() if one.id == id)
    binary, graded = (
        Variant.parse(f"ndcg(gain={gain})") for gain in ("binary", "grade")
    )
    for variant, number, name in (
        (binary, not_relevant, "not relevant"),
        (binary, relevant, "relevant"),
        (graded, not_relevant, "not relevant"),
        (graded, by_grade, AS_FORMULA),
    ):
        assert str(name_outcome(variant, given, Value(number), 1e-9)) == name


def test_a_number_stands_for_itself_and_a_case_for_its_value() -> None:
    """As edge.toml gives an outcome; only AUC can average ties."""
    given = probe(some=0.75, half=Case.parse("1 . 1 @1"), averaged=0.5)
    assert compute_probe_numbers(RECALL, given) == {"some": 0.75, "half": 0.5}
    assert compute_probe_numbers(AUC, given)["averaged"] == 0.5


UNLISTED = "auc(positives=all, unranked=half, negatives=with_train, depth=k)"


@pytest.mark.parametrize(
    ("id", "variant", "measured", "name"),
    [
        # the two other users: 1/log2(3) and 0
        (
            "user_without_relevant",
            "ndcg(gain=grade)",
            Value((1 / log2(3) + 0 + 1) / 3),
            "counts as 1",
        ),
        (
            "user_without_relevant",
            "ndcg(gain=grade)",
            Value(1 / log2(3) / 2),
            "skipped",
        ),
        (
            "user_without_relevant",
            "average_precision(divisor=r, users=caller)",
            Value(None, (0.5, 0.0, 1.0)),
            "counts as 1",
        ),
        # of nothing in a list this AUC makes a half: the user counts as 0 all the same
        ("user_without_list", UNLISTED, Value((0.5 + 0 + 0) / 3), "counts as 0"),
        ("user_without_list", UNLISTED, Value((0.5 + 0 + 0.5) / 3), AS_FORMULA),
        # weighted by r a user without a relevant item counts nothing, whatever it is
        (
            "user_without_relevant",
            "ndcg(gain=grade, users=by_r)",
            Value((1 / log2(3) + 0 + 1) / 3),
            "silently wrong",
        ),
    ],
)
def test_a_user_counts_as_a_number_whatever_the_formula_makes_of_a_list(
    id: str, variant: str, measured: Value, name: str
) -> None:
    """In the mean over the others and that one, or among the users' numbers."""
    (given,) = (one for one in edge(Case) if one.id == id)
    told = name_outcome(Variant.parse(variant), given, measured, 1e-6)
    assert told and told.kind == name


@pytest.mark.parametrize(
    ("here", "shown", "number", "name"),
    [
        # recall of the item at rank 2 is 1 too: the other probe tells which it is
        ("the item counts as relevant", "counts as 1", 2 / 3, "counts as 1"),
        ("the item counts as relevant", "skipped", 2 / 3, ""),
        ("the item counts as relevant", "counts as 1", 1 / 3, ""),
        ("as its documentation says", "counts as 1", 2 / 3, ""),
        ("counts as 0 or counts as 1", "counts as 1", 1 / 3, "counts as 1"),
        ("counts as 0 or counts as 1", "counts as 0 or counts as 1", 1 / 3, ""),
    ],
)
def test_what_one_edge_cannot_tell_apart_is_held_to_the_one_that_can(
    here: str, shown: str, number: float, name: str
) -> None:
    """Where the number is that of both, or the edge leaves it open."""
    probes = [one for one in edge(Case) if "user_with" in one.id]
    told = {"user_without_relevant": here, "user_with_zero_grades": shown}
    gave = {"user_without_relevant": Value(number)}
    recall = Variant.with_defaults("recall(divisor=r)")
    found = hold_to_shown_edges(recall, probes, told, gave, 1e-9)
    assert found == ({"user_without_relevant": name} if name else {})


def test_an_edge_stays_open_where_two_that_show_it_disagree() -> None:
    """Until one of the two says nothing."""
    open_one = HALF_OR_ONE
    others = [replace(open_one, id=name, shows="p") for name in ("a", "b")]
    for b, name in (("one", ""), ("half", "half"), ("other", "half")):
        told = {"p": "half or one", "a": "half", "b": b}
        found = hold_to_shown_edges(RECALL, [open_one, *others], told, {}, 1e-9)
        assert found == ({"p": name} if name else {})


@pytest.mark.parametrize(
    ("measured", "text"),
    [
        (Failed("ValueError: no"), "raises ValueError: no"),
        (Failed("killed by SIGABRT"), "killed by SIGABRT"),
        (Refused("no scores"), "refused: no scores"),
        (Value(None, (0.5,)), "per user"),
        (Value(1 / 3), 0.333333333),
        (Value(0.0), 0.0),
    ],
)
def test_a_measurement_is_shown_as_one_plain_value(
    measured: Measurement, text: float | str
) -> None:
    """With nine digits, equal on every machine."""
    assert summarise_measurement(measured) == text


def test_a_record_keeps_every_users_number() -> None:
    """Where the metric gives no other; what is no number is NaN."""
    assert make_recorded_values(Value(1 / 3)) == 0.333333333
    assert str(make_recorded_values(Value(None, (1 / 3, None)))) == "(0.333333333, nan)"
    assert str(make_recorded_values(Value(None))) == "nan"
    assert make_recorded_values(Refused("no scores")) == "refused: no scores"


def test_a_record_keeps_nine_digits_or_as_many_as_asked_for() -> None:
    """Equal on every machine."""
    assert round_value(1234567890.123) == 1234567890
    assert round_value(2 / 3, 2) == 0.67


PRECISION = "precision(divisor=k)"


def given(case: AnyCase) -> float:
    """A metric that is not asked here."""
    raise NotImplementedError


def test_a_cut_off_of_zero_may_be_none() -> None:
    """One hit among three: a precision of 1/3 is that of the whole list, and nothing
    else is; k = -1 has no such reading."""
    metric, precision = Metric("m", "precision", given), Variant.parse(PRECISION)
    probes = {one.id: one for one in edge()}
    for id, value, told in (
        ("k_zero", 1 / 3, "no cut-off"),
        ("k_zero", 0.25, "silently wrong: 0.25"),
        ("k_zero", 0.0, "counts as 0"),
        ("k_negative", 1 / 3, "silently wrong: 0.333333"),
    ):
        assert str(name_convention(metric, precision, probes[id], Value(value))) == told


def test_what_the_documentation_promises_is_not_silently_wrong() -> None:
    """An item twice: recall makes 1/2 of the rows, no habit of a precision does."""
    item_twice = next(one for one in edge() if one.id == "item_twice")
    precision = Variant.parse(PRECISION)
    for said, told in (
        (None, "silently wrong: 0.5"),
        (Documented("recall(divisor=r)", "a quotation"), "as its documentation says"),
        (Documented("rmse(missing=dropped)", "of ratings"), "silently wrong: 0.5"),
    ):
        metric = Metric("m", "precision", given, said)
        found = name_convention(metric, precision, item_twice, Value(0.5))
        assert str(found) == told


EACH, BOTH = "counts each occurrence", "both errors count for one rating"
ZERO_COUNTS = "the items count as relevant"
DIFFERENT = "counts once, k becomes the number of different items"


@pytest.mark.parametrize(
    ("family", "id", "value", "told"),
    [
        # of four items; N is one too many: (2/3 + 0)/2 of both, 3/4 of the listed one
        ("auc(negatives=catalogue_plus_one)", "zero_grade_missed", 1 / 3, "relevant"),
        (
            "auc(negatives=catalogue_plus_one)",
            "zero_grade_missed",
            3 / 4,
            "not relevant",
        ),
        ("auc(negatives=catalogue_plus_one)", "item_three_times", 7 / 8, EACH),
        (PRECISION, "item_three_times", 3 / 5, EACH),
        (PRECISION, "item_three_times", 1 / 5, "counts once, its ranks stay taken"),
        (PRECISION, "item_three_times", 2 / 5, "counts once, the others move up"),
        (PRECISION, "item_three_times", 1 / 3, DIFFERENT),
        ("auc", "pair_twice_in_full_list", 3 / 6, "counts once"),
        ("auc", "pair_twice_in_full_list", 5 / 9, "its row counts twice"),
        ("mae", "prediction_twice_wrong", 6 / 4, "both count"),
        ("mae", "prediction_twice_wrong", 3 / 3, "the first counts"),
        ("mae", "prediction_twice_wrong", 5 / 3, "the last counts"),
        ("mae", "prediction_twice_wrong", 6 / 3, BOTH),
        ("mse", "prediction_twice_wrong", 12 / 3, BOTH),
        ("rmse", "prediction_twice_wrong", 2.0, BOTH),
    ],
)
def test_outcomes_of_edition_8_are_told_apart(
    family: str, id: str, value: float, told: str
) -> None:
    """What each comes to, counted by hand."""
    variant = Variant.with_defaults(family)
    given = next(one for one in edge(variant.home.takes) if one.id == id)
    found = name_outcome(variant, given, Value(value), 1e-9)
    assert str(found) == told


@pytest.mark.parametrize(
    ("family", "id", "value", "told"),
    [
        # the first two users have 1/2 and 0 of precision, and of recall
        (PRECISION, "user_with_zero_grades", (1 / 2 + 0) / 2, "skipped"),
        (PRECISION, "user_with_zero_grades", (1 / 2 + 0 + 0) / 3, "counts as 0"),
        (PRECISION, "user_with_zero_grades", (1 / 2 + 0 + 1) / 3, "counts as 1"),
        ("recall", "user_with_zero_grades", (1 / 2 + 0 + 1 / 2) / 3, ZERO_COUNTS),
        ("recall", "user_with_zero_grades", (1 / 2 + 0 + 1) / 3, "counts as 1"),
        ("recall", "truth_unsorted", 2 / 3, "as any other"),
        ("recall", "truth_unsorted", 0, "its items are not found"),
        ("recall", "truth_unsorted", 0.5, "silently wrong: 0.5"),
    ],
)
def test_outcomes_of_edition_9_are_told_apart(
    family: str, id: str, value: float, told: str
) -> None:
    """What each comes to, counted by hand."""
    variant = Variant.with_defaults(family)
    given = next(one for one in edge(Case) if one.id == id)
    assert str(name_outcome(variant, given, Value(value), 1e-9)) == told


def test_what_reads_scores_or_no_list_is_not_silently_wrong() -> None:
    """Training alone says of which bias users are; scores that rise are their own mean
    difference. What the rows do not say is wrong all the same."""
    probes = {one.id: one for one in edge(RunCase)}
    for family, id, value, told in (
        ("bias_disparity(of=training)", "empty", (4 / 3, 2 / 3), AS_FORMULA),
        (
            "bias_disparity(of=training)",
            "empty",
            (1.0, 0.5),
            "silently wrong: (1, 0.5)",
        ),
        ("mad(of=item_rating)", "unsorted", (0.25,), AS_FORMULA),
        ("mad(of=item_rating)", "unsorted", (0.5,), "silently wrong: (0.5)"),
    ):
        variant = Variant.with_defaults(family)
        measured = Value(*value) if len(value) == 1 else Value(None, value)
        found = name_outcome(variant, probes[id], measured, 1e-9)
        assert str(found) == told.replace("(0.5)", "0.5")
