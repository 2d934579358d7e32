"""What is said and written of a dataset, of one that is counted by hand."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from homonym.datasets.dataset import (
    Dataset,
    RatingRow,
    compute_dataset_digest,
    summarise_dataset,
    write_dataset,
)
from homonym.errors import UserError
from homonym.reference.case import Id, Scored

RELEVANT = {
    1: (1, 2, 3),
    2: (1,),
    3: (1,),
    4: (1,),
    **dict.fromkeys(range(5, 9), (1, 2)),
}
RANKED = {1: (1, 2, 4), 2: (1, 4), 5: (2, 4)}
"""Those of the others hold items 4 and 3, which they do not like."""
EIGHT = Dataset(
    name="eïght",
    train=(RatingRow(1, 4, 5.0, 1),),
    test=tuple(
        RatingRow(user, item, 5.0, 2) for user, its in RELEVANT.items() for item in its
    ),
    rankings={
        user: tuple((item, 0.5) for item in RANKED.get(user, (4, 3)))
        for user in RELEVANT
    },
    catalogue=(1, 2, 3, 4),
    k=2,
    notes="by hand",
)


def test_the_summary_says_which_share_of_the_users_has_what() -> None:
    """Of eight: how many relevant items, how many of them in the first two ranks; of
    the scores all are tied."""
    found = summarise_dataset(EIGHT)
    assert found["shares of users"] == {
        "more than 2 relevant items": 1 / 8,
        "exactly one relevant item": 3 / 8,
        "no hit in the top 2": 5 / 8,
        "2 hits in the top 2": 1 / 8,
    }
    assert found["ties"] == {"in full rankings": 9, "in the top 2": 8}
    assert (found["schema"], found["name"], found["notes"], found["k"]) == (
        1,
        "eïght",
        "by hand",
        2,
    )


def test_the_digest_is_the_beginning_of_a_hash_of_test_and_lists() -> None:
    """As CSV, one after the other."""
    one = replace(EIGHT, test=EIGHT.test[:1])
    text = "user,item,rating,timestamp\n1,1,5.0,2\nuser,item,score\n1,1,0.5\n1,2,0.5\n"
    assert compute_dataset_digest(one) == hashlib.sha256(text.encode()).hexdigest()[:12]


def test_a_case_is_named_after_its_lists() -> None:
    """A dataset's are cut at 20, unless another number is given."""
    assert EIGHT.case(2).id == "eïght, top 2"
    assert EIGHT.case().id == "eïght, full rankings"
    assert Dataset("x", (), (), {}, ()).k == 20


def test_the_description_is_written_to_be_read(tmp_path: Path) -> None:
    """A line for each key, letters as they are."""
    text = (write_dataset(EIGHT, tmp_path) / "dataset.json").read_text("utf-8")
    assert text.startswith('{\n  "schema": 1,\n  "name": "eïght",\n')
    assert text.endswith("\n}\n") and json.loads(text) == summarise_dataset(EIGHT)


def test_what_is_replaced_in_part_has_no_description(tmp_path: Path) -> None:
    """It would say that all files are there."""
    (tmp_path / "dataset.json").write_text("old")
    (tmp_path / "rankings.csv").mkdir()
    with pytest.raises(UserError, match="cannot be written"):
        write_dataset(EIGHT, tmp_path, force=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "predictions.csv",
        "rankings.csv",
        "test.csv",
        "train.csv",
    ]


class Vanishing(Mapping[Id, Scored]):
    """Rankings of which none is there, nor the folder that they are written to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __getitem__(self, user: Id) -> Scored:
        for made in self.folder.glob(".unfinished-*"):
            shutil.rmtree(made)
        raise KeyError(user)

    def __iter__(self) -> Iterator[Id]:
        return iter(())

    def __len__(self) -> int:
        return 0


def test_what_went_wrong_first_is_told(tmp_path: Path) -> None:
    """Not that nothing was left to take away."""
    folder = tmp_path / "out"
    with pytest.raises(KeyError):
        write_dataset(replace(EIGHT, rankings=Vanishing(folder)), folder)
    assert not folder.exists()
