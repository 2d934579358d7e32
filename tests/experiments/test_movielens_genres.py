"""MovieLens ratings with genres: what is read, drawn and refused."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from homonym.errors import UserError
from homonym.experiments.movielens_genres import draw_random_fifth, read_film_genres


def test_films_without_genres_are_left_out(movielens: Path) -> None:
    """They have no aspects; the others keep theirs."""
    found = read_film_genres(movielens)
    assert len(found) == 300
    assert found["0"] == ("Action", "Drama")
    (rated,) = draw_random_fifth(movielens, seed=1, least=30).values()
    assert 30 <= len(rated) <= 100


def test_a_folder_that_is_none_or_has_too_few_ratings_is_refused(
    movielens: Path, tmp_path: Path
) -> None:
    """In one sentence that says what would be accepted."""
    with pytest.raises(UserError, match=r"give a MovieLens folder with ratings\.csv"):
        draw_random_fifth(tmp_path / "nowhere", 1, 10)
    with pytest.raises(UserError, match="a smaller --depth"):
        draw_random_fifth(movielens, 1, 500)


@pytest.mark.parametrize(
    ("rating", "said"),
    [
        ("9", "line 3: the rating is '9', and must be a number from 0 to 5"),
        ("-1", "line 3: the rating is '-1', and must be"),
        ("good", "line 3: the rating is 'good', and must be"),
        ("nan", "line 3: the rating is 'nan', and must be"),
        ("", "line 3: the rating is '', and must be"),
    ],
)
def test_a_rating_outside_the_scale_is_refused_with_its_line(
    movielens: Path, rating: str, said: str
) -> None:
    """Whether or not the film falls into the test fifth."""
    file = movielens / "ratings.csv"
    file.write_text(file.read_text().replace("1,1,1.5,0", f"1,1,{rating},0"))
    with pytest.raises(UserError, match=said):
        draw_random_fifth(movielens, 1, 10)


def test_a_user_who_likes_nothing_is_refused(movielens: Path) -> None:
    """The weights of the aspects would be 0/0."""
    lines = [f"7,{n},0,0" for n in range(400)]
    text = "\n".join(["userId,movieId,rating,timestamp", *lines])
    (movielens / "ratings.csv").write_text(text)
    with pytest.raises(UserError, match=r"user 7 .* no aspect has a weight"):
        draw_random_fifth(movielens, 1, 10)


@pytest.mark.parametrize("named", ["", "(no genres listed)"])
def test_films_that_all_lack_genres_are_named_as_the_reason(
    movielens: Path, named: str
) -> None:
    """Not the amount of data."""
    films = [f"{n},Film {n},{named}" for n in range(400)]
    text = "\n".join(["movieId,title,genres", *films])
    (movielens / "movies.csv").write_text(text)
    with pytest.raises(UserError, match=r"no film rated in .* has a genre"):
        draw_random_fifth(movielens, 1, 10)


def write_folder(folder: Path, films: list[str], ratings: list[str]) -> Path:
    """A MovieLens folder of these lines."""
    for name, first, lines in (
        ("movies.csv", "movieId,title,genres", films),
        ("ratings.csv", "userId,movieId,rating,timestamp", ratings),
    ):
        (folder / name).write_text("\n".join([first, *lines]))
    return folder


def test_a_fifth_is_what_chance_draws_below_0_2(tmp_path: Path) -> None:
    """A number is drawn for every rating of a film with genres, in the file's order;
    only users with so many items are left, and the ends of the scale are ratings."""
    films = [
        "1,One,Drama|Action|Drama",
        "2,Two,(no genres listed)",
        "3,Three",
        "4,Four,War",
    ]
    rated = [
        (user, film, (user + film) % 6) for user in range(1, 41) for film in range(1, 5)
    ]
    folder = write_folder(tmp_path, films, [f"{u},{f},{r},0" for u, f, r in rated])
    genres = {1: ("Action", "Drama"), 4: ("War",)}
    assert read_film_genres(folder) == {"1": genres[1], "4": genres[4]}
    chance, expected = Random(7), dict[str, list[tuple[float, tuple[str, ...]]]]()
    for user, film, rating in rated:
        if film in genres and chance.random() < 0.2:
            expected.setdefault(str(user), []).append((float(rating), genres[film]))
    twice = {user: items for user, items in expected.items() if len(items) == 2}
    found = {
        user: [(item.rating, item.aspects) for item in items]
        for user, items in draw_random_fifth(folder, 7, 2).items()
    }
    assert found == twice and len(expected) > len(twice) > 0


def test_a_rating_just_above_the_scale_is_refused(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, ["1,One,War"], ["1,1,5.5,0"])
    with pytest.raises(UserError, match=r"line 2: the rating is '5\.5'.* from 0 to 5$"):
        draw_random_fifth(folder, 1, 1)


def test_a_file_without_its_columns_or_text_is_refused(tmp_path: Path) -> None:
    """The first column that is missing is named."""
    folder = write_folder(tmp_path, ["1,One,War"], ["1,1,5,0"])
    (folder / "ratings.csv").write_text("userId,item\n1,1\n")
    with pytest.raises(UserError, match=r"ratings\.csv has no column movieId$"):
        draw_random_fifth(folder, 1, 1)
    (folder / "movies.csv").write_bytes(b"movieId,genres\n1,\xff\n")
    with pytest.raises(UserError, match=r"movies\.csv cannot be read: "):
        read_film_genres(folder)
    (folder / "movies.csv").unlink()
    with pytest.raises(
        UserError, match=r"a MovieLens folder with ratings\.csv and mov"
    ):
        read_film_genres(folder)
