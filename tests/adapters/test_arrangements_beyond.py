"""How adapters rearrange a whole run, without the library that reads it."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import ModuleType

import pytest

from homonym.adapters import rs_metrics
from homonym.adapters.contract import Refuse
from homonym.adapters.recbole import beyond as recbole_beyond
from homonym.adapters.recbole import pipeline as recbole_pipeline
from homonym.adapters.recommenders import beyond as recommenders_beyond
from homonym.adapters.replay import beyond as replay_beyond
from homonym.reference.beyond.case import RunCase
from homonym.reference.case import TableCase
from homonym.reference.diversity.case import AspectCase

CASE = RunCase.parse("af > bcd = c ; b > cde = be | abc,def @2")
SHORT = RunCase.parse("af > b = c ; b > cde = e | abc,def @2")
RISING = TableCase.of("rows", [[1, 1, 0.2], [1, 2, 0.5]], [[1, 1, 1]], 1)


def test_recbole_gets_k_items_a_user_and_how_many_have_each_in_training() -> None:
    """Items nobody has are not counted; the truth decides nothing."""
    assert recbole_beyond.first_k(CASE) == [[2, 3], [3, 4]]
    assert recbole_beyond.counts(CASE) == {1: 1, 6: 1, 2: 1}


def test_recbole_refuses_a_list_that_it_would_have_made_otherwise() -> None:
    """One shorter than k, and one whose scores rise."""
    with pytest.raises(Refuse, match="no list is shorter"):
        recbole_beyond.first_k(SHORT)
    with pytest.raises(Refuse, match="only falling scores"):
        recbole_beyond.first_k(RISING)


def test_recboles_pipeline_is_asked_for_no_list_with_a_training_item() -> None:
    """It never shows a user one, and would put another in its place."""
    assert recbole_pipeline.ranked(CASE)
    with pytest.raises(Refuse, match="shows no user a training item"):
        recbole_pipeline.ranked(RunCase.parse("b > bcd = c ; c > bde = e @2"))


def test_recommenders_gets_lists_that_are_cut_and_what_is_relevant_in_them() -> None:
    """A row a recommendation, and a row a training item."""
    cut = [(1, 2, 0.0), (1, 3, 1.0), (2, 3, 0.0), (2, 4, 0.0)]
    assert recommenders_beyond.first_k(CASE) == cut
    assert recommenders_beyond.first_k(SHORT)[0] == (1, 2, 0.0)
    assert recommenders_beyond.trained(CASE) == [(1, 1), (1, 6), (2, 2)]


def test_recommenders_lists_are_cut_where_the_scores_tell() -> None:
    """Its functions never read the order."""
    with pytest.raises(Refuse, match="only falling scores tell where"):
        recommenders_beyond.first_k(RISING)


def test_an_items_features_are_the_group_that_it_is_in() -> None:
    """One column a group; without groups there are none to give."""
    found = recommenders_beyond.vectors(CASE)
    assert {item: vector.index(1.0) for item, vector in found.items()} == {
        **dict.fromkeys((1, 2, 3), 0),
        **dict.fromkeys((4, 5, 6), 1),
    }
    assert {sum(vector) for vector in found.values()} == {1.0}
    with pytest.raises(Refuse, match="there are none"):
        recommenders_beyond.vectors(RISING)


def test_replay_gets_whole_lists_beside_training_items_or_other_lists() -> None:
    """It cuts and sorts itself; as dictionaries of users only lists have scores."""
    lists, train = replay_beyond.beside_train(CASE, replay_beyond.with_dict)
    assert [item for item, _ in lists[1]] == [2, 3, 4]
    assert lists[1] == list(CASE.recommendations[1])
    assert train == {1: [1, 6], 2: [2]}
    _, expected = replay_beyond.beside_expected(CASE, replay_beyond.with_dict)
    assert [item for item, _ in expected[2]] == [1, 2, 6]


def test_replay_gets_categories_where_every_item_has_one() -> None:
    """A row has one: of an item with two it would be a choice."""
    case = AspectCase.parse("5a > 5b .c | 4a @2")
    (lists,) = replay_beyond.of_categories(case, replay_beyond.with_dict)
    assert [category for category, _ in lists[1]] == ["b", "c"]
    with pytest.raises(Refuse, match="one category a row"):
        replay_beyond.of_categories(
            AspectCase.parse("5ab > 5b .c | 4a @2"), replay_beyond.with_dict
        )


def test_rs_metrics_gets_the_items_of_every_aspect_for_every_user() -> None:
    """Also of the aspects of other users' items, and one item for several aspects."""
    case = AspectCase.parse("5ab 3b | 4a ; 5c @1")
    of_one = [[1, 3], [1, 2], [4]]
    assert rs_metrics.aspects(case) == {1: of_one, 2: of_one}
    assert rs_metrics.aspects(replace(RISING, aspects={1: ("a",)})) == {1: [[1]]}


class Frame:
    """As a polars frame: so many rows, and a type for each column."""

    def __init__(self, rows: int, schema: dict[str, str]) -> None:
        self.rows, self.schema, self.columns = rows, schema, [*schema]

    def __len__(self) -> int:
        return self.rows

    def cast(self, types: dict[str, str]) -> Frame:
        """The same of other types."""
        return Frame(self.rows, {**self.schema, **types})


def test_empty_polars_frames_have_the_types_of_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """RePlay would fail to join one without, as none of its users has; ids are whole
    numbers where both are empty."""
    polars = ModuleType("polars")
    vars(polars).update(Int64="Int64", Float64="Float64", String="String")
    monkeypatch.setitem(sys.modules, "polars", polars)
    lists = Frame(2, {"user_id": "Text", "item_id": "Text", "score": "Float64"})
    train = Frame(0, {"user_id": "Null", "item_id": "Null"})
    same, filled = replay_beyond.typed((lists, train))
    assert same is lists
    assert filled.schema == {"user_id": "Text", "item_id": "Text"}
    _, filled = replay_beyond.typed((Frame(0, lists.schema), train))
    assert filled.schema == {"user_id": "Int64", "item_id": "Int64"}
