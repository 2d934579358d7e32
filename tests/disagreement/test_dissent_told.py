"""How `homonym dissent` prints its answer, here of one that is given."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from homonym.cli import dissent
from homonym.cli.dissent import (
    read_grid_facts,
    show_dissent,
    show_dissent_answer,
    show_faults,
)
from homonym.disagreement.dissent import DissentQuestion
from homonym.evaluation.faults import Fault
from homonym.evaluation.inputs import Inputs
from homonym.models.run_folder import FACTS

Printed = pytest.CaptureFixture[str]


def comparison(reversed: int = 0, **more: Any) -> dict[str, Any]:
    """Two measures of a group, and the pairs of models that they order."""
    plain: dict[str, Any] = {
        "one": 0,
        "other": 1,
        "reversed": reversed,
        "inversion": {"value": 0.125},
        "significant": 1200,
        "reversed_significant": 2,
        "tau": {"value": 0.5},
    }
    return {**plain, **more}


def answer(*comparisons: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An answer with one group of two measures."""
    measures = [{"names": ["a.map", "b.map"]}, {"names": ["c.map"]}]
    group = {
        "title": "MAP",
        "what": "definitions",
        "measures": measures,
        "comparisons": comparisons,
    }
    plain: dict[str, Any] = {
        "answer": "It changes nothing.",
        "models": ["m", "n"],
        "users": 1200,
        "k": 10,
        "groups": [group],
        "without": [],
        "left_out": [],
    }
    return {**plain, **more}


def test_the_sentence_stands_above_the_comparisons(capsys: Printed) -> None:
    """Shares in percent, tau to three digits, nothing where it is undefined."""
    undefined = comparison(1, tau={"value": None}, reversed_significant=0)
    show_dissent_answer(answer(comparison(1000), undefined), ())
    told = capsys.readouterr()
    lines = [line.rstrip() for line in told.out.splitlines()]
    assert lines[:3] == ["It changes nothing.", "", "2 models, 1,200 users, k = 10"]
    assert lines[3].split() == [
        *("one", "other", "reversed", "share", "significant", "both", "tau-b"),
    ]
    assert lines[4].startswith("MAP  a.map (and 1 more)  c.map")
    assert lines[4].split()[-5:] == ["1,000", "12.5%", "1,200", "2", "0.500"]
    assert lines[5].split()[-4:] == ["1", "12.5%", "1,200", "0"]
    assert (len(lines), told.err) == (6, "")


def test_twelve_comparisons_are_shown_the_most_reversed_first(capsys: Printed) -> None:
    """Of more there is the number."""
    show_dissent_answer(answer(*map(comparison, range(12))), ())
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 16
    assert [line.split()[-5] for line in lines[4:6]] == ["11", "10"]
    show_dissent_answer(answer(*map(comparison, range(14))), ())
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 17
    assert lines[-1] == "and 2 more: --json, or --out FOLDER"


def test_without_a_comparison_there_is_no_table(capsys: Printed) -> None:
    """What is not compared is told beside."""
    show_dissent_answer(answer(without=["auc"], left_out=["rmse()"]), ())
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == 3
    first, second = told.err.splitlines()
    assert first == ("homonym: not compared, as no user has one number of these: auc")
    assert second.startswith("homonym: not compared: rmse(): ")


def test_the_answer_is_printed_or_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    """As text or as data; what a page needs is looked for before all else."""
    done: list[Any] = []
    status = SimpleNamespace(status=lambda text: nullcontext(done.append(text)))
    consoles: dict[bool, Any] = {True: status}
    found = SimpleNamespace(data=answer(), found=SimpleNamespace(faults=()))
    monkeypatch.setattr(dissent, "make_console", lambda stderr: consoles[stderr])
    monkeypatch.setattr(dissent, "name_runs", dict.fromkeys)
    monkeypatch.setattr(dissent, "check_extras", lambda: done.append("extras"))
    monkeypatch.setattr(dissent, "answer_dissent_question", lambda *given: found)
    monkeypatch.setattr(dissent, "write_answer", lambda *given: done.append(given))
    inputs: Any = Inputs(None, tmp_path / "truth.csv")
    runs, question = [Path("a"), Path("b")], DissentQuestion(10)
    show_dissent(inputs, runs, question, None, as_json=False)
    assert capsys.readouterr().out.startswith("It changes nothing.\n")
    assert done == ["2 runs"]
    show_dissent(inputs, runs, question, tmp_path, as_json=True)
    data = json.loads(capsys.readouterr().out)
    assert data == json.loads(json.dumps(answer()))
    assert done[1:] == ["extras", "2 runs", (found, answer(), tmp_path)]


def test_faults_are_those_of_all_runs(capsys: Printed) -> None:
    show_faults(())
    assert capsys.readouterr().out == ""
    show_faults([Fault("again", "pairs twice", 2, "the best counts")])
    assert capsys.readouterr().out.splitlines() == [
        "faults of the tables, all runs together:",
        "  pairs twice: 2 (the best counts)",
    ]


def test_how_a_grid_was_trained_stands_beside_its_truth(tmp_path: Path) -> None:
    truth = tmp_path / "truth.csv"
    assert read_grid_facts(truth) == {}
    (tmp_path / FACTS).write_text(json.dumps({"seed": 1}), encoding="utf-8")
    assert read_grid_facts(truth) == {"grid": {"seed": 1}}
