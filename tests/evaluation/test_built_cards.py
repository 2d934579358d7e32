"""What stands on a metric card, of numbers that are given here, and how it is read."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest

from homonym import UserError
from homonym.evaluation.bootstrap import Interval
from homonym.evaluation.cards import build_card, check_card, hash_of, write_card
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.evaluated_number import Basis, EvaluatedNumber
from homonym.evaluation.faults import Fault
from homonym.evaluation.inputs import Inputs
from homonym.evaluation.result import Evaluation
from homonym.evaluation.verification import (
    Verification,
    build_card_inputs,
    list_card_variants,
    read_card,
    read_card_conventions,
)
from homonym.reference.variants import Variant

RECALL = Variant.with_defaults("recall(divisor=r)")
OWN = Conventions.of(["user_without_list=skipped"], "pessimistic")
NUMBER = EvaluatedNumber(RECALL, 5, 0.5, ("a.b",), OWN, left_out=1)
BASIS = Basis(
    OWN,
    {"users": 3},
    (Fault("again", "pairs", 2, "the best counts"),),
    rows={"predictions": 7},
    left_out=4,
)


@pytest.fixture
def inputs(tmp_path: Path) -> Inputs:
    """Two files in a folder of their own."""
    folder = tmp_path / "data"
    folder.mkdir()
    for name in ("lists.csv", "truth.csv"):
        (folder / name).write_text(name, encoding="utf-8")
    return Inputs(folder / "lists.csv", str(folder / "truth.csv"))


def digest(text: str) -> str:
    """The SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def evaluation(*numbers: EvaluatedNumber, interval: Any = None) -> Evaluation:
    """These numbers, in their runs."""
    runs = dict.fromkeys(one.run for one in numbers)
    bases = [replace(BASIS, run=run) for run in runs]
    return Evaluation(numbers, bases, (), interval)


def test_a_card_has_the_files_as_they_are_seen_from_it(
    inputs: Inputs, tmp_path: Path
) -> None:
    card = build_card(evaluation(NUMBER), inputs, tmp_path)
    assert card.schema == 1
    files = {"predictions": "data/lists.csv", "truth": "data/truth.csv"}
    assert card.files == files
    assert card.sha256 == {
        "predictions": digest("lists.csv"),
        "truth": digest("truth.csv"),
    }
    above = build_card(evaluation(NUMBER), inputs, tmp_path / "cards")
    assert above.files["truth"] == "../data/truth.csv"
    assert (card.items, card.interval, card.means) == (None, None, ())
    of_nine = build_card(evaluation(NUMBER), replace(inputs, catalogue=9), tmp_path)
    assert (of_nine.items, of_nine.files) == (9, files)


def test_a_cards_numbers_stand_below_what_they_rest_on(
    inputs: Inputs, tmp_path: Path
) -> None:
    card = build_card(evaluation(NUMBER), inputs, tmp_path)
    (by,) = card.evaluated
    assert (by.run, by.ties) == ("", "pessimistic")
    assert by.conventions["user_without_list"] == "skipped"
    assert (by.users.evaluated, by.users.left_out) == (3, 4)
    assert by.rows == {"predictions": 7}
    (fault,) = by.faults
    assert (fault.fault, fault.count, fault.done) == ("again", 2, "the best counts")
    (one,) = by.numbers
    assert (one.metric, one.k, one.value) == ("recall(divisor=r)", 5, 0.5)
    assert (one.lower, one.upper, one.left_out) == (None, None, 1)
    assert "rs-metrics==0.6.0.recall" in one.computed_by
    unasked = Evaluation([NUMBER], [replace(BASIS, left_out=None)])
    (by,) = build_card(unasked, inputs, tmp_path).evaluated
    assert by.users.left_out == 0


@pytest.mark.parametrize("value", [None, nan, inf])
def test_a_number_that_is_none_is_null_on_a_card(
    value: float | None, inputs: Inputs, tmp_path: Path
) -> None:
    """JSON has no other word for it."""
    path = tmp_path / "card.json"
    write_card(evaluation(replace(NUMBER, value=value)), inputs, path)
    text = path.read_text(encoding="utf-8")
    assert text.endswith("}\n")
    assert json.loads(text)["evaluated"][0]["numbers"][0]["value"] is None
    assert read_card(path).evaluated[0].numbers[0].value is None


def test_a_card_has_how_intervals_were_drawn_and_means_over_runs(
    inputs: Inputs, tmp_path: Path
) -> None:
    """Of 1/4 and 3/4 the mean is 1/2, the deviation the root of 1/8."""
    low, high = (
        replace(NUMBER, value=value, run=run, bounds=(0.125, 0.875))
        for value, run in ((0.25, "a.csv"), (0.75, "b.csv"))
    )
    found = evaluation(low, high, interval=Interval(0.9, 7, 100))
    card = build_card(found, inputs, tmp_path)
    drawn: Any = card.interval
    assert (drawn.level, drawn.seed, drawn.draws) == (0.9, 7, 100)
    assert drawn.method == "percentiles of bootstrap samples of users"
    assert [one.run for one in card.evaluated] == ["a.csv", "b.csv"]
    assert [one.numbers[0].lower for one in card.evaluated] == [0.125, 0.125]
    assert card.evaluated[0].numbers[0].upper == 0.875
    (mean,) = card.means
    assert (mean.metric, mean.k, mean.runs) == ("recall(divisor=r)", 5, 2)
    assert (mean.mean, mean.ties) == (0.5, "pessimistic")
    assert mean.conventions == card.evaluated[0].conventions
    assert mean.standard_deviation == pytest.approx(0.125**0.5)
    assert (mean.lower, mean.upper) == (None, None)
    first, second = card.evaluated
    assert first.by != second.by
    assert mean.by[:3] == ("recall(divisor=r)", "", 5)


def test_a_folder_of_runs_has_a_hash_a_file(inputs: Inputs, tmp_path: Path) -> None:
    runs = replace(inputs, predictions=tmp_path / "data")
    card = build_card(evaluation(NUMBER), runs, tmp_path)
    assert card.files["predictions"] == "data"
    assert card.sha256 == {
        "predictions/lists.csv": digest("lists.csv"),
        "predictions/truth.csv": digest("truth.csv"),
        "truth": digest("truth.csv"),
    }
    with pytest.raises(UserError, match="data cannot be read: "):
        hash_of(tmp_path / "data")


def test_no_card_is_written_of_a_frame(inputs: Inputs, tmp_path: Path) -> None:
    """Without a card a frame may be evaluated; a catalogue may be a number."""
    path = tmp_path / "card.json"
    check_card(replace(inputs, catalogue=9), path)
    frames = replace(inputs, truth=object())
    check_card(frames, None)
    with pytest.raises(UserError, match="the table of truth is a frame: give a path"):
        check_card(frames, path)
    with pytest.raises(UserError, match="card"):
        check_card(inputs, tmp_path / "card.csv")


def test_a_number_without_a_cut_off_stands_on_no_card(
    inputs: Inputs, tmp_path: Path
) -> None:
    with pytest.raises(UserError, match=r"recall\(divisor=r\) has no cut-off, which"):
        build_card(evaluation(replace(NUMBER, k=None)), inputs, tmp_path)


def test_a_card_is_read_as_it_was_written(inputs: Inputs, tmp_path: Path) -> None:
    path = tmp_path / "card.json"
    given = replace(inputs, order="file", threshold=4.0, columns={"item": "iid"})
    write_card(evaluation(NUMBER), given, path)
    card = read_card(path)
    assert card == build_card(evaluation(NUMBER), given, tmp_path)
    (by,) = card.evaluated
    assert read_card_conventions(by) == OWN
    assert list_card_variants(by, ()) == [RECALL]
    again = build_card_inputs(card, path, {})
    data = tmp_path / "data"
    assert (again.predictions, again.truth) == (data / "lists.csv", data / "truth.csv")
    assert (again.order, again.threshold) == ("file", 4.0)
    assert again.columns == {"item": "iid"}


def test_files_and_numbers_may_stand_for_those_of_a_card(
    inputs: Inputs, tmp_path: Path
) -> None:
    path, other = tmp_path / "card.json", tmp_path / "other.csv"
    write_card(evaluation(NUMBER), replace(inputs, catalogue=9), path)
    other.write_text("other", encoding="utf-8")
    card = read_card(path)
    assert build_card_inputs(card, path, {}).catalogue == 9
    given = build_card_inputs(card, path, {"catalogue": 8, "truth": other})
    assert (given.catalogue, given.truth) == (8, other)
    assert (
        build_card_inputs(card, path, {"catalogue": 8, "train": other}).train == other
    )
    other.unlink()
    with pytest.raises(UserError, match=r"names .*other\.csv for the truth, and there"):
        build_card_inputs(card, path, {"truth": other})
    with pytest.raises(UserError, match="for the item groups, and there is none"):
        build_card_inputs(card, path, {"item_groups": other})
    with pytest.raises(UserError, match=r"files\.lists is no table: tables are predic"):
        build_card_inputs(card, path, {"lists": other})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"schema": 2}, "of schema 1, which this homonym reads: its schema is 2"),
        ({"schema": None}, "its schema is null"),
        ({"evaluated": []}, "has no numbers: there is nothing to verify"),
        ({"order": 3}, "order"),
    ],
)
def test_what_is_no_card_is_not_read(
    change: Any, said: str, inputs: Inputs, tmp_path: Path
) -> None:
    path = tmp_path / "card.json"
    write_card(evaluation(NUMBER), inputs, path)
    found = {**json.loads(path.read_text(encoding="utf-8")), **change}
    path.write_text(json.dumps(found), encoding="utf-8")
    with pytest.raises(UserError, match=said):
        read_card(path)


@pytest.mark.parametrize("text", ["", "{", "[" * 99_999])
def test_a_text_that_is_no_json_is_no_card(text: str, tmp_path: Path) -> None:
    """However deep it is nested; nor is a folder one, or what is not there."""
    path = tmp_path / "card.json"
    with pytest.raises(UserError, match=r"there is no file .*card\.json$"):
        read_card(path)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=r"is no metric card: it is no JSON \("):
        read_card(path)
    with pytest.raises(UserError, match="is no metric card: Is a directory"):
        read_card(tmp_path)


def test_a_part_of_a_card_without_a_number_is_refused(
    inputs: Inputs, tmp_path: Path
) -> None:
    """Though another part has some."""
    path = tmp_path / "card.json"
    low, high = (replace(NUMBER, run=run) for run in ("a", "b"))
    write_card(evaluation(low, high), inputs, path)
    found = json.loads(path.read_text(encoding="utf-8"))
    found["evaluated"][1]["numbers"] = []
    path.write_text(json.dumps(found), encoding="utf-8")
    with pytest.raises(UserError, match="has no numbers"):
        read_card(path)


def test_a_verified_card_has_no_difference() -> None:
    assert Verification(Path("card.json"), (), 4).same is True
    assert Verification(Path("card.json"), ("k differs",), 4).same is False
