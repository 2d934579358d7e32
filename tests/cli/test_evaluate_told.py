"""How `homonym evaluate` prints an evaluation, here of numbers that are given."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest

from homonym.cli import evaluate
from homonym.cli.evaluate import (
    Wanted,
    build_evaluation_data,
    build_output_table,
    describe_computing_metrics,
    evaluate_tables,
    format_evaluated_value,
    format_number_and_interval,
    format_run_mean,
    read_libraries,
    show_basis,
    show_evaluation,
    show_numbers,
)
from homonym.errors import UserError
from homonym.evaluation.bootstrap import Interval
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.evaluated_number import Basis, EvaluatedNumber
from homonym.evaluation.faults import Fault
from homonym.evaluation.inputs import Inputs
from homonym.evaluation.left_open import OpenConvention
from homonym.evaluation.numbers import Further
from homonym.evaluation.result import Evaluation
from homonym.reference.variants import Variant

Printed = pytest.CaptureFixture[str]
OWN = Conventions()
SKIPPED = Conventions.of(["user_without_list=skipped"])
RECALL = Variant.with_defaults("recall(divisor=r)")
HIT = Variant.with_defaults("hit_rate")
NUMBER = EvaluatedNumber(RECALL, 5, 0.25, ("x.y",), OWN)
BASIS = Basis(OWN, {"users": 3}, ())


def evaluation(*numbers: EvaluatedNumber, **more: Any) -> Evaluation:
    """These numbers, with a basis for each run."""
    runs = dict.fromkeys(one.run for one in numbers)
    return Evaluation(numbers, [replace(BASIS, run=run) for run in runs], **more)


def shown(capsys: Printed, found: Evaluation) -> list[str]:
    """The lines of the terminal, without the spaces at their ends."""
    show_evaluation(found)
    return [line.rstrip() for line in capsys.readouterr().out.splitlines()]


def test_numbers_are_a_table_with_a_column_a_cut_off(capsys: Printed) -> None:
    """Empty where a definition was not evaluated at one."""
    numbers = [
        NUMBER,
        replace(NUMBER, k=10, value=0.5),
        replace(NUMBER, variant=HIT, k=10, value=None, computed_by=()),
    ]
    assert shown(capsys, evaluation(*numbers)) == [
        "3 users",
        "",
        str(OWN),
        "definition               k = 5     k = 10  computed by",
        "recall(divisor=r)     0.250000   0.500000  x.y",
        "hit_rate(counts=any)            undefined",
    ]


def test_a_number_without_a_cut_off_is_a_value(capsys: Printed) -> None:
    show_numbers([replace(NUMBER, k=None)], format_number_and_interval)
    assert capsys.readouterr().out.splitlines()[0].split() == [
        *("definition", "value", "computed", "by"),
    ]


def test_each_set_of_conventions_has_a_table(capsys: Printed) -> None:
    """With an empty line between them, and the ends of intervals where there are."""
    bounded = replace(NUMBER, bounds=(0.125, 0.5))
    other = replace(NUMBER, conventions=SKIPPED)
    bases = [BASIS, replace(BASIS, conventions=SKIPPED)]
    lines = shown(capsys, Evaluation([bounded, other], bases, (), Interval(0.9)))
    assert lines[0] == "3 users" and lines[lines.index("", 3) + 1] == "3 users"
    assert lines[3] == f"intervals: {Interval(0.9)}"
    assert "recall(divisor=r)  0.250000 [0.125000, 0.500000]  x.y" in lines


def test_runs_have_their_names_and_a_mean_below(capsys: Printed) -> None:
    """1/4 and 3/4: the deviation is the root of 1/8."""
    runs = [replace(NUMBER, run="a"), replace(NUMBER, run="b", value=0.75)]
    lines = shown(capsys, evaluation(*runs))
    assert "a: 3 users" in lines and "b: 3 users" in lines
    last = lines.index("mean over 2 runs, ± standard deviation (n - 1)")
    assert lines[last - 1] == "" and lines[last + 1] == str(OWN)
    assert lines[-1] == "recall(divisor=r)  0.500000 ± 0.353553  x.y"
    alone = shown(capsys, evaluation(runs[0]))
    assert "mean over 1 run, ± standard deviation (n - 1)" in alone
    assert alone[-1] == "recall(divisor=r)  0.250000  x.y"
    (mean,) = evaluation(*runs).means
    ends = " [0.000000, 1.000000]"
    assert format_run_mean(replace(mean, bounds=(0, 1))).endswith(ends)


def test_what_a_basis_rests_on_is_told(capsys: Printed) -> None:
    """What is wrong, whose conventions they are, and what a record leaves open."""
    fault = Fault("again", "pairs twice", 2, "the best counts")
    show_basis(replace(BASIS, faults=(fault,), like=("recbole",)))
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert (first, second) == (
        "3 users, as recbole counts",
        "  pairs twice: 2 (the best counts)",
    )
    show_basis(replace(BASIS, like=("a", "b")))
    assert capsys.readouterr().out.startswith("3 users, as a and b count\n")
    open_one = OpenConvention("a.b", "ties", "x", "y")
    show_basis(replace(BASIS, like=("a",), open_conventions=(open_one,)))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "3 users, as a may count"
    assert lines[1] == f"  left open by the record of {open_one}"
    show_basis(replace(BASIS, of="trajectory"))
    assert capsys.readouterr().out == "3 trajectories\n\n"


def test_what_is_left_and_what_is_open_is_said_beside(capsys: Printed) -> None:
    """On standard error: it is no number."""
    left, named = {"no table": [HIT]}, {"a.b": [RECALL, HIT]}
    show_evaluation(evaluation(NUMBER, left=left, open_definitions=named))
    told = capsys.readouterr()
    assert told.err.splitlines() == [
        "homonym: a.b may be one of 2 definitions that its record leaves open: "
        "recall(divisor=r), hit_rate(counts=any)",
        "homonym: not evaluated: hit_rate(counts=any): no table",
    ]
    assert "no interval" not in told.out


def test_who_may_compute_a_number_is_told_after_who_does() -> None:
    told = [
        describe_computing_metrics(replace(NUMBER, computed_by=by, may_compute=may))
        for by, may in (((), ()), (("a.b",), ()), ((), ("c.d",)), (("a.b",), ("c.d",)))
    ]
    assert told == ["", "a.b", "may be c.d", "a.b; may be c.d"]


def test_numbers_are_told_to_six_digits() -> None:
    assert format_evaluated_value(None) == "undefined"
    assert format_evaluated_value(1 / 3) == "0.333333"
    assert format_evaluated_value(nan) == "nan"


def test_a_machine_is_told_what_the_numbers_rest_on() -> None:
    """Once where all rest on one basis, else for each."""
    told = build_evaluation_data(evaluation(NUMBER))
    assert told == {
        "users": 3,
        "faults": [],
        "numbers": [
            {
                "metric": "recall(divisor=r)",
                "k": 5,
                "value": 0.25,
                "computed_by": ["x.y"],
                "may_compute": [],
                "conventions": {**OWN.chosen, "ties": OWN.ties},
            }
        ],
    }
    runs = [replace(NUMBER, run="a"), replace(NUMBER, run="b", value=0.75)]
    of_runs = build_evaluation_data(evaluation(*runs))
    assert "users" not in of_runs
    assert [one["run"] for one in of_runs["tables"]] == ["a", "b"]
    assert [one["users"] for one in of_runs["tables"]] == [3, 3]
    (mean,) = of_runs["means"]
    assert (mean["runs"], mean["mean"], mean["k"]) == (2, 0.5, 5)
    assert "lower" not in mean and "group" not in mean
    assert mean["computed_by"] == ["x.y"]


def test_a_machine_is_told_ends_groups_and_what_is_left() -> None:
    runs = [
        replace(NUMBER, run=run, group="men", bounds=(0.0, 0.5)) for run in ("a", "b")
    ]
    told = build_evaluation_data(
        evaluation(
            *runs,
            interval=Interval(0.9, 2, 50),
            left={"no table": [HIT]},
            open_definitions={"a.b": [RECALL]},
        )
    )
    assert told["interval"] == {"level": 0.9, "seed": 2, "draws": 50}
    (mean,) = told["means"]
    assert (mean["group"], mean["lower"], mean["upper"]) == ("men", None, None)
    assert told["left_out"] == [{"why": "no table", "metrics": [str(HIT)]}]
    assert told["open_definitions"] == [{"metric": "a.b", "definitions": [str(RECALL)]}]


@pytest.mark.parametrize("value", [None, nan, inf])
def test_what_json_has_not_is_null(value: float | None) -> None:
    runs = [replace(NUMBER, run=run, value=value) for run in ("a", "b")]
    told = build_evaluation_data(evaluation(*runs))
    assert [one["value"] for one in told["numbers"]] == [None, None]
    assert told["means"][0]["mean"] is None
    json.dumps(told, allow_nan=False)


def test_a_log_has_no_conventions() -> None:
    """Its trajectories are counted, and what records leave open is theirs."""
    basis = replace(BASIS, of="trajectory")
    told = build_evaluation_data(Evaluation([NUMBER], [basis]))
    assert told["trajectories"] == 3
    assert "conventions" not in told["numbers"][0]


def test_the_table_that_is_written_has_texts_where_lists_stood() -> None:
    by = replace(NUMBER, computed_by=("a.b", "c.d"), may_compute=("e.f",))
    (row,) = build_output_table(evaluation(by)).to_pylist()
    assert [*row] == ["metric", "k", "value", "computed_by", "may_compute"]
    assert (row["computed_by"], row["may_compute"]) == ("a.b, c.d", "e.f")


def test_libraries_are_named_between_commas() -> None:
    assert read_libraries("recbole, ranx,") == ["recbole", "ranx"]
    with pytest.raises(UserError, match="--like ' , ' names no library"):
        read_libraries(" , ")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What is asked of the evaluation, of which one number comes."""
    every: list[tuple[Any, ...]] = []

    def take(*given: Any) -> Evaluation:
        every.append(given)
        return evaluation(NUMBER)

    monkeypatch.setattr(evaluate, "evaluate_inputs", take)
    return every


def test_the_answer_is_printed_and_written(
    asked: list[tuple[Any, ...]], tmp_path: Path, capsys: Printed
) -> None:
    """As CSV and as a card, where these are asked for."""
    lists, truth = tmp_path / "lists.csv", tmp_path / "truth.csv"
    for path in (lists, truth):
        path.write_text("", encoding="utf-8")
    inputs = Inputs(lists, truth)
    plain = Wanted("5,10", [str(RECALL)], None, OWN, as_json=False)
    evaluate_tables(inputs, plain)
    assert asked == [(inputs, [5, 10], [str(RECALL)], [], OWN, Further())]
    assert "recall(divisor=r)  0.250000  x.y" in capsys.readouterr().out
    out, card = tmp_path / "out.csv", tmp_path / "card.json"
    every = replace(plain, as_json=True, like="recbole, ranx", out=out, card=card)
    evaluate_tables(inputs, replace(every, interval=Interval(0.9)))
    _, _, _, like, _, further = asked[-1]
    assert like == ["recbole", "ranx"]
    assert further == Further(interval=Interval(0.9), card=True)
    assert json.loads(capsys.readouterr().out)["users"] == 3
    with out.open(encoding="utf-8") as written:
        (row,) = csv.DictReader(written)
    assert (row["metric"], row["k"], row["value"]) == (str(RECALL), "5", "0.25")
    assert row["computed_by"] == "x.y"
    assert json.loads(card.read_text(encoding="utf-8"))["schema"] == 1


def test_nothing_is_written_over_a_table_or_another_file(
    asked: list[tuple[Any, ...]], tmp_path: Path
) -> None:
    """Nothing is evaluated then."""
    lists, truth = tmp_path / "lists.csv", tmp_path / "truth.csv"
    plain = Wanted("5", [str(RECALL)], None, OWN, as_json=True)
    both = tmp_path / "out.csv"
    for wrong in (
        replace(plain, out=truth),
        replace(plain, per_user=lists),
        replace(plain, out=both, per_user=both),
        replace(plain, out=tmp_path / "out.txt"),
        replace(plain, per_user=tmp_path / "out.txt"),
        replace(plain, like=","),
    ):
        with pytest.raises(UserError, match=r"--(out|per-user|like) "):
            evaluate_tables(Inputs(lists, truth), wrong)
    assert asked == []
