"""What `homonym example` writes and says, here of data that are made up."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from homonym.cli import example, example_grid
from homonym.cli.common import make_console
from homonym.datasets import movielens
from homonym.errors import UserError
from homonym.models import run_folder
from homonym.models.run_folder import TrialProtocol

Printed = pytest.CaptureFixture[str]
FACTS = {
    "counts": {"users": 1200, "test": 3400, "items": 5600},
    "shares of users": {"a tie": 0.0312, "no list": 1.0},
}


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What data were made of, and whether a folder may be replaced."""
    monkeypatch.chdir(tmp_path)
    asked: list[Any] = []

    def make(*given: Any) -> Any:
        asked.append(given)
        return SimpleNamespace(name="data", notes="")

    def write(dataset: Any, folder: Path, force: bool) -> Path:
        asked.append(force)
        folder.mkdir()
        (folder / "dataset.json").write_text(json.dumps(FACTS))
        return folder

    monkeypatch.setattr(example, "generate_example", make)
    monkeypatch.setattr(movielens, "load_movielens", make)
    monkeypatch.setattr(movielens, "compare_split", lambda data, file: f"as {file}")
    monkeypatch.setattr(example, "write_dataset", write)
    return asked


def test_generated_data_are_told_with_their_counts(
    made: list[Any], tmp_path: Path, capsys: Printed
) -> None:
    out = tmp_path / "out"
    example.write_example(out, 3, None, "global", 20, None, True)
    assert capsys.readouterr().out.splitlines() == [
        "data",
        "  1,200 users and 3,400 relevant items in the test, 5,600 items to rank",
        "    3.1% of the users have a tie",
        "  100.0% of the users have no list",
        f"written to {out}",
    ]
    assert made == [(3,), True]


def test_a_split_of_ratings_is_compared_with_a_published_one(
    made: list[Any], tmp_path: Path, capsys: Printed
) -> None:
    out, folder, published = tmp_path / "out", tmp_path / "ml", tmp_path / "test.csv"
    with pytest.raises(UserError, match=r"no file .*test\.csv to compare the split"):
        example.write_example(out, 1, folder, "per-user", 1, published, False)
    assert made == []
    published.touch()
    example.write_example(out, 1, folder, "per-user", 1, published, False)
    assert made == [(folder, "per-user", 1), False]
    assert capsys.readouterr().out.splitlines()[-1] == f"as {published}"
    example.write_example(tmp_path / "other", 1, folder, "global", 5, None, False)
    assert capsys.readouterr().out.splitlines()[-1].startswith("written to ")


@pytest.mark.parametrize(
    ("split", "k", "compare", "option"),
    [
        ("per-user", 20, None, "--split"),
        ("global", 10, None, "--k"),
        ("global", 20, Path("test.csv"), "--compare"),
    ],
)
def test_options_of_ratings_go_with_ratings(
    made: list[Any], split: str, k: int, compare: Path | None, option: str
) -> None:
    with pytest.raises(UserError, match=f"{option} goes with --ratings PATH"):
        example.write_example(Path("out"), 1, None, split, k, compare, False)
    assert made == []


def test_a_cut_off_is_1_or_more(made: list[Any]) -> None:
    with pytest.raises(UserError, match="--k 0 is no cut-off: it must be 1 or more"):
        example.write_example(Path("out"), 1, Path("ml"), "global", 0, None, False)


@pytest.fixture
def grids(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What models were trained on, and by which protocol."""
    asked: list[Any] = []

    def write(ratings: Path, out: Path, protocol: Any, force: bool, tell: Any) -> Any:
        asked.append((ratings, protocol, force))
        counts = {"users": 1200, "test": 3400, "items": 5600}
        return {"models": 166, "data": "ml", **counts}

    monkeypatch.setattr(run_folder, "write_grid", write)
    return asked


def test_a_grid_says_how_its_models_are_compared(
    grids: list[Any], tmp_path: Path, capsys: Printed
) -> None:
    chosen: Any = ("grid", "per-user", "sampled", 3, 20, None)
    example_grid.write_models(tmp_path, Path("ml"), chosen, False)
    assert grids == [(Path("ml"), TrialProtocol("per-user", "sampled", 3, ""), False)]
    command = f"--truth {tmp_path / 'test.csv'} --run {tmp_path / 'runs'} --k 10"
    assert capsys.readouterr().out.splitlines() == [
        "166 models on ml, per-user split: 1,200 users and 3,400 relevant items in "
        "the test, 5,600 items",
        f"written to {tmp_path}",
        f"homonym dissent {command}",
    ]


@pytest.mark.parametrize(("models", "split"), [("", "global"), ("grid", "weak")])
def test_a_published_protocol_has_its_own_split_and_models(
    grids: list[Any], tmp_path: Path, capsys: Printed, models: str, split: str
) -> None:
    """And the metrics that its paper compares; without a seed it is 0."""
    chosen: Any = (models, split, "jeunen2024", None, 20, None)
    example_grid.write_models(tmp_path, Path("ml"), chosen, True)
    assert grids == [(Path("ml"), TrialProtocol("weak", "full", 0, "jeunen2024"), True)]
    *_, command = capsys.readouterr().out.splitlines()
    assert command.endswith(
        '--k 100 --metric "ndcg(gain=binary, ideal=none)" --metric "ndcg(gain=binary)"'
    )


@pytest.mark.parametrize(
    ("chosen", "ratings", "says"),
    [
        (("large", "weak", "full", 1, 20, None), "ml", "--models 'large' is unknown"),
        (("", "weak", "sampled", 1, 20, None), "ml", "--models '' is unknown"),
        (("grid", "weak", "full", 1, 20, None), "", "grid goes with --ratings PATH"),
        (("grid", "weak", "full", 1, 10, None), "ml", "--k and --compare do not go"),
        (("grid", "weak", "full", 1, 20, Path("a")), "ml", "--k and --compare do not"),
        (("grid", "per-user", "jeunen2024", 1, 20, None), "ml", "random half of each"),
    ],
)
def test_options_of_a_grid_that_do_not_go_together_are_one_sentence(
    grids: list[Any], chosen: Any, ratings: str, says: str
) -> None:
    given = Path(ratings) if ratings else None
    with pytest.raises(UserError, match=says):
        example_grid.write_models(Path("out"), given, chosen, False)
    assert grids == []


def test_models_need_numpy_and_scipy(
    grids: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "scipy.sparse", None)
    chosen: Any = ("grid", "weak", "full", 1, 20, None)
    with pytest.raises(UserError, match="trained with NumPy and SciPy") as refused:
        example_grid.write_models(Path("out"), Path("ml"), chosen, False)
    assert "homonym[dissent]" in refused.value.remedy


def test_what_is_trained_is_told_beside_the_answer(
    grids: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    beside: list[bool] = []

    def console(stderr: bool = False) -> Any:
        beside.append(stderr)
        return make_console(stderr)

    monkeypatch.setattr(example_grid, "make_console", console)
    chosen: Any = ("grid", "weak", "full", 1, 20, None)
    example_grid.write_models(Path("out"), Path("ml"), chosen, False)
    assert beside == [True]
