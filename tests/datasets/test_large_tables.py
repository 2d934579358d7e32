"""Large files are read in columns, and give what they give row by row."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from math import floor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from homonym.adapters._shared import dictionaries
from homonym.cli.measure import PeoplesFiles, measure_tables
from homonym.datasets import large_tables
from homonym.datasets.edges_in_data import find_edges_in_data
from homonym.datasets.large_tables import are_large
from homonym.datasets.tables import load_case
from homonym.errors import UserError
from homonym.reference.case import TableCase

duckdb = pytest.importorskip("duckdb", reason="DuckDB is in the extra 'parquet'")

LISTS = "user,item,score\n7,1,0.9\n7,2,0.5\n9,2,0.8\n7,3,0.5\n9,4,0.1\n"
TRUTH = "user,item,relevance\n8,1,1\n7,3,2\n7,9,0.5\n9,1,0\n"
TRAIN = "user,item\n9,5\n7,5\n3,1\n"

IDS = st.sampled_from(
    ["1", "2", "3", "10", "-4", "02", "1.0", "a", "é", " 1", '"1"', ""]
)
NUMBERS = st.sampled_from(
    [
        "1",
        "0",
        "0.5",
        "-1",
        "+1",
        "1e-1",
        ".5",
        "5.",
        "1_0",
        "nan",
        "+-1",
        " 1",
        "",
        "x",
    ]
)
PLAIN_IDS, PLAIN = st.sampled_from(["1", "2", "3", "10"]), st.sampled_from(["1", "0.5"])
ENDS = st.sampled_from(["\n", "\r\n", "\n\n", "\r"])


def rows(ids: st.SearchStrategy[str], numbers: st.SearchStrategy[str]) -> Any:
    """Rows of a file."""
    return st.lists(st.tuples(ids, ids, numbers).map(",".join), min_size=1, max_size=6)


TABLES = rows(PLAIN_IDS, PLAIN) | rows(IDS, NUMBERS)


@contextmanager
def all_large() -> Iterator[None]:
    """Every file is a large one meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(large_tables, "LARGE", 0)
        yield


def write(folder: Path, **texts: str) -> dict[str, Path]:
    """Files of these names and texts."""
    paths = {name: folder / f"{name}.csv" for name in texts}
    for name, path in paths.items():
        path.write_text(texts[name], encoding="utf-8", newline="")
    return paths


def read(
    folder: Path, paths: dict[str, Path], order: Any, columns: bool
) -> tuple[str, Any]:
    """What the files give, in columns where they can be read so, and what is told."""
    told: list[str] = []
    lists, truth, train = (paths.get(n) for n in ("predictions", "truth", "train"))
    assert lists and truth
    try:
        with all_large():
            case = load_case(
                *(lists, truth, 2, None, order, train, told.append),
                folder if columns else None,
            )
    except UserError as error:
        return str(error), None
    return "\n".join(told), case


def parts(case: TableCase) -> tuple[Any, ...]:
    """All that adapters read of a case, in its order, types included."""
    lists, truth, train = (
        list(its.items()) for its in (case.recommendations, case.truth, case.train)
    )
    edges = find_edges_in_data(case)
    return repr((lists, truth, train)), case.catalogue, case.k, case.id, edges


@pytest.mark.parametrize("count", [15, pytest.param(60, marks=pytest.mark.exhaustive)])
def test_columns_give_what_rows_give(count: int) -> None:
    """The same case, the same sentence where there is none, and the same notes."""

    @settings(max_examples=count, deadline=None)
    @given(TABLES, TABLES, rows(PLAIN_IDS, PLAIN) | st.none(), ENDS, st.data())
    def tried(
        lists: list[str], truth: list[str], train: list[str] | None, end: str, data: Any
    ) -> None:
        order = data.draw(st.sampled_from([None, "score", "file"]))
        given = {"predictions": ("user,item,score", lists)}
        given["truth"] = ("user,item,relevance", truth)
        given |= {"train": ("user,item,x", train)} if train else {}
        texts = {name: end.join([head, *its]) for name, (head, its) in given.items()}
        with TemporaryDirectory() as made, TemporaryDirectory() as folder:
            paths = write(Path(made), **texts)
            by_row, by_column = (
                read(Path(folder), paths, order, columns) for columns in (False, True)
            )
            assert by_column[0] == by_row[0]
            assert (by_row[1] is None) == (by_column[1] is None)
            if by_row[1]:
                assert parts(by_column[1]) == parts(by_row[1])

    tried()


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """Three small files in order."""
    return write(tmp_path, predictions=LISTS, truth=TRUTH, train=TRAIN)


def in_columns(files: dict[str, Path]) -> TableCase:
    """The case of the files, of which columns are wanted."""
    folder = files["truth"].parent / "columns"
    folder.mkdir()
    told, case = read(folder, files, None, columns=True)
    assert told == "" and case.columns
    return case  # type: ignore[no-any-return]


def test_what_is_in_order_has_columns(files: dict[str, Path]) -> None:
    """Users as they come in the file, each with all rows; numbers are numpy's."""
    numpy = pytest.importorskip("numpy")
    found = in_columns(files)
    assert found.columns and found.columns.has("train")
    users, items, scores = found.columns.read("predictions", "user", "item", "score")
    assert [*zip(users, items, scores, strict=True)] == [
        *((7, 1, 0.9), (7, 2, 0.5), (7, 3, 0.5), (9, 2, 0.8), (9, 4, 0.1))
    ]
    assert (users.dtype, scores.dtype) == (numpy.int64, numpy.float64)
    assert [*found.columns.rows("train")] == [(7, 5), (9, 5), (3, 1)]


def test_edges_are_counted_alike_in_columns(files: dict[str, Path]) -> None:
    """A user without a list, ties, grades of 0 and below 1."""
    found = in_columns(files)
    _, case = read(files["truth"].parent, files, None, columns=False)
    assert find_edges_in_data(found) == find_edges_in_data(case)
    assert {"user_without_list", "ties", "zero_grade"} <= {*find_edges_in_data(found)}


def test_pytrec_evals_dictionaries_are_the_same(files: dict[str, Path]) -> None:
    """Of columns as of a case; whole grades are integers."""
    found = in_columns(files)
    _, case = read(files["truth"].parent, files, None, columns=False)
    assert dictionaries.lists(found) == dictionaries.lists(case)
    for how in (dictionaries.whole, floor):
        one, other = (dictionaries.truth(its, how) for its in (found, case))
        assert repr(one) == repr(other)


def test_frames_are_the_same(files: dict[str, Path]) -> None:
    """Rows, names and types of pandas."""
    pandas = pytest.importorskip("pandas")
    from homonym.adapters import rs_metrics
    from homonym.adapters._shared import frames

    found = in_columns(files)
    _, case = read(files["truth"].parent, files, None, columns=False)
    names = ("u", "i"), "grade", "score"
    pairs = [
        *zip(frames.tables(found, *names), frames.tables(case, *names), strict=True)
    ]
    pairs += zip(rs_metrics.tables(found), rs_metrics.tables(case), strict=True)
    for one, other in pairs:
        pandas.testing.assert_frame_equal(one, other)
    pandas.testing.assert_frame_equal(*map(rs_metrics.log, (found, case)))


@pytest.mark.exhaustive
def test_a_library_reads_them_from_the_folder(
    files: dict[str, Path], fakes: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its process makes dictionaries of them where its adapter reads those."""
    asked = PeoplesFiles(files["predictions"], files["truth"], 2)
    values = []
    for large in (large_tables.LARGE, 0):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(large_tables, "LARGE", large)
            measure_tables(fakes, asked, ["precision", "map_is_recall"], "", [], True)
        values.append(json.loads(capsys.readouterr().out))
    assert values[0] == values[1]


def test_without_duckdb_files_are_read_row_by_row(files: dict[str, Path]) -> None:
    """Large ones too, and it is said what would help."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "duckdb", None)
        told, case = read(files["truth"].parent, files, None, columns=True)
    assert case.columns is None
    assert told.endswith('in columns after pip install "homonym[parquet]"')


def test_a_name_that_is_a_pattern_is_no_pattern(tmp_path: Path) -> None:
    """To DuckDB p[1].csv is p1.csv."""
    (folder := tmp_path / "p[1]").mkdir()
    paths = write(folder, predictions=LISTS, truth=TRUTH)
    told, case = read(tmp_path, paths, None, columns=True)
    assert told == "" and case.columns is None


def test_files_of_eight_million_bytes_are_large(tmp_path: Path) -> None:
    """One is enough; what is no file is not."""
    small, large = tmp_path / "small", tmp_path / "large"
    for path, size in ((small, 7_999_999), (large, 8_000_000)):
        with path.open("wb") as file:
            file.truncate(size)
    assert are_large([small, large])
    assert not are_large([small, tmp_path, tmp_path / "away"])


def test_ids_of_users_and_items_have_types_of_their_own(tmp_path: Path) -> None:
    """Numbers on one side, texts on the other."""
    paths = write(
        tmp_path,
        predictions="user,item,score\n7,b,0.9\n7,a,0.5\n",
        truth="user,item\n7,a\n",
    )
    found = in_columns(paths)
    assert found.recommendations == {7: (("b", 0.9), ("a", 0.5))}
    assert found.truth == {7: (("a", 1.0),)} and found.catalogue == ("a", "b")


@pytest.mark.parametrize(
    ("order", "lists"),
    [("score", [(2, 0.9), (1, 0.2)]), ("file", [(1, 0.2), (2, 0.9)])],
)
def test_only_lists_are_put_in_order(
    order: str, lists: list[tuple[int, float]], tmp_path: Path
) -> None:
    """And where scores are said to order them."""
    paths = write(
        tmp_path,
        predictions="user,item,score\n7,1,0.2\n7,2,0.9\n",
        truth="user,item,relevance\n7,1,1\n7,2,2\n",
    )
    told, case = read(tmp_path, paths, order, columns=True)
    assert told == "" and case.columns
    assert case.recommendations == {7: tuple(lists)}
    assert case.truth == {7: ((1, 1.0), (2, 2.0))}


def test_ids_that_files_write_otherwise_are_told_of_columns_too(tmp_path: Path) -> None:
    """Of each file against the predictions."""
    paths = write(
        tmp_path,
        predictions="user,item,score\n7,1,0.9\n8,1,0.5\n",
        truth="user,item\n7,1\n8.0,1\n",
    )
    told, case = read(tmp_path, paths, None, columns=True)
    assert told.startswith(f"1 user of {paths['predictions']} stands otherwise in ")
    assert case.columns and "\n" not in told


def test_parquet_is_read_in_columns_by_its_names(tmp_path: Path) -> None:
    """Wherever these stand."""
    paths = {name: tmp_path / f"{name}.parquet" for name in ("predictions", "truth")}
    columns = {"predictions": "0.9 AS score, 'a' AS item", "truth": "'a' AS item"}
    with duckdb.connect() as opened:
        for name, path in paths.items():
            query = f"SELECT {columns[name]}, 7 AS user"
            opened.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet)")
    told, case = read(tmp_path, paths, None, columns=True)
    assert told == "" and case.columns is None  # a score of DECIMAL is left to the rows
    with duckdb.connect() as opened:
        query = "SELECT 0.9::DOUBLE AS score, 'a' AS item, 7 AS user"
        opened.execute(f"COPY ({query}) TO '{paths['predictions']}' (FORMAT parquet)")
    told, case = read(tmp_path, paths, None, columns=True)
    assert told == "" and case.columns
    assert case.recommendations == {7: (("a", 0.9),)}
    assert case.truth == {7: (("a", 1.0),)}
