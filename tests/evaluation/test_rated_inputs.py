"""Predicted ratings and labels, as people's tables hold them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import homonym
from homonym import UserError
from homonym.evaluation.inputs import Inputs, list_known_inputs
from homonym.evaluation.wanted_variants import choose_variants

Write = Callable[[str, str], Path]
PREDICTED = "user,item,prediction\n1,1,4.5\n1,2,3\n2,1,6\n"
RATED = "user,item,rating\n1,1,5\n1,2,3\n2,1,5\n2,2,1\n"
CHANCES = "user,item,probability\n1,1,0.5\n1,2,0.25\n"
LABELS = "user,item,label\n1,1,1\n1,2,0\n"


@pytest.fixture
def rated(write: Write) -> tuple[Path, Path]:
    """Errors of 1/2, 0 and 1, and a rating without a prediction."""
    return write("p.csv", PREDICTED), write("t.csv", RATED)


def number(tables: Any, metric: str, **more: Any) -> Any:
    """One definition's number."""
    found = homonym.evaluate(*tables, metrics=[metric], **more)
    return found.value(homonym.Variant.parse(metric))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("metric", "wanted"),
    [
        ("mae(missing=dropped)", 0.5),
        ("mse(missing=dropped)", 1.25 / 3),
        ("mse(missing=no_error)", 1.25 / 4),
        ("mse(missing=dropped, users=mean)", (0.125 + 1) / 2),
        ("mae(missing=dropped, clipped=to_scale)", 0.5 / 3),
        ("fcp(tied=discordant)", 1.0),
        ("r2(constant=counts)", 1 - 1.25 / (8 / 3)),
    ],
)
def test_errors_of_predicted_ratings_have_no_cut_off(
    rated: tuple[Path, Path], metric: str, wanted: float
) -> None:
    assert number(rated, metric, scale=(1, 5)) == pytest.approx(wanted)


@pytest.mark.exhaustive
def test_a_pair_that_stands_again_counts_once(write: Write) -> None:
    """In either table, or in one alone."""
    lists = write("p.csv", PREDICTED + "2,1,2\n")
    for rated in (RATED, RATED + "2,1,4\n"):
        assert number((lists, write("t.csv", rated)), "mae(missing=dropped)") == 0.5


def names_of(tables: Any) -> set[str]:
    """The families that are evaluated where none is named."""
    chosen = choose_variants([], list_known_inputs(Inputs(*tables)))
    return {one.family for one in chosen}


@pytest.mark.exhaustive
def test_a_column_of_predicted_ratings_brings_their_errors(
    rated: tuple[Path, Path], write: Write
) -> None:
    scores = write("s.csv", PREDICTED.replace("prediction", "score"))
    found = homonym.evaluate(*rated, k=1).numbers
    assert {one.variant.family for one in found} == names_of(rated)
    assert {"ndcg", "rmse", "r2"} <= names_of(rated)
    assert not {"rmse", "log_loss"} & names_of((scores, rated[1]))
    frame = pa.table({"user": [1], "item": [1], "rating": [4.5]})
    assert "rmse" in names_of((frame, rated[1]))


def test_a_column_of_chances_brings_their_loss(write: Write) -> None:
    tables = write("p.csv", CHANCES), write("t.csv", LABELS)
    assert "log_loss" in names_of(tables)
    # -(ln 1/2 + ln 3/4) / 2
    loss = number(tables, "log_loss(missing=dropped)")
    assert loss == pytest.approx(0.49041, abs=1e-5)


def test_a_threshold_makes_labels_of_grades(write: Write) -> None:
    tables = write("p.csv", CHANCES), write("t.csv", "user,item,rating\n1,1,5\n1,2,2\n")
    # from 2 on both are labels: -(ln 1/2 + ln 1/4) / 2
    for threshold, wanted in ((4, 0.49041), (2, 1.03972)):
        loss = number(tables, "log_loss(missing=dropped)", threshold=threshold)
        assert loss == pytest.approx(wanted, abs=1e-5)


@pytest.mark.parametrize(
    ("metric", "more", "sentence"),
    [
        ("rmse(missing=dropped, clipped=to_scale)", {}, "nothing says what that is"),
        ("rmse(missing=dropped)", {"scale": (5, 1)}, "the scale is"),
        ("rmse(missing=dropped)", {"scale": 5}, "the scale is"),
        ("log_loss(missing=dropped)", {}, "3 labels are not 0 or 1, as 3"),
        (
            "log_loss(missing=dropped)",
            {"threshold": 2},
            "3 chances are not from 0 to 1",
        ),
        ("off_policy_dcg(bias=given)", {}, "looks at logged rewards, and no log"),
        ("recall(divisor=r)", {}, "no cut-off is given"),
    ],
)
def test_what_cannot_be_computed_is_one_sentence(
    rated: tuple[Path, Path], metric: str, more: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(UserError, match=sentence):
        number(rated, metric, **more)


def test_libraries_errors_are_given_where_they_are_asked_for(
    rated: tuple[Path, Path],
) -> None:
    found = homonym.evaluate(*rated, metrics=["fcp"], like=["scikit-surprise"])
    (only,) = found.rows
    assert only["metric"] == "fcp(tied=discordant, users=means_of_some)"
    assert only["k"] is None
    assert only["computed_by"] == ["scikit-surprise.fcp"]
