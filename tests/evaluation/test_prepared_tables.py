"""The tables that variants are computed from, of lists that were counted by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest
from by_reference import frame

from homonym.evaluation.backends.in_duckdb import DuckDb
from homonym.evaluation.tables import (
    Above,
    Lists,
    Tables,
    add_candidate_counts,
    count_table_contents,
    prepare_tables,
)

PAIR = {"user": pa.int64(), "item": pa.int64()}
LISTS = [(1, 1, 0.8), (1, 5, 0.5), (1, 2, 0.3), (1, 6, 0.1), (3, 3, 0.9), (3, 7, 0.2)]
"""Of 1 and 3, best first."""
ABSENT = (4, 1, 0.95)
"""Of one that the truth does not know."""
TRUTH = [(1, 1, 0), (1, 3, 5), (1, 5, 2), (1, 6, 1), (1, 2, 2), (2, 2, 2), (3, 7, 1)]
"""The first item of 1 is judged, and not relevant; 2 has no list."""
TRAIN = [(3, 4), (3, 4), (3, 1), (3, 5), (3, 3), (3, 7), (4, 8)]
"""4 twice; of 3's own 3 is listed, and 7 judged."""
ITEMS = 8


@pytest.fixture(scope="module")
def backend() -> DuckDb:
    """One for all of these tests."""
    return DuckDb.opened()


def given(truth: Any = TRUTH, train: Any = TRAIN, items: int | None = ITEMS) -> Lists:
    """The tables as they were read, ranked and counted."""
    rows, place = [], {1: 0, 3: 0, 4: 0}
    for user, item, score in [*LISTS, ABSENT]:
        place[user] += 1
        rows.append((user, item, score, place[user]))
    lists = frame(rows, {**PAIR, "score": pa.float64(), "n": pa.int64()})
    return Lists(
        lists.drop("n"),
        lists,
        lists.group_by("user").aggregate(length=lists.count()),
        frame([(u, i, float(g)) for u, i, g in truth], {**PAIR, "g": pa.float64()}),
        None if train is None else frame(train, PAIR),
        items,
    )


@pytest.fixture(scope="module")
def tables(backend: DuckDb) -> Tables:
    """The tables of all these lists."""
    return prepare_tables(backend, given())


@pytest.fixture
def rows(backend: DuckDb) -> Callable[..., list[tuple[Any, ...]]]:
    """Columns of a table, row by row in their order."""

    def read(table: Any, *names: str) -> list[tuple[Any, ...]]:
        found = backend.fetch(table.select(*names)).to_pylist()
        return sorted(tuple(row.values()) for row in found)

    return read


Read = Callable[..., list[tuple[Any, ...]]]


def test_each_user_of_the_truth_has_a_row(tables: Tables, rows: Read) -> None:
    """Numbered from 0 on; who has no list has one of length 0."""
    names = "u", "user", "judged", "r", "grades", "length"
    assert rows(tables.users, *names) == [
        (0, 1, 5, 4, 10, 4),
        (1, 2, 1, 1, 2, 0),
        (2, 3, 1, 1, 1, 2),
    ]


def test_each_judged_item_of_a_list_has_a_row(tables: Tables, rows: Read) -> None:
    """With the relevant ones so far, and those above it that are not; the user's facts
    beside them."""
    assert rows(tables.hits, "u", "n", "g", "rel", "j", "above") == [
        (0, 1, 0, False, 0, 0),
        (0, 2, 2, True, 1, 1),
        (0, 3, 2, True, 2, 1),
        (0, 4, 1, True, 3, 1),
        (2, 2, 1, True, 1, 1),
    ]
    facts = rows(tables.hits, "u", "r", "length", "grades")
    assert {*facts} == {(0, 4, 4, 10), (2, 1, 2, 1)}


def test_equal_grades_take_places_together(tables: Tables, rows: Read) -> None:
    """Of the truth, best first."""
    assert rows(tables.best, "u", "before", "upto", "g") == [
        (0, 0, 1, 5),
        (0, 1, 3, 2),
        (0, 3, 4, 1),
        (0, 4, 5, 0),
        (1, 0, 1, 2),
        (2, 0, 1, 1),
    ]
    assert tables.grades == (-1, 0, 1, 2, 5)


@pytest.mark.parametrize(
    ("k", "places"),
    [
        (1, [(0, 0, 1, 0), (2, 0, 1, -1)]),
        (2, [(0, 0, 1, 2), (0, 1, 2, 0), (2, 0, 1, 1), (2, 1, 2, -1)]),
        (
            None,
            [(0, 0, 2, 2), (0, 2, 3, 1), (0, 3, 4, 0), (2, 0, 1, 1), (2, 1, 2, -1)],
        ),
    ],
)
def test_what_nobody_judged_takes_the_last_places_of_a_list(
    tables: Tables, rows: Read, k: int | None, places: list[tuple[int, ...]]
) -> None:
    """Of the whole list, or of its first k."""
    assert rows(tables.listed(k), "u", "before", "upto", "g") == places


def test_pairs_of_a_hit_and_what_is_above_it_are_of_all_users(tables: Tables) -> None:
    """Of those that the truth knows, down to a rank; what is judged and not relevant is
    no hit."""
    assert tables.above_hits(None) == Above(2 + 3 + 4 + 5, 0 + 1 + 2 + 3)
    assert tables.above_hits(2) == Above(2 + 3, 0 + 1)
    assert tables.above_hits(1) == Above(0, 0)
    assert tables.above_hits(2) is tables.above_hits(2)


def test_candidates_are_the_catalogue_without_what_was_trained_on(
    backend: DuckDb, tables: Tables, rows: Read
) -> None:
    """A pair of training counts once, and not where it is listed or judged; without a
    catalogue nothing is known of them."""
    names = "u", "train", "candidates"
    assert rows(tables.users, *names) == [(0, 0, 8), (1, 0, 8), (2, 3, 5)]
    users = tables.users.drop("train", "candidates")
    alone = add_candidate_counts(users, given(train=None))
    assert rows(alone, *names) == [(0, 0, 8), (1, 0, 8), (2, 0, 8)]
    unknown = add_candidate_counts(users, given(items=None))
    assert rows(unknown, *names) == [(0, None, None), (1, None, None), (2, None, None)]


def test_what_there_is_is_counted(backend: DuckDb, tables: Tables) -> None:
    """Nothing of a truth that nobody counts in."""
    assert count_table_contents(tables) == {"users": 3, "judged": 7, "listed": 6}
    nobody = prepare_tables(backend, given(truth=[]))
    assert count_table_contents(nobody) == {"users": 0, "judged": 0, "listed": 0}
