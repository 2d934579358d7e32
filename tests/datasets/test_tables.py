"""People's data: what is read, what is refused and with which words."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from homonym.datasets import tables
from homonym.datasets.tables import (
    PeoplesTable,
    convert_to_case,
    load_case,
    order_prediction_lists,
    read_peoples_table,
)
from homonym.errors import UserError
from homonym.reference.case import TableCase, grouped
from homonym.reference.variants import Variant

Write = Callable[[str, str], Path]

PREDICTIONS = "user,item,score\n7,1,0.2\n7,2,0.9\n7,3,0.2\n8,1,0.95\n"
TRUTH = "user,item,relevance\n7,3,2\n7,9,1\n8,2,1\n"


@pytest.fixture
def files(write: Write) -> tuple[Path, Path]:
    """A small, proper pair of files."""
    return write("p.csv", PREDICTIONS), write("t.csv", TRUTH)


def refused(
    predictions: Path, truth: Path, k: int = 2, columns: dict[str, str] | None = None
) -> str:
    """The message with which the two files are refused."""
    with pytest.raises(UserError) as caught:
        load_case(predictions, truth, k, columns)
    return str(caught.value)


def test_lists_stand_by_falling_score_and_ties_in_the_order_of_the_file(
    files: tuple[Path, Path],
) -> None:
    """User 7's first and third rows are tied; user 8's better score moves no user."""
    case = load_case(*files, 2, order="score")
    assert case.recommendations[7] == ((2, 0.9), (1, 0.2), (3, 0.2))
    assert list(case.recommendations) == [7, 8]
    assert case.truth == {7: ((3, 2.0), (9, 1.0)), 8: ((2, 1.0),)}
    assert (case.k, case.catalogue) == (2, (1, 2, 3, 9))


SCORED_ROWS = st.lists(
    st.tuples(st.integers(1, 3), st.sampled_from([0.1, 0.2, 0.3])), min_size=1
)


@given(SCORED_ROWS)
def test_an_order_is_asked_for_only_where_scores_and_rows_differ(
    rows: list[tuple[int, float]],
) -> None:
    """Then the row that is named is its user's first that is out of order."""
    pairs = tuple((str(user), str(n), score) for n, (user, score) in enumerate(rows))
    table = PeoplesTable(Path("p.csv"), pairs, range(2, len(pairs) + 2))
    as_given = order_prediction_lists(table, "file")
    by_score = order_prediction_lists(table, "score")
    lists, ranked = grouped(as_given.pairs), grouped(by_score.pairs)
    assert [*lists] == [*ranked]
    for user, its in lists.items():
        assert ranked[user] == tuple(sorted(its, key=lambda pair: -pair[1]))
    if lists == ranked:
        assert order_prediction_lists(table, None) == table
        return
    with pytest.raises(UserError) as caught:
        order_prediction_lists(table, None)
    found = re.search(r"line (\d+): the score of user (\d)", str(caught.value))
    assert found
    row = int(found[1]) - 2
    before = [score for user, score in rows[:row] if str(user) == found[2]]
    assert before == sorted(before, reverse=True)
    assert rows[row][0] == int(found[2]) and rows[row][1] > before[-1]


def test_a_list_of_two_orders_is_refused_with_user_and_line(
    files: tuple[Path, Path],
) -> None:
    """User 7's second row, on line 3, has the better score."""
    assert "p.csv, line 3: the score of user 7 is above" in refused(*files)
    case = load_case(*files, 2, order="file")
    assert case.recommendations[7] == ((1, 0.2), (2, 0.9), (3, 0.2))


def test_training_items_are_a_third_file(
    files: tuple[Path, Path], write: Write
) -> None:
    """Users of the other files have none; items and users of its own are known."""
    train = write("train.csv", "userId,movieId,rating,time\n9,4,5,x\n7,8,1,y\n9,5,,\n")
    case = load_case(*files, 2, order="score", train=train)
    assert case.train == {7: (8,), 8: (), 9: (4, 5)}
    assert case.catalogue == (1, 2, 3, 4, 5, 8, 9)
    letters = write("letters.csv", "user,item\n7,b\n7,1\n")
    case = load_case(*files, 2, order="score", train=letters)
    assert case.train == {7: ("b", "1"), 8: ()}
    assert case.recommendations[8] == (("1", 0.95),)


def test_a_pipe_is_read_once_and_named(files: tuple[Path, Path]) -> None:
    """It cannot be read twice: what was read before is not lost."""
    reading, writing = os.pipe()
    os.write(writing, PREDICTIONS.encode())
    os.close(writing)
    path = f"/dev/fd/{reading}"
    assert read_peoples_table(path, "predictions") == replace(
        read_peoples_table(files[0], "predictions"), path=Path(path)
    )
    with pytest.raises(UserError, match=f"{path} is empty"):
        read_peoples_table(path, "predictions")
    os.close(reading)


@pytest.mark.parametrize(
    ("predictions", "truth"),
    [
        ("user_id,item_id,prediction", "user_id,item_id,rating"),
        ("userId,movieId,rating", "userId,movieId,grade"),
        ("Query ID,Item-Id,Score", "query_id,ITEM,relevance"),
    ],
)
def test_usual_column_names_are_recognised(
    write: Write, predictions: str, truth: str
) -> None:
    """Under each set of names the numbers are the same."""
    lists = write("p.csv", f"{predictions}\n1,5,0.5\n")
    judged = write("t.csv", f"{truth}\n1,5,3\n")
    case = load_case(lists, judged, 1)
    assert case.recommendations == {1: ((5, 0.5),)}
    assert case.truth == {1: ((5, 3.0),)}


def test_a_score_is_preferred_to_a_rating(write: Write) -> None:
    """Predictions that carry both are ranked by their score."""
    path = write("p.csv", "rating,user,item,score\n5,1,2,0.25\n")
    assert read_peoples_table(path, "predictions").pairs == (("1", "2", 0.25),)


def test_other_column_names_are_taken_from_the_arguments(write: Write) -> None:
    """A name counts for both files, or with the file's kind before it for one."""
    lists = write("p.csv", "who,what,score,x\n1,5,9,0.5\n")
    judged = write("t.csv", "who,thing\n1,5\n")
    columns = {
        "user": "who",
        "predictions.item": "what",
        "truth.item": "thing",
        "score": "x",
    }
    case = load_case(lists, judged, 1, columns)
    assert case.recommendations == {1: ((5, 0.5),)}
    assert case.truth == {1: ((5, 1.0),)}


def test_a_named_column_that_is_not_there_is_refused(files: tuple[Path, Path]) -> None:
    """A slip in an option must not fall back on the usual name."""
    message = refused(*files, columns={"score": "scoer"})
    assert "no column 'scoer' for the score" in message
    assert "its columns are user, item, score" in message
    assert "'scores' is no role" in refused(*files, columns={"scores": "score"})


def test_ids_stay_integers_only_when_both_files_hold_nothing_else(write: Write) -> None:
    """One item id in one file that is no integer makes all item ids texts."""
    lists = write("p.csv", "user,item,score\n1,5,0.5\n")
    judged = write("t.csv", "user,item\n1,5\n1,007\n")
    case = load_case(lists, judged, 1)
    assert case.recommendations == {1: (("5", 0.5),)}
    assert case.truth == {1: (("5", 1.0), ("007", 1.0))}


@pytest.mark.parametrize("mark", [";", "\t"])
def test_semicolons_and_tabs_separate_too(write: Write, mark: str) -> None:
    """The header shows which; a byte order mark and blank lines do not count."""
    text = "\ufeff" + PREDICTIONS.replace(",", mark) + "\n"
    rows = read_peoples_table(write("p.csv", text), "predictions").pairs
    assert rows[0] == ("7", "1", 0.2)
    assert len(rows) == 4


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "p.csv is empty"),
        ("user,item,score\n", "has a header and no rows"),
        (
            "user,thing,score\n1,2,3\n",
            "no column for the item: its columns are user, thing, score",
        ),
        ("user,item\n1,2\n", "no column for the score"),
        ("user,item,score\n1,2,high\n", "line 2: the score is 'high'"),
        ("user,item,score\n1,1,1\n1,2,nan\n", "line 3: the score is 'nan'"),
        ("user,item,score\n1,2,inf\n", "line 2: the score is 'inf'"),
        ("user,item,score\n1,2,1_0\n", "line 2: the score is '1_0'"),
        ("user,item,score\n1,2,\n", "line 2: the score is empty"),
        ("user,item,score\n,2,1\n", "line 2: the user is empty"),
        ("user,item,score\n1,2\n", "line 2: the row has 2 cells and the header 3"),
        ("user,item,score\n1,2,3,4\n", "line 2: the row has 4 cells and the header 3"),
        ("user,User,item,score\n1,1,2,3\n", "several columns for the user: user and"),
        (
            "user,item,score\n1,2,3\n2,2,1\n1,2,4\n",
            "line 4: user 1 and item 2 stand together as on line 2",
        ),
    ],
)
def test_predictions_that_cannot_be_used_are_refused(
    write: Write, text: str, words: str
) -> None:
    """The message names the file and the line."""
    message = refused(write("p.csv", text), write("t.csv", TRUTH))
    assert words in message
    assert "p.csv" in message


def test_the_truth_is_checked_as_the_predictions_are(write: Write) -> None:
    """A grade must be a number, and a pair may stand once."""
    lists = write("p.csv", PREDICTIONS)
    bad = write("t.csv", "user,item,relevance\n7,1,yes\n")
    assert "t.csv, line 2: the relevance is 'yes'" in refused(lists, bad)
    twice = write("t.csv", "user,item\n7,1\n7,1\n")
    assert "t.csv, line 3" in refused(lists, twice)


def test_files_without_a_common_user_are_refused(write: Write) -> None:
    """The message shows how each file writes its users."""
    lists = write("p.csv", "user,item,score\nu1,5,0.5\n")
    judged = write("t.csv", "user,item\n1,5\n")
    message = refused(lists, judged)
    assert "no user in common" in message
    assert "u1 in the first and 1 in the second" in message


def test_files_whose_users_are_others_are_refused(write: Write) -> None:
    """Though both write them alike; the first of each is shown."""
    lists = write("p.csv", "user,item,score\n7,5,0.5\n8,5,0.5\n")
    judged = write("t.csv", "user,item\n9,5\n6,5\n")
    message = refused(lists, judged)
    assert (
        "have no user in common: users are written 7 in the first and 9 in" in message
    )


def test_ids_that_files_write_otherwise_are_told(write: Write) -> None:
    """Of users and of items, in each of the other files."""
    told: list[str] = []
    lists = write("p.csv", "user,item,score\n7,1,0.5\n8,2,0.5\n")
    judged = write("t.csv", "user,item\n7,1\n8.0,2\n")
    train = write("train.csv", "user,item\n7,02\n7,1\n")
    load_case(lists, judged, 1, train=train, tell=told.append)
    assert [one.partition(": ")[0] for one in told] == [
        f"1 user of {lists} stands otherwise in {judged}, as 8 and 8.0",
        f"1 item of {lists} stands otherwise in {train}, as 2 and 02",
    ]


def test_a_grade_without_a_name_that_is_known_is_told(write: Write) -> None:
    """Unless it is named, or there is a known one."""
    lists = write("p.csv", "user,item,score\n1,1,3\n")
    truth = write("t.csv", "user,item,rel,time,gain\n1,1,0,5,1\n")
    told: list[str] = []
    load_case(lists, truth, 1, tell=told.append)
    assert told == [
        f"{truth} has no column that is known as the grade, and every row is relevant; "
        "it may be rel, gain: name it with --column relevance=NAME"
    ]
    load_case(lists, truth, 1, {"relevance": "rel"}, tell=told.append)
    write("t.csv", "user,item,rating,rel\n1,1,0,5\n")
    load_case(lists, truth, 1, tell=told.append)
    assert len(told) == 1


def test_large_files_are_read_in_columns_where_that_gives_a_case(
    files: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else row by row; with the names of the columns, and only into a folder."""
    asked: list[tuple[object, ...]] = []
    case = load_case(*files, 2, order="file")
    found: list[object] = [case, None]

    def load_columns(*given: object) -> object:
        asked.append(given)
        return found.pop(0)

    monkeypatch.setattr(tables, "are_large", lambda paths: True)
    monkeypatch.setattr(tables, "load_columns", load_columns)
    named = {"user": "user"}
    assert load_case(*files, 1, named, "file", folder=tmp_path) is case
    assert load_case(*files, 1, order="file", folder=tmp_path).k == 1
    assert [one[1:4] for one in asked] == [(1, named, "file"), (1, {}, "file")]
    assert load_case(*files, 1, order="file").k == 1 and len(asked) == 2


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path, write: Write) -> None:
    """Neither ends in a traceback."""
    truth = write("t.csv", TRUTH)
    assert "there is no file" in refused(tmp_path / "none.csv", truth)
    assert "is a folder" in refused(tmp_path, truth)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path, write: Write) -> None:
    """Bytes that are not UTF-8 are named as the file's fault."""
    path = tmp_path / "p.csv"
    path.write_bytes(b"user,item,score\n1,\xff\xfe,1\n")
    told = refused(path, write("t.csv", TRUTH))
    assert "cannot be read as a CSV or Parquet file: it is no text in UTF-8" in told


def test_a_compressed_file_is_to_be_unpacked(tmp_path: Path, write: Write) -> None:
    """It is not called broken."""
    path = tmp_path / "p.csv.gz"
    path.write_bytes(gzip.compress(b"user,item,score\n1,1,1\n"))
    assert "it is compressed: unpack it first" in refused(path, write("t.csv", TRUTH))


def test_a_cut_off_below_one_is_refused(files: tuple[Path, Path]) -> None:
    """The message names the value."""
    assert "k is 0, and must be at least 1" in refused(*files, k=0)


def test_parquet_gives_the_same_case_as_csv(
    files: tuple[Path, Path], tmp_path: Path
) -> None:
    """Whatever the name of the file ends in."""
    duckdb = pytest.importorskip("duckdb")
    paths = tmp_path / "p.parquet", tmp_path / "t.data"
    for source, path in zip(files, paths, strict=True):
        duckdb.sql(f"COPY (FROM '{source}') TO '{path}' (FORMAT parquet)")
    from_csv, from_parquet = (
        load_case(*its, 2, order="score") for its in (files, paths)
    )
    assert from_parquet.recommendations == from_csv.recommendations
    assert from_parquet.truth == from_csv.truth


def test_parquet_is_checked_by_row(tmp_path: Path) -> None:
    """A missing score and a broken file are refused in words."""
    duckdb = pytest.importorskip("duckdb")
    path = tmp_path / "p.parquet"
    rows = "(VALUES (1, 1, 0.5), (1, 2, NULL)) AS t(user, item, score)"
    duckdb.sql(f"COPY (FROM {rows}) TO '{path}' (FORMAT parquet)")
    with pytest.raises(UserError, match="line 2: the score is empty"):
        read_peoples_table(path, "predictions")
    path.write_bytes(b"PAR1 and no more")
    with pytest.raises(UserError, match="cannot be read"):
        read_peoples_table(path, "predictions")


def test_parquet_without_duckdb_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The extra is named in a command."""
    monkeypatch.setitem(__import__("sys").modules, "duckdb", None)
    path = tmp_path / "p.parquet"
    path.write_bytes(b"PAR1")
    with pytest.raises(UserError) as caught:
        read_peoples_table(path, "predictions")
    assert caught.value.remedy == 'pip install "homonym[parquet]"'


def test_rankings_hold_what_the_tables_say() -> None:
    """Grades by rank, the missed ones, and how many candidates were left unranked."""
    table = TableCase(
        id="by hand",
        recommendations={"a": (("x", 0.9), ("y", 0.4)), "stranger": (("x", 0.1),)},
        truth={"b": (("x", 1.0),), "a": (("y", 5.0), ("z", 4.5), ("w", 0.5))},
        k=2,
        train={"a": ("t",)},
        catalogue=("t", "v", "w", "x", "y", "z"),
    )
    case = convert_to_case(table)
    absent, listed = case.users
    assert (absent.grades, absent.missed, absent.unranked) == ((), (1.0,), 5)
    assert listed.grades == (None, 5.0)
    assert listed.scores == (0.9, 0.4)
    assert listed.missed == (4.5, 0.5)
    assert listed.unranked == 1
    assert case.k == 2


def test_variants_can_be_evaluated_on_files(files: tuple[Path, Path]) -> None:
    """User 7 finds 3 at rank 3 only; at k = 3 reciprocal rank is (1/3 + 0) / 2."""
    case = convert_to_case(load_case(*files, 3, order="score"))
    assert Variant.with_defaults("MRR").value(case) == pytest.approx(1 / 6)
    assert Variant.with_defaults("recall").value(case) == pytest.approx(1 / 4)


def test_a_column_is_named_on_one_line_whatever_it_holds(write: Write) -> None:
    """A header of which a quote or a control character is no name of a column."""
    predictions = write("predictions.csv", "user,item,score\n1,2,0.5\n")
    for header, name in (('"u\nx",item', r"'u\nx'"), ("\x1d,item", r"'\x1d'")):
        truth = write("truth.csv", f"{header}\n1,2\n")
        with pytest.raises(UserError) as refused:
            load_case(predictions, truth, 1)
        sentence, *remedy = str(refused.value).splitlines()
        assert f"its columns are {name}, item" in sentence and len(remedy) == 1


def test_a_column_plays_one_role(write: Write) -> None:
    """A column named for the user and for the item is refused, and named."""
    lists, judged = write("p.csv", PREDICTIONS), write("t.csv", TRUTH)
    message = refused(lists, judged, columns={"predictions.item": "user"})
    assert "the column 'user' is named for the user and for the item" in message
