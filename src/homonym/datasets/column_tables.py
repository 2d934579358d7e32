"""Tables in columns, in files of DuckDB's: start at `ColumnTables`.

A `TableCase` of large files has them beside its dictionaries, which are made when they
are first read: who reads columns never pays for those.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from homonym.datasets.file_rows import BATCH
from homonym.reference.case import Id, Scored, ScoredLists, grouped


@dataclass(frozen=True)
class ColumnTables:
    """A folder with a Parquet file a table, each in the order of the dictionaries."""

    folder: Path

    def path(self, table: str) -> Path:
        """The file of a table."""
        return self.folder / f"{table}.parquet"

    def has(self, table: str) -> bool:
        """Whether there is that table."""
        return self.path(table).exists()

    def read(self, table: str, *names: str) -> tuple[Any, ...]:
        """These columns, as numpy's arrays."""
        import duckdb

        query = f"SELECT {', '.join(names)} FROM read_parquet(?)"
        with duckdb.connect() as opened:
            found = opened.execute(query, [str(self.path(table))]).fetchnumpy()
        return tuple(found[name] for name in names)

    def rows(self, table: str) -> Iterator[tuple[Any, ...]]:
        """A table row by row; none where it was not given."""
        import duckdb

        if not self.has(table):
            return
        with duckdb.connect() as opened:
            query = "SELECT * FROM read_parquet(?)"
            found = opened.execute(query, [str(self.path(table))])
            while batch := found.fetchmany(BATCH):
                yield from batch

    def count(self, query: str) -> int:
        """The number that a query gives, whose tables are `predictions` and `truth`,
        each with the number of the row, `place`."""
        import duckdb

        with duckdb.connect() as opened:
            for table in ("predictions", "truth"):
                file = str(self.path(table)).replace("'", "''")
                opened.execute(
                    f"CREATE VIEW {table} AS SELECT *, file_row_number AS place "
                    f"FROM read_parquet('{file}', file_row_number=true)"
                )
            (number,) = opened.execute(query).fetchone() or (0,)
        return int(number)


@dataclass(frozen=True, eq=False)
class LazyLists(Mapping[Id, Scored]):
    """user -> ((item, number), …) of a table, read when it is first asked for."""

    tables: ColumnTables
    table: str

    @cached_property
    def found(self) -> ScoredLists:
        """What the file holds."""
        return grouped(list(self.tables.rows(self.table)))

    def __getitem__(self, user: Id) -> Scored:
        return self.found[user]

    def __iter__(self) -> Iterator[Id]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)


@dataclass(frozen=True, eq=False)
class TrainingItems(Mapping[Id, tuple[Id, ...]]):
    """user -> training items: none of the users of the other tables who have no row."""

    tables: ColumnTables

    @cached_property
    def found(self) -> Mapping[Id, tuple[Id, ...]]:
        """What the files hold."""
        groups: dict[Id, list[Id]] = {}
        for table in ("predictions", "truth"):
            for user, *_ in self.tables.rows(table):
                groups.setdefault(user, [])
        for user, item in self.tables.rows("train"):
            groups.setdefault(user, []).append(item)
        return {user: tuple(items) for user, items in groups.items()}

    def __getitem__(self, user: Id) -> tuple[Id, ...]:
        return self.found[user]

    def __iter__(self) -> Iterator[Id]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)
