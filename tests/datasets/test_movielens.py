"""Real ratings by the paper's protocol: filter, split and EASE."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

import pytest

from homonym.cli import example
from homonym.datasets import movielens
from homonym.datasets.dataset import RatingRow, summarise_dataset, write_dataset
from homonym.datasets.movielens import (
    Ease,
    compare_split,
    compute_ease_weights,
    load_movielens,
    read_ratings,
    select_known_rows,
    split_global,
    split_per_user,
)
from homonym.errors import UserError
from homonym.reports.paper.tables import read_published_numbers

pytest.importorskip("numpy")

HEADER = "userId,movieId,rating,timestamp\n"
RATINGS = HEADER + (
    "1,10,5.0,1\n1,20,4.5,2\n1,30,4.0,3\n"
    "2,10,4.5,4\n2,40,5.0,5\n2,50,5.0,6\n"
    "3,20,5.0,7\n3,40,5.0,8\n"
    "1,40,4.5,9\n4,10,5.0,10\n"
)
"""Nine ratings are kept; by time the last two are the test, and user 4 is not known."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A MovieLens folder with ten ratings."""
    (tmp_path / "ratings.csv").write_text(RATINGS)
    return tmp_path


def rows(*pairs: tuple[int, int]) -> list[RatingRow]:
    """Ratings of (user, time); each is of an item of its own."""
    return [RatingRow(user, 100 + n, 5.0, time) for n, (user, time) in enumerate(pairs)]


def test_ratings_below_the_limit_are_dropped_before_the_split(folder: Path) -> None:
    """Of ten ratings nine are split: the rating of 4.0 does not count."""
    kept = read_ratings(folder / "ratings.csv")
    assert len(kept) == 9
    assert RatingRow(1, 30, 4.0, 3) not in kept
    dataset = load_movielens(folder)
    assert len(dataset.train) == 7


def test_the_older_format_is_read_too(folder: Path, tmp_path: Path) -> None:
    """ratings.dat, with :: between the cells and without a header."""
    text = RATINGS.removeprefix(HEADER).replace(",", "::") + "\n"
    path = tmp_path / "ratings.dat"
    path.write_text(text)
    assert read_ratings(path) == read_ratings(folder / "ratings.csv")


def test_the_global_split_takes_the_latest_fifth() -> None:
    """Whatever the order of the file."""
    ten = rows(*((1, time) for time in (5, 3, 9, 1, 7, 2, 8, 6, 10, 4)))
    train, test = split_global(ten)
    assert sorted(row.timestamp for row in test) == [9, 10]
    assert len(train) == 8


def test_ratings_of_the_moment_of_the_split_are_the_tests() -> None:
    """A second is not divided between train and test."""
    train, test = split_global(rows((1, 1), (1, 2), (1, 5), (2, 5), (2, 5)))
    assert [row.timestamp for row in train] == [1, 2]
    assert [row.timestamp for row in test] == [5, 5, 5]


def test_the_per_user_split_takes_each_users_latest_fifth_rounded_up() -> None:
    """Six ratings leave four in train; the only rating of a user is test."""
    six = rows((1, 6), (1, 5), (1, 4), (1, 3), (1, 2), (1, 1), (2, 9))
    train, test = split_per_user(six)
    assert sorted(row.timestamp for row in train) == [1, 2, 3, 4]
    assert sorted(row[0::3] for row in test) == [(1, 5), (1, 6), (2, 9)]


def test_users_and_items_that_train_does_not_know_leave_the_test(folder: Path) -> None:
    """User 4 has no past; an item seen in the test alone goes as well."""
    train = [RatingRow(1, 10, 5.0, 1), RatingRow(2, 20, 5.0, 2)]
    kept, stranger, new = (
        RatingRow(1, 20, 5.0, 3),
        RatingRow(4, 10, 5.0, 4),
        RatingRow(1, 30, 5.0, 5),
    )
    assert select_known_rows(train, [kept, stranger, new]) == [kept]
    assert load_movielens(folder).test == (RatingRow(1, 40, 4.5, 9),)


def test_ease_is_the_closed_form_on_three_items() -> None:
    """Against the normal equations with a zero diagonal, solved column by column."""
    import numpy as np

    rated = [[0, 1], [0, 1, 2], [1], [0, 2]]
    x = np.zeros((4, 3))
    for user, columns in enumerate(rated):
        x[user, columns] = 1
    expected = np.zeros((3, 3))
    for j in range(3):
        others = [i for i in range(3) if i != j]
        rest = x[:, others]
        gram = rest.T @ rest + 0.5 * np.eye(2)
        expected[others, j] = np.linalg.solve(gram, rest.T @ x[:, j])
    assert compute_ease_weights(rated, 3) == pytest.approx(expected, abs=1e-12)


def test_the_penalty_is_the_papers(folder: Path) -> None:
    """One user, two items: the weight is 1 / (1 + penalty)."""
    assert compute_ease_weights([[0, 1]], 2)[0, 1] == pytest.approx(1 / 1.5)
    assert dict(load_movielens(folder).origin)["lambda"] == 0.5


@pytest.mark.parametrize(
    ("users", "notes"), [(99, "an illustration: the test has 99 users"), (100, "")]
)
def test_a_test_of_few_users_is_an_illustration(
    users: int, notes: str, tmp_path: Path
) -> None:
    """Fewer than a hundred; each has five ratings, the last of which is the test."""
    lines = [f"{u},{(u + n) % 5},5.0,{n}\n" for u in range(users) for n in range(5)]
    (tmp_path / "ratings.csv").write_text(HEADER + "".join(lines))
    dataset = load_movielens(tmp_path, "per-user")
    assert (len(dataset.test), dataset.notes) == (users, notes)


def test_rankings_hold_every_item_of_train_but_the_users_own(folder: Path) -> None:
    """Best first; the score is the sum of the weights of what the user rated."""
    dataset = load_movielens(folder)
    assert dataset.catalogue == (10, 20, 40, 50)
    ((item, score), *rest) = dataset.rankings[1]
    assert {item, *(i for i, _ in rest)} == {40, 50}
    weights = compute_ease_weights([[0, 1], [0, 2, 3], [1, 2]], 4)
    assert item == 40
    assert score == pytest.approx(weights[0, 2] + weights[1, 2], abs=1e-9)
    assert list(dataset.rankings) == [1]
    assert dataset.rankings == dict(dataset.rankings)
    assert repr(dataset.rankings) == "Ease(ids=array([10, 20, 40, 50]))"


def test_what_no_memory_holds_is_told_with_how_much_it_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three matrices of 8 bytes a cell: 60 GB for 50,000 items."""

    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(movielens, "compute_ease_weights", fail)
    train = [RatingRow(1, item, 5.0, 1) for item in range(50_000)]
    told = "^EASE on 50000 items needs about 60 GB of memory$"
    with pytest.raises(UserError, match=told):
        Ease.fit(train, [])


def test_equal_scores_stand_in_the_order_of_the_items(tmp_path: Path) -> None:
    """Items 60 and 50, unconnected to user 1, are tied at 0, and the tie is counted."""
    lines = ["1,10,5,1", "1,20,5,2", "2,60,5,3", "2,50,5,4", "3,10,5,5", "3,20,5,6"]
    lines += ["3,30,5,7", "4,30,5,8", "1,30,5,9", "9,10,5,9"]
    path = tmp_path / "ratings.csv"
    path.write_text(HEADER + "\n".join(lines) + "\n")
    dataset = load_movielens(path)
    ranked = dataset.rankings[1]
    assert [item for item, _ in ranked] == [30, 50, 60]
    assert [score for _, score in ranked[1:]] == [0.0, 0.0]
    assert summarise_dataset(dataset)["ties"]["in full rankings"] == 1


def test_scores_that_differ_by_a_last_bit_are_tied() -> None:
    """Machines differ there; what rounds to 0 is written without a sign."""
    import numpy as np

    weights = np.array([[0, 4e-10, -4e-10, 0.5]] * 4)
    ranked = Ease(np.array([10, 20, 30, 40]), weights, {"u": [0]})["u"]
    assert str(ranked) == "((40, 0.5), (20, 0.0), (30, 0.0))"


def test_a_dataset_of_ratings_is_written_like_the_generated_one(
    folder: Path, tmp_path: Path
) -> None:
    """The same five files."""
    out = write_dataset(load_movielens(folder), tmp_path / "out")
    assert (out / "test.csv").read_text().splitlines()[1] == "1,40,4.5,9"
    assert (out / "rankings.csv").read_text().count("\n") == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "begins with ''"),
        ("user,item\n1,2\n", "begins with 'user,item'"),
        (HEADER + "1,2,good,4\n", "line 2: the rating is 'good'"),
        (HEADER + "1,2,5.0,4\n1,x,5.0,4\n", "line 3: the movieId is 'x'"),
        (HEADER + "1,2,5.0\n", "line 2: the timestamp is missing"),
        (HEADER + "1,2,5.0,3\n2,2,5.0,4\n1,2,4.5,5\n", "user 1 rates item 2 twice"),
        (HEADER + "1,2,3.0,4\n", "leaves no test"),
        (HEADER + "1,2,5.0,4\n", "leaves no test"),
    ],
)
def test_ratings_that_cannot_be_used_are_refused(
    tmp_path: Path, text: str, words: str
) -> None:
    """The message names the file, and the line where there is one."""
    path = tmp_path / "ratings.csv"
    path.write_text(text)
    with pytest.raises(UserError) as caught:
        load_movielens(path)
    assert words in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_wrong_cell_of_the_older_format_is_told_with_its_line(
    tmp_path: Path,
) -> None:
    """Blank lines count."""
    (path := tmp_path / "ratings.dat").write_text("1::2::5.0::3\n\n1::3::x::4\n")
    with pytest.raises(UserError, match=r"ratings\.dat, line 3: the rating is 'x'"):
        read_ratings(path)


def test_a_folder_without_ratings_and_an_unknown_split_are_refused(
    folder: Path, tmp_path: Path
) -> None:
    """The messages say what is looked for."""
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(UserError, match=r"ratings\.csv or .*ratings\.dat"):
        load_movielens(empty)
    with pytest.raises(
        UserError, match="'random' is unknown: write global or per-user"
    ):
        load_movielens(folder, "random")


def test_without_numpy_the_extra_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a command."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(UserError) as caught:
        load_movielens(folder)
    assert caught.value.remedy == 'pip install "homonym[example]"'


def test_a_split_is_compared_with_a_published_one(folder: Path, tmp_path: Path) -> None:
    """Equal means the same users, items and ratings, in any order."""
    dataset = load_movielens(folder)
    path = tmp_path / "published.csv"
    head = "user_id,item_id,rating,timestamp,relevance\n"
    path.write_text(f"{head}1,40,4.5,2007-10-31 12:18:24,1\n")
    assert compare_split(dataset, path).equal
    path.write_text(f"{head}1,40,4.5,2007-10-31 12:18:24,1\n1,50,4.5,x,1\n")
    assert not compare_split(dataset, path).equal
    path.write_text(f"{head}1,40,5.0,2007-10-31 12:18:24,4.5\n5,40,4.5,x,4.5\n")
    found = compare_split(dataset, path)
    assert not found.equal
    assert (found.published_users, found.published_rows, found.common) == (2, 2, 0)
    assert "1 rows of 1 users here, 2 of 2 there, 0 in common" in str(found)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a,b\n1,2\n", "has no column 'rating'"),
        ("user,item,rating\n1,2,5\n1\n", "line 3: the row has 1 cells"),
        ("", "is empty"),
    ],
)
def test_nothing_is_written_where_the_published_split_cannot_be_read(
    folder: Path, tmp_path: Path, text: str, said: str
) -> None:
    """Wrong columns, a short row, an empty file: a sentence, and no dataset."""
    bad, out = tmp_path / "bad.csv", tmp_path / "out"
    bad.write_text(text)
    with pytest.raises(UserError, match=said):
        example.write_example(out, 1, folder, "global", 20, bad, False)
    assert not out.exists()


def test_no_cut_off_below_1_is_taken(tmp_path: Path) -> None:
    """In one sentence."""
    with pytest.raises(UserError, match="--k 0 is no cut-off: it must be 1 or more"):
        example.write_example(tmp_path / "out", 1, tmp_path, "global", 0, None, False)


@pytest.mark.parametrize(
    ("split", "users", "illustrates"),
    [
        ("global", 19, True),
        pytest.param("per-user", 642, False, marks=pytest.mark.exhaustive),
    ],
)
def test_the_small_movielens_gives_the_known_users(
    shared: Path, split: str, users: int, illustrates: bool
) -> None:
    """Under a hundred users the dataset says that it is an illustration."""
    dataset = load_movielens(shared / "data" / "ml-latest-small", split)
    assert len(dataset.truth) == users
    assert ("illustration" in dataset.notes) == illustrates
    found = compare_split(dataset, shared / "data" / "tamm2021" / "test.csv")
    assert (found.published_users, found.published_rows) == (2733, 38811)
    assert not found.equal


@pytest.mark.exhaustive
def test_the_ties_that_a_refusal_is_put_down_to_are_in_the_data(shared: Path) -> None:
    """Two of 19 users among their first 20, all of them in whole rankings."""
    dataset = load_movielens(shared / "data" / "ml-latest-small")

    def tied(top: int | None) -> list[object]:
        lists = dataset.case(top).recommendations
        return [
            user
            for user, listed in lists.items()
            if any(a == b for (_, a), (_, b) in pairwise(listed))
        ]

    assert sorted(map(str, tied(20))) == ["652", "69"]
    assert len(tied(None)) == 19
    (told,) = read_published_numbers()["refusal"]
    assert "users 69 and 652, two of its 19," in told["says"]
