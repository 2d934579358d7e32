"""A folder of runs: each against the one truth, and their mean."""

import json
from collections.abc import Callable
from math import sqrt
from pathlib import Path

import pytest
from typer.testing import CliRunner

import homonym
from homonym import UserError
from homonym.cli.app import app
from homonym.evaluation.means import compute_defined_mean, compute_run_deviation

Write = Callable[[str, str], Path]
RUNS = {
    "seed1.csv": "user,item,score\na,1,0.9\na,2,0.8\nb,3,0.7\nb,1,0.6\n",
    "seed2.csv": "user,item,score\na,2,0.9\na,1,0.8\nb,3,0.7\nb,1,0.6\n",
    "seed3.csv": "user,item,score\na,2,0.9\na,1,0.8\n",
}
TRUTH = "user,item\na,2\nb,3\n"
MRR = "reciprocal_rank(counts=first)"
VALUES = [0.75, 1, 0.5]
"""a finds it second, then first; b first, and at last not at all."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The runs in a folder, beside a hidden file, and one that Spark
    leaves."""
    folder = tmp_path / "runs"
    folder.mkdir()
    for name, text in RUNS.items():
        (folder / name).write_text(text)
    (folder / ".DS_Store").write_bytes(b"\0\1")
    (folder / "_SUCCESS").write_text("")
    return folder


@pytest.fixture
def truth(write: Write) -> Path:
    """The one truth."""
    return write("truth.csv", TRUTH)


def test_each_file_is_a_run(folder: Path, truth: Path) -> None:
    found = homonym.evaluate(folder, truth, k=2, metrics=[MRR])
    assert found.table.select(["run", "k", "value"]).to_pylist() == [
        {"run": run, "k": 2, "value": value}
        for run, value in zip(RUNS, VALUES, strict=True)
    ]
    assert [(one.run, len(one.faults)) for one in found.bases] == [
        ("seed1.csv", 0),
        ("seed2.csv", 0),
        ("seed3.csv", 1),
    ]


def test_the_mean_has_the_number_of_runs_and_their_deviation(
    folder: Path, truth: Path
) -> None:
    (mean,) = homonym.evaluate(folder, truth, k=2, metrics=[MRR]).means
    # 3/4, 1 and 1/2: their mean is 3/4, the squares 0, 1/16 and 1/16 over 2
    assert (mean.runs, mean.value) == (3, 0.75)
    assert mean.deviation == pytest.approx(sqrt(1 / 16))


def test_a_folder_of_one_run_has_no_deviation(folder: Path, truth: Path) -> None:
    for name in ("seed2.csv", "seed3.csv"):
        (folder / name).unlink()
    (mean,) = homonym.evaluate(folder, truth, k=2, metrics=[MRR]).means
    assert (mean.runs, mean.value, mean.deviation) == (1, 0.75, None)


def test_a_file_has_no_runs(folder: Path, truth: Path) -> None:
    found = homonym.evaluate(folder / "seed1.csv", truth, k=2, metrics=[MRR])
    assert (found.means, "run" in found.table.column_names) == ([], False)


def test_a_mean_with_an_undefined_number_is_undefined() -> None:
    assert compute_defined_mean([0.5, None]) is None
    assert compute_run_deviation([0.5, None]) is None
    assert compute_run_deviation([0.5, float("nan")]) is None


@pytest.mark.exhaustive
def test_users_rows_and_intervals_are_those_of_each_run(
    folder: Path, truth: Path
) -> None:
    asked = {"k": 2, "metrics": [MRR], "per_user": True, "interval": 0.9}
    found = homonym.evaluate(folder, truth, **asked)  # type: ignore[arg-type]
    rows = found.per_user.select(["run", "user", "value"]).to_pylist()
    assert [tuple(row.values()) for row in rows] == [
        *(("seed1.csv", "a", 0.5), ("seed1.csv", "b", 1)),
        *(("seed2.csv", "a", 1), ("seed2.csv", "b", 1)),
        *(("seed3.csv", "a", 1), ("seed3.csv", "b", 0)),
    ]
    assert [one.bounds for one in found.numbers] == [(0.5, 1), (1, 1), (0, 1)]


@pytest.mark.exhaustive
def test_the_interval_of_a_mean_is_that_of_the_same_users_in_each_run(
    folder: Path, truth: Path
) -> None:
    asked = {"k": 2, "metrics": [MRR], "interval": 0.9}
    (mean,) = homonym.evaluate(folder, truth, **asked).means  # type: ignore[arg-type]
    # a has 1/2, 1 and 1, b 1, 1 and 0: samples give 5/6, 3/4 and 2/3
    assert mean.bounds == pytest.approx((2 / 3, 5 / 6))
    skipped = {"user_without_list": "skipped"}
    other = homonym.evaluate(folder, truth, conventions=skipped, **asked)  # type: ignore[arg-type]
    assert other.numbers[0].bounds == (0.5, 1)
    assert other.means[0].bounds is None


def test_files_that_are_no_tables_are_named(folder: Path, truth: Path) -> None:
    (folder / "README.md").write_text("about these runs\n")
    (folder / "old").mkdir()
    (folder / "empty.csv").write_text("")
    with pytest.raises(UserError) as told:
        homonym.evaluate(folder, truth, k=2, metrics=[MRR])
    for name in ("README.md has no column", "old is a folder", "empty.csv is empty"):
        assert name in told.value.message
    assert "seed1.csv" not in told.value.message


def test_an_empty_folder_is_one_sentence(tmp_path: Path, truth: Path) -> None:
    empty = tmp_path / "nothing"
    empty.mkdir()
    with pytest.raises(UserError, match="nothing is empty: a file for each run"):
        homonym.evaluate(empty, truth, k=2, metrics=[MRR])


@pytest.mark.exhaustive
def test_identify_looks_for_the_mean(folder: Path, truth: Path) -> None:
    for name in ("seed1.csv", "seed3.csv"):
        (folder / name).unlink()
    (folder / "seed4.csv").write_text(RUNS["seed1.csv"].replace("a,2", "a,5"))
    # 1 and 1/2: no run gives 3/4
    found = homonym.identify(folder, truth, "0.75", k=2, metric="mrr")[-1]
    assert MRR in {str(one.candidate.variant) for one in found.matches}


@pytest.mark.exhaustive
def test_a_card_holds_the_runs_and_their_mean(
    folder: Path, truth: Path, tmp_path: Path
) -> None:
    card = tmp_path / "card.json"
    homonym.evaluate(folder, truth, k=2, metrics=[MRR], interval=0.9, card=card)
    found = json.loads(card.read_text())
    assert found["files"] == {"predictions": "runs", "truth": "truth.csv"}
    assert [*found["sha256"]] == [*(f"predictions/{run}" for run in RUNS), "truth"]
    assert [one["run"] for one in found["evaluated"]] == [*RUNS]
    assert found["means"][0]["mean"] == 0.75
    assert found["means"][0]["upper"] == pytest.approx(5 / 6)
    assert homonym.verify(card).same
    (folder / "seed3.csv").write_text(RUNS["seed2.csv"])
    (folder / "seed1.csv").rename(folder / "seed4.csv")
    told = homonym.verify(card).differences
    assert told[0] == "runs/seed1.csv is on the card, and is not there"
    assert told[1].startswith("runs/seed3.csv is another file")
    assert told[2] == "runs/seed4.csv is there, and is not on the card"
    assert f"{MRR} at k = 2 is 1, 0.5 more than on the card" in told
    assert told[-1].startswith(f"the mean of {MRR} at k = 2 is 0.91666")


@pytest.mark.exhaustive
def test_the_command_shows_runs_and_means(folder: Path, truth: Path) -> None:
    def said(*words: str) -> str:
        files = ("--predictions", str(folder), "--truth", str(truth), "--k", "2")
        found = CliRunner().invoke(app, [words[0], *files, *words[1:]])
        assert found.exit_code == 0, found.output
        return found.output

    named = ("--metric", "mrr", "--value", "0.31")
    printed = said("evaluate", "--metric", MRR)
    assert "seed3.csv: 2 users\n  users of the truth without a list: 1" in printed
    assert "mean over 3 runs, ± standard deviation (n - 1)" in printed
    assert f"{MRR}  0.750000 ± 0.250000" in printed
    told = json.loads(said("evaluate", "--metric", MRR, "--json"))
    assert [one["value"] for one in told["numbers"]] == VALUES
    assert [one["run"] for one in told["tables"]] == [*RUNS]
    assert (told["means"][0]["runs"], told["means"][0]["mean"]) == (3, 0.75)
    assert "lower" not in told["means"][0]
    assert "means over the 3 runs in" in said("identify", *named)
    out = folder.parent / "numbers.csv"
    said("evaluate", "--metric", MRR, "--out", str(out))
    header, *rows, mean = out.read_text().splitlines()
    assert header == (
        '"run","metric","k","value","computed_by","may_compute","runs",'
        '"standard_deviation"'
    )
    assert [row.split(",")[0] for row in rows] == [f'"{run}"' for run in RUNS]
    assert mean.startswith(f',"{MRR}",2,0.75,')
    assert mean.endswith(",3,0.25")
