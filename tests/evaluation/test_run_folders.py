"""A folder of runs: its files, and what becomes of the evaluation of each."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from homonym import UserError
from homonym.evaluation import runs
from homonym.evaluation.bootstrap import Interval
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.depth import find_deepest_rank
from homonym.evaluation.evaluated_number import Basis, EvaluatedNumber
from homonym.evaluation.inputs import Inputs
from homonym.evaluation.numbers import Further, add_user_statistics, find_needed_depth
from homonym.evaluation.result import Evaluation
from homonym.evaluation.runs import (
    average_run_values,
    evaluate_runs,
    join_run_evaluations,
    list_run_files,
    require_runs,
    survey_runs,
)
from homonym.evaluation.user_parts import UserParts
from homonym.reference.variants import Variant

OWN = Conventions()
RECALL, HIT = map(Variant.with_defaults, ("recall(divisor=r)", "hit_rate"))
NUMBER = EvaluatedNumber(RECALL, 5, 0.5, (), OWN)


def evaluation(value: float, interval: Any = None) -> Evaluation:
    """One number, and what it rests on."""
    number = EvaluatedNumber(RECALL, 5, value, (), OWN)
    users = UserParts(5, None, {})
    return Evaluation([number], [Basis(OWN, {"users": 3}, ())], [users], interval)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two runs, beside files that are none."""
    for name in ("b.csv", "a.csv", ".hidden", "_SUCCESS"):
        (tmp_path / name).write_text("user,item,score\n1,1,1\n", encoding="utf-8")
    return tmp_path


def test_the_runs_of_a_folder_are_its_files_in_order(folder: Path) -> None:
    """But for hidden ones and those that begin with a line."""
    found = {"a.csv": folder / "a.csv", "b.csv": folder / "b.csv"}
    assert list_run_files(folder) == list_run_files(str(folder)) == found
    assert [*list_run_files(folder)] == ["a.csv", "b.csv"]
    assert list_run_files(folder / "a.csv") == {}
    assert list_run_files(None) == list_run_files(object()) == {}
    empty = folder / "_empty"
    empty.mkdir()
    with pytest.raises(UserError, match="_empty is empty: a file for each run"):
        list_run_files(empty)


def test_a_run_that_is_no_table_is_named(folder: Path) -> None:
    assert [*require_runs(Inputs(folder))] == ["a.csv", "b.csv"]
    assert require_runs(Inputs(folder / "a.csv")) == {}
    (folder / "c.csv").write_text("one,two\n1,1\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"is read as a run: .*c\.csv") as wrong:
        require_runs(Inputs(folder))
    assert "a.csv" not in str(wrong.value)


def test_the_evaluations_of_runs_are_one() -> None:
    """Each number, basis and user has its run; intervals were drawn alike."""
    interval = Interval(0.9)
    first, second = evaluation(0.25, interval), evaluation(0.75, interval)
    found = join_run_evaluations({"a": first, "b": second})
    assert [(one.run, one.value) for one in found.numbers] == [("a", 0.25), ("b", 0.75)]
    assert [one.run for one in found.bases] == ["a", "b"]
    assert [one.run for one in found.users] == ["a", "b"]
    assert found.interval == interval
    assert join_run_evaluations({"a": first}).interval == interval


def test_each_file_is_evaluated_as_the_predictions(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is no folder is, too, and without a run."""
    asked: list[tuple[Any, ...]] = []

    def evaluate_groups(inputs: Inputs, *given: Any) -> Evaluation:
        asked.append((inputs.predictions, inputs.truth, *given))
        return evaluation(0.5)

    monkeypatch.setattr(runs, "evaluate_groups", evaluate_groups)
    how: Any = [5], {OWN: [RECALL]}, Further()
    found = evaluate_runs(Inputs(folder, "truth"), *how)
    assert [one.run for one in found.numbers] == ["a.csv", "b.csv"]
    each = [(folder / name, "truth", *how) for name in ("a.csv", "b.csv")]
    assert asked == each
    found = evaluate_runs(Inputs(folder / "a.csv", "truth"), *how)
    assert [one.run for one in found.numbers] == [""]
    assert asked[2:] == each[:1]


def test_each_run_is_surveyed_and_values_are_averaged(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1/4 and 3/4 are 1/2; what is undefined in a run is so in the mean."""
    monkeypatch.setattr(runs, "survey_inputs", lambda inputs: inputs.predictions)
    assert survey_runs(Inputs(folder)) == [folder / "a.csv", folder / "b.csv"]
    assert survey_runs(Inputs(folder / "a.csv")) == [folder / "a.csv"]
    known: dict[str, Any] = {
        "a": {RECALL: 0.25, HIT: None},
        "b": {RECALL: 0.75, HIT: 1.0},
    }
    monkeypatch.setattr(
        runs, "evaluate_ranking_variants", lambda tables, asked, k: known[tables]
    )
    opened: Any = [SimpleNamespace(tables=name) for name in known]
    found = average_run_values(opened, iter([RECALL, HIT]), 5)
    assert found == {RECALL: 0.5, HIT: None}


def test_as_many_ranks_are_needed_as_the_definitions_look_at() -> None:
    """All by those of aspects; of what looks at no list the largest cut-off."""
    aspects, errors = map(Variant.with_defaults, ("alpha_ndcg", "rmse"))
    assert find_needed_depth([RECALL, aspects], [1, 5]) is None
    assert find_needed_depth([errors], [1, 5]) == 5
    assert find_needed_depth([errors], []) == 1
    deep = find_needed_depth([errors, RECALL], [1, 5])
    assert deep == find_deepest_rank([RECALL], [1, 5])


def test_numbers_are_as_they_are_where_no_users_are_asked_for() -> None:
    assert add_user_statistics([NUMBER], None, Further()) == [NUMBER]
