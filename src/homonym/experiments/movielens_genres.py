"""MovieLens ratings with genres, as items with aspects. Start at
`draw_random_fifth`."""

from __future__ import annotations

import csv
from contextlib import suppress
from pathlib import Path
from random import Random

from homonym.errors import UserError
from homonym.reference.diversity.case import Item, Items

BETWEEN, NONE = "|", "(no genres listed)"
"""What stands between genres in `movies.csv`, and for a film without any."""
HIGHEST = 5
"""The scale ends here: r_max of the metrics."""
NEEDED = ("ratings.csv", "movies.csv")


def draw_random_fifth(folder: Path, seed: int, least: int) -> dict[str, Items]:
    """For each user the rated items of a random fifth, if there are so many.

    Films without a genre have no aspects and are left out. Raises UserError when the
    folder holds no MovieLens data with genres, a rating is not from 0 to 5, or a user
    likes nothing.
    """
    rated = read_films_rated(folder, read_film_genres(folder))
    chance = Random(seed)
    found: dict[str, list[Item]] = {}
    for user, item in rated:
        if chance.random() < 0.2:
            found.setdefault(user, []).append(item)
    enough = {
        user: tuple(items) for user, items in found.items() if len(items) >= least
    }
    if not enough:
        raise UserError(
            f"no user of {folder} has {least} rated films with genres in the test "
            "fifth: give a larger data set, or a smaller --depth"
        )
    for user, items in enough.items():
        if not any(item.liked for item in items):
            raise UserError(
                f"user {user} of {folder} rates every film of the test fifth 0, so "
                "that no aspect has a weight: leave the user out, or give other ratings"
            )
    return enough


def read_films_rated(
    folder: Path, aspects: dict[str, tuple[str, ...]]
) -> list[tuple[str, Item]]:
    """Each user's rated films, of those with aspects, in the file's order."""
    file = folder / "ratings.csv"
    found = [
        (user, Item(parse_movielens_rating(rating, file, line), aspects[film]))
        for line, (user, film, rating) in read_movielens_columns(
            file, "userId", "movieId", "rating"
        )
        if film in aspects
    ]
    if not found:
        raise UserError(
            f"no film rated in {file} has a genre in {folder / 'movies.csv'}: their "
            "movieId must be the same, and the genres as in Action|Drama"
        )
    return found


def parse_movielens_rating(text: str, file: Path, line: int) -> float:
    """The rating; UserError for what is none, or outside the scale."""
    with suppress(ValueError):
        if 0 <= (rating := float(text)) <= HIGHEST:
            return rating
    raise UserError(
        f"{file}, line {line}: the rating is {text!r}, and must be a number from 0 to "
        f"{HIGHEST}"
    )


def read_film_genres(folder: Path) -> dict[str, tuple[str, ...]]:
    """The genres of each film that has any."""
    found = read_movielens_columns(folder / "movies.csv", "movieId", "genres")
    return {
        film: tuple(sorted(set(text.split(BETWEEN))))
        for _, (film, text) in found
        if text not in ("", NONE)
    }


def read_movielens_columns(
    file: Path, *columns: str
) -> list[tuple[int, tuple[str, ...]]]:
    """The line number and the named columns of a CSV file."""
    if not file.is_file():
        raise UserError(
            f"there is no {file}: give a MovieLens folder with {' and '.join(NEEDED)}"
        )
    try:
        with file.open(encoding="utf-8-sig", newline="") as lines:
            reader = csv.DictReader(lines, restval="")
            if missing := set(columns) - set(reader.fieldnames or ()):
                raise UserError(f"{file} has no column {sorted(missing)[0]}")
            return [
                (reader.line_num, tuple(row[column] for column in columns))
                for row in reader
            ]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UserError(f"{file} cannot be read: {error}") from None
