"""People's tables as they are, with the columns that evaluation reads: start at
`read_input_table`.

Files are CSV, Parquet, or TREC's; frames are whatever Ibis takes.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import ibis
from ibis import _, ifelse

from homonym.datasets.column_names import (
    Contents,
    find_columns,
    find_rank,
    list_possible_grades,
)
from homonym.datasets.file_rows import describe_reading, is_parquet
from homonym.datasets.large_tables import NUMBER
from homonym.errors import UserError, in_brief
from homonym.evaluation.backends.backend import Backend, IbisTable, Source
from homonym.evaluation.csv_errors import describe_engine_error
from homonym.evaluation.id_types import (
    ROLES,
    ReadTable,
    has_fractions,
    name_stored_type,
)
from homonym.evaluation.trec_files import COLUMNS

Given = Any
"""A path, or a frame of pandas, polars, pyarrow or Ibis."""
ColumnNames = dict[str, str]
WHOLE = r"^(0|-?[1-9][0-9]{0,17})$"
"""Texts that are whole numbers, written as Python writes them."""
WHOLE_DECIMAL = r"^-?[0-9]{1,18}([.]0+)?$"
"""The same of decimals, whose fractions are written out."""
LARGEST = 2**63 - 1024
"""Ids of greater numbers are texts: the greatest float below 2^63."""


def read_input_table(
    backend: Backend,
    kind: Contents,
    given: Given,
    columns: ColumnNames,
    order: str = "score",
) -> ReadTable:
    """The columns user, item (whole numbers where all of them are, else texts), number
    (the score or the grade, null where there is none that is finite), place (where
    the row stands) and, where lists are put in order by it, rank.

    columns: names other than the usual, by role, or for one table only; order: what
    puts lists in order: by rank or as they stand they need no score. Raises UserError
    naming what cannot be read.
    """
    with open_table_source(backend, kind, given) as (source, path):
        places = find_column_places(source, path, kind, columns, order)
        ids = {
            role: source.rows[f"c{at}"] for role, at in zip(ROLES, places, strict=False)
        }
        check_float_ids(backend, source.rows, ids, path)
        rows = standardise_columns(backend, source, places, order)
        possible = list_possible_grades(source.header, places)
        stored = name_stored_types(ids, given)
        return ReadTable(rows, stored, possible, places[2] is not None)


def quote_first_number(
    backend: Backend,
    kind: Contents,
    given: Given,
    columns: ColumnNames,
    order: str = "score",
) -> str:
    """The name of the column of numbers and its first cell, where none of its cells is
    a finite number; else nothing."""
    with open_table_source(backend, kind, given) as (source, path):
        at = find_column_places(source, path, kind, columns, order)[2]
        if at is None or not source.header:
            return ""
        cell = source.rows[f"c{at}"]
        number = parse_number_cell(cell)
        written = source.rows.filter(cell.notnull())
        (found,) = backend.fetch(
            source.rows.aggregate(numbers=number.count())
        ).to_pylist()
        first = backend.fetch(written.select(cell=cell).limit(1)).to_pylist()
    if found["numbers"] or not first:
        return ""
    begins = in_brief(str(first[0]["cell"]))
    return f", for its column {in_brief(source.header[at])} begins with {begins}"


@contextmanager
def open_table_source(
    backend: Backend, kind: Contents, given: Given
) -> Iterator[tuple[Source, Path]]:
    """A table as people have it, and what it is called; UserError in one sentence where
    it cannot be read."""
    if isinstance(given, str | Path):
        path = Path(given)
        if path.exists() and not path.is_file() and not path.is_dir():
            raise UserError(f"{path} is no file that can be read more than once")
        with explain_unreadable_file(path, backend):
            yield backend.read_file(path, kind), path
    else:
        frame = as_arrow(given, kind)
        if not frame.num_columns:
            raise UserError(f"{name_frame(kind)} has no columns: nothing to evaluate")
        yield backend.read_frame(widen_half_floats(frame), kind), Path(name_frame(kind))


def check_there(given: Given, kind: Contents) -> None:
    """UserError for what is no frame, and for a path of no file, of a table that is
    read only where a definition looks at it."""
    if not isinstance(given, str | Path):
        if not hasattr(given, "columns"):
            raise make_frame_error(given, kind)
    elif not Path(given).exists():
        raise UserError(f"there is no file {given}")


def name_frame(kind: str) -> str:
    """What a table is called that is no file."""
    return f"the table of {kind.replace('_', ' ')}"


@contextmanager
def explain_unreadable_file(path: Path, backend: Backend) -> Iterator[None]:
    """UserError in one sentence for a file that cannot be read."""
    try:
        yield
    except FileNotFoundError:
        raise UserError(f"there is no file {path}") from None
    except IsADirectoryError:
        raise UserError(f"{path} is a folder: a file is needed") from None
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UserError(f"{path} cannot be read: {describe_reading(error)}") from None
    except backend.exhausted:
        raise
    except backend.unreadable as error:
        raise UserError(describe_engine_error(path, error)) from None


def find_column_places(
    source: Source, path: Path, kind: Contents, columns: ColumnNames, order: str
) -> list[int | None]:
    """Where the user, the item, the number and, where it is asked for, the rank stand
    in a row."""
    ranked = order == "rank"
    if source.header:
        spared = order != "score"
        found = find_columns(path, source.header, kind, columns, spared)
        return [*found, find_rank(path, source.header, columns)] if ranked else [*found]
    at = COLUMNS[kind]
    number = at.get("score", at.get("relevance"))
    return [at["user"], at["item"], number, *([at["rank"]] if ranked else [])]


def as_arrow(given: Given, kind: Contents) -> Any:
    """A frame as a table of pyarrow; UserError for what is no frame."""
    import pyarrow as pa

    if isinstance(given, pa.Table):
        return given
    if isinstance(given, pa.RecordBatch):
        return pa.Table.from_batches([given])
    check_no_objects(given, kind)
    try:
        found = convert_frame(given)
    except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
        told = "; ".join(map(str, error.args))
        if "format string" in told:
            raise UserError(
                f"{name_frame(kind)} has a column of a type that pyarrow has not: "
                f"{told}",
                "make it a column of 64-bit numbers, or of texts",
            ) from None
        raise UserError(
            f"{name_frame(kind)} has a column of several types: {told}",
            "make it a column of numbers alone, or of texts",
        ) from None
    except (
        *(pa.ArrowException, TypeError, NotImplementedError),
        *(ValueError, OverflowError),
    ) as error:
        told = "; ".join(map(str, error.args)) or type(error).__name__
        raise UserError(f"{name_frame(kind)} cannot be read: {told}") from None
    if not isinstance(found, pa.Table):
        raise make_frame_error(given, kind)
    return found


def convert_frame(given: Given) -> Any:
    """What a frame says that it is in pyarrow; None where it says nothing."""
    import pyarrow as pa

    for method in ("to_pyarrow", "to_arrow"):
        if hasattr(given, method):
            return getattr(given, method)()
    if hasattr(given, "columns") and hasattr(given, "iloc"):
        return pa.Table.from_pandas(given, preserve_index=False)
    return None


def check_no_objects(given: Given, kind: Contents) -> None:
    """UserError for a column of Python's objects in a frame of polars, of which pyarrow
    would be given their places in memory."""
    types = getattr(given, "schema", None)
    for name, one in types.items() if isinstance(types, Mapping) else ():
        if str(one) == "Object":
            raise UserError(
                f"{name_frame(kind)} has a column of Python's objects: "
                f"{in_brief(name)}",
                "make it a column of numbers alone, or of texts",
            )


def widen_half_floats(frame: Any) -> Any:
    """The table with 32 bits for each 16 of a float: DuckDB has none that are
    shorter."""
    import pyarrow as pa

    for place, column in enumerate(frame.schema):
        if pa.types.is_float16(column.type):
            wide = frame.column(place).cast(pa.float32())
            frame = frame.set_column(place, column.name, wide)
    return frame


def make_frame_error(given: object, kind: Contents) -> UserError:
    """What to raise for what is neither a frame nor a path."""
    return UserError(
        f"{name_frame(kind)} is {in_brief(given)}: give a path, or a frame of "
        "pandas, polars, pyarrow or Ibis"
    )


def standardise_columns(
    backend: Backend, source: Source, places: list[int | None], order: str
) -> IbisTable:
    """The columns that are read; cells of texts are read once, and kept."""
    cells = [None if one is None else source.rows[f"c{one}"] for one in places]
    user, item = as_ids(backend, source.rows, cells[:2])
    rank = [parse_number_cell(cell) for cell in cells[3:]]
    unscored = {
        "score": ibis.literal(1).cast("float64"),
        "rank": -rank[0] if rank else None,
        "file": -source.rows["place"].cast("float64"),
    }[order]
    number = unscored if cells[2] is None else parse_number_cell(cells[2])
    table = source.rows.select(
        user=user,
        item=item,
        number=number,
        place=_.place,
        **({"rank": rank[0]} if rank else {}),
    )
    texts = any(cell.type().is_string() for cell in cells if cell is not None)
    return backend.keep(table) if texts else table


def as_ids(backend: Backend, rows: IbisTable, cells: list[Any]) -> list[Any]:
    """Ids: whole numbers where the column's all are; else texts."""
    read = [
        keep_finite_number(cell) if cell.type().is_floating() else cell
        for cell in cells
    ]
    others = {
        f"c{place}": is_no_whole(cell).sum()
        for place, cell in enumerate(read)
        if not cell.type().is_integer() or cell.type().is_unsigned_integer()
    }
    counts = backend.fetch(rows.aggregate(**others)).to_pylist()[0] if others else {}
    return [
        parse_text_cell(cell) if counts.get(f"c{place}") else as_whole(cell)
        for place, cell in enumerate(read)
    ]


def name_stored_types(ids: Mapping[str, Any], given: Given) -> dict[str, str]:
    """How columns of ids are stored, by their role; of what is given."""
    typed = not isinstance(given, str | Path) or is_parquet(Path(given), Path(given))
    return {role: name_stored_type(cell, typed) for role, cell in ids.items()}


def check_float_ids(
    backend: Backend, rows: IbisTable, ids: Mapping[str, Any], path: Path
) -> None:
    """UserError where a column of floats, or of decimals with fractions, has an id that
    is no whole number, or is too large for one: all of its ids would be texts such as
    2.0, which no other table has.

    ids: the columns by their role; path: what the table is called.
    """
    for role, cell in ids.items():
        if not has_fractions(cell):
            continue
        number = keep_finite_number(cell) if cell.type().is_floating() else cell
        broken = rows.filter(is_no_whole(number))
        (found,) = backend.fetch(broken.aggregate(id=cell.min())).to_pylist()
        if found["id"] is not None:
            raise UserError(
                f"{path} has the {role} {found['id']} in a column of "
                f"{'floats' if cell.type().is_floating() else 'decimals'}, where ids "
                "are whole numbers below 2^63",
                f"correct it, or make the {role}s texts",
            )


def is_no_whole(cell: Any) -> Any:
    """Whether an id is there and no whole number, or too large for one."""
    if cell.type().is_unsigned_integer():
        return cell.notnull() & (cell > LARGEST)
    if has_fractions(cell) and not cell.type().is_floating():
        return cell.notnull() & ~cell.cast("string").re_search(WHOLE_DECIMAL)
    if cell.type().is_floating():
        return cell.notnull() & ((cell % 1 != 0) | (cell.abs() > LARGEST))
    return cell.notnull() & ~cell.cast("string").strip().re_search(WHOLE)


def as_whole(cell: Any) -> Any:
    """An id as a whole number."""
    if cell.type().is_integer() or has_fractions(cell):
        return cell.cast("int64")
    return cell.cast("string").strip().cast("int64")


def parse_text_cell(cell: Any) -> Any:
    """An id as a text, null where it is empty."""
    return cell.cast("string").strip().nullif("")


def parse_number_cell(cell: Any) -> Any:
    """A finite number, or null for what is none; true is 1, and false 0."""
    if cell.type().is_numeric() or cell.type().is_boolean():
        return keep_finite_number(cell.cast("float64"))
    text = cell.cast("string").strip()
    written = text.re_search(f"^({NUMBER})$")
    word = text.lower()
    truth = ifelse(
        word == "true", 1.0, ifelse(word == "false", 0.0, ibis.null("float64"))
    )
    return keep_finite_number(ifelse(written, text.try_cast("float64"), truth))


def keep_finite_number(number: Any) -> Any:
    """The number, null where it is infinite or NaN."""
    return ifelse(number.isnan() | number.isinf(), ibis.null(), number)
