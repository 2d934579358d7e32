"""What evaluation asks of DuckDB or Spark: `Backend`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from ibis.util import gen_name

from homonym.datasets.column_names import Contents
from homonym.datasets.large_tables import read_csv_columns
from homonym.errors import UserError

IbisTable = Any
"""An Ibis table."""
SortKeys = Sequence[tuple[str, bool]]
"""Columns, and whether each falls."""
JUDGED: tuple[Contents, ...] = ("predictions", "truth")
"""The tables whose pairs may stand again."""


@dataclass(frozen=True)
class Source:
    """A table as people have it. header: its columns' names, none in TREC's files;
    rows: the columns c0, c1, … and place, where the row stands."""

    header: list[str]
    rows: IbisTable


class Backend(Protocol):
    """Where tables are kept and computed."""

    @property
    def connection(self) -> Any:
        """Ibis's own."""

    @property
    def kept(self) -> list[str]:
        """The names of what is kept, in the order in which that came."""

    def keep(self, table: IbisTable) -> IbisTable:
        """The table, computed once."""

    def drop(self, names: Iterable[str]) -> None:
        """Keep these no longer."""

    def fetch(self, table: IbisTable) -> Any:
        """The table's rows as a table of pyarrow."""

    def read_file(self, path: Path, kind: Contents) -> Source:
        """A CSV, Parquet or TREC file."""

    def read_frame(self, frame: Any, kind: Contents) -> Source:
        """A table of pyarrow."""

    def see_lists(self, cut: int | None) -> frozenset[Contents]:
        """Make the table homonym_lists of `given_predictions`: user, rows, first (the
        place of the user's first row), together (whether the rows follow one another),
        unsorted, tied, without_id, without_number and unusable (how many rows lack an
        id, a number, either); cut: how many ranks will be looked at. What is returned
        are the tables whose pairs may stand again; of others it is certain that none
        does."""

    def rows_of(self, query: str) -> list[Any]:
        """The rows of a query in DuckDB's words."""

    def rank(self, lists: IbisTable, order: SortKeys, cut: int | None) -> IbisTable:
        """The lists with n, the rank in that order; cut: how many ranks are needed at
        least."""

    def pairs_above(self, rows: IbisTable, below: IbisTable) -> int:
        """How many pairs there are of a row and one of `below` in which the row's score
        is greater; of both only the scores are given."""

    @property
    def sees_all(self) -> bool:
        """Whether `see_lists` looks for pairs that stand again among all rows, not only
        among the first ranks."""

    @property
    def unreadable(self) -> tuple[type[Exception], ...]:
        """What it raises of a file that it cannot read."""

    @property
    def exhausted(self) -> tuple[type[Exception], ...]:
        """What of that is raised for lack of memory, which is not the file's fault."""


def fetch_only_row(backend: Backend, table: IbisTable) -> dict[str, Any]:
    """The only row of a table, by its columns."""
    (found,) = backend.fetch(table).to_pylist()
    return dict(found)


@contextmanager
def let_go(backend: Backend) -> Iterator[None]:
    """Drop at the end what was kept inside."""
    before = len(backend.kept)
    try:
        yield
    finally:
        backend.drop(backend.kept[before:])


@contextmanager
def name_table(backend: Backend, table: IbisTable) -> Iterator[str]:
    """The name by which a query in DuckDB's words may ask for the table."""
    name = gen_name("homonym")
    backend.connection.create_view(name, table)
    try:
        yield name
    finally:
        backend.connection.drop_view(name)


def read_csv_header(path: Path) -> tuple[list[str], str]:
    """The columns of a CSV file, and what stands between them; UserError for a file
    without any."""
    header, mark = read_csv_columns(path)
    if not header:
        raise UserError(f"{path} is empty: a header and rows are needed")
    return header, mark
