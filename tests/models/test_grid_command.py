"""`homonym example --models grid`: a folder that `homonym dissent` reads."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet
from typer.testing import CliRunner

from homonym.cli.app import app
from homonym.errors import UserError
from homonym.models import run_folder
from homonym.models.problem import LearningProblem
from homonym.models.run_folder import TrialProtocol, write_grid


@pytest.fixture
def ratings(tmp_path: Path) -> Path:
    """Twelve users, each of whom likes some of twenty items, at their own times."""
    rows = [
        (u, i, 5.0 if (u + i) % 3 else 4.0, 1000 * i + u)
        for u in range(1, 13)
        for i in range(1, 21)
        if (u * i) % 5 < 3
    ]
    lines = ["userId,movieId,rating,timestamp", *(",".join(map(str, r)) for r in rows)]
    (tmp_path / "ml").mkdir()
    (tmp_path / "ml" / "ratings.csv").write_text("\n".join(lines), encoding="utf-8")
    return tmp_path / "ml"


def said(*words: str) -> str:
    """What the command prints; it has to end well."""
    found = CliRunner().invoke(app, ["example", *words], catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return str(found.stdout)


def test_a_grid_is_written_and_compared(ratings: Path, tmp_path: Path) -> None:
    out = tmp_path / "grid"
    asked = "--models", "grid", "--ratings", str(ratings), "--out", str(out)
    told = said(*asked, "--split", "weak").splitlines()
    assert told[0].startswith("166 models on ml, weak split: 12 users and ")
    facts = json.loads((out / "grid.json").read_text("utf-8"))
    assert (facts["split"], facts["liked"], facts["models"]) == ("weak", 4.0, 166)
    lists = parquet.read_table(out / "runs" / "popularity.parquet")
    assert lists.column_names == ["user", "item", "score"]
    command = told[-1].removeprefix("homonym ").split()
    for one in sorted((out / "runs").iterdir())[4:]:
        one.unlink()
    more = ["--draws", "5", "--metric", "hit_rate", "--json"]
    found = CliRunner().invoke(app, [*command, *more], catch_exceptions=False)
    answer = json.loads(found.stdout)
    assert answer["grid"] == facts and len(answer["models"]) == 4


def test_a_folder_is_only_replaced_by_force(
    ratings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_folder, "yield_grid_models", lambda problem, seed: iter(()))
    out = tmp_path / "grid"
    asked = "--models", "grid", "--ratings", str(ratings), "--out", str(out)
    asked = *asked, "--split", "per-user"
    said(*asked)
    with pytest.raises(UserError, match="is not empty: nothing was written"):
        said(*asked)
    said(*asked, "--force", "--protocol", "sampled", "--seed", "3")
    assert json.loads((out / "grid.json").read_text("utf-8"))["candidates"] == "sampled"
    (out / "grid.json").unlink()
    with pytest.raises(UserError, match="is not empty: nothing was written"):
        said(*asked, "--force")


def test_the_protocol_of_jeunen_et_al_needs_no_other_option(
    ratings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        run_folder, "yield_jeunen_models", lambda problem, seed: iter(())
    )
    out = tmp_path / "grid"
    asked = "--ratings", str(ratings), "--out", str(out), "--protocol", "jeunen2024"
    told = said(*asked).splitlines()
    assert "weak split" in told[0] and "--k 100 --metric" in told[-1]
    facts = json.loads((out / "grid.json").read_text("utf-8"))
    assert (facts["split"], facts["published"]) == ("weak", "jeunen2024")
    assert (out / "test.csv").read_text("utf-8").count(",1,") > 10
    with pytest.raises(UserError, match="--split per-user does not go with"):
        said(*asked, "--split", "per-user", "--force")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--models", "all"], "--models 'all' is unknown"),
        (["--models", "grid"], "goes with --ratings PATH"),
        (["--protocol", "sampled"], "--models '' is unknown"),
        (["--models", "grid", "--ratings", "RATINGS", "--k", "5"], "do not go with"),
        (["--models", "grid", "--ratings", "nowhere"], "there is no file nowhere"),
        (
            ["--models", "grid", "--ratings", "RATINGS", "--split", "x"],
            "--split 'x' is unknown",
        ),
        (
            ["--models", "grid", "--ratings", "RATINGS", "--protocol", "x"],
            "--protocol 'x' is unknown",
        ),
    ],
)
def test_wrong_use_is_one_sentence(
    more: list[str], words: str, ratings: Path, tmp_path: Path
) -> None:
    given = [str(ratings) if one == "RATINGS" else one for one in more]
    with pytest.raises(UserError, match=words):
        said("--out", str(tmp_path / "grid"), *given)
    assert not (tmp_path / "grid").exists()


@pytest.fixture
def long(tmp_path: Path) -> Path:
    """User 1 likes items 1 to 105, one after the other; user 2 likes 1, then 2, and
    does not like 3 enough."""
    rows = [(1, item, 4.0, item) for item in range(1, 106)]
    rows += [(2, 1, 5.0, 1), (2, 2, 4.5, 2), (2, 3, 3.5, 3)]
    lines = ["userId,movieId,rating,timestamp", *(",".join(map(str, r)) for r in rows)]
    (tmp_path / "ml").mkdir()
    (tmp_path / "ml" / "ratings.csv").write_text("\n".join(lines), encoding="utf-8")
    return tmp_path / "ml"


def yield_two_models(problem: LearningProblem, seed: int) -> Iterator[tuple[str, Any]]:
    """One that likes the items of the greatest ids, and one that likes the others."""
    scores = problem.items[None, :] * 1.0
    yield "greatest", scores
    yield f"least-{seed}", -scores


@pytest.fixture
def two_models(monkeypatch: pytest.MonkeyPatch) -> None:
    """A grid of two."""
    monkeypatch.setattr(run_folder, "yield_grid_models", yield_two_models)


@pytest.mark.usefixtures("two_models")
def test_a_folder_holds_a_split_the_best_hundred_and_what_was_done(
    long: Path, tmp_path: Path
) -> None:
    """Item 105 is known to no train: the test is item 2 of user 2, who is ranked the
    103 others of train."""
    out, told = tmp_path / "new" / "folder" / "grid", list[str]()
    protocol = TrialProtocol("leave-one-out", seed=3)
    facts = write_grid(long, out, protocol, tell=told.append)
    assert told == ["1 models: greatest", "2 models: least-3"]
    asked = {"split": "leave-one-out", "candidates": "full", "seed": 3, "published": ""}
    counts = {"models": 2, "users": 1, "items": 104, "train": 105, "test": 1}
    assert facts == {"schema": 1, **asked, "liked": 4.0, **counts, "data": "ml"}
    assert (out / "grid.json").read_text("utf-8") == json.dumps(facts, indent=1) + "\n"
    train = (out / "train.csv").read_text("utf-8").splitlines()
    assert train[:2] == ['"user","item","rating","timestamp"', "1,1,4,1"]
    assert train[-1] == "2,1,5,1" and len(train) == 1 + 105
    test = (out / "test.csv").read_text("utf-8").splitlines()
    assert test[1:] == ["2,2,4.5,2"]
    greatest, least = (
        parquet.read_table(out / "runs" / f"{model}.parquet").to_pydict()
        for model in ("greatest", "least-3")
    )
    assert greatest["user"] == least["user"] == [2] * 100
    assert greatest["item"] == [*range(104, 4, -1)]
    assert least["item"] == [*range(2, 102)]
    assert [one.name for one in out.parent.iterdir()] == ["grid"]


@pytest.mark.usefixtures("two_models")
def test_a_sample_holds_the_test_and_a_hundred_others(
    long: Path, tmp_path: Path
) -> None:
    """All of them stand in the list."""
    protocol = TrialProtocol("leave-one-out", "sampled", seed=5)
    write_grid(long, tmp_path / "grid", protocol)
    found = parquet.read_table(tmp_path / "grid" / "runs" / "greatest.parquet")
    items = found.to_pydict()["item"]
    assert len({*items}) == 101 and items[-1] == 2
    write_grid(long, tmp_path / "other", TrialProtocol("leave-one-out", "sampled"))
    other = parquet.read_table(tmp_path / "other" / "runs" / "greatest.parquet")
    assert {*other.to_pydict()["item"]} != {*items}


@pytest.mark.usefixtures("two_models")
def test_an_empty_folder_is_free_and_a_file_is_not(long: Path, tmp_path: Path) -> None:
    """Not by force either; nor can a folder be made in a file."""
    out, file = tmp_path / "grid", tmp_path / "file"
    out.mkdir()
    file.write_text("mine")
    protocol = TrialProtocol("leave-one-out")
    assert write_grid(long, out, protocol)["models"] == 2
    with pytest.raises(UserError, match="is not empty: nothing was written"):
        write_grid(long, out, protocol)
    with pytest.raises(UserError, match="is not empty: nothing was written"):
        write_grid(long, file, protocol, force=True)
    with pytest.raises(UserError, match="grid cannot be written: "):
        write_grid(long, file / "grid", protocol)
    assert file.read_text() == "mine"


def test_models_are_tried_on_a_global_split_and_all_items_unless_asked() -> None:
    assert TrialProtocol() == TrialProtocol("global", "full", 0, "")


def test_the_filters_of_a_published_protocol_leave_items_of_five_users(
    ratings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nine, to try it; and its models are tried alone. All twelve users like items 5,
    10, 15 and 20, and of the others none is liked by more than eight."""
    monkeypatch.setattr(run_folder, "yield_jeunen_models", yield_two_models)
    monkeypatch.setattr(run_folder, "LEAST", 9)
    protocol = TrialProtocol("weak", published="jeunen2024")
    facts = write_grid(ratings, tmp_path / "grid", protocol)
    assert (facts["models"], facts["items"]) == (2, 4)
    assert facts["train"] + facts["test"] == 4 * 12
