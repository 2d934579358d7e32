"""`homonym measure`: people's files in, a library's own numbers out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import forked
import pytest

from homonym.adapters.contract import Failed, Refused, Value
from homonym.cli import measure
from homonym.cli.exit_codes import HOLDS, NOTHING_RAN
from homonym.cli.measure import (
    PeoplesFiles,
    add_evaluated,
    choose_measure_exit_code,
)
from homonym.records.lookup import find_identified_metric

LISTS = "user,item,score\n1,1,0.9\n1,2,0.5\n1,3,0.1\n2,1,0.8\n2,2,0.4\n2,3,0.2\n"
RISING = "user,item,score\n1,1,0.9\n2,3,0.2\n1,2,0.5\n2,1,0.8\n"
TRUTH = "user,item,relevance\n1,2,1\n2,1,1\n"

Done = subprocess.CompletedProcess[str]
Asks = Callable[..., Done]


def homonym(*words: str | Path) -> Done:
    """Run the command as a user does."""
    return forked.run("homonym", *words)


def says_no(done: Done) -> str:
    """The sentence of a command that refuses: exit code 2, no traceback, no number."""
    assert (done.returncode, done.stdout) == (2, ""), done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


def numbers(done: Done) -> dict[str, object]:
    """The values by metric, of a command that printed JSON."""
    return {row["metric"]: row["value"] for row in json.loads(done.stdout)["metrics"]}


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Two users' predictions and truth."""
    predictions, truth = tmp_path / "p.csv", tmp_path / "t.csv"
    predictions.write_text(LISTS)
    truth.write_text(TRUTH)
    return predictions, truth


def data(files: tuple[Path, Path]) -> list[str | Path]:
    """The two files as options."""
    return ["--predictions", files[0], "--truth", files[1], "--k", "2"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("user,thing,score\n1,1,0.5\n", "item"),
        ("user,item,score\n1,1,0.5\n1,1,0.4\n", "each pair may stand once"),
        ("user,item,score\n1,1,high\n", "high"),
        ("user,item,score\n9,1,0.5\n", "user"),
        ("user,item,score\n", "no rows"),
    ],
)
def test_measure_refuses_bad_predictions(
    files: tuple[Path, Path], text: str, sentence: str
) -> None:
    """A missing column, a pair twice, a score that is no number, no common users."""
    files[0].write_text(text)
    assert sentence in says_no(homonym("measure", "rs-metrics", *data(files)))


def test_measure_refuses_an_unknown_metric(files: tuple[Path, Path]) -> None:
    """And names those there are."""
    words = ["measure", "rs-metrics", *data(files), "--metric", "map"]
    assert "rs-metrics has no metric 'map'; known are" in says_no(homonym(*words))


def test_measure_runs_a_librarys_own_metrics(
    files: tuple[Path, Path], fakes: str
) -> None:
    """The numbers that the library returns on people's data."""
    metrics = ["--metric", "precision", "--metric", "raises"]
    done = homonym("measure", fakes, *data(files), *metrics, "--json")
    found = {row["metric"]: row["value"] for row in json.loads(done.stdout)["metrics"]}
    assert found == {"precision": 0.5, "raises": "raises ValueError: no such thing"}


def test_measure_tells_of_a_metric_that_its_library_does_not_name(
    files: tuple[Path, Path], tmp_path: Path
) -> None:
    """It was left out silently."""
    (tmp_path / "mine.py").write_text(
        "from homonym import Adapter\n"
        'adapter = Adapter("mm", "json", "MM", "https://a.example", lambda: ["load"])\n'
        'adapter.metric("recall", "recall")(lambda case: 0.0)\n'
    )
    done = forked.run("homonym", "measure", "mine:adapter", *data(files), cwd=tmp_path)
    assert done.returncode == 3
    assert "'recall' is registered, and is none of the names" in done.stderr


@pytest.mark.parametrize(
    ("value", "computes", "evaluate"),
    [
        (0.75, "average_precision(divisor=r)", "equal"),
        (
            27.0,
            "recorded as average_precision(divisor=r), but differs",
            "differs: 0.750000",
        ),
        ("raises KeyError", "average_precision(divisor=r)", ""),
    ],
)
def test_a_number_that_refutes_the_record_is_not_said_to_compute_it(
    files: tuple[Path, Path], value: float | str, computes: str, evaluate: str
) -> None:
    """User 1's item stands at rank 2, user 2's at rank 1 of the two: (0.5 + 1) / 2."""
    entry = find_identified_metric("rs-metrics.mapr").entry
    row = {"metric": "mapr", "value": value, "computes": entry.variants[0]}
    add_evaluated([row], PeoplesFiles(*files, 2), {"mapr": entry})
    assert (row["computes"], row["evaluate"]) == (computes, evaluate)


def test_measure_insists_on_a_version(files: tuple[Path, Path], fakes: str) -> None:
    """The wrong version is refused with the one that is here."""
    words = ["measure", fakes, *data(files), "--version", "2.0.0"]
    assert "1.0.0 is installed here, not 2.0.0" in says_no(homonym(*words))


@pytest.mark.exhaustive
def test_a_list_of_two_orders_is_refused_until_one_is_said(
    files: tuple[Path, Path], fakes: str
) -> None:
    """User 2's better score stands below: at k = 1 recall is (0 + 1) / 2 by score, and
    0 as the file has it."""
    files[0].write_text(RISING)
    asked = ["measure", fakes, *data(files)[:-1], "1", "--metric", "map_is_recall"]
    assert says_no(homonym(*asked)) == (
        f"homonym: {files[0]}, line 5: the score of user 2 is above that of an earlier "
        "line, so that the list stands in another order than its scores\n"
        "  say which is meant: --order score, or --order file\n"
    )
    for order, recall in (("score", 0.5), ("file", 0.0)):
        done = homonym(*asked, "--order", order, "--json")
        assert numbers(done) == {"map_is_recall": recall}
    told = homonym(*asked, "--order", "file").stdout
    assert "lists whose scores do not fall: 1 (unsorted)" in told


def test_an_order_that_there_is_none_of_is_refused(files: tuple[Path, Path]) -> None:
    """And both are named."""
    done = homonym("measure", "rs-metrics", *data(files), "--order", "rank")
    assert "--order 'rank' is unknown: write score or file" in says_no(done)


@pytest.mark.exhaustive
def test_what_training_data_decide_is_refused_without_them(
    files: tuple[Path, Path], fakes: str
) -> None:
    """Popularity is 0 where nobody trained on anything: it is not asked. With a file
    item 1 is had by two of four users, those of the lists included, item 2 by none."""
    asked = ["measure", "fakes.trained:adapter", *data(files)]
    done = homonym(*asked, "--json")
    assert done.returncode == 0
    lacking = "refused: it needs training data: --train FILE gives it"
    assert numbers(done) == {"popularity": lacking, "coverage": pytest.approx(2 / 3)}
    assert lacking in homonym(*asked).stdout
    train = files[0].with_name("train.csv")
    train.write_text("user_id,item_id,rating\n1,1,5\n3,1,\n4,4,good\n")
    found = numbers(homonym(*asked, "--train", train, "--json"))
    assert found == {"popularity": pytest.approx(1 / 4), "coverage": 0.5}


def test_training_data_are_checked_as_the_others_are(
    files: tuple[Path, Path], fakes: str
) -> None:
    """A pair may stand once."""
    train = files[0].with_name("train.csv")
    train.write_text("user,item\n1,1\n1,1\n")
    done = homonym("measure", fakes, *data(files), "--train", train)
    assert "train.csv, line 3: user 1 and item 1 stand together" in says_no(done)


def test_ids_that_are_written_differently_are_told(
    files: tuple[Path, Path], fakes: str
) -> None:
    """Where some match in one sentence beside the numbers; where none does nothing is
    measured."""
    asked = ["measure", fakes, *data(files), "--metric", "precision", "--json"]
    files[1].write_text("user,item\n1,2.0\n2,1\n")
    done = homonym(*asked)
    assert numbers(done) == {"precision": 0.25}
    assert done.stderr == (
        f"homonym: 1 item of {files[0]} stands otherwise in {files[1]}, as 2 and 2.0: "
        "what is written differently matches nothing\n"
    )
    files[1].write_text("user,item\n1,2.0\n2,1.0\n")
    assert "have no item in common" in says_no(homonym(*asked))


@pytest.mark.exhaustive
def test_where_every_metric_fails_it_exits_as_check_does(
    files: tuple[Path, Path], fakes: str
) -> None:
    """5, with the table that says why."""
    asked = ["measure", fakes, *data(files), "--metric", "raises"]
    done = homonym(*asked)
    assert done.returncode == 5
    assert "no such thing" in done.stdout
    assert done.stderr == "homonym: no metric returned a value\n"
    assert homonym(*asked, "--metric", "precision").returncode == 0


def test_a_value_is_needed_for_exit_code_0() -> None:
    """One among failures and refusals is enough."""
    failed, refused = Failed("ValueError: no"), Refused("too much asked")
    assert choose_measure_exit_code({"a": failed, "b": refused}) == NOTHING_RAN
    assert choose_measure_exit_code({}) == NOTHING_RAN
    assert choose_measure_exit_code({"a": failed, "b": Value(0.0)}) == HOLDS


def test_who_waits_is_told_what_is_being_done(
    files: tuple[Path, Path], fakes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First the reading, then metric after metric."""
    told = []

    @contextmanager
    def progress(library: str) -> Iterator[Callable[[str, int, int], None]]:
        yield lambda stage, done, of: told.append((stage, done, of))

    monkeypatch.setattr(measure, "show_measuring_status", progress)
    asked = measure.PeoplesFiles(*files, 2)
    measure.measure_tables(fakes, asked, ["precision", "raises"], "", [], False)
    assert told == [
        ("reading the files", 0, 1),
        ("precision,", 1, 2),
        ("raises,", 2, 2),
    ]


@pytest.mark.exhaustive
def test_a_pipe_is_read_as_a_file_is(files: tuple[Path, Path], fakes: str) -> None:
    """As a shell's <(…) gives one: /dev/fd/N."""
    reading, writing = os.pipe()
    os.write(writing, files[0].read_bytes())
    os.close(writing)
    given = Path(f"/dev/fd/{reading}"), files[1]
    asked = ["measure", fakes, *data(given), "--metric", "precision", "--json"]
    command = [sys.executable, "-m", "homonym", *map(str, asked)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, pass_fds=[reading]
    )
    os.close(reading)
    assert numbers(done) == {"precision": 0.5}


def test_the_clone_of_another_library_is_refused(files: tuple[Path, Path]) -> None:
    """Nobody would look at it."""
    done = homonym("measure", "rs-metrics", *data(files), "--checkout", "elliot=.")
    assert "and rs-metrics is asked: write --checkout rs-metrics=." in says_no(done)


def test_measure_asks_another_environments_python(
    files: tuple[Path, Path], fakes: str
) -> None:
    """A number, one a user, and an error are what they are here."""
    names = (f"--metric={name}" for name in ("precision", "per_user", "raises"))
    asked = "measure", fakes, *data(files), *names, "--python"
    here = homonym(*asked[:-1], "--json")
    assert numbers(homonym(*asked, sys.executable, "--json")) == numbers(here)
    assert "--python /nowhere/python does not run" in says_no(
        homonym(*asked, "/nowhere/python")
    )


def test_a_python_without_homonym_is_told(
    files: tuple[Path, Path], fakes: str, tmp_path: Path
) -> None:
    bare = tmp_path / "python"
    bare.write_text(f'#!/bin/sh\nexec {sys.executable} -I -S "$@"\n')
    bare.chmod(0o755)
    asked = "measure", fakes, *data(files), "--python", bare
    said = says_no(homonym(*asked))
    assert "No module named 'homonym'" in said
    assert f"{bare} -m pip install homonym" in said
