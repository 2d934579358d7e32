"""A study in pieces: what is kept, what is refused, and how much is said to be done."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from homonym.errors import UserError
from homonym.experiments.pieces import Advance, Piece, Pieces, carry_out

ASKED = {"seed": 1, "depth": 12}


def test_a_study_that_was_interrupted_goes_on_where_it_was(tmp_path: Path) -> None:
    """The first piece is kept and not made again; the second is made anew."""
    made: list[str] = []

    def make(name: str, stop: bool = False) -> list[str]:
        made.append(name)
        if stop:
            raise KeyboardInterrupt
        return [name]

    file = tmp_path / "kept.json"
    for stop in (True, False):
        kept = Pieces(file, ASKED)
        plan = {
            "one": Piece(1, lambda advance: make("one")),
            "two": Piece(1, lambda advance, stop=stop: make("two", stop)),
        }
        if stop:
            with pytest.raises(KeyboardInterrupt):
                carry_out(plan, kept, lambda what, done: None)
            assert json.loads(file.read_text())["done"] == {"one": ["one"]}
        else:
            carry_out(plan, kept, lambda what, done: None)
    assert made == ["one", "two", "two"]
    assert kept.done == {"one": ["one"], "two": ["two"]}
    assert [one.name for one in tmp_path.iterdir()] == ["kept.json"]


def test_how_much_is_done_goes_by_what_pieces_take() -> None:
    """Of 4: the first takes 1, and is told of by halves; the second takes 3."""
    told: list[tuple[str, float]] = []

    def by_halves(advance: Advance) -> None:
        advance(0.5)

    plan = {"one": Piece(1, by_halves), "two": Piece(3, by_halves)}
    carry_out(plan, Pieces(None, ASKED), lambda what, done: told.append((what, done)))
    assert told == [("one", 0.125), ("one", 0.25), ("two", 0.625), ("two", 1.0)]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "holds no study in progress: name a new file"),
        ("[1]", "holds no study in progress"),
        ('{"asked": {"seed": 2, "depth": 12}, "done": {}}', "begun with seed 2, and 1"),
        ('{"asked": {"seed": 1}, "done": {}}', "begun with depth None, and 12"),
    ],
)
def test_a_file_of_something_else_is_refused(
    tmp_path: Path, text: str, says: str
) -> None:
    """In one sentence; the file stays as it is."""
    file = tmp_path / "kept.json"
    file.write_text(text)
    with pytest.raises(UserError, match=says):
        Pieces(file, ASKED)
    assert file.read_text() == text


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """Its folder is not there."""
    kept = Pieces(tmp_path / "nowhere" / "kept.json", ASKED)
    with pytest.raises(UserError, match=r"kept\.json cannot be written"):
        kept.get("one", lambda: 1)
