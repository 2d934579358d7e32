"""Tables in columns are read as their files hold them, once they are asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from homonym.datasets import column_tables
from homonym.datasets.column_tables import ColumnTables, LazyLists, TrainingItems

duckdb = pytest.importorskip("duckdb", reason="DuckDB is in the extra 'parquet'")

LISTS = [(7, 1, 0.5), (7, 2, 0.25), (9, 2, 0.75)]
TRUTH = [(8, 1, 1.0), (7, 2, 2.0)]
TRAIN = [(9, 5), (3, 1), (9, 4)]


@pytest.fixture
def tables(tmp_path: Path) -> ColumnTables:
    """Three files, in a folder whose name has a quote."""
    folder = tmp_path / "it's"
    folder.mkdir()
    made = ColumnTables(folder)
    with duckdb.connect() as opened:
        for name, rows, columns in (
            ("predictions", LISTS, "user, item, score"),
            ("truth", TRUTH, "user, item, relevance"),
            ("train", TRAIN, "user, item"),
        ):
            values = ", ".join(map(str, rows))
            file = str(made.path(name)).replace("'", "''")
            opened.execute(
                f"COPY (SELECT * FROM (VALUES {values}) AS t({columns})) "
                f"TO '{file}' (FORMAT parquet)"
            )
    return made


def test_rows_and_columns_stand_in_the_order_of_the_file(
    tables: ColumnTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many are read at a time; of a table that is not there are none."""
    monkeypatch.setattr(column_tables, "BATCH", 2)
    assert [(u, i, float(s)) for u, i, s in tables.rows("predictions")] == LISTS
    assert [*tables.rows("train")] == TRAIN
    items, users = tables.read("train", "item", "user")
    assert (items.tolist(), users.tolist()) == ([5, 1, 4], [9, 3, 9])
    assert tables.has("train") and not tables.has("other")
    assert [*tables.rows("other")] == []


def test_a_query_counts_in_both_tables(tables: ColumnTables) -> None:
    """By the number of the row too, from 0; 0 where it gives none."""
    assert tables.count("SELECT count(*) FROM predictions WHERE place > 0") == 2
    assert tables.count("SELECT max(place) FROM truth WHERE relevance = 2") == 1
    assert tables.count("SELECT place FROM truth WHERE relevance = 3") == 0


def test_lists_are_read_once(tables: ColumnTables) -> None:
    """By user, in the file's order."""
    lists = LazyLists(tables, "predictions")
    assert {user: [*map(tuple, its)] for user, its in lists.items()} == {
        7: [(1, 0.5), (2, 0.25)],
        9: [(2, 0.75)],
    }
    assert len(lists) == 2 and [*lists] == [7, 9]
    assert lists == dict(lists)
    tables.path("predictions").unlink()
    assert 9 in lists and 8 not in lists


def test_every_user_has_training_items_or_none(tables: ColumnTables) -> None:
    """Those of lists and truth come first."""
    trained = TrainingItems(tables)
    assert [*trained.items()] == [(7, ()), (9, (5, 4)), (8, ()), (3, (1,))]
    assert len(trained) == 4 and trained == dict(trained)
    tables.path("train").unlink()
    assert trained[9] == (5, 4)
    assert dict(TrainingItems(tables)) == {7: (), 9: (), 8: ()}
