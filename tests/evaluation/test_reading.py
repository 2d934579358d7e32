"""People's tables as they are read, before anything is asked of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from homonym.errors import UserError
from homonym.evaluation.backends.backend import Source
from homonym.evaluation.backends.in_duckdb import DuckDb
from homonym.evaluation.id_types import FLOATS, TEXTS, WHOLE
from homonym.evaluation.reading import (
    as_arrow,
    check_there,
    find_column_places,
    read_input_table,
)

Rows = list[dict[str, Any]]
Write = Callable[[str, str], Path]
LARGEST = 2**63 - 1024
"""The greatest float below 2^63."""


@pytest.fixture(scope="module")
def backend() -> DuckDb:
    """One for all tables of these tests."""
    return DuckDb.opened()


def rows_of(
    backend: DuckDb, given: Any, kind: Any = "predictions", **more: Any
) -> Rows:
    """What is read of a table, row by row as it stands there."""
    rows = read_input_table(backend, kind, given, {}, **more).rows
    found: Rows = backend.fetch(rows.order_by("place")).to_pylist()
    return found


def frame(**columns: Any) -> pa.Table:
    """Predictions of two rows, but for these columns."""
    usual = {"user": [1, 1], "item": [1, 2], "score": [0.9, 0.8]}
    return pa.table({**usual, **columns})


def column(backend: DuckDb, name: str, cells: Any, **more: Any) -> list[Any]:
    """What is read of one column of predictions."""
    role = {"number": "score"}.get(name, name)
    count = len(cells)
    usual = {"user": [1] * count, "item": [1] * count, "score": [0.5] * count}
    given = pa.table({**usual, role: cells})
    return [row[name] for row in rows_of(backend, given, **more)]


@pytest.mark.parametrize(
    ("cells", "read"),
    [
        (["1", " 2 ", "-3", "0"], [1, 2, -3, 0]),
        (["1", "", None], ["1", None, None]),
        (["1", "02"], ["1", "02"]),
        (["1", "2.0"], ["1", "2.0"]),
        (["9" * 18, "1"], [10**18 - 1, 1]),
        (["9" * 19, "1"], ["9" * 19, "1"]),
        (pa.array([7, None], pa.int32()), [7, None]),
        (pa.array([LARGEST, 7], pa.uint64()), [LARGEST, 7]),
        (pa.array([LARGEST + 1, 7], pa.uint64()), [str(LARGEST + 1), "7"]),
        (pa.array([2.0, float("nan"), None, float("inf")]), [2, None, None, None]),
        (pa.array([float(LARGEST), -float(LARGEST)]), [LARGEST, -LARGEST]),
    ],
)
def test_ids_are_whole_numbers_where_all_of_them_are(
    backend: DuckDb, cells: Any, read: list[Any]
) -> None:
    """Written as Python writes them and below 2^63; else texts, which are stripped; an
    empty one is none."""
    assert column(backend, "item", cells) == read


def test_ids_are_texts_in_the_column_alone_that_has_one(backend: DuckDb) -> None:
    """The other stays what it is."""
    texts = {"user": ["1", "2"], "item": ["1", "x"]}
    found = rows_of(backend, frame(**texts))
    assert [(row["user"], row["item"]) for row in found] == [(1, "1"), (2, "x")]
    both = rows_of(backend, frame(user=["y", "2"], item=["1", "x"]))
    assert [(row["user"], row["item"]) for row in both] == [("y", "1"), ("2", "x")]


@pytest.mark.parametrize("broken", [0.5, float(2**63), -float(2**63)])
@pytest.mark.parametrize("role", ["user", "item"])
def test_a_column_of_floats_has_whole_numbers_or_is_refused(
    backend: DuckDb, role: str, broken: float
) -> None:
    """Each of them is looked at, though the column before it has none."""
    floats = {"user": [1.0, 2.0], "item": [1.0, 2.0], role: [1.0, broken]}
    with pytest.raises(UserError, match=f"predictions has the {role} ") as refused:
        read_input_table(backend, "predictions", frame(**floats), {})
    assert refused.value.remedy == f"correct it, or make the {role}s texts"
    alone = frame(**{role: [1.0, broken]})
    with pytest.raises(UserError, match=f"predictions has the {role} "):
        read_input_table(backend, "predictions", alone, {})


@pytest.mark.parametrize(
    ("cells", "read"),
    [
        (["0.5", " -1e3 ", "7"], [0.5, -1000.0, 7.0]),
        (["true", "FALSE", "yes"], [1.0, 0.0, None]),
        (["", None, "nan", "1,5"], [None] * 4),
        (["1e999", "-1e999"], [None, None]),
        ([True, False, None], [1.0, 0.0, None]),
        ([3, None], [3.0, None]),
        (pa.array([0.1], pa.float32()), [0.10000000149011612]),
        ([0.25, float("nan"), float("inf"), -float("inf")], [0.25, None, None, None]),
    ],
)
def test_numbers_are_finite_or_null(
    backend: DuckDb, cells: Any, read: list[Any]
) -> None:
    """Whatever they are stored as; true is 1."""
    assert column(backend, "number", cells) == read


def test_what_has_no_number_has_that_of_its_order(backend: DuckDb) -> None:
    """1 where nothing is ordered; by rank, and as it stands, the first is greatest."""
    bare = frame(rank=["2", "1"]).drop(["score"])
    truth = rows_of(backend, bare.drop(["rank"]), "truth")
    assert [row["number"] for row in truth] == [1.0, 1.0]
    assert [*truth[0]] == ["user", "item", "number", "place"]
    standing = rows_of(backend, bare, order="file")
    assert [row["number"] for row in standing] == [-row["place"] for row in standing]
    assert [row["place"] - standing[0]["place"] for row in standing] == [0, 1]
    ranked = rows_of(backend, bare, order="rank")
    assert [(row["number"], row["rank"]) for row in ranked] == [(-2, 2), (-1, 1)]
    scored = rows_of(backend, frame(rank=[2, 1]), order="rank")
    assert [(row["number"], row["rank"]) for row in scored] == [(0.9, 2), (0.8, 1)]
    assert "rank" not in rows_of(backend, frame(rank=[2, 1]))[0]


def test_cells_of_texts_are_read_once(backend: DuckDb) -> None:
    """What is made of them is kept; numbers are read where they stand."""
    before = len(backend.kept)
    read_input_table(backend, "predictions", frame(), {})
    assert len(backend.kept) == before
    for texts in ({"user": ["a", "b"]}, {"item": ["a", "b"]}, {"score": ["1", "2"]}):
        read_input_table(backend, "predictions", frame(**texts), {})
    assert len(backend.kept) == before + 3


def test_how_ids_are_stored_is_told_by_role(backend: DuckDb, write: Write) -> None:
    """A frame's texts are texts; a file's may be whole numbers."""
    stored = frame(user=["1", "2"], item=[1.0, 2.0])
    found = read_input_table(backend, "predictions", stored, {})
    assert found.stored == {"user": TEXTS, "item": FLOATS}
    file = write("p.csv", "user,item,score\n1,2,0.5\n")
    read = read_input_table(backend, "predictions", file, {})
    assert read.stored == {"user": WHOLE, "item": WHOLE}
    parquet.write_table(stored, file.with_suffix(".parquet"))
    typed = read_input_table(backend, "predictions", file.with_suffix(".parquet"), {})
    assert typed.stored == found.stored


def test_a_file_without_a_header_has_its_columns_in_their_order() -> None:
    """As TREC has them: the rank where it is asked for."""
    source = Source([], None)
    places = [
        find_column_places(source, Path("p.run"), kind, {}, order)
        for kind, order in (
            ("predictions", "score"),
            ("predictions", "rank"),
            ("truth", "score"),
        )
    ]
    assert places == [[0, 2, 4], [0, 2, 4, 3], [0, 2, 3]]


def test_a_header_says_where_columns_stand() -> None:
    """By rank, or as the file has them, none needs a score."""
    source = Source(["rank", "item", "user"], None)
    path = Path("p.csv")
    assert find_column_places(source, path, "predictions", {}, "rank") == [
        2,
        1,
        None,
        0,
    ]
    assert find_column_places(source, path, "predictions", {}, "file") == [2, 1, None]
    with pytest.raises(UserError, match="has no column for the score"):
        find_column_places(source, path, "predictions", {}, "score")


def test_what_is_there_is_a_frame_or_a_file(tmp_path: Path) -> None:
    """A folder may be one of Parquet's."""
    check_there(frame(), "aspects")
    check_there(tmp_path, "aspects")
    check_there(str(tmp_path), "aspects")
    with pytest.raises(UserError, match="there is no file nowhere"):
        check_there("nowhere", "aspects")
    with pytest.raises(UserError, match=r"the table of item groups is 5: give a path"):
        check_there(5, "item_groups")


def test_a_frame_is_asked_for_its_arrow_table() -> None:
    """By either name; a frame of pandas needs both its columns and its rows."""
    table = frame()
    assert as_arrow(table, "truth") is table
    assert as_arrow(SimpleNamespace(to_arrow=lambda: table), "truth") is table
    assert as_arrow(SimpleNamespace(to_pyarrow=lambda: table), "truth") is table
    for odd in (SimpleNamespace(columns=[]), SimpleNamespace(iloc=[])):
        with pytest.raises(UserError, match="the table of truth is namespace"):
            as_arrow(odd, "truth")


def test_what_cannot_be_read_is_refused(
    backend: DuckDb, write: Write, tmp_path: Path
) -> None:
    """A device, or a pipe; of what is not there, or is a folder, that is said, and of a
    row that is none where it stands."""
    row = write("row.csv", "user,item,score\n1,1,0.5\n1,2\n")
    for path, said in (
        (row, r".*row\.csv, line 3: the row has 2 cells and the header 3"),
        ("/dev/null", "/dev/null is no file that can be read more than once"),
        (tmp_path / "p.csv", "there is no file .*p.csv"),
        (tmp_path, f"{tmp_path} is a folder: a file is needed"),
    ):
        with pytest.raises(UserError, match=f"^{said}"):
            read_input_table(backend, "predictions", path, {})
