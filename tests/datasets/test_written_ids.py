"""Ids that two files write differently: what is told, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from homonym.datasets.written_ids import check_ids_alike, read_ids
from homonym.errors import UserError

ONE, OTHER = Path("p.csv"), Path("t.csv")


def told(ids: list[str], others: list[str]) -> str:
    """What is told of the items of two files."""
    return check_ids_alike("item", (ONE, ids), (OTHER, others))


@pytest.mark.parametrize(
    ("ids", "others"),
    [
        (["1", "2"], ["2", "3"]),
        (["1"], ["2"]),
        (["a", "1"], ["1", "b"]),
        (["1", "1.0"], ["1.0", "1"]),
        (["007"], ["007"]),
        (["-3"], ["3"]),
    ],
)
def test_nothing_is_told_of_ids_that_are_written_alike(
    ids: list[str], others: list[str]
) -> None:
    """Other items are no other way of writing, even where none is in both files."""
    assert told(ids, others) == ""


@pytest.mark.parametrize(
    ("one", "other"), [("1", "1.0"), ("7", "007"), ("-3.", "-3"), ("Tt01", "tt01")]
)
def test_another_way_of_writing_is_told_and_refused_where_nothing_matches(
    one: str, other: str
) -> None:
    """Beside an item that is in both it is told."""
    assert told(["x", one], ["x", other]) == (
        f"1 item of p.csv stands otherwise in t.csv, as {one} and {other}: what is "
        "written differently matches nothing"
    )
    with pytest.raises(UserError) as caught:
        told([one], [other])
    assert str(caught.value) == (
        f"p.csv and t.csv have no item in common: items are written {one} in the first "
        f"and {other} in the second\n  write the items alike in both files"
    )


def test_the_first_of_several_is_refused() -> None:
    """As it is written in each file."""
    said = "items are written 1 in the first and 1.0 in the second"
    with pytest.raises(UserError, match=re.escape(said)):
        told(["1", "2"], ["1.0", "2.0"])


def test_several_are_counted() -> None:
    """With a comma where there are thousands, and one of them shown."""
    numbers = [str(n) for n in range(1, 1502)]
    found = told([*numbers, "x"], [*(f"{n}.0" for n in numbers), "x"])
    assert found.startswith(
        "1,501 items of p.csv stand otherwise in t.csv, as 1 and 1.0:"
    )


def test_numbers_against_names_are_refused_where_nothing_matches() -> None:
    """Two types of ids are no two samples of the same items."""
    with pytest.raises(UserError, match="written 1 in the first and i1 in the second"):
        told(["1", "2"], ["i1", "i2"])


def test_ids_are_integers_only_where_all_are() -> None:
    """A zero in front would be lost."""
    assert read_ids(["1", "-2"]) == {"1": 1, "-2": -2}
    assert read_ids(["1", "02"]) == {"1": "1", "02": "02"}
    assert read_ids(["1", "1.0"]) == {"1": "1", "1.0": "1.0"}
