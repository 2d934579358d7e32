"""What puts each list in order, on rows by hand: only lists that do not stand in it are
sorted."""

from __future__ import annotations

from hashlib import md5
from typing import Any

import pyarrow as pa
import pytest
from by_reference import frame

from homonym.evaluation.backends.backend import IbisTable, SortKeys
from homonym.evaluation.backends.in_duckdb import DuckDb
from homonym.evaluation.ranked_lists import OrderBy, is_list_sorted, rank_lists

LISTED = {
    "user": pa.int64(),
    "item": pa.int64(),
    "score": pa.float64(),
    "place": pa.int64(),
}
GRADED = {"user": pa.int64(), "item": pa.int64(), "g": pa.float64()}
SEEN = {
    "user": pa.int64(),
    "first": pa.int64(),
    "together": pa.bool_(),
    "unsorted": pa.bool_(),
    "tied": pa.bool_(),
    "unusable": pa.int64(),
}
ROWS = [(7, 10, 0.5, 4), (7, 9, 0.5, 5), (7, 30, 0.5, 6), (7, 8, 0.75, 7)]
"""Item 8 has the best score; the others are tied."""
MIXED = [(1, 5, 0.9, 0), (1, 6, 0.8, 1), (2, 6, 0.7, 2), (2, 5, 0.9, 3)]
FALLS, RISES = (1, 0, True, False, False, 0), (2, 2, True, True, False, 0)


class Sorting(DuckDb):
    """DuckDB that tells whose lists it was given to sort."""

    def rank(self, lists: IbisTable, order: SortKeys, cut: int | None) -> IbisTable:
        """As DuckDB does."""
        self.kept.extend(f"{row['user']}" for row in self.fetch(lists).to_pylist())
        return super().rank(lists, order, cut)


@pytest.fixture(scope="module")
def connection() -> Any:
    """One for all of these tests."""
    return DuckDb.opened().connection


@pytest.fixture
def backend(connection: Any) -> Sorting:
    """It has sorted nothing yet."""
    return Sorting(connection)


def ranked(
    backend: DuckDb, rows: Any, seen: Any, by: OrderBy, cut: int | None = None
) -> list[tuple[int, int, int]]:
    """User, rank and item, in order."""
    truth = frame([(7, 30, 1.0), (7, 10, 0.0)], GRADED)
    found = rank_lists(backend, frame(rows, LISTED), frame(seen, SEEN), truth, by, cut)
    rows = backend.fetch(found).to_pylist()
    return sorted((row["user"], row["n"], row["item"]) for row in rows)


@pytest.mark.parametrize(
    ("ties", "items"),
    [
        ("item", [8, 9, 10, 30]),
        ("item-desc", [8, 30, 10, 9]),
        ("item-text", [8, 10, 30, 9]),
        ("item-text-desc", [8, 9, 30, 10]),
        ("input", [8, 10, 9, 30]),
        ("input-desc", [8, 30, 9, 10]),
        ("optimistic", [8, 30, 9, 10]),
        ("pessimistic", [8, 9, 10, 30]),
    ],
)
def test_equal_scores_stand_as_is_asked(
    backend: DuckDb, ties: str, items: list[int]
) -> None:
    """Item 30 is relevant; one judged 0 is worth what one without a grade is."""
    seen = [(7, 4, True, True, True, 0)]
    found = ranked(backend, ROWS, seen, OrderBy(ties, "score"))
    assert found == [(7, rank, item) for rank, item in enumerate(items, 1)]


@pytest.mark.parametrize("seed", range(4))
def test_equal_scores_are_drawn_by_the_md5_of_their_row(
    backend: DuckDb, seed: int
) -> None:
    """Everyone may draw again what a seed gives."""
    seen = [(7, 4, True, True, True, 0)]
    found = ranked(backend, ROWS, seen, OrderBy(f"random:{seed}", "score"))
    drawn = sorted(
        (10, 9, 30), key=lambda item: md5(f"7 {item} {seed}".encode()).hexdigest()
    )
    assert [item for _, _, item in found] == [8, *drawn]


@pytest.mark.parametrize(
    ("seen", "is_sorted"),
    [
        ([FALLS, (2, 2, True, False, False, 0)], [True, True]),
        ([FALLS, RISES], [True, False]),
        ([(1, 0, True, True, False, 0), RISES], [False, False]),
    ],
)
def test_only_lists_that_do_not_fall_are_sorted(
    backend: Sorting, seen: Any, is_sorted: list[bool]
) -> None:
    """Of user 2 the best item stands last: it would stay there."""
    found = ranked(backend, MIXED, seen, OrderBy("item", "score"))
    last = [(2, 1, 6), (2, 2, 5)] if is_sorted[1] else [(2, 1, 5), (2, 2, 6)]
    assert found == [(1, 1, 5), (1, 2, 6), *last]
    apart = {user for user, so in zip("12", is_sorted, strict=True) if not so}
    assert {*backend.kept} == apart


@pytest.mark.parametrize("seen", [[FALLS, FALLS], [FALLS, RISES], [RISES, RISES]])
def test_so_many_ranks_are_kept_as_are_looked_at(backend: DuckDb, seen: Any) -> None:
    both = [(user, *rest) for user, (_, *rest) in zip((1, 2), seen, strict=True)]
    found = ranked(backend, MIXED[:2], both, OrderBy("item", "score"), 1)
    assert [rank for _, rank, _ in found] == [1]


@pytest.mark.parametrize("by", ["file", "rank"])
def test_rows_stand_as_in_the_file_where_no_score_is_asked(
    backend: DuckDb, by: str
) -> None:
    """Here they are apart: item 5 is the first of user 1."""
    rows = [(1, 5, 0.1, 0), (2, 9, 0.5, 1), (1, 6, 0.9, 2)]
    seen = [(1, 0, False, True, False, 0), (2, 1, True, False, False, 0)]
    found = ranked(backend, rows, seen, OrderBy("item", by))
    assert found == [(1, 1, 5), (1, 2, 6), (2, 1, 9)]


@pytest.mark.parametrize(
    ("ties", "by", "standing"),
    [
        ("item", "score", [True, False, False, False, False]),
        ("input", "score", [True, True, False, False, False]),
        ("item", "rank", [True, True, True, False, False]),
    ],
)
def test_a_list_stands_in_order_where_nothing_moves_it(
    backend: DuckDb, ties: str, by: str, standing: list[bool]
) -> None:
    """One that falls, one with ties, one that rises; one of which the rows stand apart,
    one with a row that cannot be used."""
    seen = [
        (1, 0, True, False, False, 0),
        (2, 0, True, False, True, 0),
        (3, 0, True, True, False, 0),
        (4, 0, False, False, False, 0),
        (5, 0, True, False, False, 1),
    ]
    table = frame(seen, SEEN)
    found = table.select("user", stands=is_list_sorted(OrderBy(ties, by)))
    rows = sorted(
        (one["user"], one["stands"]) for one in backend.fetch(found).to_pylist()
    )
    assert [stands for _, stands in rows] == standing
