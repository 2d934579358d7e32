"""MovieLens ratings with genres, as items with aspects. Start at `random_fifth`."""

from __future__ import annotations

import csv
from pathlib import Path
from random import Random

from homonym.errors import UserError
from homonym.reference.diversity.case import Item, Items

NONE = "(no genres listed)"
NEEDED = ("ratings.csv", "movies.csv")


def random_fifth(folder: Path, seed: int, least: int) -> dict[str, Items]:
    """For each user the rated items of a random fifth, if there are so many.

    Films without a genre have no aspects and are left out. Raises UserError when the
    folder holds no MovieLens data with genres.
    """
    aspects = genres(folder)
    chance = Random(seed)
    found: dict[str, list[Item]] = {}
    for row in rows(folder / "ratings.csv", "userId", "movieId", "rating"):
        user, film, rating = row
        if film in aspects and chance.random() < 0.2:
            found.setdefault(user, []).append(Item(float(rating), aspects[film]))
    enough = {
        user: tuple(items) for user, items in found.items() if len(items) >= least
    }
    if not enough:
        raise UserError(
            f"no user of {folder} has {least} rated films in the test fifth: "
            "give a larger data set, or a smaller --depth"
        )
    return enough


def genres(folder: Path) -> dict[str, tuple[str, ...]]:
    """The genres of each film that has any."""
    found = rows(folder / "movies.csv", "movieId", "genres")
    return {
        film: tuple(sorted(set(text.split("|"))))
        for film, text in found
        if text != NONE
    }


def rows(file: Path, *columns: str) -> list[tuple[str, ...]]:
    """The named columns of a CSV file."""
    if not file.is_file():
        raise UserError(
            f"there is no {file}: give a MovieLens folder with {' and '.join(NEEDED)}"
        )
    with file.open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines)
        if missing := set(columns) - set(reader.fieldnames or ()):
            raise UserError(f"{file} has no column {sorted(missing)[0]}")
        return [tuple(row[column] for column in columns) for row in reader]
