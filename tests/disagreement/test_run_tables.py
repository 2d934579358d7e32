"""The runs of several models as one table, and what they are compared by, from tables
that are made up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from homonym import UserError
from homonym.disagreement import joined_runs, measures
from homonym.disagreement.joined_runs import Together, Users, read_together, run_called
from homonym.disagreement.measures import (
    choose_rankings,
    group_by_family,
    group_recorded_metrics,
    is_comparable_variant,
    list_left_rankings,
)
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.inputs import Inputs
from homonym.evaluation.kinds import CATALOGUE, find_missing_input
from homonym.evaluation.recorded_metrics import Computes
from homonym.reference.variants import Variant

RECALL, PRECISION, RMSE = map(
    Variant.parse,
    ("recall(divisor=r)", "precision(divisor=k)", "rmse(missing=dropped)"),
)
Rows = list[tuple[str, Any, float]]


def table(rows: Rows, ranks: bool = False) -> Any:
    """User, item and number of each row, and the row's place as its rank."""
    columns = [list(one) for one in zip(*rows, strict=True)] or [[], [], []]
    found = pa.table(dict(zip(("user", "item", "number"), columns, strict=True)))
    if ranks:
        found = found.append_column("rank", pa.array(range(1, len(rows) + 1)))
    return pa.concat_tables([found.slice(0, 1), found.slice(1)])


TRUTH: Rows = [("b", 1, 1.0), ("a", 2, 1.0)]
ONE: Rows = [("a", 2, 0.5), ("c", 1, 0.25)]
OTHER: Rows = [("b", 1, 3.0), ("a", 7, 2.0), ("d", 1, 1.0)]


@pytest.fixture
def inputs(monkeypatch: pytest.MonkeyPatch) -> Inputs:
    """Whatever is given is a list of rows."""

    def read_one(inputs: Inputs, kind: str, given: Any) -> Any:
        ranked = inputs.order_of(kind) == "rank"  # type: ignore[arg-type]
        return table(given, ranked)

    monkeypatch.setattr(joined_runs, "read_one", read_one)
    return Inputs(None, TRUTH, columns={"user": "who"})


def read(inputs: Inputs, **runs: Rows) -> tuple[list[Together], Users]:
    """The runs together."""
    users = Users()
    return list(read_together(inputs, runs, users)), users


def rows(found: Any) -> list[tuple[Any, ...]]:
    """A table's rows."""
    return [tuple(row.values()) for row in found.to_pylist()]


def test_a_user_of_each_run_is_a_user_of_their_own(inputs: Inputs) -> None:
    """Those of the truth come first; the truth stands there once a run."""
    (found,), users = read(inputs, x=ONE, y=OTHER)
    assert users.ids.to_pylist() == ["b", "a", "c", "d"]
    assert found.runs == ("x", "y") and not found.inputs.columns
    given: Any = found.inputs
    assert given.predictions.column_names == ["user", "item", "score"]
    assert rows(given.predictions) == [
        (1 * 2 + 0, 2, 0.5),
        (2 * 2 + 0, 1, 0.25),
        (0 * 2 + 1, 1, 3.0),
        (1 * 2 + 1, 7, 2.0),
        (3 * 2 + 1, 1, 1.0),
    ]
    assert given.truth.column_names == ["user", "item", "relevance"]
    assert rows(given.truth) == [(0, 1, 1.0), (2, 2, 1.0), (1, 1, 1.0), (3, 2, 1.0)]
    run, place = found.places(pa.array([0, 5, 6]).to_numpy())
    assert (run.tolist(), place.tolist()) == ([0, 1, 0], [0, 2, 3])


def test_items_are_texts_in_all_where_they_are_in_one(inputs: Inputs) -> None:
    """Else they stay as they are."""
    (found,), _ = read(inputs, x=[("a", "2", 0.5)], y=OTHER)
    given: Any = found.inputs
    assert [row[1] for row in rows(given.predictions)] == ["2", "1", "7", "1"]
    assert [row[1] for row in rows(given.truth)] == ["1", "2"] * 2


def test_ranks_go_along_where_they_are_asked_for(inputs: Inputs) -> None:
    """As the last column of the lists alone."""
    ranked = Inputs(None, TRUTH, order="rank")
    (found,), _ = read(ranked, x=ONE)
    given: Any = found.inputs
    assert given.predictions.column_names == ["user", "item", "score", "rank"]
    assert [row[3] for row in rows(given.predictions)] == [1, 2]
    assert given.truth.column_names == ["user", "item", "relevance"]


@pytest.mark.parametrize(
    ("most", "parts"),
    [
        (7, [("x", "y", "z")]),
        (6, [("x", "y"), ("z",)]),
        (5, [("x", "y"), ("z",)]),
        (4, [("x",), ("y",), ("z",)]),
        (1, [("x",), ("y",), ("z",)]),
    ],
)
def test_so_many_rows_are_read_at_once(
    most: int, parts: list[tuple[str, ...]], inputs: Inputs, monkeypatch: Any
) -> None:
    """A run that has more alone, by itself."""
    monkeypatch.setattr(joined_runs, "MOST", most)
    found, _ = read(inputs, x=ONE, y=OTHER, z=ONE)
    assert [one.runs for one in found] == parts


@pytest.mark.parametrize(
    ("truth", "run", "said"),
    [
        ([], ONE, "has no rows: nothing to evaluate"),
        (TRUTH, [], "the run x has no rows: nothing to evaluate"),
        (
            TRUTH,
            [("z", 1, 1.0)],
            "have no user in common: users are written z in the first and b in the",
        ),
        (
            TRUTH,
            [("z", 1, 1.0), ("y", 1, 1.0)],
            "users are written z in the first and b in the second",
        ),
        (
            TRUTH,
            [("a", 9, 1.0)],
            "have no item in common: items are written 9 in the first and 1 in the",
        ),
        (TRUTH, [("a", "no", 1.0)], "items are written no in the first and 1 in the"),
    ],
)
def test_tables_that_have_nothing_to_do_with_each_other_are_refused(
    truth: Rows, run: Rows, said: str, inputs: Inputs
) -> None:
    """By what they are called, and how both are written."""
    asked = Inputs(None, truth)
    with pytest.raises(UserError, match=said):
        read(asked, x=run)


@pytest.mark.parametrize(
    ("order", "columns"), [("rank", ["rank"]), ("score", []), ("file", [])]
)
def test_rows_are_read_with_their_ranks_where_these_order_lists(
    order: Any, columns: list[str]
) -> None:
    """Users as texts."""
    its = {"user": [7, 7], "item": [1, 2], "score": [0.5, 0.25], "rank": [1, 2]}
    found = joined_runs.read_one(
        Inputs(None, TRUTH, order=order), "predictions", pa.table(its)
    )
    assert found.column_names == ["user", "item", "number", *columns]
    assert found["user"].to_pylist() == ["7", "7"]


def test_a_run_is_called_by_its_file_or_by_its_name() -> None:
    assert run_called("x", "a.csv") == run_called("x", Path("a.csv")) == "a.csv"
    assert run_called("x", pa.table({})) == "the run x"


def computes(
    library: str, metric: str, variant: Variant, newest: bool = True, **outcomes: str
) -> Computes:
    """A metric on record."""
    return Computes(library, "1.0", metric, variant, newest, tuple(outcomes.items()))


SKIPPING = computes("ranx", "recall", RECALL, user_without_list="skipped")
METRICS = (
    SKIPPING,
    computes("rs-metrics", "recall_at_k", RECALL),
    computes("rs-metrics", "old", RECALL, newest=False),
    computes("recpack", "precision", PRECISION),
    computes("kgin", "recall", RECALL),
)


def test_definitions_are_compared_within_their_family(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By one set of conventions, each with the metrics that compute it."""
    known = {RECALL: (METRICS[:2], ()), PRECISION: ((), METRICS[3:4])}
    monkeypatch.setattr(measures, "find_metrics_of_definition", known.__getitem__)
    usual = Conventions(ties="input")
    found = group_by_family([RECALL, PRECISION, RECALL], usual)
    assert list(found) == ["recall", "precision"]
    first, *more = found["recall"]
    assert len(more) == 1 and first.title == "recall(divisor=r)"
    assert first.measure == measures.Measure(RECALL, usual)
    assert first.computed_by == ("ranx.recall", "rs-metrics.recall_at_k")
    assert first.may_compute == ()
    (other,) = found["precision"]
    assert (other.computed_by, other.may_compute) == ((), ("recpack.precision",))


def test_metrics_are_compared_by_the_name_that_they_bear(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The newest of each library, by its own conventions; no code of papers, nor what
    computes none of the definitions."""
    monkeypatch.setattr(measures, "list_recorded_metrics", lambda: METRICS)
    found = group_recorded_metrics([RECALL], Conventions())
    ((_, named),) = found.items()
    assert [one.title for one in named] == ["ranx.recall", "rs-metrics.recall_at_k"]
    skipped = Conventions.of(["user_without_list=skipped"])
    assert [one.measure.conventions for one in named] == [skipped, Conventions()]
    assert {one.measure.variant for one in named} == {RECALL}
    assert named[0].computed_by == ("ranx.recall",)


def test_rankings_that_need_lists_and_truth_alone_are_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Those that are named, else all that a metric computes."""
    known = {RECALL: (), RMSE: ()}
    monkeypatch.setattr(measures, "group_metrics_by_variant", lambda: known)
    assert choose_rankings([]) == [RECALL]
    assert choose_rankings(["precision(divisor=k)"]) == [PRECISION]
    with pytest.raises(
        UserError, match=r"rmse\(missing=dropped\) is not compared here"
    ):
        choose_rankings(["recall(divisor=r)", "rmse(missing=dropped)"])
    assert [is_comparable_variant(one) for one in (RECALL, RMSE)] == [True, False]


def test_of_a_name_of_several_rankings_those_that_need_more_are_left_out() -> None:
    """One that needs more alone is refused."""
    found, left = choose_rankings(["auc", "auc"]), list_left_rankings(["auc"])
    assert Variant.parse("auc(positives=all)") in found and len(found) == len({*found})
    assert left and not {*left} & {*found}
    assert all(find_missing_input(one, ()) == CATALOGUE for one in left)
    assert list_left_rankings(["recall(divisor=r)"]) == list_left_rankings([]) == ()
    with pytest.raises(UserError, match="is not compared here"):
        choose_rankings(["recall(divisor=r)", str(left[0])])
