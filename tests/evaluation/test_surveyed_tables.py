"""People's tables looked over and counted, before any definition is asked of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from opened import open_inputs

from homonym.errors import UserError
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.inputs import (
    Inputs,
    SurveyedTables,
    explain_engine_errors,
    list_known_inputs,
    name_input_table,
    survey_inputs,
)

Rows = list[tuple[Any, ...]]
LISTS: Rows = [(1, 1, 0.9), (1, 2, 0.8), (1, 3, 0.7), (2, 3, 0.6), (2, 1, 0.5)]
TRUTH: Rows = [(1, 2, 1.0), (2, 3, 3.0)]
USUAL = Conventions()


def table(rows: Rows, *names: str) -> pa.Table:
    """Rows as a frame."""
    columns = zip(*rows, strict=True) if rows else ([] for _ in names)
    return pa.table(dict(zip(names, map(list, columns), strict=True)))


def inputs(lists: Rows = LISTS, truth: Rows = TRUTH, **more: Any) -> Inputs:
    """Predictions and truth of these rows."""
    listed = table(lists, "user", "item", "score")
    return Inputs(listed, table(truth, "user", "item", "relevance"), **more)


def surveyed(*given: Rows, **more: Any) -> SurveyedTables:
    """The same, looked over."""
    return survey_inputs(inputs(*given, **more))


def ranked(survey: SurveyedTables, **more: Any) -> Rows:
    """The lists as they are ranked: user, item, rank."""
    asked = {"threshold": None, "cut": None, **more}
    lists = survey.lists(USUAL, **asked).ranked.order_by("user", "n")
    found = survey.backend.fetch(lists).to_pylist()
    return [(row["user"], row["item"], row["n"]) for row in found]


def lengths(survey: SurveyedTables) -> Rows:
    """How long each user's list is."""
    found = survey.lists(USUAL, None, None).lengths.order_by("user")
    return [
        (row["user"], row["length"]) for row in survey.backend.fetch(found).to_pylist()
    ]


def test_inputs_are_named_as_they_are_given(tmp_path: Path) -> None:
    """A file by its path, a frame by what it is; tables that are not given are none."""
    groups = table([(1, "a")], "item", "group")
    given = Inputs("p.csv", table(TRUTH, "user", "item", "relevance"), catalogue=9)
    assert [*given.given] == ["predictions", "truth"]
    assert [*given.every] == ["predictions", "truth", "catalogue"]
    assert name_input_table(given, "predictions") == "p.csv"
    assert name_input_table(given, "truth") == "the table of truth"
    more = inputs(train="t.csv", item_groups=groups, user_groups=groups)
    kinds = ["predictions", "truth", "train", "item_groups", "user_groups"]
    assert [*more.given] == [*more.every] == kinds
    assert [*inputs(aspects=tmp_path).every][2:] == ["aspects"]


def test_a_table_that_is_not_given_is_one_sentence() -> None:
    truth = table(TRUTH, "user", "item", "relevance")
    with pytest.raises(UserError, match=r"^truth is None: lists need predictions and"):
        survey_inputs(Inputs("p.csv"))
    with pytest.raises(UserError, match=r"^predictions is None: lists need"):
        survey_inputs(Inputs(None, truth))


def test_what_puts_lists_in_order_is_of_predictions_alone() -> None:
    """The truth is read as ever."""
    by_rank = inputs(order="rank")
    assert by_rank.order_of("predictions") == "rank"
    assert by_rank.order_of("truth") == by_rank.order_of("train") == "score"


def test_what_is_known_beside_lists_and_truth_is_named(tmp_path: Path) -> None:
    """Training brings a catalogue with it."""
    every = {
        "catalogue": 9,
        "scale": (1, 5),
        "aspects": tmp_path,
        "item_groups": "i.csv",
        "user_groups": "u.csv",
        "logged": "l.csv",
        "bias": (1.0, 0.5),
    }
    names = [
        ("catalogue",),
        ("scale",),
        ("aspects",),
        ("groups of items",),
        ("groups of users",),
        ("log",),
        ("position bias",),
    ]
    for (name, given), known in zip(every.items(), names, strict=True):
        assert list_known_inputs(inputs(**{name: given})) == known
    assert list_known_inputs(inputs(train="t.csv")) == ("catalogue", "train")
    assert list_known_inputs(inputs()) == ()
    chances = Inputs(table([(1, 1, 0.5)], "user", "item", "chance"), scale=(0, 1))
    assert list_known_inputs(chances) == ("scale", "chances")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"engine": "pandas"}, "engine.*pandas.* is unknown: write duckdb or spark"),
        ({"order": "items"}, "order.*items.* is unknown"),
        ({"aspects": "nowhere.csv"}, "there is no file nowhere.csv"),
    ],
)
def test_inputs_that_there_are_not_are_refused_at_once(
    more: dict[str, str], said: str
) -> None:
    """Before anything is read."""
    with pytest.raises(UserError, match=said):
        inputs(**more)


@pytest.mark.parametrize(
    ("given", "more", "said"),
    [
        (([], TRUTH), {}, "the table of predictions has no rows: nothing to evaluate"),
        ((LISTS, []), {}, "the table of truth has no rows: nothing to evaluate"),
        (
            (LISTS, [(7, 2, 1.0)]),
            {},
            "predictions and the table of truth have no user in common: users are "
            "written 1 in the first and 7 in the second",
        ),
        (
            (LISTS, [(1, 7, 1.0)]),
            {},
            "predictions and the table of truth have no item in common: items are "
            "written 1 in the first and 7 in the second",
        ),
        (
            (LISTS, TRUTH),
            {"item_groups": table([(7, "a")], "item", "group")},
            "predictions and the table of item groups have no item in common",
        ),
        (
            (LISTS, TRUTH),
            {"user_groups": table([(7, "a")], "user", "group")},
            "predictions and the table of user groups have no user in common",
        ),
    ],
)
def test_tables_without_anything_in_common_are_refused(
    given: tuple[Rows, Rows], more: dict[str, Any], said: str
) -> None:
    """In one sentence with an id of each."""
    with pytest.raises(UserError, match=said):
        surveyed(*given, **more)


def test_a_cut_off_is_no_longer_than_the_longest_list() -> None:
    """Of rows that can be ranked: a list of one item is told so."""
    lists = [*LISTS, (1, 4, None)]
    survey = surveyed(lists)
    survey.check_cut_offs([1, 3])
    with pytest.raises(UserError, match=r"k is 4, and .* has 3 items: give k up to 3"):
        survey.check_cut_offs([3, 4])
    with pytest.raises(UserError, match=r"k is 2, and .* has 1 item: give k up to 1"):
        surveyed([(1, 2, 0.9)]).check_cut_offs([2])


def test_tables_of_which_no_row_can_be_used_are_refused() -> None:
    """Of predictions, and of truth."""
    nothing = [(1, 2, None), (2, 3, float("nan"))]
    with pytest.raises(UserError, match="predictions has no row that can be ranked"):
        surveyed(nothing).check_cut_offs([1])
    survey = surveyed(LISTS, nothing)
    assert not survey.has_usable_truth()
    with pytest.raises(UserError, match="truth has no row that can be counted"):
        survey.check_cut_offs([1])


def test_lists_are_cut_where_no_more_ranks_are_looked_at() -> None:
    """Ranks are counted from 1 on."""
    every = [(1, 1, 1), (1, 2, 2), (1, 3, 3), (2, 3, 1), (2, 1, 2)]
    assert ranked(surveyed()) == every
    assert ranked(surveyed(), cut=2) == [row for row in every if row[2] <= 2]


def test_an_item_that_stands_again_stands_where_it_is_best() -> None:
    """By its score; where lists are left as they stand, where it stands first. Its list
    is as long as it has items."""
    lists = [(1, 1, 0.9), (1, 2, 0.4), (1, 2, 0.95), (2, 3, 0.6)]
    survey = surveyed(lists)
    assert survey.again == {"predictions"}
    assert ranked(survey) == [(1, 2, 1), (1, 1, 2), (2, 3, 1)]
    assert ranked(surveyed(lists, order="file")) == [(1, 1, 1), (1, 2, 2), (2, 3, 1)]
    assert lengths(survey) == [(1, 2), (2, 1)]
    falling = [(1, 1, 0.9), (1, 1, 0.8), (1, 2, 0.7), (2, 3, 0.6)]
    assert ranked(surveyed(falling)) == [(1, 1, 1), (1, 2, 2), (2, 3, 1)]


def test_a_list_is_as_long_as_it_has_rows_that_can_be_ranked() -> None:
    """Who has none of them has no list."""
    lists = [(1, 1, 0.9), (1, 2, None), (1, 3, 0.7), (2, 3, None), (3, 2, 0.5)]
    assert lengths(surveyed(lists)) == [(1, 2), (3, 1)]


def test_what_duckdb_cannot_do_is_a_sentence() -> None:
    """Where it is asked."""
    with (
        pytest.raises(UserError, match=r"^the tables cannot be evaluated: too much$"),
        explain_engine_errors(inputs()),
    ):
        raise duckdb.Error("too much")


def test_a_judgement_that_stands_again_is_the_higher_one() -> None:
    """Whatever comes first; without a threshold grades stay what they are."""
    survey = surveyed(LISTS, [(1, 2, 1.0), (1, 2, 4.0), (2, 3, 3.0), (2, 1, -1.0)])
    assert survey.again == {"truth"}

    def grades(threshold: float | None) -> list[float]:
        truth = survey.lists(USUAL, threshold, None).truth.order_by("user", "item")
        found: list[float] = survey.backend.fetch(truth)["g"].to_pylist()
        return found

    assert grades(None) == [4, 0, 3]
    assert grades(4) == [1, 0, 0]
    assert grades(3) == [1, 0, 1]


def test_training_is_what_can_be_used_of_it() -> None:
    """Nothing where none is given."""
    train = table([(1, 5), (None, 5), (2, 6)], "user", "item")
    survey = surveyed(train=train)
    lists = survey.lists(USUAL, None, None)
    found = survey.backend.fetch(lists.train.order_by("user")).to_pylist()
    assert found == [{"user": 1, "item": 5}, {"user": 2, "item": 6}]
    assert lists.items == 5
    none = surveyed().lists(USUAL, None, None)
    assert (none.train, none.items) == (None, None)


def test_faults_are_counted_once_for_a_threshold() -> None:
    """By default from 1 on, and then those below it are a fault."""
    survey = surveyed(truth=[(1, 2, 0.5), (2, 3, 3.0)])
    assert "grades_below_1" in {one.key for one in survey.faults(USUAL, None)}
    assert "grades_below_1" not in {one.key for one in survey.faults(USUAL, 2)}
    assert [*survey.counted] == [1, 2]
    survey.counted[2] = {}
    assert survey.faults(USUAL, 2) == []


def test_strict_tables_are_without_a_fault() -> None:
    """Found or not, they are told."""
    twice = [*LISTS, (2, 1, 0.5)]
    assert [one.key for one in open_inputs(inputs(twice), USUAL).faults][:1] == [
        "again"
    ]
    with pytest.raises(UserError, match="strict"):
        open_inputs(inputs(twice, strict=True), USUAL)
    assert open_inputs(inputs(strict=True), USUAL).faults == []


def test_what_was_made_for_a_set_of_conventions_is_dropped_with_it() -> None:
    """And nothing else."""
    survey = surveyed()
    first = survey.opened(USUAL)
    assert first.counts == {"users": 2, "judged": 2, "listed": 5}
    assert first.kinds == ("predictions", "truth")
    second = survey.opened(USUAL, cut=1)
    assert first.kept and second.kept and {*first.kept}.isdisjoint(second.kept)
    first.close()
    assert survey.backend.kept == [*second.kept]
    second.close()
    assert survey.backend.kept == []


def test_lists_are_ranked_by_a_column_of_ranks() -> None:
    """Where that is asked for, whatever their scores."""
    rows = [(1, 1, 0.9, 2), (1, 2, 0.8, 1), (2, 3, 0.7, 1)]
    lists = table(rows, "user", "item", "score", "rank")
    truth = table(TRUTH, "user", "item", "relevance")
    survey = survey_inputs(Inputs(lists, truth, order="rank"))
    assert ranked(survey) == [(1, 2, 1), (1, 1, 2), (2, 3, 1)]
    assert ranked(survey_inputs(Inputs(lists, truth))) == [
        (1, 1, 1),
        (1, 2, 2),
        (2, 3, 1),
    ]


def test_ids_of_two_types_are_counted_and_read_as_texts() -> None:
    """Before tables are compared."""
    survey = surveyed(truth=[(1, "2", 1.0), (2, "x", 1.0)])
    assert survey.met == {"item_ids_of_two_types": 1}
    assert ranked(survey)[0] == (1, "1", 1)
