"""Which column of people's tables is what: start at `find_columns`.

Columns are known by their usual names (`USUAL`), or are named by role.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from homonym.errors import UserError, in_brief, render_option

Contents = Literal[
    "predictions",
    "truth",
    "train",
    "aspects",
    "item_groups",
    "user_groups",
    "logged",
]
ColumnPlaces = tuple[int, int, int | None]
"""Where the user, the item and the number stand in a row."""

USUAL: dict[str, tuple[str, ...]] = {
    "user": ("user", "userid", "queryid", "uid"),
    "item": ("item", "itemid", "movieid", "productid", "docid", "iid"),
    "score": ("score", "prediction", "rating", "probability", "chance"),
    "relevance": ("relevance", "rating", "grade", "label"),
    "rank": ("rank",),
    "aspect": ("aspect", "aspects", "genre", "genres", "category", "topic", "tag"),
    "group": ("group", "category", "cluster"),
    "trajectory": ("trajectory", "trajectoryid", "session", "sessionid", "user"),
    "position": ("position",),
    "reward": ("reward", "click"),
    "logged": ("logged", "propensity"),
    "target": ("target",),
}
"""Column names by role, the preferred first; case, spaces, `_` and `-` do not count."""

ROLES: dict[Contents, tuple[str, ...]] = {
    "predictions": ("user", "item", "score"),
    "truth": ("user", "item", "relevance"),
    "train": ("user", "item"),
    "aspects": ("item", "aspect"),
    "item_groups": ("item", "group"),
    "user_groups": ("user", "group"),
    "logged": ("trajectory", "reward", "position", "rank", "logged", "target"),
}
OPTIONAL = {"relevance", "position", "rank", "logged", "target"}
"""Roles that a table may do without."""

NO_GRADE = re.compile(r"time|timestamp|ts|date|datetime|index|unnamed:\d+|")
"""Names of columns that hold no grade: when it was, and the numbers of a frame's
rows."""
NAMED_RANK = render_option("column", "rank=NAME", "columns={'rank': NAME}")
NAMED_GRADE = render_option("column", "relevance=NAME", "columns={'relevance': NAME}")


def find_columns(
    path: Path,
    header: Sequence[str],
    kind: Contents,
    columns: Mapping[str, str],
    spared: bool = False,
) -> ColumnPlaces:
    """Where the user, the item and the number stand in a row of the file.

    columns: names other than the usual, by role, or for one file only (`truth.user`);
    spared: whether ranks order the rows, or they stand in order, so that scores need
    not be there. Raises UserError for a column that is not there, or that would play
    two roles.
    """
    places = find_all(path, header, kind, columns, {"score"} if spared else ())
    user, item, number = (*places.values(), None)[:3]
    assert user is not None and item is not None
    return user, item, number


def find_pair(
    path: Path, header: Sequence[str], kind: Contents, columns: Mapping[str, str]
) -> tuple[int, int]:
    """Where both columns of a table of two stand in a row, as an item and its aspect;
    raises what `find_columns` does."""
    one, other = find_all(path, header, kind, columns).values()
    assert one is not None and other is not None
    return one, other


def find_all(
    path: Path,
    header: Sequence[str],
    kind: Contents,
    columns: Mapping[str, str],
    spared: Container[str] = (),
) -> dict[str, int | None]:
    """The place of each role's column, None for one that is not there and need not be,
    as those that are spared; raises what `find_columns` does."""
    check_roles(columns)
    places = {
        role: place_of(path, header, role, find_named_column(columns, kind, role))
        for role in ROLES[kind]
    }
    for role, place in places.items():
        if place is None and role not in OPTIONAL and role not in spared:
            raise UserError(
                f"{path} has no column for the {role}: its columns are "
                f"{format_column_names(header)}; usual names are "
                f"{', '.join(USUAL[role])}",
                f"name the column of the {role} yourself if it has another name",
            )
    check_distinct_columns(path, header, places)
    return places


def find_rank(path: Path, header: Sequence[str], columns: Mapping[str, str]) -> int:
    """Where the rank stands in a row of predictions; UserError where it does not."""
    place = place_of(
        path, header, "rank", find_named_column(columns, "predictions", "rank")
    )
    if place is None:
        raise UserError(
            f"{path} has no column for the rank: its columns are "
            f"{format_column_names(header)}",
            f"name it with {NAMED_RANK}, or leave out "
            + render_option("order", "rank", "order='rank'"),
        )
    return place


def list_possible_grades(
    header: Sequence[str], places: Sequence[int | None]
) -> list[str]:
    """The columns of a truth that may be its grades, where none is known as them;
    places: of the user, the item and the grade."""
    if places[2] is not None:
        return []
    others = [one for at, one in enumerate(header) if at not in places]
    return [one for one in others if not NO_GRADE.fullmatch(normalise_column_name(one))]


def normalise_column_name(name: str) -> str:
    """A name without what does not count in it."""
    return re.sub(r"[\s_-]", "", name).lower()


def format_column_names(header: Iterable[str]) -> str:
    """The names of columns, on one line whatever they hold."""
    return ", ".join(one if one.isprintable() else repr(one) for one in header)


def find_named_column(
    columns: Mapping[str, str], kind: Contents, role: str
) -> str | None:
    """The name that a role's column was given, for this file or for all."""
    return columns.get(f"{kind}.{role}", columns.get(role))


def place_of(
    path: Path, header: Sequence[str], role: str, name: str | None
) -> int | None:
    """The column that is named, or the one with the role's most usual name."""
    if name is not None:
        found = [place for place, known in enumerate(header) if known == name]
        if not found:
            raise UserError(
                f"{path} has no column {in_brief(name)} for the {role}: "
                f"its columns are {format_column_names(header)}"
            )
    else:
        plain = [*map(normalise_column_name, header)]
        usual = next((known for known in USUAL[role] if known in plain), None)
        found = [place for place, known in enumerate(plain) if known == usual]
    if len(found) > 1:
        names = " and ".join(format_column_names([header[place]]) for place in found)
        raise UserError(f"{path} has several columns for the {role}: {names}")
    return found[0] if found else None


def check_distinct_columns(
    path: Path, header: Sequence[str], places: Mapping[str, int | None]
) -> None:
    """UserError where one column would play two roles."""
    roles: dict[int, str] = {}
    for role, place in places.items():
        if place is None:
            continue
        if place in roles:
            raise UserError(
                f"{path}: the column {in_brief(header[place])} is named for the "
                f"{roles[place]} and for the {role}: each needs its own"
            )
        roles[place] = role


def check_roles(columns: Mapping[str, str]) -> None:
    """UserError for a role that no column has."""
    qualified = {f"{kind}.{role}" for kind, roles in ROLES.items() for role in roles}
    qualified |= {"predictions.rank", "catalogue.item"}
    for role in columns:
        if role not in USUAL and role not in qualified:
            raise UserError(
                f"{in_brief(role)} is no role of a column: roles are "
                f"{', '.join(USUAL)}, or for one file only as in truth.user"
            )
