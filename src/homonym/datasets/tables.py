"""People's data: predictions and truth from CSV or Parquet, made into a case.

Start at `load_case`, which reads two files; `to_case` turns what they hold into
rankings, so that the reference's variants can be evaluated on it. Columns are known by
their usual names (`USUAL`). Ids are integers where a column's all are, in both files.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from homonym.datasets.file_rows import Row, read_rows
from homonym.errors import UserError
from homonym.reference.case import Id, TableCase
from homonym.reference.rankings.case import Case, Ranking

Contents = Literal["predictions", "truth"]
Pair = tuple[str, str, float]
Where = tuple[Path, int]

USUAL: dict[str, tuple[str, ...]] = {
    "user": ("user", "userid", "queryid", "uid"),
    "item": ("item", "itemid", "movieid", "productid", "docid", "iid"),
    "score": ("score", "prediction", "rating"),
    "relevance": ("relevance", "rating", "grade"),
}
"""Column names by role, the preferred first; case, spaces, `_` and `-` do not count."""

ROLES: dict[Contents, tuple[str, str, str]] = {
    "predictions": ("user", "item", "score"),
    "truth": ("user", "item", "relevance"),
}

INTEGER = re.compile(r"0|-?[1-9]\d{0,17}", re.ASCII)


@dataclass(frozen=True)
class PeoplesTable:
    """One file, read: its pairs (user, item, score or grade) in the file's order."""

    path: Path
    pairs: tuple[Pair, ...]


def load_case(
    predictions: Path | str,
    truth: Path | str,
    k: int,
    columns: Mapping[str, str] | None = None,
) -> TableCase:
    """The case that two files make; lists by falling score, ties in the file's order.

    columns: names other than the usual, by role (`user`, `item`, `score`, `relevance`),
    or for one file only (`truth.user`). The catalogue is every item of either file.
    Raises UserError when a file, a column, a value or k is not usable.
    """
    if k < 1:
        raise UserError(f"the cut-off k is {k}, and must be at least 1")
    lists = read_table(predictions, "predictions", columns)
    judged = read_table(truth, "truth", columns)
    _check_common_users(lists, judged)
    user_of = _ids(pair[0] for table in (lists, judged) for pair in table.pairs)
    item_of = _ids(pair[1] for table in (lists, judged) for pair in table.pairs)
    ranked = sorted(lists.pairs, key=lambda pair: -pair[2])
    order = {user_of[user]: () for user, _, _ in lists.pairs}
    scored = [(user_of[u], item_of[i], score) for u, i, score in ranked]
    grades = [(user_of[u], item_of[i], grade) for u, i, grade in judged.pairs]
    name = f"{lists.path.name} against {judged.path.name}"
    case = TableCase.of(name, scored, grades, k)
    in_file_order = {user: case.recommendations[user] for user in order}
    return TableCase(name, in_file_order, case.truth, k, case.train, case.catalogue)


def to_case(table: TableCase) -> Case:
    """The same data as rankings, one for each user of the truth, in its order.

    A user without a list gets an empty ranking; users without a truth are left out.
    Without a catalogue nothing is known to be unranked. Scores are the real ones, so
    the case has no line and only its `users` and `k` may be read.
    """
    catalogue = frozenset(table.catalogue)
    rankings = (_ranking(table, user, catalogue) for user in table.truth)
    return Case(users=tuple(rankings), k=table.k)


def read_table(
    path: Path | str, kind: Contents, columns: Mapping[str, str] | None = None
) -> PeoplesTable:
    """Read one file, CSV (with a header; comma, semicolon or tab) or Parquet.

    kind: `predictions` (user, item, score) or `truth` (user, item, relevance, which
    counts as 1 where there is no such column); columns: as in `load_case`.
    Raises UserError naming the file and, where there is one, the line.
    """
    path = Path(path)
    found = read_rows(path)
    header = next(found)[1]
    places = _places(path, header, kind, columns or {})
    pairs = tuple(_pairs(path, found, len(header), places, ROLES[kind][2]))
    if not pairs:
        raise UserError(f"{path} has a header and no rows: nothing to evaluate")
    return PeoplesTable(path, pairs)


def _pairs(
    path: Path,
    found: Iterable[Row],
    width: int,
    places: tuple[int, int, int | None],
    role: str,
) -> Iterator[Pair]:
    """Checked pairs, in the file's order; equal ids share one string."""
    user_at, item_at, number_at = places
    same: dict[str, str] = {}
    lines: dict[tuple[str, str], int] = {}
    for line, row in found:
        where = (path, line)
        if len(row) != width:
            raise _at(where, f"the row has {len(row)} cells and the header {width}")
        user = _id(row[user_at], "user", where, same)
        item = _id(row[item_at], "item", where, same)
        if (first := lines.setdefault((user, item), line)) != line:
            raise _at(where, _twice(user, item, first))
        number = 1.0 if number_at is None else _number(row[number_at], role, where)
        yield user, item, number


def _twice(user: str, item: str, first: int) -> str:
    return (
        f"user {user} and item {item} stand together as on line {first}: "
        "each pair may stand once"
    )


def _id(cell: Any, role: str, where: Where, same: dict[str, str]) -> str:
    text = "" if cell is None else str(cell).strip()
    if not text:
        raise _at(where, f"the {role} is empty: an id is needed")
    return same.setdefault(text, text)


def _number(cell: Any, role: str, where: Where) -> float:
    try:
        value = math.nan if "_" in str(cell) else float(cell)
    except (TypeError, ValueError):
        value = math.nan
    if not math.isfinite(value):
        shown = "empty" if cell is None or cell == "" else repr(cell)
        raise _at(where, f"the {role} is {shown}, and must be a finite number")
    return value


def _places(
    path: Path, header: Sequence[str], kind: Contents, columns: Mapping[str, str]
) -> tuple[int, int, int | None]:
    """Where the user, the item and the number stand in a row."""
    _check_roles(columns)
    user, item, number = (
        _place(path, header, role, columns.get(f"{kind}.{role}", columns.get(role)))
        for role in ROLES[kind]
    )
    for role, place in zip(ROLES[kind], (user, item, number), strict=True):
        if place is None and role != "relevance":
            raise UserError(
                f"{path} has no column for the {role}: its columns are "
                f"{', '.join(header)}; usual names are {', '.join(USUAL[role])}",
                f"name the column of the {role} yourself if it has another name",
            )
    assert user is not None and item is not None
    _check_apart(
        path, header, dict(zip(ROLES[kind], (user, item, number), strict=True))
    )
    return user, item, number


def _check_apart(
    path: Path, header: Sequence[str], places: Mapping[str, int | None]
) -> None:
    """Raise UserError where one column would play two roles."""
    roles: dict[int, str] = {}
    for role, place in places.items():
        if place is None:
            continue
        if place in roles:
            raise UserError(
                f"{path}: the column {header[place]!r} is named for the "
                f"{roles[place]} and for the {role}: each needs its own"
            )
        roles[place] = role


def _place(
    path: Path, header: Sequence[str], role: str, named: str | None
) -> int | None:
    """The column that is named, or the one with the role's most usual name."""
    plain = [re.sub(r"[\s_-]", "", name).lower() for name in header]
    if named is not None:
        found = [place for place, name in enumerate(header) if name == named]
        if not found:
            raise UserError(
                f"{path} has no column {named!r} for the {role}: "
                f"its columns are {', '.join(header)}"
            )
    else:
        usual = next((name for name in USUAL[role] if name in plain), None)
        found = [place for place, name in enumerate(plain) if name == usual]
    if len(found) > 1:
        names = " and ".join(header[place] for place in found)
        raise UserError(f"{path} has several columns for the {role}: {names}")
    return found[0] if found else None


def _check_roles(columns: Mapping[str, str]) -> None:
    qualified = {f"{kind}.{role}" for kind, roles in ROLES.items() for role in roles}
    for role in columns:
        if role not in USUAL and role not in qualified:
            raise UserError(
                f"{role!r} is no role of a column: roles are {', '.join(USUAL)}, "
                "or for one file only as in truth.user"
            )


def _at(where: Where, message: str) -> UserError:
    path, line = where
    return UserError(f"{path}, line {line}: {message}")


def _ids(texts: Iterable[str]) -> dict[str, Id]:
    """Each text's id: integers when all are, else the texts (007 is no integer)."""
    distinct = dict.fromkeys(texts)
    if all(INTEGER.fullmatch(text) for text in distinct):
        return {text: int(text) for text in distinct}
    return {text: text for text in distinct}


def _check_common_users(lists: PeoplesTable, judged: PeoplesTable) -> None:
    if {pair[0] for pair in lists.pairs}.isdisjoint(pair[0] for pair in judged.pairs):
        raise UserError(
            f"{lists.path} and {judged.path} have no user in common: users are written "
            f"{lists.pairs[0][0]} in the first and {judged.pairs[0][0]} in the second"
        )


def _ranking(table: TableCase, user: Id, catalogue: frozenset[Id]) -> Ranking:
    listed = table.recommendations.get(user, ())
    grades = dict(table.truth[user])
    ranked = {item for item, _ in listed}
    train = set(table.train.get(user, ())) - ranked - grades.keys()
    known = ranked | grades.keys() | train
    return Ranking(
        grades=tuple(grades.get(item) for item, _ in listed),
        scores=tuple(score for _, score in listed),
        missed=tuple(grade for item, grade in grades.items() if item not in ranked),
        unranked=len(catalogue) - len(known & catalogue),
        train=len(train & catalogue),
    )
