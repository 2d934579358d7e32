"""What tests of several experiments read."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def movielens(tmp_path: Path) -> Path:
    """Four hundred ratings of one user, on films of three genres and of none."""
    names = ["Action|Drama", "Comedy", "Drama", "(no genres listed)"]
    films = [f"{n},Film {n},{names[n % 4]}" for n in range(400)]
    ratings = [f"1,{n},{1 + n % 9 / 2},0" for n in range(400)]
    (tmp_path / "movies.csv").write_text("\n".join(["movieId,title,genres", *films]))
    (tmp_path / "ratings.csv").write_text(
        "\n".join(["userId,movieId,rating,timestamp", *ratings])
    )
    return tmp_path
