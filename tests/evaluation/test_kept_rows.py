"""Which rows and users are kept, lists by their ranks, groups: rows counted by hand."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest
from by_reference import frame
from ibis import _

from homonym import UserError
from homonym.evaluation.backends.in_duckdb import DuckDb
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.given_ranks import order_lists_by_rank
from homonym.evaluation.group_tables import NONE, number_member_groups, read_groups
from homonym.evaluation.usable_rows import (
    drop_repeated_pairs,
    grade_judged_pairs,
    keep_counted_users,
    keep_usable_rows,
)

ROW = {"user": pa.int64(), "item": pa.int64(), "number": pa.float64()}
RANKED = {"user": pa.int64(), "item": pa.int64(), "rank": pa.float64()}


@pytest.fixture(scope="module")
def backend() -> DuckDb:
    """One for all of these tests."""
    return DuckDb.opened()


def listed(backend: DuckDb, table: Any, *columns: str) -> list[tuple[Any, ...]]:
    """The rows, in the order of their columns."""
    rows = backend.fetch(table.select(*columns)).to_pylist()
    told = [tuple(row[column] for column in columns) for row in rows]
    return sorted(told, key=lambda row: [(one is None, one) for one in row])


def test_a_row_is_usable_with_both_ids_and_a_number(backend: DuckDb) -> None:
    rows = [(1, 2, 0.5), (None, 2, 0.5), (1, None, 0.5), (1, 2, None)]
    found = keep_usable_rows(frame(rows, ROW))
    assert listed(backend, found, *ROW) == [(1, 2, 0.5)]


def test_of_a_pair_that_stands_again_the_best_is_kept(backend: DuckDb) -> None:
    """Of each user's own."""
    rows = [(1, 2, 0.5), (1, 2, 0.75), (1, 3, 0.25), (2, 2, 0.125), (1, 2, 0.625)]
    found = drop_repeated_pairs(frame(rows, ROW), [_.number.desc()])
    assert listed(backend, found, *ROW) == [(1, 2, 0.75), (1, 3, 0.25), (2, 2, 0.125)]


def test_a_grade_is_not_below_0_and_1_from_a_threshold_on(backend: DuckDb) -> None:
    judged = frame([(1, 1, -2.0), (1, 2, 3.0), (1, 3, 4.0), (1, 4, 5.0)], ROW)
    as_given = listed(backend, grade_judged_pairs(judged, None), "item", "g")
    assert as_given == [(1, 0.0), (2, 3.0), (3, 4.0), (4, 5.0)]
    cut = listed(backend, grade_judged_pairs(judged, 4.0), "item", "g")
    assert cut == [(1, 0.0), (2, 0.0), (3, 1.0), (4, 1.0)]


LISTS = frame([(1, 1, 0.5), (2, 1, 0.5), (4, 1, 0.5)], ROW)
JUDGED = [(1, 1, 1.0), (2, 1, 0.5), (3, 1, 2.0)]
"""3 has no list, 2 no relevant item; 4 is not judged."""


@pytest.mark.parametrize(
    ("chosen", "users"),
    [
        ([], {1, 2, 3}),
        (["user_absent_from_truth=counts as 0"], {1, 2, 3, 4}),
        (["user_without_list=skipped"], {1, 2}),
        (["user_without_relevant=skipped"], {1, 3}),
        (["user_without_relevant=skipped", "user_without_list=skipped"], {1}),
    ],
)
def test_users_count_as_the_conventions_say(
    chosen: list[str], users: set[int], backend: DuckDb
) -> None:
    judged = frame(JUDGED, {"user": pa.int64(), "item": pa.int64(), "g": pa.float64()})
    conventions = Conventions.of(chosen)
    found = listed(backend, keep_counted_users(judged, LISTS, conventions), "user")
    assert {user for (user,) in found} == users


def test_lists_stand_as_their_ranks_say(backend: DuckDb) -> None:
    """From 1 on in each list, whatever the ranks begin with."""
    rows = [(1, 5, 7.0), (1, 6, 2.5), (2, 5, 0.0), (1, 7, 9.0)]
    found = order_lists_by_rank(backend, frame(rows, RANKED), "lists")
    assert found.columns == ("user", "item", "place")
    assert backend.fetch(found).to_pydict() == {
        "user": [1, 1, 1, 2],
        "item": [6, 5, 7, 5],
        "place": [0, 1, 2, 0],
    }


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (
            [(2, 5, None), (1, 6, None), (1, 5, None)],
            "lists: the rank of user 1 and item 5 is no finite number, and",
        ),
        (
            [(2, 5, 2.0), (2, 6, 2.0), (1, 5, 3.0), (1, 6, 3.0)],
            "lists: rank 3 stands more than once in the list of user 1, and",
        ),
    ],
)
def test_ranks_that_are_none_or_stand_again_are_refused(
    rows: Any, says: str, backend: DuckDb
) -> None:
    """The first of them is named."""
    with pytest.raises(UserError, match=says):
        order_lists_by_rank(backend, frame(rows, RANKED), "lists")


def test_a_rank_again_where_no_user_stands_is_no_fault(backend: DuckDb) -> None:
    """Such a row is in no list."""
    rows = [(None, 5, 1.0), (None, 6, 1.0), (1, 5, 1.0)]
    found = order_lists_by_rank(backend, frame(rows, RANKED), "lists")
    assert (1, 5, 0) in listed(backend, found, "user", "item", "place")


GROUP = {"user": pa.int64(), "group": pa.string(), "place": pa.int64()}
MEMBERS = frame([(1,), (2,), (3,), (4,)], {"user": pa.int64()})


def numbered(backend: DuckDb, rows: Any) -> tuple[Any, Any]:
    """The members' groups by their numbers, and what these are called."""
    groups = None if rows is None else frame(rows, GROUP)
    found, names = number_member_groups(backend, MEMBERS, "user", groups)
    return listed(backend, found, "user", "group"), names


def test_groups_are_numbered_in_their_order(backend: DuckDb) -> None:
    """Of several rows of a member the first counts; who has none is in the last."""
    rows = [(2, "a", 3), (1, "b", 1), (1, "a", 2), (3, None, 0), (9, "z", 4)]
    assert numbered(backend, rows) == (
        [(1, 2), (2, 1), (3, 3), (4, 3)],
        ("a", "b", NONE),
    )
    every = [(1, "b", 0), (2, "a", 1), (3, "b", 2), (4, None, 3), (4, "b", 4)]
    assert numbered(backend, every) == ([(1, 2), (2, 1), (3, 2), (4, 2)], ("a", "b"))


def test_without_a_table_all_are_in_one_group(backend: DuckDb) -> None:
    assert numbered(backend, None) == ([(1, 1), (2, 1), (3, 1), (4, 1)], ("",))


def test_no_group_is_called_as_that_of_those_in_none(backend: DuckDb) -> None:
    """Where all members have one it may be."""
    rows = [(1, NONE, 0), (2, "a", 1), (3, "a", 2)]
    with pytest.raises(UserError, match=f"a group of users is called '{NONE}', as"):
        numbered(backend, rows)
    _, names = numbered(backend, [*rows, (4, "a", 3)])
    assert names == ("a", NONE)


def test_a_table_of_groups_has_a_group(backend: DuckDb) -> None:
    """The names of its columns are looked for; a row's place is kept."""
    table = pa.table({"user": [1, 2], "group": ["a", None]})
    found = read_groups(backend, "user_groups", table, {})
    rows = listed(backend, found.rows, "user", "group")
    assert rows == [(1, "a"), (2, None)]
    assert "place" in found.rows.columns
    assert found.stored == {"user": "whole numbers"}
    floats = pa.table({"user": [1.0, 2.0], "group": ["a", "b"]})
    assert read_groups(backend, "user_groups", floats, {}).stored == {"user": "floats"}
    broken = pa.table({"user": [1.5, 2.0], "group": ["a", "b"]})
    with pytest.raises(UserError, match=r"has the user 1\.5 in a column of floats"):
        read_groups(backend, "user_groups", broken, {})
    empty = pa.table({"user": [1], "group": pa.array([None], pa.string())})
    with pytest.raises(UserError, match="has no row with a group"):
        read_groups(backend, "user_groups", empty, {})
