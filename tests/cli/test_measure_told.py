"""How `homonym measure` tells what a library returned, here of given answers."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan
from types import SimpleNamespace
from typing import Any

import pytest

from homonym.adapters import adapters
from homonym.adapters.contract import Failed, Measurement, Refused, Value
from homonym.cases.kinds import TRAINING
from homonym.cli.measure import (
    PeoplesFiles,
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
from homonym.errors import Broken, UserError
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


def test_a_python_without_homonym_is_refused() -> None:
    """One that is not there too; none is needed."""
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
