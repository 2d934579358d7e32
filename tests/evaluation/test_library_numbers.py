"""What evaluation gives beside a library's own numbers."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from homonym.evaluation import library_numbers
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.evaluated_number import Basis, EvaluatedNumber
from homonym.evaluation.faults import Fault
from homonym.evaluation.inputs import Inputs
from homonym.evaluation.library_numbers import (
    Compared,
    evaluate_beside,
    evaluate_own_variants,
    find_identified_variant,
    format_library_number,
)
from homonym.evaluation.result import Evaluation
from homonym.records.lookup import find_identified_metric
from homonym.records.schema_entry import MetricEntry
from homonym.reference.variants import Variant

Write = Callable[[str, str], Path]
LISTS = "user,item,score\na,1,0.9\na,2,0.8\nb,3,0.7\n"
TRUTH = "user,item\na,2\nb,3\nc,9\n"


@pytest.fixture
def inputs(write: Write) -> Inputs:
    """Two users' lists; a third has a truth alone."""
    return Inputs(write("p.csv", LISTS), write("t.csv", TRUTH))


def entry(name: str) -> MetricEntry:
    """What is on record of a metric."""
    return find_identified_metric(name).entry


# a's hit stands at rank 2, b's at rank 1; c has no list: a mean of 1.5 / 3, or / 2
@pytest.mark.parametrize(
    ("value", "told"),
    [
        (0.5, "equal"),
        (0.75, "equal with user_without_list=skipped; without 0.500000"),
        (0.7, "differs: 0.750000"),
    ],
)
def test_a_number_is_equal_or_by_which_convention(
    inputs: Inputs, value: float, told: str
) -> None:
    known = {"map": (entry("recommenders.map"), value)}
    assert evaluate_beside(inputs, 2, known) == {"map": told}


@pytest.mark.exhaustive
def test_a_rounded_number_is_equal_to_its_own_precision(inputs: Inputs) -> None:
    rounded = "recommenders.cal_metric(hit)"
    known = {"hit": (entry(rounded), 0.66671)}
    assert evaluate_beside(inputs, 2, known) == {"hit": "equal"}
    known = {"hit": (entry(rounded), 0.66)}
    assert evaluate_beside(inputs, 2, known)["hit"].startswith("differs")


def test_what_needs_a_catalogue_has_nothing_beside_it(inputs: Inputs) -> None:
    known = {"auc": (entry("elliot.AUC"), 0.5)}
    assert evaluate_beside(inputs, 2, known) == {}


RECALL = Variant.with_defaults("recall(divisor=r)")
SKIPPED = Conventions.of(["user_without_list=skipped"])


def evaluation(value: float | None, own: Conventions = SKIPPED) -> Evaluation:
    """One number, where a user has no list."""
    fault = Fault("without_list", "users without a list", 1, "counts as 0")
    number = EvaluatedNumber(RECALL, 5, value, (), own)
    return Evaluation([number], [Basis(own, {"users": 3}, (fault,))])


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (0.5, "equal"),
        (0.75, "equal with user_without_list=skipped; without 0.500000"),
        (0.7, "differs: 0.750000"),
    ],
)
def test_a_number_is_held_to_both_numbers_of_its_definition(
    value: float, told: str
) -> None:
    """By the usual conventions 1/2, by its own 3/4; where these are the usual ones
    nothing is told of them."""
    numbers = evaluation(0.5), evaluation(0.75)
    assert Compared(value, RECALL, SKIPPED, 0).told(*numbers) == told
    usual = Compared(0.75, RECALL, Conventions(), 0).told(*numbers)
    assert usual == "differs: 0.750000"


def test_a_number_without_a_value_is_undefined() -> None:
    assert format_library_number(None) == "undefined"
    assert format_library_number(2 / 3) == "0.666667"
    told = Compared(0.5, RECALL, SKIPPED, 0).told(evaluation(None), evaluation(None))
    assert told == "differs: undefined"


def test_a_metric_of_one_definition_of_rankings_has_one() -> None:
    """The mean of what it leaves to its caller; no other metric has one."""
    by_user = MetricEntry(
        claims="recall",
        status="identified",
        variants=("recall(divisor=r, users=caller)",),
    )
    assert find_identified_variant(by_user) == RECALL
    both = "recall(divisor=r)", "recall(divisor=min_k_r)"
    open_one = MetricEntry(claims="recall", status="ambiguous", variants=both)
    assert find_identified_variant(open_one) is None
    errors = MetricEntry(claims="rmse", status="identified", variants=("rmse()",))
    assert find_identified_variant(errors) is None


def test_by_other_conventions_only_their_own_definitions_are_evaluated(
    inputs: Inputs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the usual ones all are."""
    asked: list[list[str]] = []

    def evaluate(inputs: Inputs, cut_offs: list[int], metrics: Any, **more: Any) -> Any:
        asked.append([*metrics])
        return evaluation(0.5)

    monkeypatch.setattr(library_numbers, "evaluate_inputs", evaluate)
    precision = Variant.with_defaults("precision(divisor=k)")
    both = [
        Compared(0.5, RECALL, SKIPPED, 0),
        Compared(0.5, precision, Conventions(), 0),
    ]
    evaluate_own_variants(inputs, 2, Conventions(), both)
    evaluate_own_variants(inputs, 2, SKIPPED, both)
    assert asked == [[str(RECALL), str(precision)], [str(RECALL)]]
