"""People's tables: how they are read, what is wrong with them, who counts."""

import re
import warnings
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import Any

import ibis
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from pyarrow import parquet

import homonym
from homonym import UserError
from homonym.evaluation.csv_errors import describe_engine_error

Write = Callable[[str, str], Path]
LISTS = "user,item,score\na,1,0.9\na,2,0.8\nb,3,0.7\nb,1,0.6\n"
TRUTH = "user,item\na,2\nb,3\n"
RECALL, MRR = "recall(divisor=r)", "reciprocal_rank(counts=first)"


def number(lists: Any, truth: Any, metric: str = MRR, k: int = 2, **more: Any) -> Any:
    """One definition's number."""
    found = homonym.evaluate(lists, truth, k=k, metrics=[metric], **more)
    return found.value(homonym.Variant.parse(metric))


def faults(lists: Path, truth: Path, **more: Any) -> dict[str, int]:
    """What is wrong, by its key."""
    found = homonym.evaluate(lists, truth, k=2, metrics=[MRR], **more)
    return {one.key: one.count for one in found.faults}


def test_csv_files_are_evaluated(write: Write) -> None:
    # a: hit at rank 2, b: hit at rank 1
    assert number(write("p.csv", LISTS), write("t.csv", TRUTH)) == 0.75


def test_half_floats_are_read() -> None:
    lists = pd.read_csv(StringIO(LISTS)).astype({"score": "float16"})
    assert number(lists, pd.read_csv(StringIO(TRUTH))) == 0.75


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (lambda its: its.assign(item=[2**70] * 4), "Python int too large"),
        (lambda its: its[["user", "user", "item", "score"]], "Duplicate column names"),
    ],
)
def test_a_frame_that_cannot_be_read_is_a_sentence(
    made: Callable[[pd.DataFrame], pd.DataFrame], says: str
) -> None:
    """It was what pyarrow raises."""
    with pytest.raises(UserError, match=f"the table of predictions .*{says}"):
        number(made(pd.read_csv(StringIO(LISTS))), pd.read_csv(StringIO(TRUTH)))


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (lambda its: its.assign(score=[1j] * 4), "cannot be read: .*complex128"),
        (
            lambda its: its.assign(score=pd.arrays.SparseArray([0.5] * 4)),
            "cannot be read: Sparse pandas data .column score.",
        ),
        (
            lambda its: pl.from_pandas(its).with_columns(item=pl.lit(1, pl.Int128)),
            "has a column of a type that pyarrow has not",
        ),
        (lambda its: pl.Series([1, 2]), "is shape.*: give a path, or a frame"),
        (
            lambda its: pl.from_pandas(its).with_columns(
                item=pl.Series([object()] * 4, dtype=pl.Object)
            ),
            "has a column of Python's objects: 'item'",
        ),
    ],
)
def test_a_column_that_pyarrow_has_not_is_a_sentence(
    made: Callable[[pd.DataFrame], Any], says: str
) -> None:
    """It was what pyarrow raises, or an item called by bytes of the memory."""
    with pytest.raises(UserError, match=f"^the table of predictions {says}"):
        number(made(pd.read_csv(StringIO(LISTS))), pd.read_csv(StringIO(TRUTH)))


def test_a_batch_of_rows_is_a_table() -> None:
    batch = pa.RecordBatch.from_pandas(pd.read_csv(StringIO(LISTS)))
    assert number(batch, pd.read_csv(StringIO(TRUTH))) == 0.75


@pytest.mark.exhaustive
def test_decimals_are_ids_as_floats_are() -> None:
    """Tied items were compared as texts, and 9.00 was no 9."""
    items = [Decimal("10.00"), Decimal("9.00")]
    lists = pa.table({"user": [1, 1], "item": items, "score": [0.5, 0.5]})
    truth = pa.table({"user": [1], "item": [9]})
    assert number(lists, truth) == 1
    assert number(lists, pa.table({"user": [1], "item": [Decimal("9.0")]})) == 1
    broken = lists.set_column(1, "item", pa.array([Decimal("10.50"), Decimal("9.00")]))
    said = "predictions has the item 10.50 in a column of decimals, where ids are whole"
    with pytest.raises(UserError, match=said):
        number(broken, truth)


@pytest.mark.parametrize(("role", "what"), [("item", "an item"), ("user", "a user")])
def test_a_table_without_any_id_is_one_sentence(role: str, what: str) -> None:
    """It said that ids are written None."""
    lists = pa.table({"user": [1, 1], "item": [1, 2], "score": [0.5, 0.4]})
    place = lists.column_names.index(role)
    none = lists.set_column(place, role, pa.nulls(2, pa.int64()))
    for given in ((none, none), (lists, none), (none, lists)):
        called = "predictions" if given[0] is none else "truth"
        said = f"^the table of {called} has no row with {what}$"
        with pytest.raises(UserError, match=said):
            number(*given, columns={"truth.relevance": "score"})


@pytest.mark.parametrize(
    ("cells", "first"),
    [
        ([datetime(2024, 1, 2), datetime(2024, 1, 3)], "'2024-01-02 00:00:00'"),
        ([[1], [2]], r"'\[1\]'"),
        ([None, "high"], "'high'"),
    ],
)
def test_numbers_that_are_none_are_quoted(cells: list[Any], first: str) -> None:
    """With their column; nothing is said of a column where some are."""
    lists = pa.table({"user": [1, 1], "item": [1, 2], "score": [0.5, 0.4]})
    other = lists.set_column(2, "score", pa.array(cells))
    said = f"finite number, for its column 'score' begins with {first}$"
    with pytest.raises(UserError, match=f"ranked: none has .* {said}"):
        number(other, lists)
    with pytest.raises(UserError, match=f"counted: none has .* {said}"):
        number(lists, other, columns={"truth.relevance": "score"})


FRAMES: dict[str, Callable[[pa.Table], Any]] = {
    "pyarrow": lambda table: table,
    "pandas": lambda table: table.to_pandas(),
    "polars": pl.from_arrow,
    "polars, lazy": lambda table: pl.DataFrame(table).lazy(),
    "ibis": ibis.memtable,
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", [*FRAMES, "paths"])
def test_frames_and_parquet_give_the_same(kind: str, tmp_path: Path) -> None:
    """Without a warning."""
    lists = pa.table(
        {"user": ["a", "a", "b"], "item": [1, 2, 3], "score": [0.9, 0.8, 0.7]}
    )
    truth = pa.table({"user": ["a", "b"], "item": [2, 3]})
    parquet.write_table(lists, tmp_path / "p.parquet")
    parquet.write_table(truth, tmp_path / "t.parquet")
    given = (
        (tmp_path / "p.parquet", tmp_path / "t.parquet")
        if kind == "paths"
        else (FRAMES[kind](lists), FRAMES[kind](truth))
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        assert number(*given) == 0.75


@pytest.mark.exhaustive
def test_true_and_false_are_grades(write: Write) -> None:
    """In a frame and in a file; other words are none."""
    lists = write("p.csv", LISTS)
    grades = {"user": ["a", "a", "b"], "item": [1, 2, 3], "rating": [False, True, True]}
    assert number(lists, pd.DataFrame(grades)) == 0.75
    for words in ("False True True", "false true true"):
        cells = zip("aab", "123", words.split(), strict=True)
        rows = "".join(f"{','.join(row)}\n" for row in cells)
        truth = write("t.csv", f"user,item,rating\n{rows}")
        assert number(lists, truth) == 0.75


def test_a_truth_of_which_nothing_counts_is_one_sentence(write: Write) -> None:
    """Nothing is printed of no user."""
    lists, truth = write("p.csv", LISTS), write("t.csv", "user,item,rating\na,2,good\n")
    for ask in (
        lambda: number(lists, truth),
        lambda: homonym.identify(lists, truth, "0.5", k=2, metric="recall"),
    ):
        with pytest.raises(
            UserError, match=r"t\.csv has no row that can be counted: n"
        ):
            ask()


@pytest.mark.exhaustive
def test_what_gains_more_than_any_number_is_undefined_alone(write: Write) -> None:
    """Plays of a song, say: 2^5000 ended the whole command; 2^1000 has room."""
    lists, truth = write("p.csv", LISTS), write("t.csv", "user,item,plays\na,2,5000\n")
    columns = {"relevance": "plays"}
    found = homonym.evaluate(lists, truth, k=2, columns=columns, metrics=["ndcg"])
    without = [one.variant.names["gain"] for one in found.numbers if one.value is None]
    assert {*without} == {"exponential", "exponential_shifted"}
    assert [one.count for one in found.faults if one.key == "grades_above_1000"] == [1]
    exponential = "ndcg(gain=exponential)"
    assert number(lists, truth, exponential, columns=columns, threshold=2) > 0
    room = write("room.csv", "user,item,relevance\na,2,1000\n")
    assert number(lists, room, exponential) > 0
    assert "grades_above_1000" not in faults(lists, room)


def test_grades_below_1_are_counted(write: Write) -> None:
    """Unless a threshold is chosen; 0 and what is below are others."""
    truth = write("t.csv", "user,item,rating\na,2,0.5\nb,3,1\nb,1,0\na,1,-0.5\n")
    lists = write("p.csv", LISTS)
    assert faults(lists, truth)["grades_below_1"] == 1
    assert "grades_below_1" not in faults(lists, truth, threshold=0.5)
    with pytest.raises(UserError, match="of a grade above 0 and below 1: 1"):
        number(lists, truth, strict=True)


def test_lists_in_the_order_of_the_file_need_no_scores(write: Write) -> None:
    """Nor does a rank; by scores they are missed."""
    lists = write("p.csv", "user,item\na,1\na,2\nb,3\nb,1\n")
    truth = write("t.csv", TRUTH)
    assert number(lists, truth, order="file") == 0.75
    with pytest.raises(UserError, match="has no column for the score"):
        number(lists, truth)


def test_an_engine_that_there_is_not_is_told(write: Write) -> None:
    with pytest.raises(UserError, match="'polars' is unknown: write duckdb or spark"):
        number(write("p.csv", LISTS), write("t.csv", TRUTH), engine="polars")


def test_trec_files_are_read_by_score(write: Write) -> None:
    run = write("my.run", "q1 Q0 d1 1 0.1 me\nq1 Q0 d2 2 0.9 me\n")
    qrels = write("my.qrels", "q1 0 d2 1\n")
    assert number(run, qrels) == 1.0


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "text",
    [
        "q1  0 d3   1\nq1  0 d2   2\n",
        "q1 0 d3 1 \nq1 0 d2 2\t\n",
        "q1 0 d3 1\nq1 0 d2 2\n\n",
        "\n \nq1 0 d3 1\n\n  q1\t0  d2 2",
        "q1\t0\td3 1\r\nq1 0 d2 2\r\n",
    ],
)
def test_a_trec_file_is_split_at_any_white_space(write: Write, text: str) -> None:
    """As trec_eval does; blank lines are none, and rows stand as they stood."""
    run = "q1 Q0 d1 1 0.1 me\nq1  Q0 d2 2 0.9 me\n\nq1 Q0 d3 3 0.9 me \n"
    lists, qrels = write("my.run", run), write("my.qrels", text)
    first = number(lists, qrels, "ndcg(gain=grade)", k=1)
    assert first == 1
    last = number(lists, qrels, "ndcg(gain=grade)", k=1, ties="input-desc")
    assert last == 0.5


def test_a_trec_file_with_a_short_line_names_it(write: Write) -> None:
    run = write("my.run", "q1 Q0 d1 1 0.1 me\nq1 Q0 d2 2 0.9\n")
    with pytest.raises(UserError, match=r"my\.run, line 2: 5 words stand there"):
        number(run, write("my.qrels", "q1 0 d2 1\n"))
    empty_word = write("my.run", "q1 Q0 d1 1 0.1 me\nq1  d2 2 0.9 me\n")
    with pytest.raises(UserError, match=r"my\.run, line 2: 5 words stand there"):
        number(empty_word, write("my.qrels", "q1 0 d2 1\n"))


@pytest.mark.parametrize("name", ["p.csv", "p.run"])
def test_lines_that_end_in_two_ways_are_one_sentence(
    name: str, tmp_path: Path, write: Write
) -> None:
    """The first that ends otherwise is named; all in either way are read."""
    row = "{},{},{}" if name == "p.csv" else "{} Q0 {} 1 {} run"
    head = ["user,item,score"] if name == "p.csv" else []
    lines = [*head, *(row.format(1, item, 99 - item) for item in range(9))]
    truth = write("t.csv", "user,item,relevance\n1,0,1\n")
    path = tmp_path / name
    for end in ("\n", "\r\n"):
        path.write_text(end.join(lines), newline="")
        assert number(path, truth) == 1
        other = {"\n": "\r\n", "\r\n": "\n"}[end]
        mixed = [*[end] * 4, *[other] * (len(lines) - 4)]
        path.write_text(
            "".join(map("".join, zip(lines, mixed, strict=True))), newline=""
        )
        with pytest.raises(UserError, match=rf"{name}, line 5: the line does not end"):
            number(path, truth)


def test_a_grade_without_a_name_that_is_known_is_told(write: Write) -> None:
    """Unless it is named, or cannot be one."""
    lists = write("p.csv", LISTS)
    for column, met in (("rel", 1), ("Value", 1), ("timestamp", 0), ("Unnamed: 0", 0)):
        truth = write("t.csv", f"user,item,{column}\na,1,0\na,2,4\n")
        found = faults(lists, truth)
        assert found.get("grades_unnamed", 0) == met
        assert "grades_unnamed" not in faults(
            lists, truth, columns={"relevance": column}
        )
        assert number(lists, truth, threshold=1) == number(lists, truth)
        with pytest.raises(UserError, match=r"threshold=4 is above the grade of every"):
            number(lists, truth, threshold=4)
    graded = write("t.csv", "user,item,relevance,rel\na,1,0,1\na,2,4,1\n")
    assert "grades_unnamed" not in faults(lists, graded)
    assert number(lists, graded, threshold=5) == 0


def test_a_pair_that_stands_again_makes_no_list_longer(write: Write) -> None:
    lists = write("p.csv", "user,item,score\n1,1,3\n1,1,2\n1,2,1\n")
    truth = write("t.csv", "user,item\n1,2\n")
    assert number(lists, truth, k=2) == 0.5
    with pytest.raises(UserError, match=r"k is 3, and the longest list .* has 2 items"):
        number(lists, truth, k=3)


def test_ids_of_two_types_are_read_as_texts(write: Write) -> None:
    truth = write("t.csv", "user,item\na,2\nb,x3\n")
    assert number(write("p.csv", LISTS), truth) == 0.25
    assert faults(write("p.csv", LISTS), truth)["item_ids_of_two_types"] == 1
    with pytest.raises(UserError, match="whole numbers, where another's are texts: 1"):
        number(write("p.csv", LISTS), truth, strict=True)


@pytest.mark.parametrize(
    ("kind", "how"),
    [("string", str), pytest.param("float64", float, marks=pytest.mark.exhaustive)],
)
@pytest.mark.parametrize(
    "role", ["user", pytest.param("item", marks=pytest.mark.exhaustive)]
)
def test_ids_that_are_stored_otherwise_are_counted(
    write: Write, role: str, kind: str, how: Any, tmp_path: Path
) -> None:
    """In frames and in Parquet, against whole numbers and a file without types; not
    where all are alike."""
    lists = pd.DataFrame({"user": [1, 1], "item": [1, 2], "score": [0.9, 0.8]})
    truth = lists.iloc[1:].drop(columns="score")
    other = lists.assign(**{role: [how(one) for one in lists[role]]})
    other.to_parquet(tmp_path / "p.parquet")
    for given in (other, tmp_path / "p.parquet"):
        for its in (truth, write("t.csv", "user,item\n1,2\n")):
            found = homonym.evaluate(given, its, k=2, metrics=[MRR])
            assert found.value(MRR) == 0.5
            (fault,) = found.faults
            assert (fault.key, fault.count) == (f"{role}_ids_stored_otherwise", 1)
            with pytest.raises(
                UserError, match=f"whose {role} ids are floats or texts"
            ):
                number(given, its, strict=True)
    alike = truth.astype({role: kind})
    assert not homonym.evaluate(other, alike, k=2, metrics=[MRR]).faults


@pytest.mark.exhaustive
def test_unsigned_ids_beyond_whole_numbers_are_texts() -> None:
    items = pa.array([2**63, 7], pa.uint64())
    lists = pa.table({"user": [1, 1], "item": items, "score": [0.9, 0.8]})
    truth = pa.table({"user": [1], "item": [7]})
    found = homonym.evaluate(lists, truth, k=2, metrics=[MRR])
    assert found.value(MRR) == 0.5
    assert [one.key for one in found.faults] == ["item_ids_of_two_types"]
    both = homonym.evaluate(lists, lists.drop(["score"]), k=1, metrics=[RECALL])
    assert both.value(RECALL) == 0.5


@pytest.mark.parametrize("broken", [2.5, 1e300])
@pytest.mark.parametrize("role", ["user", "item"])
def test_a_broken_number_among_ids_is_one_sentence(
    role: str, broken: float, tmp_path: Path
) -> None:
    """It would make texts of all, 2.0 of 2, which the truth has not."""
    lists = pd.DataFrame({"user": [1, 1], "item": [1, 2], "score": [0.9, 0.8]})
    lists = lists.astype({role: float})
    lists.loc[1, role] = broken
    lists.to_parquet(tmp_path / "p.parquet")
    truth = pd.DataFrame({"user": [1], "item": [1]})
    for given, called in (
        (lists, "the table of predictions"),
        (tmp_path / "p.parquet", r"p\.parquet"),
    ):
        said = f"{called} has the {role} {re.escape(str(broken))} in a column of floats"
        with pytest.raises(UserError, match=said):
            number(given, truth)


@pytest.mark.exhaustive
def test_groups_may_be_broken_numbers_and_their_members_not(write: Write) -> None:
    files = write("p.csv", LISTS), write("t.csv", TRUTH)
    groups = pd.DataFrame({"item": [1.0, 2, 3], "group": [0.5, 1.5, 0.5]})
    asked: dict[str, Any] = {"k": 2, "metrics": ["mad(of=item_ranking)"]}
    found = homonym.evaluate(*files, item_groups=groups, **asked)
    assert found.numbers[0].value is not None
    with pytest.raises(UserError, match=r"groups has the item 1\.5 in a col"):
        homonym.evaluate(*files, item_groups=groups.replace({1.0: 1.5}), **asked)


@pytest.mark.parametrize("column", ["user", "item", "score"])
def test_a_column_of_several_types_is_one_sentence(column: str) -> None:
    frame = pd.DataFrame({"user": [1, 2], "item": [1, 2], "score": [0.5, 0.25]})
    mixed = frame.astype({column: object})
    mixed.loc[1, column] = "x"
    with pytest.raises(UserError, match=f"predictions has a column .*column {column}"):
        homonym.evaluate(mixed, frame.drop(columns="score"), k=1)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("row", "key"),
    [
        ("a,1,0.95\n", "again"),
        ("a,4,nan\n", "scores_no_number"),
        ("a,4,\n", "scores_no_number"),
        ("a,4,0.8\n", "ties"),
        ("a,4,0.99\n", "unsorted"),
        ("c,4,0.99\n", "absent"),
        (",4,0.99\n", "empty_ids"),
    ],
)
def test_each_fault_of_the_predictions_is_counted(
    write: Write, row: str, key: str
) -> None:
    lists, truth = write("p.csv", LISTS + row), write("t.csv", TRUTH)
    assert faults(lists, truth)[key] == 1
    with pytest.raises(UserError, match="strict allows none"):
        homonym.evaluate(lists, truth, k=2, metrics=[MRR], strict=True)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("row", "key"),
    [
        ("a,2,1\n", "again_in_truth"),
        ("c,2,1\n", "without_list"),
        ("b,1,-1\n", "grades_below_0"),
        ("b,1,one\n", "grades_no_number"),
        ("c,2,0\n", "without_relevant"),
    ],
)
def test_each_fault_of_the_truth_is_counted(write: Write, row: str, key: str) -> None:
    truth = "user,item,relevance\na,2,1\nb,3,1\n"
    lists = write("p.csv", LISTS)
    assert key not in faults(lists, write("t.csv", truth))
    assert faults(lists, write("t.csv", truth + row))[key] == 1


def test_an_item_twice_counts_at_its_best_rank_and_the_others_move_up(
    write: Write,
) -> None:
    lists = write("p.csv", "user,item,score\na,1,0.9\na,1,0.8\na,2,0.7\n")
    assert number(lists, write("t.csv", "user,item\na,2\n")) == 0.5


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("ties", "wanted"),
    [
        ("item", 0.5),  # 2 before 10
        ("item-desc", 1.0),
        ("item-text", 1.0),  # "10" before "2"
        ("item-text-desc", 0.5),
        ("input", 1.0),  # 10 stands first
        ("input-desc", 0.5),
        ("optimistic", 1.0),
        ("pessimistic", 0.5),
    ],
)
def test_tied_items_stand_in_the_order_that_is_chosen(
    write: Write, ties: str, wanted: float
) -> None:
    lists = write("p.csv", "user,item,score\na,10,0.9\na,2,0.9\n")
    truth = write("t.csv", "user,item\na,10\n")
    assert number(lists, truth, ties=ties) == wanted


@pytest.mark.exhaustive
def test_a_random_order_is_that_of_its_seed(write: Write) -> None:
    rows = "".join(f"a,{item},0.5\n" for item in range(40))
    lists = write("p.csv", "user,item,score\n" + rows)
    truth = write("t.csv", "user,item\na,7\n")
    found = [number(lists, truth, k=40, ties=f"random:{seed}") for seed in (1, 1, 2, 3)]
    assert found[0] == found[1]
    assert len(set(found)) > 1


def test_a_random_order_is_another_for_each_list() -> None:
    """Of 200 users' ten tied items the relevant one stands first in about a tenth: in
    fewer than 5 or more than 39 of 200 for one seed in some forty thousand."""
    users = [user for user in range(200) for _ in range(10)]
    lists = pa.table({"user": users, "item": [*range(10)] * 200, "score": [0.5] * 2000})
    truth = pa.table({"user": [*range(200)], "item": [0] * 200})
    found = number(lists, truth, "precision(divisor=k)", k=1, ties="random:1")
    assert 5 / 200 <= found <= 39 / 200


@pytest.mark.parametrize(
    ("ties", "wanted"), [("input", 1.0), ("input-desc", 1.0), ("item-desc", 0.0)]
)
def test_a_pair_that_stands_again_is_where_the_ties_put_it_first(
    ties: str, wanted: float
) -> None:
    lists = pa.table({"user": [1] * 3, "item": [1, 2, 1], "score": [5.0] * 3})
    truth = pa.table({"user": [1], "item": [1]})
    assert number(lists, truth, "precision(divisor=k)", k=1, ties=ties) == wanted


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("probe", "outcome", "wanted"),
    [
        ("user_without_list", "counts as 0", 0.5),
        ("user_without_list", "skipped", 0.75),
        ("user_absent_from_truth", "skipped", 0.5),
        ("user_absent_from_truth", "counts as 0", 0.375),
    ],
)
def test_users_count_as_the_convention_says(
    write: Write, probe: str, outcome: str, wanted: float
) -> None:
    lists = write("p.csv", LISTS + "d,1,0.5\n")  # d has no truth, c no list
    truth = write("t.csv", TRUTH + "c,1\n")
    assert number(lists, truth, conventions={probe: outcome}) == wanted


def test_users_without_a_relevant_item_count_as_the_convention_says(
    write: Write,
) -> None:
    truth = write("t.csv", "user,item,relevance\na,2,1\nb,3,0\n")
    lists = write("p.csv", LISTS)
    assert number(lists, truth) == 0.25
    skipped = {"user_without_relevant": "skipped"}
    assert number(lists, truth, conventions=skipped) == 0.5


def test_users_that_are_skipped_are_not_absent(write: Write) -> None:
    truth = write("t.csv", "user,item,relevance\na,2,1\nb,3,0\n")
    chosen = {
        "user_without_relevant": "skipped",
        "user_absent_from_truth": "counts as 0",
    }
    assert number(write("p.csv", LISTS), truth, conventions=chosen) == 0.5


def test_a_threshold_makes_grades_0_or_1(write: Write) -> None:
    truth = write("t.csv", "user,item,rating\na,1,3\na,2,5\nb,3,4\n")
    lists = write("p.csv", LISTS)
    assert number(lists, truth, RECALL, k=1) == 0.75
    assert number(lists, truth, RECALL, k=1, threshold=4) == 0.5


def test_a_catalogue_smaller_than_the_tables_is_one_sentence(write: Write) -> None:
    """Items 1 to 3 are listed, 9 is relevant; with training there are five."""
    lists, truth = write("p.csv", LISTS), write("t.csv", TRUTH + "b,9\n")
    gauc = "auc(positives=all, negatives=catalogue)"
    with pytest.raises(UserError, match="catalogue 3: the tables have 4 different"):
        number(lists, truth, gauc, catalogue=3)
    assert number(lists, truth, gauc, catalogue=4) is not None
    train = write("train.csv", "user,item\na,7\n")
    with pytest.raises(UserError, match="have 5 different items"):
        number(lists, truth, gauc, catalogue=4, train=train)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "text",
    [
        "item\n1\n2\n3\n9\n",
        # another column first, an item in two rows, one without an id, blank lines
        'name;itemId\nx;1\ny;1\nz;2\n;3\n\n"w";9\nv;\n',
        "\ufeffnumber\n01\n002\n3\n9\n",
        "number\n1\n01\n2\n3\n9\n",
    ],
)
def test_a_catalogues_file_has_an_id_a_row(write: Write, text: str) -> None:
    """In the item's column, or the first; zeros before a number make no other item."""
    lists, truth = write("p.csv", LISTS), write("t.csv", TRUTH + "b,9\n")
    gauc = "auc(positives=all, negatives=catalogue)"
    catalogue = write("c.csv", text)
    wanted = number(lists, truth, gauc, catalogue=4)
    assert number(lists, truth, gauc, catalogue=catalogue) == wanted


def test_a_catalogues_file_that_lacks_items_is_one_sentence(write: Write) -> None:
    """However many others it has; ids that are texts are compared as they stand."""
    lists, truth = write("p.csv", LISTS), write("t.csv", TRUTH + "b,9\n")
    gauc = "auc(positives=all, negatives=catalogue)"
    catalogue = write("c.csv", "item\n1\n2\n4\n5\n6\n7\n")
    with pytest.raises(
        UserError, match=r"c\.csv lacks items of the tables: 3 and 1 more"
    ):
        number(lists, truth, gauc, catalogue=catalogue)
    with pytest.raises(UserError, match=r"e\.csv lacks items of the tables: 9\n"):
        number(lists, truth, gauc, catalogue=write("e.csv", "item\n1\n2\n3\n"))
    texts = write("texts.csv", LISTS.replace(",1,", ",i1,"))
    with pytest.raises(UserError, match=r"lacks items of the tables: 'i1'\n"):
        number(texts, truth, gauc, catalogue=write("d.csv", "i\n1\n2\n3\n9\n10\n"))


@pytest.mark.parametrize(
    ("items", "text", "cell"),
    [
        (",1,", "10\n1\n2\n3\n9\n", "'10'"),
        (",i1,", "i1,x\n2,x\n3,x\n9,x\n", "'i1'"),
    ],
)
def test_a_catalogues_file_without_a_header_is_one_sentence(
    write: Write, items: str, text: str, cell: str
) -> None:
    """It lost its first item."""
    lists = write("p.csv", LISTS.replace(",1,", items))
    truth = write("t.csv", TRUTH + "b,9\n")
    gauc = "auc(positives=all, negatives=catalogue)"
    said = rf"c\.csv, line 1: {cell} stands where a header is needed: write item above"
    with pytest.raises(UserError, match=said):
        number(lists, truth, gauc, catalogue=write("c.csv", text))


@pytest.mark.parametrize(
    "items",
    [
        [1.0, 2.0, 3.0, 9.0, None, float("nan"), float("inf")],
        [*map(Decimal, ("1.00", "2.00", "3.00", "9.00")), None],
    ],
)
def test_a_catalogue_in_parquet_may_have_floats_and_nulls(
    write: Write, tmp_path: Path, items: list[Any]
) -> None:
    """1.0 was no 1, and what is none an item; a column may be called 0."""
    lists, truth = write("p.csv", LISTS), write("t.csv", TRUTH + "b,9\n")
    gauc = "auc(positives=all, negatives=catalogue)"
    parquet.write_table(pa.table({"0": items}), tmp_path / "c.parquet")
    wanted = number(lists, truth, gauc, catalogue=4)
    assert number(lists, truth, gauc, catalogue=tmp_path / "c.parquet") == wanted


@pytest.mark.exhaustive
def test_the_column_of_a_catalogues_items_can_be_named(write: Write) -> None:
    """For it alone; a name for all tables counts where it has such a column."""
    lists, truth = write("p.csv", LISTS), write("t.csv", TRUTH + "b,9\n")
    gauc = "auc(positives=all, negatives=catalogue)"
    wanted = number(lists, truth, gauc, catalogue=4)
    file = write("c.csv", "shelf,sku\n7,1\n7,2\n7,3\n7,9\n")
    asked: dict[str, Any] = {"columns": {"catalogue.item": "sku"}, "catalogue": file}
    assert number(lists, truth, gauc, **asked) == wanted
    asked["columns"] = {"catalogue.item": "ean"}
    with pytest.raises(UserError, match=r"c\.csv has no column 'ean' for the item"):
        number(lists, truth, gauc, **asked)
    its = [write(f"{one.stem}2.csv", one.read_text()) for one in (lists, truth)]
    for one in its:
        one.write_text(one.read_text().replace("item", "sku"))
    for text in ("shelf,sku\n7,1\n7,2\n7,3\n7,9\n", "item\n1\n2\n3\n9\n"):
        asked = {"columns": {"item": "sku"}, "catalogue": write("c.csv", text)}
        assert number(*its, gauc, **asked) == wanted


@pytest.mark.parametrize("given", ["5.5", "-3", "1e6"])
def test_a_catalogue_that_is_no_number_of_items_is_one_sentence(
    write: Write, given: str
) -> None:
    files = write("p.csv", LISTS), write("t.csv", TRUTH)
    said = f"catalogue={given} is neither a whole number nor a file"
    with pytest.raises(UserError, match=said):
        number(*files, catalogue=given)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("row", ["a,2", "a,1", "a,1\na,2", "a,"])
def test_training_takes_no_item_that_is_listed_or_judged(
    write: Write, row: str
) -> None:
    """What is ranked or relevant is a candidate: AUC was below 0, or above 1."""
    lists, truth = write("p.csv", LISTS), write("t.csv", TRUTH)
    gauc = "auc(positives=all, negatives=catalogue)"
    train = write("train.csv", f"user,item\nb,4\n{row}\n")
    # a: item 1 of 3 others stands above 2; b: none above 3
    wanted = pytest.approx((2 / 3 + 1) / 2)
    assert number(lists, truth, gauc, catalogue=4, train=train) == wanted


@pytest.mark.parametrize("row", ["c,2,nan\n", "c,,1\n"])
def test_rows_that_are_left_out_count_for_no_other_fault(
    write: Write, row: str
) -> None:
    """A user of such rows alone is nobody, with a list or without; a pair does not
    stand again."""
    lists, truth = write("p.csv", LISTS), "user,item,rating\na,2,1\nb,3,1\n"
    for rows in (row, row * 2):
        found = faults(lists, write("t.csv", truth + rows))
        assert not found.keys() & {"without_list", "again_in_truth", "without_relevant"}
    also = write("q.csv", LISTS + "c,1,0.5\n")
    assert faults(also, write("t.csv", truth + row))["absent"] == 1


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("more", "row", "kept"),
    [
        ("", "a,,0.9\n", "empty_ids"),
        ("", "b,,0.99\n", "empty_ids"),
        ("", "c,,0.9\nc,,0.9\n", "empty_ids"),
        ("truth", ",2,-1\n", "empty_ids_in_truth"),
        ("truth", "b,,0.5\n", "empty_ids_in_truth"),
    ],
)
def test_rows_without_an_id_are_no_tie_and_no_grade(
    write: Write, more: str, row: str, kept: str
) -> None:
    """Neither tied, unsorted, below 0 nor below 1."""
    lists, truth = LISTS, "user,item,rating\na,2,1\nb,3,1\n"
    lists, truth = (lists, truth + row) if more else (lists + row, truth)
    assert [*faults(write("p.csv", lists), write("t.csv", truth))] == [kept]


def test_definitions_that_count_outside_the_lists_need_a_catalogue(
    write: Write,
) -> None:
    lists, truth = write("p.csv", LISTS), write("t.csv", TRUTH)
    gauc = "auc(positives=all, negatives=catalogue)"
    with pytest.raises(UserError, match="counts items outside the lists"):
        number(lists, truth, gauc)
    # a: item 1 of the 3 that are not relevant stands above 2; b: none above 3
    assert number(lists, truth, gauc, catalogue=4) == pytest.approx((2 / 3 + 1) / 2)


@pytest.mark.parametrize(
    ("lists", "truth", "said"),
    [
        ("user,item,score\n", TRUTH, "p.csv has no rows"),
        ("", TRUTH, "p.csv is empty"),
        ("user,score\na,1\n", TRUTH, "no column for the item"),
        ("user,item,score\nz,1,0.5\n", TRUTH, "no user in common"),
        ("user,item,score\na,77,0.5\n", TRUTH, "no item in common"),
    ],
)
def test_what_cannot_be_evaluated_is_one_sentence(
    write: Write, lists: str, truth: str, said: str
) -> None:
    with pytest.raises(UserError, match=said):
        number(write("p.csv", lists), write("t.csv", truth))


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"k": 0}, "must be a whole number from 1"),
        ({"ties": "alphabet"}, "ties='alphabet' is unknown"),
        ({"conventions": {"ties": "item"}}, "no convention that can be chosen"),
        ({"conventions": {"user_without_list": "1"}}, "write counts as 0 or skipped"),
        ({"metrics": ["mapp"]}, "mapp"),
        ({"metrics": ["mad(of=user_ranking)"]}, "compares groups of users"),
        ({"like": ["nolib"]}, "unknown library 'nolib'"),
        ({"columns": {"usr": "user"}}, "no role of a column"),
    ],
)
def test_a_wrong_choice_is_one_sentence(
    write: Write, more: dict[str, Any], said: str
) -> None:
    given = {"k": 2, **more}
    with pytest.raises(homonym.UserError, match=said):
        homonym.evaluate(write("p.csv", LISTS), write("t.csv", TRUTH), **given)


def test_an_id_that_is_no_number_in_a_frame_is_left_out() -> None:
    lists = pa.table(
        {"user": [1.0, 1.0, float("nan")], "item": [1, 2, 3], "score": [0.9, 0.8, 0.7]}
    )
    truth = pa.table({"user": [1], "item": [2]})
    found = homonym.evaluate(lists, truth, k=2, metrics=[MRR])
    assert {one.key: one.count for one in found.faults}["empty_ids"] == 1
    assert found.value(MRR) == 0.5


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("a,5\n", "p.csv, line 6: the row has 2 cells and the header 3$"),
        ("a\n", "p.csv, line 6: the row has 1 cell and the header 3$"),
        ("a,5,0.4,7\n", "p.csv, line 6: the row has 4 cells and the header 3$"),
        ('a,"5,0.4\n', "p.csv, line 6: a quote is not closed"),
        ('a,"5"x,0.4\n', "p.csv, line 6: a quote is not closed, or text stands"),
    ],
)
def test_a_row_that_is_no_row_is_named(write: Write, row: str, said: str) -> None:
    with pytest.raises(UserError, match=said):
        number(write("p.csv", LISTS + row), write("t.csv", TRUTH))


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ("CSV Error on Line: 2\nOdd", "p.csv, line 2, cannot be read as CSV"),
        ("Odd\nmore", "p.csv cannot be read as CSV or Parquet: Odd"),
    ],
)
def test_another_error_of_duckdb_is_one_line(error: str, said: str) -> None:
    assert describe_engine_error(Path("p.csv"), Exception(error)) == said


def test_what_is_no_frame_is_one_sentence() -> None:
    with pytest.raises(UserError, match="give a path, or a frame"):
        homonym.evaluate([1, 2], [3], k=1)
