"""People's data: predictions, truth and training from CSV or Parquet, made into a case.

Start at `load_case`, which reads the files; `convert_to_case` turns what they hold into
rankings, so that the reference's variants can be evaluated on it. Columns are known by
their usual names. Ids are integers where a column's all are, in every file.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from homonym.datasets.column_names import (
    ROLES,
    ColumnPlaces,
    Contents,
    find_columns,
    format_column_names,
    list_possible_grades,
)
from homonym.datasets.file_rows import FileRow, read_rows
from homonym.datasets.large_tables import are_large, load_columns
from homonym.datasets.written_ids import (
    check_ids_alike,
    make_disjoint_ids_error,
    read_ids,
)
from homonym.errors import UserError
from homonym.reference.case import Id, TableCase, grouped
from homonym.reference.rankings.case import Case, Ranking

TextRow = tuple[str, str, float]
IdRow = tuple[Id, Id, float]
Where = tuple[Path, int]

ListOrder = Literal["score", "file"]
"""What puts a list in order: its scores, or how its rows stand in the file."""
ORDERS: tuple[ListOrder, ...] = ("score", "file")


def discard_sentence(sentence: str) -> None:
    """Keep it quiet."""


@dataclass(frozen=True)
class PeoplesTable:
    """One file, read: its pairs (user, item, score or grade) in the file's order, and
    the line of each."""

    path: Path
    pairs: tuple[TextRow, ...]
    lines: Sequence[int]

    @cached_property
    def users(self) -> dict[str, None]:
        """Every user once, in the file's order."""
        return dict.fromkeys(user for user, _, _ in self.pairs)

    @cached_property
    def items(self) -> dict[str, None]:
        """Every item once, in the file's order."""
        return dict.fromkeys(item for _, item, _ in self.pairs)


def load_case(
    predictions: Path | str,
    truth: Path | str,
    k: int,
    columns: Mapping[str, str] | None = None,
    order: ListOrder | None = None,
    train: Path | str | None = None,
    tell: Callable[[str], None] = discard_sentence,
    folder: Path | None = None,
) -> TableCase:
    """The case that people's files make.

    columns: names other than the usual, by role (`user`, `item`, `score`, `relevance`),
    or for one file only (`truth.user`); order: of the lists, where falling scores and
    the file's rows give two, ties always in the file's order; train: the file of the
    training items; tell: is told of ids that are written differently, and of
    grades that may be there; folder: where large files are put in columns, and stay.
    The catalogue is every item of any file. Raises UserError when a file, a column, a
    value or k is not usable.
    """
    if k < 1:
        raise UserError(f"the cut-off k is {k}, and must be at least 1")
    files: dict[Contents, Path] = {
        "predictions": Path(predictions),
        "truth": Path(truth),
    }
    if train:
        files["train"] = Path(train)
    if sentence := describe_possible_grades(files["truth"], columns or {}):
        tell(sentence)
    if folder and are_large(files.values()):
        found = load_columns(files, k, columns or {}, order, tell, folder)
        if found:
            return found
    tables = [read_peoples_table(path, kind, columns) for kind, path in files.items()]
    _check_ids(tables[0], tables[1:], tell)
    return build_row_case([order_prediction_lists(tables[0], order), *tables[1:]], k)


def describe_possible_grades(truth: Path, columns: Mapping[str, str]) -> str:
    """A sentence on columns of the truth that may be its grades, where none is known as
    them; nothing of what can be read only once. Raises what `find_columns` does."""
    if not truth.is_file():
        return ""
    header = next(read_rows(truth))[1]
    found = list_possible_grades(header, find_columns(truth, header, "truth", columns))
    if not found:
        return ""
    return (
        f"{truth} has no column that is known as the grade, and every row is relevant; "
        f"it may be {format_column_names(found)}: name it with --column relevance=NAME"
    )


def build_row_case(tables: Sequence[PeoplesTable], k: int) -> TableCase:
    """The case of predictions, truth and, where it is given, training."""
    lists, judged, trained = _with_ids(tables)
    name = " against ".join(table.path.name for table in tables[:2])
    case = TableCase.of(name, lists, judged, k, tuple({item for _, item, _ in trained}))
    known = {user: tuple(i for i, _ in its) for user, its in grouped(trained).items()}
    return replace(case, train={**case.train, **known})


def order_prediction_lists(
    lists: PeoplesTable, order: ListOrder | None
) -> PeoplesTable:
    """The table with each list in that order, users as they come in the file.

    Raises UserError where none is said and a list has two.
    """
    risen = find_score_rise(lists)
    if not risen or order == "file":
        return lists
    if order is None:
        user, line = risen
        raise UserError(
            f"{lists.path}, line {line}: the score of user {user} is above that of an "
            "earlier line, so that the list stands in another order than its scores",
            "say which is meant: --order score, or --order file",
        )
    assert order == "score"
    users = {user: place for place, user in enumerate(lists.users)}
    pairs = sorted(lists.pairs, key=lambda pair: (users[pair[0]], -pair[2]))
    return PeoplesTable(lists.path, tuple(pairs), ())


def find_score_rise(lists: PeoplesTable) -> tuple[str, int] | None:
    """The first user whose score rises from one row to the next, and the line; None
    where every list's scores fall or stay."""
    last: dict[str, float] = {}
    for (user, _, score), line in zip(lists.pairs, lists.lines, strict=True):
        if score > last.setdefault(user, score):
            return user, line
        last[user] = score
    return None


def convert_to_case(table: TableCase) -> Case:
    """The same data as rankings, one for each user of the truth, in its order.

    A user without a list gets an empty ranking; users without a truth are left out.
    Without a catalogue nothing is known to be unranked. Scores are the real ones, so
    the case has no line and only its `users` and `k` may be read.
    """
    catalogue = frozenset(table.catalogue)
    rankings = (_build_user_ranking(table, user, catalogue) for user in table.truth)
    return Case(users=tuple(rankings), k=table.k)


def read_peoples_table(
    path: Path | str, kind: Contents, columns: Mapping[str, str] | None = None
) -> PeoplesTable:
    """Read one file, CSV (with a header; comma, semicolon or tab) or Parquet.

    kind: `predictions` (user, item, score), `truth` (user, item, relevance, which
    counts as 1 where there is no such column) or `train` (user, item); columns: as in
    `load_case`.
    Raises UserError naming the file and, where there is one, the line.
    """
    path = Path(path)
    found = read_rows(path)
    header = next(found)[1]
    places = find_columns(path, header, kind, columns or {})
    lines = array("q")
    pairs = tuple(
        _read_checked_pairs(path, found, len(header), places, ROLES[kind][-1], lines)
    )
    if not pairs:
        raise UserError(f"{path} has a header and no rows: nothing to evaluate")
    return PeoplesTable(path, pairs, lines)


def _read_checked_pairs(
    path: Path,
    found: Iterable[FileRow],
    width: int,
    places: ColumnPlaces,
    role: str,
    lines: array[int],
) -> Iterator[TextRow]:
    """Checked pairs, in the file's order, each with its line added to `lines`; equal
    ids share one string."""
    user_at, item_at, number_at = places
    same: dict[str, str] = {}
    stood: dict[tuple[str, str], int] = {}
    for line, row in found:
        where = (path, line)
        if len(row) != width:
            raise _make_line_error(
                where, f"the row has {len(row)} cells and the header {width}"
            )
        user = _read_id_cell(row[user_at], "user", where, same)
        item = _read_id_cell(row[item_at], "item", where, same)
        if (first := stood.setdefault((user, item), line)) != line:
            raise _make_line_error(where, _describe_repeated_pair(user, item, first))
        number = (
            1.0 if number_at is None else _read_number_cell(row[number_at], role, where)
        )
        lines.append(line)
        yield user, item, number


def _describe_repeated_pair(user: str, item: str, first: int) -> str:
    return (
        f"user {user} and item {item} stand together as on line {first}: "
        "each pair may stand once"
    )


def _read_id_cell(cell: Any, role: str, where: Where, same: dict[str, str]) -> str:
    text = "" if cell is None else str(cell).strip()
    if not text:
        raise _make_line_error(where, f"the {role} is empty: an id is needed")
    return same.setdefault(text, text)


def _read_number_cell(cell: Any, role: str, where: Where) -> float:
    try:
        value = math.nan if "_" in str(cell) else float(cell)
    except (TypeError, ValueError):
        value = math.nan
    if not math.isfinite(value):
        shown = "empty" if cell is None or cell == "" else repr(cell)
        raise _make_line_error(
            where, f"the {role} is {shown}, and must be a finite number"
        )
    return value


def _make_line_error(where: Where, message: str) -> UserError:
    path, line = where
    return UserError(f"{path}, line {line}: {message}")


def _with_ids(tables: Sequence[PeoplesTable]) -> list[list[IdRow]]:
    """The rows of each table with ids, and no row where there is no third table."""
    user_of = read_ids(user for table in tables for user in table.users)
    item_of = read_ids(item for table in tables for item in table.items)
    found = [[(user_of[u], item_of[i], n) for u, i, n in t.pairs] for t in tables]
    return [*found, []][:3]


def _check_ids(
    lists: PeoplesTable, others: Sequence[PeoplesTable], tell: Callable[[str], None]
) -> None:
    """Tell where files write ids differently; UserError where nothing can match."""
    for table in others:
        told = (
            check_ids_alike(
                "user", (lists.path, lists.users), (table.path, table.users)
            ),
            check_ids_alike(
                "item", (lists.path, lists.items), (table.path, table.items)
            ),
        )
        for sentence in filter(None, told):
            tell(sentence)
    judged = others[0]
    if lists.users.keys().isdisjoint(judged.users):
        mine, its = lists.pairs[0][0], judged.pairs[0][0]
        raise make_disjoint_ids_error("user", lists.path, judged.path, mine, its)


def _build_user_ranking(
    table: TableCase, user: Id, catalogue: frozenset[Id]
) -> Ranking:
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
