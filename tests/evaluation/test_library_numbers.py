"""What evaluation gives beside a library's own numbers."""

from collections.abc import Callable
from pathlib import Path

import pytest

from homonym.evaluation.inputs import Inputs
from homonym.evaluation.library_numbers import evaluate_beside
from homonym.records.lookup import find_identified_metric
from homonym.records.schema_entry import MetricEntry

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
