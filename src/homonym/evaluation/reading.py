"""People's tables, brought into DuckDB as they are: start at `read_table`.

A table becomes `read_KIND`, with the columns user, item, number (the score or the grade, null
where there is none that is finite) and place (where the row stands). Files are CSV,
Parquet, or TREC's; frames are whatever Ibis takes.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from homonym.datasets.column_names import Contents, find_columns
from homonym.datasets.file_rows import is_parquet
from homonym.datasets.large_tables import (
    NUMBER,
    Source,
    csv_source,
    fetched,
    parquet_source,
    quoted,
)
from homonym.errors import UserError, in_brief
from homonym.evaluation.trec_files import COLUMNS, is_trec, trec_source

Given = Any
"""A path, or a frame of pandas, polars, pyarrow or Ibis."""
Names = dict[str, str]
Whole = dict[str, bool]
"""Whether the users' ids, and the items', are whole numbers."""
WHOLE = ("BIGINT", "INTEGER", "SMALLINT", "TINYINT", "UBIGINT", "UINTEGER", "HUGEINT")
PLACE = "file_row_number"
"""What DuckDB calls the place of a row in a Parquet file."""
NUMERIC = (*WHOLE, "DOUBLE", "FLOAT")


def read_table(backend: Any, kind: Contents, given: Given, columns: Names) -> Whole:
    """Make `read_KIND` of a table; the answer is whose ids are all whole numbers.

    columns: names other than the usual, by role, or for one table only. Raises
    UserError naming what cannot be read.
    """
    if isinstance(given, str | Path):
        return of_file(backend, kind, Path(given), columns)
    return of_frame(backend, kind, given, columns)


def of_file(backend: Any, kind: Contents, path: Path, columns: Names) -> Whole:
    """A file's view."""
    opened = backend.con
    if path.exists() and not path.is_file() and not path.is_dir():
        raise UserError(f"{path} is no file that can be read more than once")
    try:
        if is_trec(path, kind):
            at = COLUMNS[kind]
            source, types = trec_source(path, kind), ["VARCHAR"] * 6
            places = (at["user"], at["item"], at.get("score", at.get("relevance")))
        else:
            found = parquet_rows(opened, path) if is_parquet(path, path) else None
            header, types, source = found or csv_source(path)
            if not header:
                raise UserError(f"{path} is empty: a header and rows are needed")
            places = find_columns(path, header, kind, columns)
        made = [f"c{place}" if place is not None else None for place in places]
        kinds = [types[place] if place is not None else "" for place in places]
        return make_view(opened, kind, source, made, kinds)
    except FileNotFoundError:
        raise UserError(f"there is no file {path}") from None
    except IsADirectoryError:
        raise UserError(f"{path} is a folder: a file is needed") from None
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UserError(f"{path} cannot be read: {error}") from None
    except opened_errors() as error:
        first = str(error).splitlines()[0]
        raise UserError(f"{path} cannot be read as CSV or Parquet: {first}") from None


def parquet_rows(opened: Any, path: Path) -> Source:
    """A Parquet file's columns, and its rows with the place that each stands at."""
    header, types, source = parquet_source(opened, path)
    if PLACE in header:
        return header, types, source
    numbered = f"read_parquet({quoted(path)}, {PLACE}=true)"
    return header, types, source.replace(f"read_parquet({quoted(path)})", numbered)


def of_frame(backend: Any, kind: Contents, given: Given, columns: Names) -> Whole:
    """A frame's view."""
    frame = as_arrow(given, kind)
    places = find_columns(Path(kind), frame.column_names, kind, columns)
    chosen = [place for place in places if place is not None]
    renamed = frame.select([frame.column_names[place] for place in chosen])
    cells = [f"c{place}" for place in range(len(chosen))]
    backend.con.register(f"frame_{kind}", renamed.rename_columns(cells))
    types = [row[1] for row in fetched(backend.con, f"DESCRIBE frame_{kind}")]
    made = [*cells, None][:3]
    return make_view(backend.con, kind, f"frame_{kind}", made, [*types, ""][:3])


def as_arrow(given: Given, kind: Contents) -> Any:
    """A frame as a table of pyarrow; UserError for what is no frame."""
    import pyarrow as pa

    if isinstance(given, pa.Table):
        return given
    for method in ("to_pyarrow", "to_arrow"):
        if hasattr(given, method):
            return getattr(given, method)()
    if hasattr(given, "columns") and hasattr(given, "iloc"):
        return pa.Table.from_pandas(given, preserve_index=False)
    raise UserError(
        f"the table of {kind} is {in_brief(given)}: give a path, or a frame of pandas, "
        "polars, pyarrow or Ibis"
    )


def make_view(
    opened: Any, kind: Contents, source: str, cells: list[str | None], types: list[str]
) -> Whole:
    """Make the view; cells that are read from texts are read once, into a table."""
    user, item = (as_id(opened, source, cells[at], types[at]) for at in (0, 1))
    number = "1.0::DOUBLE" if cells[2] is None else as_number(cells[2], types[2])
    place = PLACE if PLACE in source else "row_number() OVER ()"
    made = "TEMP TABLE" if "VARCHAR" in types else "VIEW"
    opened.execute(
        f"CREATE {made} read_{kind} AS SELECT {user} AS user, {item} AS item, "
        f"CASE WHEN isfinite({number}) THEN {number} END AS number, "
        f"{place} AS place FROM {source}"
    )
    return {"user": "BIGINT" in user, "item": "BIGINT" in item}


def as_id(opened: Any, source: str, cell: str | None, kind: str) -> str:
    """An id, a whole number where the column's all are; else a text."""
    if kind in WHOLE:
        return f"CAST({cell} AS BIGINT)"
    if kind in ("DOUBLE", "FLOAT"):
        finite = f"CASE WHEN isfinite({cell}) THEN {cell} END"
        whole = f"count(*) FILTER ({finite} != floor({finite}))"
        if fetched(opened, f"SELECT {whole} FROM {source}") == [(0,)]:
            return f"CAST({finite} AS BIGINT)"
        return f"CAST({finite} AS VARCHAR)"
    other = f"NOT regexp_full_match(trim({cell}), '0|-?[1-9][0-9]{{0,17}}')"
    found = f"SELECT count(*) FILTER ({other} AND {cell} IS NOT NULL) FROM {source}"
    if fetched(opened, found) == [(0,)]:
        return f"CAST(trim({cell}) AS BIGINT)"
    return f"nullif(trim(CAST({cell} AS VARCHAR)), '')"


def as_number(cell: str | None, kind: str) -> str:
    """A finite number, or NULL for what is none."""
    if kind in NUMERIC or kind.startswith("DECIMAL"):
        return f"CAST({cell} AS DOUBLE)"
    matches = f"regexp_full_match(trim({cell}), {quoted(NUMBER)})"
    return f"CASE WHEN {matches} THEN TRY_CAST(trim({cell}) AS DOUBLE) END"


def opened_errors() -> type[Exception]:
    """What DuckDB raises."""
    import duckdb

    found: type[Exception] = duckdb.Error
    return found
