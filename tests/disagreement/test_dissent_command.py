"""`homonym dissent`: a sentence and a table, JSON, and a folder with a page."""

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from homonym.cli.app import app
from homonym.disagreement.words import rank_comparison, tell_answer
from homonym.errors import UserError

MEAN, POOLED = "recall(divisor=r)", "recall(divisor=r, users=pooled)"


@pytest.fixture
def options(tmp_path: Path) -> list[str]:
    """The options that name two runs: `one-a` finds what the first 60 users like, who
    like one item, `two-b` half of what the others like, who like four."""
    every = range(120)
    truth = [(u, i) for u in every for i in ((1,) if u < 60 else (1, 2, 3, 4))]
    one = [(u, 1 if u < 60 else 9, 1) for u in every]
    two = [(u, i, 9 - i) for u in every for i in ((9,) if u < 60 else (1, 2))]
    files = {"t.csv": truth, "runs/one-a.csv": one, "runs/two-b.csv": two}
    (tmp_path / "runs").mkdir()
    for name, rows in files.items():
        lines = [",".join(map(str, row)) for row in rows]
        header = "user,item,score"[: 15 if name.startswith("runs") else 9]
        (tmp_path / name).write_text("\n".join([header, *lines]), encoding="utf-8")
    runs = ["--run", str(tmp_path / "runs"), "--k", "2", "--draws", "50"]
    return ["--truth", str(tmp_path / "t.csv"), *runs, "--metric", MEAN]


def said(*words: str) -> str:
    """What the command prints; it has to end well."""
    found = CliRunner().invoke(app, ["dissent", *words], catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return str(found.stdout)


def test_the_sentence_stands_on_top_of_the_table(options: list[str]) -> None:
    told = said(*options, "--metric", POOLED).splitlines()
    assert told[0].startswith("In 1 of 1 pairs of definitions of one family that give")
    assert f"{MEAN} and {POOLED} order 1 of the 1 pairs of models" in told[0]
    assert "2 models, 120 users, k = 2" in told
    assert re.search(r"^recall .* 1 +100\.0% +1 +1 +-1\.000$", told[-1])


def test_json_has_the_sentence_that_its_numbers_give(options: list[str]) -> None:
    found = json.loads(said(*options, "--metric", POOLED, "--json"))
    assert found["answer"] == tell_answer(found)
    assert found["models"] == ["one-a", "two-b"]
    assert (found["users"], found["users_with_more"]) == (120, 60)
    ((flip,),) = (one["flips"] for one in found["groups"][0]["comparisons"])
    assert flip["by_one"]["up_to_k"] == 0.5


def test_a_folder_holds_a_page_and_tables(options: list[str], tmp_path: Path) -> None:
    out = tmp_path / "answer"
    told = said(*options, "--metric", POOLED, "--out", str(out)).splitlines()[0]
    page = (out / "index.html").read_text(encoding="utf-8")
    assert told in page and "http://" not in page.replace("http://www.w3.org", "")
    with (out / "comparisons.csv").open(encoding="utf-8") as file:
        (row,) = csv.DictReader(file)
    assert (row["one"], row["other"], row["reversed_significant"]) == (
        MEAN,
        POOLED,
        "1",
    )
    with (out / "flips.csv").open(encoding="utf-8") as file:
        (flip,) = csv.DictReader(file)
    assert (flip["better_by_one"], flip["better_by_other"]) == ("one-a", "two-b")
    assert json.loads((out / "results.json").read_text("utf-8"))["answer"] == told


def test_one_definition_disagrees_with_nobody(options: list[str]) -> None:
    told = said(*options)
    assert told.startswith("No two definitions of one name give these models diff")


def test_wrong_use_is_one_sentence(options: list[str], tmp_path: Path) -> None:
    with pytest.raises(UserError, match="alpha is 2"):
        said(*options, "--alpha", "2")
    with pytest.raises(UserError, match="there is no file"):
        said(*options, "--run", str(tmp_path / "nothing.csv"))
    (tmp_path / "runs" / "three.csv").write_text("user,item,score\n", "utf-8")
    with pytest.raises(UserError, match=r"three\.csv has no rows"):
        said(*options)


@pytest.mark.exhaustive
def test_faults_of_the_tables_are_told(options: list[str], tmp_path: Path) -> None:
    """Those of all runs together, those of the truth once: a model whose scores are no
    numbers has no lists, and no number but 0."""
    rows = "".join(f"{user},1,none\n" for user in range(120))
    (tmp_path / "runs" / "three.csv").write_text(f"user,item,score\n{rows}", "utf-8")
    with (tmp_path / "t.csv").open("a", encoding="utf-8") as truth:
        truth.write("\n,7\n")
    told = said(*options, "--metric", POOLED)
    assert (
        "3 models, 120 users, k = 2\n"
        "faults of the tables, all runs together:\n"
        "  rows of the truth without an id: 1 (left out)\n"
        "  predictions whose score is no finite number: 120 (left out)\n"
        "  users of the truth without a list: 120 (counts as 0)\n"
    ) in told
    out = tmp_path / "answer"
    found = json.loads(said(*options, "--json", "--out", str(out)))
    assert [(one["fault"], one["count"]) for one in found["faults"]] == [
        ("empty_ids_in_truth", 1),
        ("scores_no_number", 120),
        ("without_list", 120),
    ]
    page = (out / "index.html").read_text(encoding="utf-8")
    assert (
        "<li>predictions whose score is no finite number: 120 (left out)</li>" in page
    )
    with pytest.raises(UserError, match="strict allows none"):
        said(*options, "--strict")


def test_where_nobody_counts_the_faults_say_why(
    options: list[str], tmp_path: Path
) -> None:
    """A truth whose grades are no numbers."""
    rows = "".join(f"{user},1,yes\n" for user in range(120))
    (tmp_path / "t.csv").write_text(f"user,item,relevance\n{rows}", "utf-8")
    words = "no user counts: nothing to compare; rows of the truth whose grade is no f"
    with pytest.raises(UserError, match=words):
        said(*options)


@pytest.mark.exhaustive
def test_without_faults_none_are_told(options: list[str]) -> None:
    """And no table is begun where no two definitions are compared."""
    told = said(*options)
    assert "faults" not in told and "reversed" not in told
    assert json.loads(said(*options, "--json"))["faults"] == []


def test_libraries_are_told_of_first() -> None:
    """Where one of their pairs is reversed and significant, or no pair at all is."""

    def one(
        what: str, sure: int, all_of_them: int
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        counts = {"reversed_significant": sure, "reversed": all_of_them}
        return {"what": what}, counts

    few, many = one("libraries", 1, 2), one("definitions", 5, 9)
    assert max([few, many], key=rank_comparison) == few
    none, nothing = one("libraries", 0, 2), one("definitions", 0, 9)
    assert max([none, nothing], key=rank_comparison) == none
    assert max([none, many], key=rank_comparison) == many
