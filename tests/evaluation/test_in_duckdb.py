"""What evaluation asks of DuckDB, on a few rows by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb
import ibis
import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from homonym.errors import UserError
from homonym.evaluation.backends import in_duckdb
from homonym.evaluation.backends.backend import (
    let_go,
    name_table,
    read_csv_header,
)
from homonym.evaluation.backends.in_duckdb import DuckDb


@pytest.fixture
def backend() -> DuckDb:
    """A new one."""
    return DuckDb.opened()


def rows(backend: DuckDb, table: Any) -> list[tuple[Any, ...]]:
    """A table's rows, in their order."""
    return [tuple(row.values()) for row in backend.fetch(table).to_pylist()]


def told(**columns: Sequence[Any]) -> Any:
    """A table of Ibis."""
    return ibis.memtable(pa.table({name: list(its) for name, its in columns.items()}))


def list_tables(backend: DuckDb) -> list[str]:
    """The names of all tables and views, but for those that Ibis reads from memory."""
    told = "SELECT table_name FROM information_schema.tables ORDER BY table_name"
    return [name for (name,) in backend.rows_of(told) if "memtable" not in name]


def test_what_is_kept_inside_is_dropped_at_the_end(backend: DuckDb) -> None:
    """What was kept before stays; what is dropped is a table no longer."""
    before = backend.keep(told(x=[1, 2]))
    with pytest.raises(KeyboardInterrupt), let_go(backend):
        backend.keep(told(x=[3]))
        backend.keep(told(x=[4]))
        inside = [*backend.kept]
        raise KeyboardInterrupt
    assert len(inside) == 3 and backend.kept == inside[:1]
    assert list_tables(backend) == inside[:1]
    assert rows(backend, before) == [(1,), (2,)]
    assert backend.rows_of("SELECT temporary FROM duckdb_tables()") == [(True,)]


def test_a_table_has_a_name_as_long_as_it_is_asked_for(backend: DuckDb) -> None:
    kept = backend.keep(told(x=[1, 2]))
    with name_table(backend, kept.filter(kept.x > 1)) as name:
        assert backend.rows_of(f"SELECT x FROM {name}") == [(2,)]
    with pytest.raises(duckdb.CatalogException):
        backend.rows_of(f"SELECT x FROM {name}")


def test_memory_is_limited_where_that_is_asked() -> None:
    (limit,) = DuckDb.opened("1GB").rows_of("SELECT current_setting('memory_limit')")
    assert limit == ("953.6 MiB",)
    with pytest.raises(UserError, match="--memory-limit 'much' is no size: write one"):
        DuckDb.opened("much")


def test_a_file_has_its_header_and_the_places_of_its_rows(
    backend: DuckDb, tmp_path: Path
) -> None:
    """From 1 on in CSV, from 0 on in Parquet; a column of Parquet that has the name of
    DuckDB's places is one of the file's."""
    text, plain, named = (
        tmp_path / name for name in ("a.csv", "b.parquet", "c.parquet")
    )
    text.write_text("user,item\n7,x\n8,y\n")
    parquet.write_table(pa.table({"user": [7, 8], "item": ["x", "y"]}), plain)
    parquet.write_table(pa.table({"file_row_number": [5, 5]}), named)
    found = backend.read_file(text, "truth")
    assert found.header == ["user", "item"]
    assert rows(backend, found.rows) == [("7", "x", 1), ("8", "y", 2)]
    found = backend.read_file(plain, "truth")
    assert found.header == ["user", "item"]
    assert [(row[0], row[1], row[-1]) for row in rows(backend, found.rows)] == [
        (7, "x", 0),
        (8, "y", 1),
    ]
    found = backend.read_file(named, "truth")
    assert found.header == ["file_row_number"]
    assert rows(backend, found.rows) == [(5, 1), (5, 2)]


def test_a_trec_file_has_no_header(backend: DuckDb, tmp_path: Path) -> None:
    file = tmp_path / "run.trec"
    file.write_text("q1 Q0 d1 1 0.5 me\nq1 Q0 d2 2 0.25 me\n")
    found = backend.read_file(file, "predictions")
    assert found.header == []
    assert [row[-1] for row in rows(backend, found.rows)] == [1, 2]


def test_an_empty_csv_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "empty.csv"
    file.write_text("")
    with pytest.raises(UserError, match="is empty: a header and rows are needed"):
        read_csv_header(file)
    file.write_text("user;item\n")
    assert read_csv_header(file) == (["user", "item"], ";")


def test_a_frame_stays_when_another_is_read(backend: DuckDb) -> None:
    one = backend.read_frame(pa.table({"u": [1], "v": ["x"]}), "truth")
    other = backend.read_frame(pa.table({"w": [2]}), "truth")
    assert (one.header, other.header) == (["u", "v"], ["w"])
    assert rows(backend, one.rows) == [(1, "x", 1)]
    assert rows(backend, other.rows) == [(2, 1)]
    assert one.rows.columns == ("c0", "c1", "place")


def see(backend: DuckDb, predictions: list[tuple[Any, ...]]) -> tuple[Any, list[Any]]:
    """What is seen of rows of user, item and number: the tables whose pairs may stand
    again, and the lists by user."""
    types = pa.schema(
        [
            ("user", pa.int64()),
            ("item", pa.int64()),
            ("number", pa.float64()),
            ("place", pa.int64()),
        ]
    )
    given = [
        dict(zip(types.names, (*row, place), strict=True))
        for place, row in enumerate(predictions, start=1)
    ]
    table = pa.Table.from_pylist(given, types)
    backend.connection.con.register("given_predictions", table)
    backend.connection.con.register("given_truth", table.slice(0, 2))
    again = backend.see_lists(None)
    words = "user, rows, first, together, unsorted, tied"
    more = "without_id, without_number, unusable"
    query = f"SELECT {words}, {more} FROM homonym_lists ORDER BY user"
    return again, backend.rows_of(query)


def test_what_lists_are_like_is_seen_in_their_rows(backend: DuckDb) -> None:
    """User 1 is in order, 2 is tied, 3 rises, 4 stands apart, of 5 a number is missing
    and of 6 an item; what cannot be used is no neighbour."""
    again, found = see(
        backend,
        [
            (1, 10, 3.0),
            (1, 11, 2.0),
            (2, 10, 1.0),
            (2, 11, 1.0),
            (3, 10, 1.0),
            (3, 11, 2.0),
            (4, 10, 5.0),
            (5, 10, 2.0),
            (5, 11, None),
            (5, 12, 2.0),
            (4, 11, 4.0),
            (6, None, 9.0),
            (6, 11, 1.0),
        ],
    )
    assert again == frozenset()
    assert found == [
        (1, 2, 1, True, False, False, 0, 0, 0),
        (2, 2, 3, True, False, True, 0, 0, 0),
        (3, 2, 5, True, True, False, 0, 0, 0),
        (4, 2, 7, False, False, False, 0, 0, 0),
        (5, 3, 8, True, False, True, 0, 1, 1),
        (6, 2, 12, True, False, False, 1, 0, 1),
    ]


def test_pairs_that_stand_again_are_seen_in_each_table(backend: DuckDb) -> None:
    """The truth is the first two rows: once the pair is among these, once not."""
    pairs = [(1, 10, 3.0), (1, 11, 2.0), (1, 12, 1.0), (1, 11, 0.5)]
    assert see(backend, pairs)[0] == {"predictions"}
    assert see(backend, [(1, 10, 3.0), *pairs])[0] == {"predictions", "truth"}
    assert see(backend, [(1, None, 3.0), (1, None, 2.0)])[0] == frozenset()
    assert backend.sees_all


def test_a_list_is_ranked_from_1_by_its_keys(backend: DuckDb) -> None:
    """The first falls, the second rises; each user has a first."""
    lists = backend.keep(told(user=[1, 1, 1, 2], score=[2, 5, 2, 1], item=[9, 8, 7, 6]))
    found = backend.rank(lists, [("score", True), ("item", False)], None)
    assert sorted(rows(backend, found.select("user", "item", "n"))) == [
        (1, 7, 2),
        (1, 8, 1),
        (1, 9, 3),
        (2, 6, 1),
    ]


def test_pairs_are_counted_part_by_part(
    backend: DuckDb, monkeypatch: pytest.MonkeyPatch
) -> None:
    """5 is above 1, 3 and 4, 3 above 1 alone, 1 above none: of equals none is."""
    upper = backend.keep(told(score=[5.0, 3.0, 1.0]))
    lower = backend.keep(told(score=[3.0, 1.0, 4.0]))
    assert backend.pairs_above(upper, lower) == 4
    assert [one.tolist() for one in backend.parts_of(upper)] == [[5.0, 3.0, 1.0]]
    monkeypatch.setattr(in_duckdb, "AT_ONCE", 1)
    assert backend.pairs_above(upper, lower) == 4
    assert [one.tolist() for one in backend.parts_of(upper)] == [[5.0], [3.0], [1.0]]
    assert list_tables(backend) == sorted(backend.kept)
    (holed,) = backend.parts_of(told(score=[None]).cast({"score": "float64"}))
    assert np.isnan(holed).tolist() == [True]


def test_what_duckdb_cannot_do_is_a_sentence(backend: DuckDb) -> None:
    """Lack of memory has a remedy."""
    with pytest.raises(UserError, match="cannot be evaluated: ") as refused:  # noqa: SIM117
        with backend.told():
            backend.rows_of("SELECT x FROM nowhere")
    assert not refused.value.remedy
    with pytest.raises(UserError, match="are too large for the memory: ") as refused:  # noqa: SIM117
        with backend.told():
            raise duckdb.OutOfMemoryException("no room")
    assert "--memory-limit SIZE" in refused.value.remedy
    assert backend.unreadable == (duckdb.Error,)
    assert backend.exhausted == (duckdb.OutOfMemoryException,)
