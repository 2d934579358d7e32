"""Which metrics of a library contradict one another at an edge, and which seem to."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from homonym.adapters.contract import FLOAT32, FLOAT64
from homonym.records.outcomes import Outcome
from homonym.records.schema_entry import Core, MetricEntry, Refuted
from homonym.reference.beyond.case import RunCase
from homonym.reference.variants import Variant, every_family
from homonym.verdicts import orders
from homonym.verdicts.contradictions import (
    NO_ORDER,
    choose_fewest_names,
    find_contradictions,
    find_explaining_order,
    list_plain_outcome_names,
)
from homonym.verdicts.conventions import SECOND_CALL

AP = "average_precision(divisor=r)"
AUC = "auc(positives=all)"
PRECISION = "precision(divisor=k)"
RANK = "reciprocal_rank(counts=first)"
BY_TEXT = {
    "map": (AP, "another order: 0.591667"),
    "P": (PRECISION, "input order reversed"),
    "recip_rank": (RANK, "optimistic"),
}
"""What pytrec_eval 0.5.11 does with ties in a long list: 9 8 7 6 5 4 3 2 12 11 10 1, of
which 9, 8, 6, 5, 4 and 10 are relevant."""


def entry(variant: str = "", **told: str) -> MetricEntry:
    """What is known of a metric of a variant, if any, with its outcomes by probe."""
    family = variant.partition("(")[0]
    known = str(Variant.with_defaults(variant)) if family in every_family() else variant
    return MetricEntry(
        claims=family or "recall",
        status="identified" if variant else "unexplained",
        variants=(known,) if variant else (),
        conventions=told,
    )


def record(id: str, **told: tuple[str, str]) -> dict[str, MetricEntry]:
    """Metrics that are each of a variant and have an outcome for a probe."""
    return {
        name: entry(variant, **{id: words}) for name, (variant, words) in told.items()
    }


def test_outcomes_are_compared_without_their_numbers() -> None:
    """Each family has its own; a NaN anywhere is NaN, but for one that named outcomes
    explain."""
    assert list_plain_outcome_names(Outcome("odd", "0.5")) == ("odd",)
    assert list_plain_outcome_names(Outcome("skipped or odd")) == ("skipped", "odd")
    assert list_plain_outcome_names(Outcome.parse("(0.5, NaN)")) == ("NaN",)
    explained = Outcome.parse("skipped or counts as 0: NaN")
    assert list_plain_outcome_names(explained) == ("skipped", "counts as 0")
    assert list_plain_outcome_names(Outcome.parse("0.5")) == ("0.5",)


@pytest.mark.parametrize(
    ("outcomes", "told"),
    [
        (["a or b", "b or c"], {"b": [0, 1]}),
        (["a or b", "b or c", "c or d"], {"a or b": [0], "c": [1, 2]}),
        (["a or b", "b or c", "a or c"], {"b or c": [1], "a or c": [2]}),
        (["a", "b", "a or b"], {"a": [0], "b": [1]}),
        (["a or b", "a or b", "c"], {"a or b": [0, 1], "c": [2]}),
        (["a"], {"a": [0]}),
        ([], {}),
    ],
)
def test_metrics_stand_with_those_of_one_outcome(
    outcomes: list[str], told: dict[str, list[int]]
) -> None:
    """The fewest outcomes that explain all; what may be several of them is in none."""
    fits = {str(n): words.split(" or ") for n, words in enumerate(outcomes)}
    named = {words: [str(n) for n in mine] for words, mine in told.items()}
    assert choose_fewest_names(fits) == named


def test_an_order_with_a_name_is_preferred_to_one_without() -> None:
    """Either choice of two explains all three metrics."""
    line = "another order, such as . 1"
    fits = {"map": ["first", line], "mrr": ["first"], "recall": ["last", line]}
    assert choose_fewest_names(fits) == {"first": ["map", "mrr"], "last": ["recall"]}


def test_contradictions_are_told_by_probe_outcome_and_metric() -> None:
    """What was refused says nothing, nor does what edition 1 called a second call."""
    told = {
        "a": {"empty": "skipped", "ties": "refused: no", SECOND_CALL: "NaN"},
        "b": {"empty": "counts as 0", "ties": "reversed", SECOND_CALL: "holds"},
        "c": {"empty": "skipped"},
        "d": {"empty": "skipped or counts as 0"},
    }
    metrics = {name: entry(**outcomes) for name, outcomes in told.items()}
    assert find_contradictions({**metrics, "e": entry()}) == {
        "empty": {"skipped": ["a", "c"], "counts as 0": ["b"]}
    }


@pytest.mark.parametrize("silent", ["refused: no", "users=pooled", "users=mean or a=b"])
def test_what_is_refused_or_a_choice_of_the_formula_is_on_no_side(silent: str) -> None:
    """The adapter asked nothing; the formula says what a choice gives."""
    told = {"one": entry(empty="skipped"), "other": entry(empty=silent)}
    assert find_contradictions(told) == {}
    told["third"] = entry(empty="counts as 0")
    assert find_contradictions(told) == {
        "empty": {"skipped": ["one"], "counts as 0": ["third"]}
    }


@pytest.mark.parametrize("part", ["core", "refuted"])
def test_an_error_on_well_formed_cases_too_tells_nothing_of_the_edge(part: str) -> None:
    """The same error, that is: another one is about the input."""

    def told(*errors: str) -> dict[str, dict[str, list[str]]]:
        often = dict.fromkeys(errors, 3)
        parts = {
            "core": Core(ran=1, of=4, failed=often),
            "refuted": Refuted(tried=4, failed=0, raised=often),
        }
        other = replace(entry(empty="raises KeyError"), **{part: parts[part]})
        return find_contradictions({"one": entry(empty="skipped"), "other": other})

    assert list(told()) == ["empty"]
    assert list(told("ValueError: no")) == ["empty"]
    assert told("KeyError: 1") == {}


def test_one_ranking_read_by_several_metrics_is_no_contradiction() -> None:
    """Their names coincide with several orders; that of ids as text gives all three."""
    told = record("ties_in_a_long_list", **BY_TEXT)
    assert find_contradictions(told) == {}
    words = orders.LARGER_TEXT
    assert find_explaining_order(told) == {
        n: {"ties_in_a_long_list": words} for n in BY_TEXT
    }


def test_an_order_cut_at_k_and_then_sorted_has_a_name() -> None:
    """RePlay 0.12: of 11 3 12 1 8, the first five given, 8 is third by falling id."""
    told = record(
        "ties_in_a_long_list",
        precision=(PRECISION, "input order"),
        mrr=(RANK, "larger item first"),
        map=("average_precision(divisor=k)", "another order: 0.0666667"),
        auc=(AUC, "averaged"),
    )
    assert find_contradictions(told) == {}
    assert {
        id for by in find_explaining_order(told).values() for id in by.values()
    } == {orders.CUT_FIRST}
    assert "auc" not in find_explaining_order(told)


def test_an_order_without_a_name_explains_metrics_as_well() -> None:
    """RecKit: a hit, then two misses; the names of the outcomes stay on its page."""
    told = record(
        "ties",
        Precision=(PRECISION, "larger item first"),
        MAP=("average_precision(divisor=min_k_r)", "another order: 0.333333"),
        MRR=(RANK, "input order or smaller item first"),
    )
    assert find_contradictions(told) == find_explaining_order(told) == {}


def test_metrics_that_no_one_order_explains_contradict_one_another() -> None:
    """Three hits in the first three ranks, or one; a metric that either gives is not
    told, nor one that raises, counts half, or has no formula."""
    told = record(
        "ties",
        map=(AP, "input order"),
        recall=("recall(divisor=r)", "input order"),
        precision=(PRECISION, "larger item first"),
        hit=(
            "hit_rate(counts=any)",
            "input order or smaller item first or larger item first",
        ),
        auc=(AUC, "averaged"),
        either=(AUC, "input order or averaged"),
        broken=(RANK, "raises KeyError"),
        unknown=("", "NaN"),
    )
    assert find_contradictions(told) == {
        "ties": {"input order": ["map", "recall"], "larger item first": ["precision"]}
    }


def test_an_order_that_has_no_name_is_told_by_its_line() -> None:
    """Of three relevant items only the first three ranks' first: 1/3; precision is a
    third there too, and 1 in the order given."""
    told = record(
        "ties",
        map=(AP, "another order: 0.333333"),
        precision=(PRECISION, "input order"),
    )
    assert find_contradictions(told) == {
        "ties": {
            "input order": ["precision"],
            "another order, such as 1 . . 1 1 .": ["map"],
        }
    }


def test_one_word_for_two_orders_is_no_agreement() -> None:
    """Both are in another order: a hit first and none until rank 4, or the first hit at
    rank 2."""
    told = record(
        "ties",
        map=(AP, "another order: 0.333333"),
        mrr=(RANK, "another order: 0.5"),
    )
    ((first, second),) = find_contradictions(told).values()
    assert {first.partition(" as ")[0], second.partition(" as ")[0]} == {
        "another order, such"
    }


def test_one_word_for_one_order_by_ids_has_its_name() -> None:
    """9 8 12 1, then 7 6 4 11, then 5 3 2 10: the hits at 1, 2, 5, 8, 9 and 10."""
    told = record(
        "ties_at_several_scores",
        map=(AP, "another order: 0.433333"),
        ap=("average_precision(divisor=k)", "another order: 0.433333"),
    )
    words = orders.LARGER_TEXT
    assert find_explaining_order(told) == {
        n: {"ties_at_several_scores": words} for n in told
    }
    assert find_contradictions(told) == {}


def test_a_number_that_no_order_gives_is_told_so() -> None:
    """Three items of six in three places: precision is a third, two thirds, 1 or 0."""
    told = record(
        "ties",
        precision=(PRECISION, "another order: 0.5"),
        recall=("recall(divisor=r)", "input order"),
    )
    assert find_contradictions(told) == {
        "ties": {NO_ORDER: ["precision"], "input order": ["recall"]}
    }


def test_a_mean_of_nothing_fits_the_orders_without_a_hit() -> None:
    """Records call it another order, 0, or by the outcome on which it is undefined."""
    r_precision = "r_precision(cut=r, users=mean_nonzero)"
    for told in ("another order: 0", "ranks last or keeps its place"):
        one = record("score_nan", r=(r_precision, told), map=(AP, "ranks last"))
        assert find_contradictions(one) == {}
        one = record("score_nan", r=(r_precision, told), map=(AP, "ranks first"))
        assert list(find_contradictions(one)) == ["score_nan"]


def test_a_users_number_is_read_in_its_brackets() -> None:
    """A metric that leaves the mean to its caller has one user here."""
    told = record(
        "ties_in_a_long_list",
        map=("average_precision(divisor=r, users=caller)", "another order: (0.591667)"),
        P=(PRECISION, "input order reversed"),
    )
    assert find_contradictions(told) == {}
    assert list(find_explaining_order(told)) == ["map", "P"]


def test_ties_of_other_cases_are_compared_by_name() -> None:
    """Runs have no one order of hits."""
    told = record(
        "ties",
        one=("item_coverage", "input order"),
        other=("gini", "input order reversed"),
    )
    assert find_contradictions(told, RunCase) == {
        "ties": {"input order": ["one"], "input order reversed": ["other"]}
    }


def test_every_order_of_the_hits_is_tried() -> None:
    """Three of six places, six of twelve, one of three, two of each four. Those with
    names come first, once for each name; a list without the item is an outcome of its
    own."""
    sizes = {id: len(orders.list_hit_orders(id)) for id in orders.order_probes()}
    assert sizes == {
        "ties": 20,
        "score_nan": 3,
        "score_infinite": 3,
        "ties_in_a_long_list": 924,
        "scores_tiny": 21,
        "scores_close": 20,
        "score_minus_infinite": 4,
        "scores_closer_than_single": 20,
        "ties_at_several_scores": 216,
        "ties_in_uneven_groups": 120,
        "unsorted_with_two_hits": 10,
        "score_nan_in_the_middle": 4,
        "score_nan_within_k": 7,
        "tied_pair": 6,
        "ties_at_the_cut": 6,
        "score_nan_before_a_hit": 6,
    }
    named = [
        n for n in orders.list_hit_orders("ties") if not n.startswith(orders.ANOTHER)
    ]
    assert named[:2] == ["input order", "input order reversed"]


def test_an_order_by_ids_orders_the_items_of_each_score() -> None:
    """9 8 12 1, then 7 6 4 11, then 5 3 2 10, by larger text; 3 5 7 8 9 11 relevant.
    Of the first six, 8 12 1 9 6 7, by larger id 12 9 8 1 and 7 6."""
    named = orders.index_named_orders("ties_at_several_scores")
    assert str(named[orders.LARGER_TEXT]) == "1 1 . . 1 . . 1 1 1 . . @6"
    assert str(named[orders.CUT_FIRST]) == ". 1 1 . 1 . . 1 1 . . 1 @6"


def test_a_formula_that_reads_grades_says_nothing_of_a_grade_of_0() -> None:
    """0 gains 0 by the formula; where gains are binary somebody decides."""
    precision = (PRECISION, "relevant")
    for variant, told in (
        ("ndcg(gain=grade)", {}),
        ("ndcg(gain=binary)", {"relevant": ["precision"], "not relevant": ["ndcg"]}),
    ):
        ndcg = (variant, "not relevant")
        found = record("zero_grade_above", precision=precision, ndcg=ndcg)
        assert find_contradictions(found).get("zero_grade_above", {}) == told


def test_an_unexplained_metric_has_a_side_on_a_grade_of_0() -> None:
    """No formula says what it gains by it."""
    told = record(
        "zero_grade_above",
        precision=(PRECISION, "relevant"),
        odd=("", "not relevant"),
    )
    assert find_contradictions(told) == {
        "zero_grade_above": {"relevant": ["precision"], "not relevant": ["odd"]}
    }


def test_names_stand_in_the_order_of_the_first_metric() -> None:
    """Of what all in a group fit."""
    fits = {"one": ["a", "b", "c"], "other": ["b", "a"]}
    assert choose_fewest_names(fits) == {"a or b": ["one", "other"]}


def test_all_named_orders_may_give_what_is_told() -> None:
    """An item without a score, of three: somewhere there is a hit, wherever it goes."""
    names = " or ".join(orders.index_named_orders("score_nan"))
    hit = record("score_nan", hit=("hit_rate(counts=any, depth=all)", names))["hit"]
    fit = orders.find_fitting_orders("score_nan", hit)
    assert fit == tuple(orders.list_hit_orders("score_nan"))


@pytest.mark.parametrize(("precision", "fits"), [(FLOAT32, True), (FLOAT64, False)])
def test_a_number_is_read_within_the_precision_of_its_metric(
    precision: float, fits: bool
) -> None:
    """0.591667 in single precision may be told as 0.591675."""
    told = record("ties_in_a_long_list", map=(AP, "another order: 0.591675"))["map"]
    found = orders.find_fitting_orders(
        "ties_in_a_long_list", replace(told, precision=precision)
    )
    assert found is not None
    assert (orders.LARGER_TEXT in found) == fits


def test_a_metric_that_may_be_of_another_outcome_is_in_no_group() -> None:
    """rs_metrics, a pair twice in the truth: NDCG's divisor hides it at k = 2."""
    found = find_contradictions(
        record(
            "pair_twice_in_truth",
            recall=("recall(divisor=r)", "counts twice in r, and its hit too"),
            mapr=(AP, "counts twice in r"),
            ndcg=("ndcg(gain=binary)", "counts once or counts twice in r"),
        )
    )
    assert found["pair_twice_in_truth"] == {
        "counts twice in r, and its hit too": ["recall"],
        "counts twice in r": ["mapr"],
    }
