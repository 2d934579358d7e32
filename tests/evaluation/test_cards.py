"""Metric cards: what they hold, and what is said where something differs."""

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from typer.testing import CliRunner

import homonym
from homonym import UserError
from homonym.cli.app import app

Write = Callable[[str, str], Path]
LISTS = "user,item,score\na,1,0.9\na,2,0.8\nb,3,0.7\nb,1,0.6\nd,1,0.6\n"
TRUTH = "user,item,grade\na,2,5\na,1,3\nb,3,4\nc,1,4\n"
RECALL = "recall(divisor=r)"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a card beside its files: d has no truth, c no list, item 1 of a has
    grade 3."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "lists.csv").write_text(LISTS)
    (folder / "truth.csv").write_text(TRUTH)
    homonym.evaluate(
        folder / "lists.csv",
        folder / "truth.csv",
        k=[1, 2],
        metrics=[RECALL, "auc(positives=recommended)"],
        threshold=4,
        interval=0.9,
        conventions={"user_without_list": "skipped"},
        ties="pessimistic",
        columns={"truth.relevance": "grade"},
        catalogue=9,
        card=folder / "card.json",
    )
    return folder


@pytest.fixture
def card(made: Path, tmp_path: Path) -> Path:
    """A copy of the card, beside copies of its files."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path / "card.json"


def changed(card: Path, change: Callable[[Any], None]) -> Path:
    """The card with something else in it."""
    found = json.loads(card.read_text())
    change(found)
    card.write_text(json.dumps(found))
    return card


def number(found: Any, place: int = 0) -> Any:
    """A number of a card."""
    return found["evaluated"][0]["numbers"][place]


def test_a_card_holds_what_its_numbers_can_be_computed_from(card: Path) -> None:
    found = json.loads(card.read_text())
    (by,) = found["evaluated"]
    assert found["files"] == {"predictions": "lists.csv", "truth": "truth.csv"}
    digest = hashlib.sha256(LISTS.encode()).hexdigest()
    assert found["sha256"]["predictions"] == digest
    assert (found["items"], found["threshold"], found["order"]) == (9, 4, "score")
    assert found["columns"] == {"truth.relevance": "grade"}
    assert (found["interval"]["seed"], found["interval"]["draws"]) == (1, 1000)
    assert by["conventions"]["user_without_list"] == "skipped"
    assert by["ties"] == "pessimistic"
    # a and b of a, b, c, d
    assert by["users"] == {"evaluated": 2, "left_out": 2}
    assert by["rows"] == {"predictions": 5, "truth": 4}
    assert {one["fault"]: one["count"] for one in by["faults"]} == {
        "without_list": 1,
        "absent": 1,
    }
    one = number(found)
    assert (one["metric"], one["k"], one["value"]) == (RECALL, 1, 0.5)
    assert (one["lower"], one["upper"], one["left_out"]) == (0, 1, 0)
    assert "rs-metrics==0.6.0.recall" in one["computed_by"]
    (may,) = one["may_compute"]
    assert may.startswith("recometrics==") and may.endswith("[R@K]")
    assert found["homonym"]


def test_a_card_that_holds_is_the_same(card: Path) -> None:
    found = homonym.verify(card)
    assert (found.same, found.differences, found.numbers) == (True, (), 4)


@pytest.mark.exhaustive
def test_paths_are_those_from_the_cards_folder(
    card: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = tmp_path / "moved"
    moved.mkdir()
    for name in ("card.json", "lists.csv", "truth.csv"):
        shutil.move(tmp_path / name, moved / name)
    monkeypatch.chdir(tmp_path)
    assert homonym.verify("moved/card.json").same
    shutil.move(moved / "lists.csv", tmp_path / "others.csv")
    with pytest.raises(UserError, match="name it with predictions=FILE"):
        homonym.verify("moved/card.json")
    assert homonym.verify("moved/card.json", predictions="others.csv").same


def test_a_number_that_differs_is_named_with_how_much(card: Path) -> None:
    changed(card, lambda its: number(its).update(value=0.25, upper=0.3))
    (told,) = homonym.verify(card).differences
    assert told == f"{RECALL} at k = 1 is 0.5, 0.25 more than on the card"
    changed(card, lambda its: number(its).update(value=None))
    (told,) = homonym.verify(card).differences
    assert told == f"{RECALL} at k = 1 is 0.5, and undefined on the card"


def test_an_interval_that_differs_is_named(card: Path) -> None:
    changed(card, lambda its: number(its).update(lower=0.1))
    (told,) = homonym.verify(card).differences
    assert told.startswith(f"the lower end of {RECALL} at k = 1 is 0, 0.1 less")


def test_another_file_is_named_with_its_hash(card: Path, write: Write) -> None:
    """Here of the same numbers: one space more."""
    write("lists.csv", LISTS + "\n")
    (told,) = homonym.verify(card).differences
    assert told.startswith("lists.csv is another file: its SHA-256 begins with ")


def test_counts_that_differ_are_named(card: Path) -> None:
    def change(its: Any) -> None:
        its["evaluated"][0]["users"]["left_out"] = 3
        its["evaluated"][0]["rows"]["truth"] = 1
        its["evaluated"][0]["faults"].pop()
        number(its).update(left_out=1)

    assert homonym.verify(changed(card, change)).differences == (
        f"{RECALL} at k = 1 leaves out 0 users, and 1 on the card",
        "users left out: 2, and 3 on the card",
        "rows of truth: 4, and 1 on the card",
        "the fault absent: 1, and 0 on the card",
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda its: its.update(schema=2), "its schema is 2"),
        (lambda its: its.pop("files"), "files is missing"),
        (lambda its: its.update(evaluated=[]), "has no numbers"),
        (lambda its: its["files"].pop("truth"), "names no file for the truth"),
        (lambda its: its["files"].update(other="x"), "files.other is no table"),
        (lambda its: number(its).update(value="much"), "it must be a number"),
        (lambda its: number(its).update(metric="mapp"), "mapp"),
        (lambda its: number(its).update(metric="map"), "'map' on the card is no def"),
        (lambda its: number(its).update(metric="rsp"), "nothing says which these are"),
        (lambda its: number(its).update(metric="rs-metrics.recall"), "is no defin"),
        (lambda its: number(its).update(k=0), "k is 0"),
        (lambda its: its["evaluated"][0].update(ties="so"), "'so' is unknown"),
        (lambda its: its["interval"].update(level=2), "between 0 and 1"),
        (lambda its: its.update(order="so"), "'so' is unknown"),
    ],
)
def test_what_is_no_card_is_one_sentence(
    card: Path, change: Callable[[Any], None], said: str
) -> None:
    with pytest.raises((UserError, homonym.UnknownName), match=said):
        homonym.verify(changed(card, change))


@pytest.mark.exhaustive
def test_a_catalogue_may_be_a_number_when_a_card_is_verified(card: Path) -> None:
    """By the command, too, which said that there is no such file."""
    assert homonym.verify(card, catalogue=9).same
    (told,) = homonym.verify(card, catalogue=8).differences
    assert told == "items of the catalogue: 8, and 9 on the card"
    found = CliRunner().invoke(app, ["verify", str(card), "--catalogue", "8"])
    assert (found.exit_code, told in found.stdout) == (1, True)


def test_a_definition_that_lacks_a_table_is_one_sentence(card: Path) -> None:
    def change(its: Any) -> None:
        its.pop("items")
        number(its).update(metric="auc(positives=all, negatives=catalogue)")

    with pytest.raises(UserError, match="counts items outside the lists"):
        homonym.verify(changed(card, change))


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "change",
    [
        lambda by: by["conventions"].pop("user_without_relevant"),
        lambda by: by.update(run="seed1.csv"),
    ],
)
def test_numbers_that_nothing_computes_any_more_are_named(
    card: Path, change: Callable[[Any], None]
) -> None:
    """A card that was changed by hand is not passed in silence."""
    found = homonym.verify(changed(card, lambda its: change(its["evaluated"][0])))
    assert "are not computed any more" in found.differences[0]


def test_a_card_with_less_in_it_is_verified(card: Path) -> None:
    """Each number by itself: here one at 1, another at 2."""

    def change(its: Any) -> None:
        its["evaluated"][0]["numbers"] = [number(its, 0), number(its, 3)]

    assert homonym.verify(changed(card, change)).same


def test_a_text_that_is_no_json_is_one_sentence(write: Write) -> None:
    for text in ("", "[]", "{", "[" * 9999, '{"schema": "x"}'):
        with pytest.raises(UserError, match="is no metric card"):
            homonym.verify(write("card.json", text))
    with pytest.raises(UserError, match=r"there is no file nowhere\.json"):
        homonym.verify("nowhere.json")


def test_of_a_frame_no_card_is_written(tmp_path: Path, write: Write) -> None:
    lists = pa.table({"user": [1], "item": [1], "score": [0.5]})
    file, path = write("t.csv", "user,item\n1,1\n"), tmp_path / "card.json"
    with pytest.raises(UserError, match="the table of predictions is a frame"):
        homonym.evaluate(lists, file, k=1, metrics=[RECALL], card=path)
    assert not path.exists()


@pytest.mark.exhaustive
def test_the_command_ends_with_0_1_and_2(card: Path, tmp_path: Path) -> None:
    def ended(*words: str) -> tuple[int, str]:
        found = CliRunner().invoke(app, ["verify", str(card), *words])
        return found.exit_code, found.stdout

    code, told = ended()
    assert (code, told) == (
        0,
        f"{card} holds: 4 numbers computed again, and the files are the same\n",
    )
    assert ended("--memory-limit", "1GB") == (code, told)
    wrong = CliRunner().invoke(app, ["verify", str(card), "--memory-limit", "much"])
    assert "'much' is no size" in str(wrong.exception)
    other = CliRunner().invoke(app, ["verify", str(card), "--engine", "polars"])
    assert "'polars' is unknown: write duckdb or spark" in str(other.exception)
    changed(card, lambda its: number(its).update(value=0.25))
    assert ended()[0] == 1
    assert "is 0.5, 0.25 more than on the card" in ended()[1]
    assert json.loads(ended("--json")[1])["same"] is False
    found = CliRunner().invoke(app, ["verify", str(tmp_path / "none.json")])
    assert isinstance(found.exception, UserError)


def test_a_card_holds_no_number_without_a_cut_off(tmp_path: Path) -> None:
    lists, truth = tmp_path / "p.csv", tmp_path / "t.csv"
    lists.write_text("user,item,prediction\n1,1,4\n", encoding="utf-8")
    truth.write_text("user,item,rating\n1,1,5\n", encoding="utf-8")
    card = tmp_path / "card.json"
    with pytest.raises(UserError, match="has no cut-off, which a number on a metric"):
        homonym.evaluate(lists, truth, metrics=["mae(missing=dropped)"], card=card)
    assert not card.exists()
