"""How `homonym measure` tells what a library returned, here of given answers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from math import inf, nan
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from homonym.adapters import adapters
from homonym.adapters.contract import Failed, Measurement, Refused, Value
from homonym.cases.kinds import TRAINING
from homonym.cli import measure
from homonym.cli.measure import (
    PeoplesFiles,
    add_evaluated,
    check_known_metrics,
    choose_measure_exit_code,
    list_metric_rows,
    read_recorded_metrics,
    refuse_missing_input,
    require_installed_library,
    require_library_python,
)
from homonym.cli.measured_output import (
    describe_recorded_outcome,
    list_situation_outcomes,
    replace_nan_by_null,
    show_measured,
)
from homonym.datasets.tables import convert_to_case
from homonym.errors import Broken, UserError
from homonym.evaluation import library_numbers
from homonym.records.schema_entry import MetricEntry

Printed = pytest.CaptureFixture[str]
DIED, RAISED = Failed("killed by SIGSEGV"), Failed("KeyError: 1")
RECALL = MetricEntry(
    claims="recall",
    status="identified",
    variants=("recall(divisor=r)",),
    conventions={"zero_grade_above": "relevant", "ties": "input order"},
)


@pytest.mark.parametrize(
    ("answers", "code", "said"),
    [
        ([Value(0.5)], 0, ""),
        ([RAISED, Value(None, (0.5,))], 0, ""),
        ([RAISED, Refused("why")], 5, "homonym: no metric returned a value\n"),
        ([], 5, "homonym: no metric returned a value\n"),
        ([Value(0.5), DIED], 3, ""),
    ],
)
def test_the_exit_code_is_that_of_the_worst(
    answers: list[Measurement], code: int, said: str, capsys: Printed
) -> None:
    """But a value is enough, whatever raises beside it."""
    measured = {f"m{number}": one for number, one in enumerate(answers)}
    assert choose_measure_exit_code(measured) == code
    assert capsys.readouterr().err == said


def test_a_metric_that_no_version_has_is_refused() -> None:
    check_known_metrics("lib", ["a", "b"], ["b", "a"])
    check_known_metrics("lib", ["a", "b"], [])
    with pytest.raises(UserError, match="lib has no metric 'c'; known are a, b"):
        check_known_metrics("lib", ["a", "b"], ["a", "c"])


def asked(**about: str) -> Any:
    """A library's process that says this of itself."""
    return SimpleNamespace(adapter=SimpleNamespace(library="lib"), about=about)


def test_the_version_that_is_asked_for_has_to_be_here() -> None:
    """Any is good where none is asked for."""
    here = asked(version="1.0")
    for wanted in ("", "1.0"):
        assert require_installed_library(here, wanted) == {"version": "1.0"}
    with pytest.raises(UserError, match=r"lib 1\.0 is installed here, not 2\.0") as no:
        require_installed_library(here, "2.0")
    assert str(no.value).endswith("pip install lib==2.0")


def test_what_is_not_given_is_named_with_its_option() -> None:
    assert refuse_missing_input(TRAINING).reason == (
        f"it needs {TRAINING}: --train FILE gives it"
    )
    assert refuse_missing_input("x").reason == "it needs x: no file gives them"


def test_files_tell_what_they_give(write: Callable[[str, str], Any]) -> None:
    """Lists stand by their scores unless another order is said."""
    lists, truth = write("lists.csv", ""), write("truth.csv", "")
    plain = PeoplesFiles(lists, truth, 5)
    assert plain.beside == ()
    assert (plain.inputs.train, plain.inputs.order) == (None, "score")
    trained = PeoplesFiles(lists, truth, 5, truth, {"item": "iid"}, "file")
    assert trained.beside == (TRAINING,)
    its = trained.inputs
    assert (its.predictions, its.truth, its.train) == (lists, truth, truth)
    assert (its.columns, its.order) == ({"item": "iid"}, "file")
    with pytest.raises(UserError, match="--order 'rank' is unknown: write score or"):
        PeoplesFiles(lists, truth, 5, order="rank").read(lists.parent)


def test_lists_stand_in_the_order_that_is_said(
    write: Callable[[str, str], Any], tmp_path: Path
) -> None:
    """The hit is last in the file, and has the highest score."""
    lists = write("lists.csv", "user,item,score\n1,1,0.1\n1,2,0.9\n")
    truth = write("truth.csv", "user,item\n1,2\n")
    told = [
        str(convert_to_case(PeoplesFiles(lists, truth, 2, order=one).read(tmp_path)))
        for one in ("file", "score")
    ]
    assert told == [". 1 ~ 0.1 0.9 @2", "1 . ~ 0.9 0.1 @2"]
    with pytest.raises(UserError, match="--order"):
        PeoplesFiles(lists, truth, 2).read(tmp_path)


def test_a_row_has_what_is_on_record_of_a_metric() -> None:
    rows = list_metric_rows(
        {"a": Value(0.5), "b": Refused("why")}, {"a": RECALL, "b": None}
    )
    assert rows[0] == {"metric": "a", "value": 0.5, "computes": "recall(divisor=r)"}
    assert (rows[1]["metric"], rows[1]["computes"]) == ("b", "no record")
    assert read_recorded_metrics("rs-metrics", "0.0.1") == {}
    assert "mapr" in read_recorded_metrics("rs-metrics", "0.6.0")


def test_an_outcome_is_that_of_the_first_probe_that_shows_it() -> None:
    assert describe_recorded_outcome(RECALL, "ties") == "input order"
    assert describe_recorded_outcome(RECALL, "zero_grade") == "relevant"
    assert describe_recorded_outcome(RECALL, "unsorted") == "not recorded"
    assert describe_recorded_outcome(None, "ties") == "not recorded"
    (one,) = list_situation_outcomes({"ties": "tied"}, {"a": RECALL, "b": None})
    assert one == {
        "probe": "ties",
        "data": "tied",
        "outcomes": {"a": "input order", "b": "not recorded"},
    }


def test_what_json_has_not_is_null() -> None:
    values = [0.5, nan, inf, "KeyError"]
    found = replace_nan_by_null({"k": 5, "metrics": [{"value": one} for one in values]})
    told = [row["value"] for row in found["metrics"]]
    assert (told, found["k"]) == ([0.5, None, None, "KeyError"], 5)


def test_what_was_measured_is_a_table_with_its_conventions(capsys: Printed) -> None:
    """Metrics of one outcome stand on one line."""
    rows: list[dict[str, Any]] = [
        {"metric": "a", "value": 0.5, "computes": "recall(divisor=r)"},
        {"metric": "b", "value": "KeyError", "computes": "no record"},
    ]
    outcomes = {"a": "skipped", "b": "counts as 0", "c": "skipped"}
    edge = {"probe": "absent", "data": "a user without truth", "outcomes": outcomes}
    found = {"library": "lib", "version": "1.0", "k": 5, "metrics": rows}
    show_measured({**found, "conventions": [edge]})
    assert [line.rstrip() for line in capsys.readouterr().out.splitlines()] == [
        "lib 1.0 at k = 5",
        "metric  value     computes",
        "a       0.500000  recall(divisor=r)",
        "b       KeyError  no record",
        "",
        "decided by conventions on this data, not by the formula",
        "  a user without truth (absent)",
        "    skipped: a, c",
        "    counts as 0: b",
    ]
    beside = [{**row, "evaluate": "the same"} for row in rows]
    show_measured({**found, "metrics": beside, "conventions": []})
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split()[-1] == "evaluate" and len(lines) == 4
    assert lines[2].rstrip().endswith("recall(divisor=r)  the same")


def test_what_evaluate_gives_stands_beside_a_number(
    write: Callable[[str, str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a metric on record that gave one; another number is said to be that."""
    asked: list[Any] = []

    def evaluate_beside(inputs: Any, k: int, known: Any) -> dict[str, str]:
        asked.append((inputs, k, known))
        return {"a": "equal", "b": f"{library_numbers.DIFFERS}0.250000"}

    monkeypatch.setattr(library_numbers, "evaluate_beside", evaluate_beside)
    files = PeoplesFiles(write("lists.csv", ""), write("truth.csv", ""), 5)
    values: list[Any] = [0.5, 0.75, 0.5, "KeyError"]
    rows = [
        {"metric": name, "value": value, "computes": "recall(divisor=r)"}
        for name, value in zip("abcd", values, strict=True)
    ]
    add_evaluated(rows, files, {"a": RECALL, "b": RECALL, "c": None, "d": RECALL})
    known = {"a": (RECALL, 0.5), "b": (RECALL, 0.75)}
    assert asked == [(files.inputs, 5, known)]
    assert [row["evaluate"] for row in rows] == [
        *("equal", f"{library_numbers.DIFFERS}0.250000", "", ""),
    ]
    assert [row["computes"].startswith("recorded as ") for row in rows] == [
        *(False, True, False, False),
    ]


def test_a_metric_that_lacks_what_it_needs_is_not_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The others are, one after the other."""
    monkeypatch.setattr(measure, "hand_over_tables", lambda case, to: nullcontext("r"))
    monkeypatch.setattr(
        measure, "find_first_lacking", lambda metric, entry, beside: metric
    )
    seen: list[Any] = []

    def ask(name: str, request: str) -> Value:
        seen.append((name, request))
        return Value(0.5)

    metrics = {"a": "", "b": TRAINING, "c": ""}
    process: Any = SimpleNamespace(
        adapter=SimpleNamespace(metrics=metrics), measure=ask
    )
    case: Any = None
    found = measure.measure_metrics(
        process, dict.fromkeys("abc"), case, (), lambda *told: seen.append(told)
    )
    assert found == {
        "a": Value(0.5),
        "b": refuse_missing_input(TRAINING),
        "c": Value(0.5),
    }
    told = [("a,", 1, 3), ("a", "r"), ("b,", 2, 3), ("c,", 3, 3), ("c", "r")]
    assert seen == told


def test_a_python_without_homonym_is_refused(tmp_path: Path) -> None:
    """By the last line of what it says; one that is not there too; none is needed."""
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\necho one >&2\necho two >&2\nexit 1\n", "utf-8")
    python.chmod(0o755)
    with pytest.raises(UserError, match="cannot ask the library: two\n"):
        require_library_python(str(python))
    assert require_library_python("") == ""
    with pytest.raises(UserError, match="--python /nowhere/python does not run: No su"):
        require_library_python("/nowhere/python")
    with pytest.raises(UserError, match="cannot ask the library: it says nothing"):
        require_library_python("false")
    assert require_library_python("true") == "true"


def test_a_library_that_cannot_be_imported_is_broken() -> None:
    its: Any = SimpleNamespace(
        adapter=adapters()["rs-metrics"], about={"error": "KeyError: 1", "version": ""}
    )
    with pytest.raises(Broken, match="KeyError: 1"):
        require_installed_library(its, "")
