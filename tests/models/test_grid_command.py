"""`homonym example --models grid`: a folder that `homonym dissent` reads."""

import json
from pathlib import Path

import pytest
from pyarrow import parquet
from typer.testing import CliRunner

from homonym.cli.app import app
from homonym.errors import UserError
from homonym.models import run_folder


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
