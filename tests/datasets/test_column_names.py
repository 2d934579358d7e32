"""Which column plays which role, by its usual name or by one that is given."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from homonym.datasets.column_names import (
    Contents,
    find_all,
    find_columns,
    find_pair,
    find_rank,
)
from homonym.errors import UserError

FILE = Path("my.csv")


@pytest.mark.parametrize(
    ("header", "kind", "columns", "places"),
    [
        (["user", "item", "score"], "predictions", {}, (0, 1, 2)),
        (["Movie ID", "x", "USER-ID", "Rating"], "predictions", {}, (2, 0, 3)),
        (["uid", "iid", "rating", "score"], "predictions", {}, (0, 1, 3)),
        (["item", "user_id"], "truth", {}, (1, 0, None)),
        (["item", "user"], "train", {}, (1, 0, None)),
        (["a", "b", "c"], "truth", {"user": "c", "item": "a"}, (2, 0, None)),
        (
            ["user", "item", "x", "grade"],
            "truth",
            {"truth.relevance": "x", "relevance": "grade"},
            (0, 1, 2),
        ),
        (["user", "item", "x", "grade"], "truth", {"score": "x"}, (0, 1, 3)),
    ],
)
def test_columns_are_known_by_usual_names_or_by_those_given(
    header: Sequence[str],
    kind: Contents,
    columns: Mapping[str, str],
    places: tuple[int, int, int | None],
) -> None:
    """The preferred first; a name for one file comes before one for all."""
    assert find_columns(FILE, header, kind, columns) == places


def test_scores_may_be_missing_where_ranks_or_rows_have_an_order() -> None:
    """Nothing else may."""
    header = ["user", "item"]
    assert find_columns(FILE, header, "predictions", {}, spared=True) == (0, 1, None)
    with pytest.raises(UserError) as told:
        find_columns(FILE, header, "predictions", {})
    assert told.value.message == (
        "my.csv has no column for the score: its columns are user, item; usual names "
        "are score, prediction, rating, probability, chance"
    )
    assert told.value.remedy == (
        "name the column of the score yourself if it has another name"
    )
    with pytest.raises(UserError, match="has no column for the item: "):
        find_columns(FILE, ["user", "score"], "predictions", {}, spared=True)


def test_a_table_of_two_columns_has_both() -> None:
    """An item and what it has; all roles of a log stand in their order."""
    assert find_pair(FILE, ["genre", "x", "item"], "aspects", {}) == (2, 0)
    assert find_pair(FILE, ["user", "cluster"], "user_groups", {}) == (0, 1)
    found = find_all(FILE, ["click", "session", "propensity"], "logged", {})
    assert found == {
        "trajectory": 1,
        "reward": 0,
        "position": None,
        "rank": None,
        "logged": 2,
        "target": None,
    }
    with pytest.raises(UserError, match="has no column for the group: its columns are"):
        find_pair(FILE, ["item"], "item_groups", {})


def test_a_rank_is_found_by_its_name_for_predictions() -> None:
    """Or the options are named by which it is, or is not needed."""
    assert find_rank(FILE, ["user", "Rank"], {}) == 1
    assert find_rank(FILE, ["at", "rank"], {"rank": "at"}) == 0
    assert find_rank(FILE, ["at", "rank"], {"predictions.rank": "at"}) == 0
    with pytest.raises(UserError) as told:
        find_rank(FILE, ["user", "a\nb"], {})
    assert told.value.message == (
        "my.csv has no column for the rank: its columns are user, 'a\\nb'"
    )
    assert "leave out" in told.value.remedy and "rank" in told.value.remedy


@pytest.mark.parametrize(
    ("header", "columns", "told"),
    [
        (
            ["user", "item"],
            {"user": "who"},
            "my.csv has no column 'who' for the user: its columns are user, item",
        ),
        (
            ["user", "User", "item"],
            {},
            "my.csv has several columns for the user: user and User",
        ),
        (
            ["x", "item", "x"],
            {"user": "x"},
            "my.csv has several columns for the user: x and x",
        ),
        (
            ["user", "item"],
            {"item": "user"},
            "my.csv: the column 'user' is named for the user and for the item: each "
            "needs its own",
        ),
        (
            ["user", "item"],
            {"who": "user"},
            "'who' is no role of a column: roles are user, item, score, relevance, "
            "rank, aspect, group, trajectory, position, reward, logged, target, or for "
            "one file only as in truth.user",
        ),
        (
            ["user", "item"],
            {"truth.score": "user"},
            "'truth.score' is no role of a col",
        ),
    ],
)
def test_columns_that_cannot_play_a_role_are_refused(
    header: Sequence[str], columns: Mapping[str, str], told: str
) -> None:
    """In one sentence that names the file and the column."""
    with pytest.raises(UserError, match=f"^{re.escape(told)}"):
        find_columns(FILE, header, "truth", columns)


def test_one_column_cannot_be_two_of_a_log() -> None:
    """Though one that stands before both is not there."""
    header = ["session", "click", "x"]
    told = "my.csv: the column 'x' is named for the logged and for the target: each"
    with pytest.raises(UserError, match=f"^{re.escape(told)}"):
        find_all(FILE, header, "logged", {"logged": "x", "target": "x"})


def test_roles_of_other_files_are_roles_too() -> None:
    """One word names them all: they say nothing of this one."""
    given = {"predictions.rank": "x", "catalogue.item": "y", "logged.reward": "z"}
    assert find_columns(FILE, ["user", "item"], "truth", given) == (0, 1, None)
    assert find_columns(FILE, ["user", "item", "rank"], "truth", {}) == (0, 1, None)
