"""People's large files, read in columns by DuckDB: start at `load_columns`.

What it gives is what `homonym.datasets.tables` does row by row, and it is asked only
for what is in order: a file with anything to refuse, or that DuckDB reads otherwise, is
left to the rows, which have the line and the sentence.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from homonym.datasets.column_names import ROLES, Contents, find_columns
from homonym.datasets.column_tables import ColumnTables, LazyLists, TrainingItems
from homonym.datasets.file_rows import INSTALL, find_delimiter, is_parquet
from homonym.datasets.written_ids import check_ids_alike, read_ids
from homonym.reference.case import Id, TableCase

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

LARGE = 8_000_000
"""From so many bytes on a file is large."""
MEMORY = "256MB"
"""What DuckDB may hold; beyond it, it writes to the folder."""
NUMBER = r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?"
"""Numbers that DuckDB and Python read alike."""
WRITTEN_ALIKE = {"BIGINT", "INTEGER", "SMALLINT", "TINYINT", "VARCHAR"}
"""Types of columns whose values DuckDB and Python write alike."""

Files = Mapping[Contents, Path]
ColumnSource = tuple[list[str], list[str], str]
"""Column names, their types, and what DuckDB selects c0, c1, … from."""
Texts = Mapping[Contents, Mapping[str, None]]
"""Distinct ids as they are written, by table."""


class NotInColumns(Exception):
    """What is left to the rows."""


def are_large(paths: Iterable[Path]) -> bool:
    """Whether one of the files is large; a pipe can be read once, and is not."""
    return any(path.is_file() and path.stat().st_size >= LARGE for path in paths)


def load_columns(
    files: Files,
    k: int,
    columns: Mapping[str, str],
    order: str | None,
    tell: Callable[[str], None],
    folder: Path,
) -> TableCase | None:
    """The case that the files make, its tables in the folder; None where they are to be
    read row by row, which is so without DuckDB, too, and then told."""
    try:
        import duckdb
    except ImportError:
        tell(f"large files are read row by row; in columns after {INSTALL}")
        return None
    try:
        with duckdb.connect() as opened:
            opened.execute(f"SET memory_limit = '{MEMORY}'")
            opened.execute(f"SET temp_directory = {quote_sql_text(folder)}")
            for kind, path in files.items():
                read_file(opened, kind, path, columns)
            return build_column_case(opened, files, k, order, tell, folder)
    except (duckdb.Error, NotInColumns, OSError, UnicodeDecodeError, csv.Error):
        return None


def read_file(
    opened: DuckDBPyConnection, kind: Contents, path: Path, columns: Mapping[str, str]
) -> None:
    """Make a table of a file, (user, item, number), in its order; NotInColumns where a
    cell is not what it should be."""
    if set("*?[") & set(str(path)):  # to DuckDB a pattern of several files
        raise NotInColumns
    header, types, source = (
        build_parquet_source(opened, path)
        if is_parquet(path, path)
        else build_csv_source(path)
    )
    user, item, number = find_columns(path, header, kind, columns)
    if not {types[user], types[item]} <= WRITTEN_ALIKE:
        raise NotInColumns
    value = "1.0" if number is None else render_number_sql(f"c{number}", types[number])
    opened.execute(
        f"CREATE TABLE {kind} AS SELECT CAST(c{user} AS VARCHAR) AS user, "
        f"CAST(c{item} AS VARCHAR) AS item, {value} AS number FROM {source}"
    )
    usable = "count(user), count(item), count(number) FILTER (isfinite(number))"
    ((rows, *counts),) = fetch_query_rows(
        opened, f"SELECT count(*), {usable} FROM {kind}"
    )
    if not rows or counts != [rows] * 3:
        raise NotInColumns


def render_number_sql(column: str, kind: str) -> str:
    """A cell as a number; NULL where it is none, or none that both read alike."""
    if kind == "DOUBLE":
        return column
    if kind not in WRITTEN_ALIKE:
        raise NotInColumns
    cell = f"CAST({column} AS VARCHAR)"
    matches = f"regexp_full_match({cell}, {quote_sql_text(NUMBER)})"
    return f"CASE WHEN {matches} THEN TRY_CAST({cell} AS DOUBLE) END"


def read_csv_columns(path: Path) -> tuple[list[str], str]:
    """The columns of a CSV file, and what stands between them."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        first = file.readline()
    mark = find_delimiter(first)
    return next(csv.reader([first], delimiter=mark), []), mark


def build_csv_source(path: Path) -> ColumnSource:
    """The columns of a CSV file, and how DuckDB reads its rows."""
    header, mark = read_csv_columns(path)
    columns = ", ".join(f"c{place}: 'VARCHAR'" for place in range(len(header)))
    how = "auto_detect=false, header=true, quote='\"', escape='\"'"
    how += f", delim={quote_sql_text(mark)}, columns={{{columns}}}"
    source = f"read_csv({quote_sql_text(path)}, {how})"
    return header, ["VARCHAR"] * len(header), source


def build_parquet_source(opened: DuckDBPyConnection, path: Path) -> ColumnSource:
    """The columns of a Parquet file, and how DuckDB reads its rows."""
    source = f"read_parquet({quote_sql_text(path)})"
    found = fetch_query_rows(opened, f"DESCRIBE SELECT * FROM {source}")
    names = ", ".join(f"c{place}" for place in range(len(found)))
    header, types = ([row[at] for row in found] for at in (0, 1))
    return header, types, f"{source} AS t({names})"


def build_column_case(
    opened: DuckDBPyConnection,
    files: Files,
    k: int,
    order: str | None,
    tell: Callable[[str], None],
    folder: Path,
) -> TableCase:
    """The case of the tables that were read, each in a file of its own."""
    users, items = (read_distinct_ids(opened, files, role) for role in ("user", "item"))
    if users["predictions"].keys().isdisjoint(users["truth"]):
        raise NotInColumns
    if order is None and has_rising_scores(opened):
        raise NotInColumns
    user_of, item_of = (read_ids(chain(*each.values())) for each in (users, items))
    ids = name_sql_type(user_of), name_sql_type(item_of)
    tables = ColumnTables(folder)
    for kind in files:
        by_score = kind == "predictions" and order == "score"
        write_table(opened, kind, tables.path(kind), ids, by_score)
    for sentence in describe_id_differences(files, users, items):
        tell(sentence)
    return TableCase(
        f"{files['predictions'].name} against {files['truth'].name}",
        LazyLists(tables, "predictions"),
        LazyLists(tables, "truth"),
        k,
        TrainingItems(tables),
        tuple(sorted({*item_of.values()})),  # type: ignore[type-var]
        columns=tables,
    )


def read_distinct_ids(opened: DuckDBPyConnection, files: Files, role: str) -> Texts:
    """The ids of a role by table, as they are written and in the file's order;
    NotInColumns where one is empty or has spaces around it."""
    query = "SELECT {0} FROM {1} GROUP BY {0} ORDER BY min(rowid)"
    found = {kind: fetch_query_rows(opened, query.format(role, kind)) for kind in files}
    texts = {kind: {text: None for (text,) in rows} for kind, rows in found.items()}
    if any(not text or text != text.strip() for text in chain(*texts.values())):
        raise NotInColumns
    return texts


def has_rising_scores(opened: DuckDBPyConnection) -> bool:
    """Whether a user's score is above that of an earlier row."""
    before = "lag(number) OVER (PARTITION BY user ORDER BY rowid)"
    inner = f"SELECT number > {before} AS rises FROM predictions"
    ((found,),) = fetch_query_rows(
        opened, f"SELECT count(*) FROM ({inner}) WHERE rises"
    )
    return bool(found)


def write_table(
    opened: DuckDBPyConnection,
    kind: Contents,
    path: Path,
    ids: tuple[str, str],
    by_score: bool,
) -> None:
    """Write a table into a file: users in the order of the dictionaries, each with all
    rows, in the file's order or by falling score. NotInColumns where a pair stands
    twice."""
    number = "" if kind == "train" else f", number AS {ROLES[kind][-1]}"
    opened.execute(
        f"COPY (SELECT CAST({kind}.user AS {ids[0]}) AS user, "
        f"CAST(item AS {ids[1]}) AS item{number} "
        f"FROM {kind} JOIN ({format_user_order_sql(kind)}) AS seen ON seen.user = "
        f"{kind}.user "
        f"ORDER BY first, {'number DESC, ' if by_score else ''}{kind}.rowid) "
        f"TO {quote_sql_text(path)} (FORMAT parquet)"
    )
    twice = (
        f"FROM read_parquet({quote_sql_text(path)}) "
        "GROUP BY user, item HAVING count(*) > 1"
    )
    if fetch_query_rows(opened, f"SELECT 1 {twice} LIMIT 1"):
        raise NotInColumns


def format_user_order_sql(kind: Contents) -> str:
    """Each user of a table and a number to sort by: those of predictions and truth
    come first in the training data, as they come there."""
    tables = ["predictions", "truth", kind] if kind == "train" else [kind]
    rows = (
        f"SELECT user, ({place}, rowid) AS stood FROM {table}"
        for place, table in enumerate(tables)
    )
    joined = " UNION ALL ".join(rows)
    return f"SELECT user, min(stood) AS first FROM ({joined}) GROUP BY user"


def describe_id_differences(files: Files, users: Texts, items: Texts) -> list[str]:
    """What is told of ids that other files write differently than the predictions."""
    told = []
    for kind in files:
        if kind != "predictions":
            for role, texts in (("user", users), ("item", items)):
                one, other = ((files[its], texts[its]) for its in ("predictions", kind))
                told.append(check_ids_alike(role, one, other))
    return [sentence for sentence in told if sentence]


def name_sql_type(ids: Mapping[str, Id]) -> str:
    """DuckDB's type of ids, which are all integers or all texts."""
    return "BIGINT" if isinstance(next(iter(ids.values())), int) else "VARCHAR"


def quote_sql_text(text: str | Path) -> str:
    """A text in DuckDB's quotes."""
    return "'" + str(text).replace("'", "''") + "'"


def fetch_query_rows(opened: DuckDBPyConnection, query: str) -> list[Any]:
    """The rows of a query."""
    found: list[Any] = opened.execute(query).fetchall()
    return found
