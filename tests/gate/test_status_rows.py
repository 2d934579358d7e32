"""The rows of the table of a check, and what stands below it, of made-up answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from fakes.recorded import record_of

from homonym.adapters.contract import Failed, Measurement, Refused, Value
from homonym.gate.check import Result
from homonym.gate.table import (
    is_failing_metric,
    list_failure_lines,
    list_status_rows,
    render_status_table,
)
from homonym.records.measurements import MeasuredRow
from homonym.records.schema_entry import Core, MetricEntry, NoVerdict, ReasonKind

RECALL = MetricEntry(
    claims="recall",
    status="identified",
    variants=("recall(divisor=r)",),
    core=Core(ran=4, of=5, failed={"KeyError: 1": 1}),
)
CASES = ("1 @1", "1 . @1", "1 . . @1", "1 . . . @1", "1 . . . . @1")


def without(kind: ReasonKind) -> MetricEntry:
    """A metric of which there is no verdict, for a reason of that kind."""
    verdict = NoVerdict(kind=kind, reason="why")
    return MetricEntry(claims="recall", status="unavailable", no_verdict=verdict)


def checked(
    metrics: Mapping[str, MetricEntry], answers: Mapping[str, Sequence[Measurement]]
) -> Result:
    """What a library answered on the first cases, held to no record."""
    rows: list[MeasuredRow] = [
        (name, case, one)
        for name, its in answers.items()
        for case, one in zip(CASES, its, strict=False)
    ]
    return Result(record_of(metrics), rows)


def computed(*answers: Measurement) -> str:
    """What the table says that a metric computes."""
    (row,) = list_status_rows(checked({"m": RECALL}, {"m": answers}))
    return row.computes


def test_a_row_has_the_cases_and_the_status() -> None:
    """Below the names of the columns, however long a cell is."""
    result = checked({"m": RECALL}, {})
    (row,) = list_status_rows(result)
    cells = ("m", "recall(divisor=r)", "4 of 5; 1 KeyError: 1", "new")
    assert row.cells == cells
    assert render_status_table(result).splitlines() == [
        "metric  computes           cases                  status",
        "m       recall(divisor=r)  4 of 5; 1 KeyError: 1  new",
    ]


def test_a_table_is_drawn_in_200_columns_whatever_a_metric_is_called() -> None:
    """A long name goes on below; none is a mark of the one who draws."""
    result = checked({"m" * 300: RECALL, "[bold]x[/bold]": RECALL}, {})
    lines = render_status_table(result).splitlines()
    assert max(map(len, lines)) == 200
    assert lines[-1].startswith("[bold]x[/bold]  ")


def test_one_number_on_every_case_is_flagged() -> None:
    """On five cases at least, of every user's numbers too; what failed is none."""
    words = ", 0.5 on every case"
    half = Value(0.5)
    assert computed(*[half] * 5).endswith(words)
    assert not computed(*[half] * 4).endswith(words)
    assert not computed(*[half] * 4, Failed("KeyError: 1")).endswith(words)
    assert computed(Value(None, (0.5, 0.5, 0.5)), half, half).endswith(words)
    assert not computed(*[half] * 4, Value(0.5001)).endswith(words)
    assert not computed(Value(1.0), *[half] * 4).endswith(words)
    assert computed(*[half] * 4, Value(0.5 + 1e-12)).endswith(words)


def test_cases_of_edges_and_of_data_are_no_cases_of_the_core() -> None:
    """Though they give another number."""
    others = ["edge ties", "example top", "movielens top", "varied x 1 @1"]
    rows: list[MeasuredRow] = [("m", case, Value(0.5)) for case in CASES]
    rows += [("m", case, Value(1.0)) for case in others]
    (row,) = list_status_rows(Result(record_of({"m": RECALL}), rows))
    assert row.computes.endswith("0.5 on every case")


def test_a_metric_that_always_fails_is_told_on_its_shortest_case() -> None:
    """None that is large where there is another, with the place, where one is known."""
    failed = Failed("KeyError: 1", "lib/m.py:3")
    rows: list[MeasuredRow] = [
        ("m", "large users_257", Failed("KeyError: 0")),
        ("m", "1 . . . . . . . . . . @1", Failed("KeyError: 2")),
        ("m", "1 . @1", failed),
        ("m", "1 @1", Refused("no")),
    ]
    result = Result(record_of({"m": without("raised"), "n": RECALL}), rows)
    told = "m: KeyError: 1 (lib/m.py:3) on every case, as on 1 . @1"
    assert list_failure_lines(result) == [told]


def test_an_answer_that_is_no_number_is_told_beside_a_verdict() -> None:
    """On how many cases; another error is not."""
    none = Failed("NoNumber: it returned str")
    answers = {"m": [Value(1.0), none, Failed("KeyError: 1")], "n": [Failed("Key: 1")]}
    result = checked({"m": RECALL, "n": RECALL}, answers)
    told = "m: NoNumber: it returned str on 1 of 3 cases, as on 1 . @1"
    assert list_failure_lines(result) == [told]


@pytest.mark.parametrize(
    ("kind", "fails"),
    [("raised", True), ("killed", True), ("refused", False), ("not run", False)],
)
def test_a_metric_fails_that_raises_or_kills(kind: ReasonKind, fails: bool) -> None:
    """Not one that is refused, nor one that gives numbers or is not there."""
    result = checked({"m": without(kind), "n": RECALL}, {})
    assert is_failing_metric("m", result) is fails
    assert not is_failing_metric("n", result)
    assert not is_failing_metric("other", result)
