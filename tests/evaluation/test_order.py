"""What puts lists in order: scores, the rows of the file, or a column of ranks."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import homonym
from homonym import UserError
from homonym.evaluation.conventions import Conventions

Write = Callable[[str, str], Path]
MRR = "reciprocal_rank(counts=first)"
RUN = "q1 Q0 d1 {} 0.9 me\nq1 Q0 d2 {} 0.8 me\nq2 Q0 d1 1 0.9 me\n"
"""d2 is the relevant one of q1, second by its score; q2 has d1."""
QRELS = "q1 0 d2 1\nq2 0 d1 1\n"


def number(lists: Any, truth: Any, k: int = 2, **more: Any) -> float | None:
    """The definition's number."""
    return homonym.evaluate(lists, truth, k=k, metrics=[MRR], **more).value(MRR)


@pytest.mark.exhaustive
def test_a_trec_run_stands_by_its_scores_unless_ranks_are_asked_for(
    write: Write,
) -> None:
    run, qrels = write("my.run", RUN.format(2, 1)), write("my.qrels", QRELS)
    assert number(run, qrels) == 0.75
    assert number(run, qrels, order="rank") == 1
    assert number(run, qrels, order="file") == 0.75


@pytest.mark.parametrize("kind", ["csv", "frame"])
def test_a_column_of_ranks_puts_lists_in_order(write: Write, kind: str) -> None:
    table = pa.table(
        {
            "item": ["a", "b", "c"],
            "rank": [2, 3, 1],
            "user": [7, 7, 7],
            "score": [0.9, 0.8, 0.7],
        }
    )
    lists: Any = table
    if kind == "csv":
        rows = zip(*table.to_pydict().values(), strict=True)
        text = "".join(",".join(map(str, row)) + "\n" for row in rows)
        lists = write("lists.csv", "item,place,user,score\n" + text)
    columns = {"rank": "place"} if kind == "csv" else {}
    truth = write("truth.csv", "user,item\n7,c\n")
    assert number(lists, truth, k=3, columns=columns) == pytest.approx(1 / 3)
    assert number(lists, truth, k=3, columns=columns, order="rank") == 1


@pytest.mark.exhaustive
def test_ranks_may_be_fractions_and_begin_anywhere(write: Write) -> None:
    run, qrels = write("my.run", RUN.format(10, 0)), write("my.qrels", QRELS)
    assert number(run, qrels, order="rank") == 1
    lists = write("l.csv", "user,item,score,rank\na,1,0.9,1.5\na,2,0.8,0.5\n")
    assert number(lists, write("t.csv", "user,item\na,2\n"), order="rank") == 1


@pytest.mark.exhaustive
def test_an_item_again_counts_at_the_best_place_of_the_order(write: Write) -> None:
    """Its better score stands last."""
    rows = "a,2,0.5,1\na,1,0.8,2\na,2,0.9,3\n"
    lists = write("l.csv", "user,item,score,rank\n" + rows)
    truth = write("t.csv", "user,item\na,1\n")
    found = [number(lists, truth, order=one) for one in ("score", "file", "rank")]
    assert found == [0.5, 0.5, 0.5]
    truth = write("t.csv", "user,item\na,2\n")
    found = [number(lists, truth, order=one) for one in ("score", "file", "rank")]
    assert found == [1, 1, 1]


@pytest.mark.parametrize(
    ("order", "done"),
    [
        ("score", ["put in order by item", "put in order by their scores"]),
        ("file", ["left as they stand"] * 2),
        ("rank", ["put in order by their ranks"] * 2),
    ],
)
def test_what_is_done_about_ties_and_order_is_said(
    write: Write, order: str, done: list[str]
) -> None:
    rows = "a,1,0.8,1\na,2,0.8,2\na,3,0.9,3\n"
    lists = write("l.csv", "user,item,score,rank\n" + rows)
    truth = write("t.csv", "user,item\na,1\n")
    faults = homonym.evaluate(lists, truth, k=3, metrics=[MRR], order=order).faults
    assert [(one.key, one.done) for one in faults] == [
        ("ties", done[0]),
        ("unsorted", done[1]),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("user,item,score\na,1,0.9\n", "l.csv has no column for the rank"),
        ("user,item,score,rank\na,1,0.9,first\n", "of user a and item 1 is no finite"),
        ("user,item,score,rank\na,1,0.9,\n", "of user a and item 1 is no finite"),
        ("user,item,score,rank\na,1,0.9,2\na,2,0.8,2\n", "rank 2 stands more than"),
    ],
)
def test_ranks_that_are_no_order_are_one_sentence(
    write: Write, text: str, said: str
) -> None:
    lists, truth = write("l.csv", text), write("t.csv", "user,item\na,1\n")
    assert number(lists, truth, k=1) == 1
    with pytest.raises(UserError, match=said):
        number(lists, truth, order="rank")


def test_an_unknown_order_is_one_sentence(write: Write) -> None:
    lists = write("l.csv", "user,item,score\na,1,0.9\n")
    with pytest.raises(UserError, match="write score, file or rank"):
        number(lists, write("t.csv", "user,item\na,1\n"), order="alphabet")


@pytest.mark.exhaustive
def test_a_card_says_what_the_order_was(write: Write, tmp_path: Path) -> None:
    run, qrels = write("my.run", RUN.format(2, 1)), write("my.qrels", QRELS)
    card = tmp_path / "card.json"
    assert number(run, qrels, order="rank", card=card) == 1
    assert homonym.verify(card).same


@pytest.mark.exhaustive
def test_identify_takes_the_order(write: Write) -> None:
    run, qrels = write("my.run", RUN.format(2, 1)), write("my.qrels", QRELS)
    asked = {"k": 2, "metric": "mrr"}
    for order, matches in (("rank", True), ("score", False)):
        found = homonym.identify(run, qrels, "1.0000", order=order, **asked)[-1]
        names = {str(one.candidate.variant) for one in found.matches}
        assert (MRR in names) == matches


def test_ranks_need_no_scores(write: Write) -> None:
    """Of user a item 2 stands first, whose one relevant item is 1: MRR 1/2."""
    lists = write("ranked.csv", "user,item,rank\na,1,2\na,2,1\n")
    truth = write("one.csv", "user,item\na,1\n")
    asked = {"k": 2, "metrics": ["reciprocal_rank(counts=first)"]}
    found = homonym.evaluate(lists, truth, **asked, order="rank")
    assert [one.value for one in found.numbers] == [0.5]
    assert not {"ties", "scores_no_number"} & {one.key for one in found.faults}
    with pytest.raises(UserError, match="has no column for the score"):
        homonym.evaluate(lists, truth, **asked)


@pytest.mark.parametrize(
    ("order", "ends"),
    [
        ("score", ", ties by item"),
        ("rank", ", lists put in order by their ranks"),
        ("file", ", lists left as they stand"),
    ],
)
def test_conventions_name_what_puts_lists_in_order(order: str, ends: str) -> None:
    assert Conventions().described(order).endswith(ends)
