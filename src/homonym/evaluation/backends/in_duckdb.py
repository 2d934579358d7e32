"""DuckDB in this process, out of core: `DuckDb`.

Most tables have a user's rows together, best first. That is seen in one pass over the
rows as they come, and spares sorting them; what stands otherwise is looked at user by
user.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import ibis
import numpy as np
from ibis.util import gen_name

from homonym.datasets.column_names import Contents
from homonym.datasets.file_rows import is_parquet
from homonym.datasets.large_tables import (
    build_csv_source,
    build_parquet_source,
    quote_sql_text,
)
from homonym.errors import UserError, format_error_line, in_brief
from homonym.evaluation.backends.backend import (
    JUDGED,
    IbisTable,
    SortKeys,
    Source,
    read_csv_header,
)
from homonym.evaluation.trec_files import is_trec, render_trec_source

PLACE = "file_row_number"
"""What DuckDB calls the place of a row in a Parquet file."""
AT_ONCE = 1_000_000
"""So many values are read into memory at a time."""
AS_THEY_COME = """
CREATE OR REPLACE TEMP TABLE homonym_seen AS
SELECT user, count(*) AS rows, min(place) AS first,
count(*) FILTER (NOT coalesce(follows, false)) = 1 AS together,
count(*) FILTER (follows AND number > before) > 0 AS rises,
count(*) FILTER (follows AND number = before) > 0 AS repeats,
count(*) FILTER (user IS NULL OR item IS NULL) AS without_id,
count(*) FILTER (number IS NULL) AS without_number,
count(*) FILTER (user IS NULL OR item IS NULL OR number IS NULL) AS unusable
FROM (SELECT user, item, number, place, lag(number) OVER () AS before,
user = lag(user) OVER () AND place = lag(place) OVER () + 1 AS follows
FROM given_predictions) GROUP BY user"""
"""In one pass: a row follows where the one before is the same user's."""
USER_BY_USER = """
CREATE OR REPLACE TEMP TABLE homonym_others AS
SELECT user, coalesce(bool_or(number > before), false) AS unsorted,
coalesce(bool_or(number = lower), false) AS tied
FROM (SELECT user, number,
lag(number) OVER (PARTITION BY user ORDER BY place) AS before,
lag(number) OVER (PARTITION BY user ORDER BY number) AS lower
FROM (SELECT * FROM given_predictions WHERE item IS NOT NULL AND number IS NOT NULL)
SEMI JOIN (SELECT user FROM homonym_seen WHERE NOT together OR rises OR unusable)
USING (user)) GROUP BY user"""
"""Of users whose rows stand apart, rise or cannot all be used: all pairs of neighbours
that can."""
BOTH = """
CREATE OR REPLACE TEMP TABLE homonym_lists AS
SELECT seen.* EXCLUDE (rises, repeats), coalesce(others.unsorted, rises) AS unsorted,
coalesce(others.tied, repeats) AS tied
FROM homonym_seen AS seen LEFT JOIN homonym_others AS others USING (user)"""
STANDS_AGAIN = """
WITH pairs AS (SELECT user, item, CAST(hash(user, item) >> 32 AS UINTEGER) AS short
FROM given_{kind} WHERE user IS NOT NULL AND item IS NOT NULL)
SELECT 1 FROM pairs SEMI JOIN
(SELECT short FROM (SELECT short, lag(short) OVER () AS before
FROM (SELECT short FROM pairs ORDER BY short)) WHERE short = before) USING (short)
GROUP BY user, item HAVING count(*) > 1 LIMIT 1"""
"""Only pairs whose short hashes are neighbours are counted: few are."""


@dataclass(frozen=True)
class DuckDb:
    """A connection of Ibis to DuckDB."""

    connection: Any
    kept: list[str] = field(default_factory=list)
    sees_all: bool = True

    @classmethod
    def opened(cls, memory: str = "") -> DuckDb:
        """A new one; memory: what it may hold, as `4GB`, UserError for what is no
        size."""
        connection = ibis.duckdb.connect()
        if memory:
            try:
                connection.raw_sql(f"SET memory_limit = {quote_sql_text(memory)}")
            except Exception:
                raise UserError(
                    f"--memory-limit {in_brief(memory)} is no size: write one as 4GB"
                ) from None
        return cls(connection)

    def keep(self, table: IbisTable) -> IbisTable:
        """A temporary table of it."""
        self.kept.append(gen_name("homonym"))
        return self.connection.create_table(self.kept[-1], table, temp=True)

    def drop(self, names: Iterable[str]) -> None:
        """Their room is free again."""
        for name in [*names]:
            self.connection.con.execute(f"DROP TABLE {name}")
            self.kept.remove(name)

    def fetch(self, table: IbisTable) -> Any:
        """Its rows."""
        return self.connection.to_pyarrow(table)

    def read_file(self, path: Path, kind: Contents) -> Source:
        """Read in columns, each row with its place."""
        con, place = self.connection.con, "row_number() OVER ()"
        header: list[str] = []
        if is_trec(path, kind):
            source = render_trec_source(path, kind)
        elif is_parquet(path, path):
            header, _types, source = build_parquet_source(con, path)
            if PLACE not in header:
                numbered = f"read_parquet({quote_sql_text(path)}, {PLACE}=true)"
                source = source.replace(
                    f"read_parquet({quote_sql_text(path)})", numbered
                )
                place = PLACE
        else:
            header, _mark = read_csv_header(path)
            source = build_csv_source(path)[2]
        return self.source(header, source, place)

    def read_frame(self, frame: Any, kind: Contents) -> Source:
        """Registered as it is, under a name of its own: what was read before stays."""
        cells = [f"c{place}" for place in range(frame.num_columns)]
        name = gen_name("homonym_frame")
        self.connection.con.register(name, frame.rename_columns(cells))
        return self.source(frame.column_names, name, "row_number() OVER ()")

    def source(self, header: Sequence[str], source: str, place: str) -> Source:
        """What is selected from, with places."""
        name = gen_name("homonym")
        self.connection.con.execute(
            f"CREATE VIEW {name} AS SELECT *, {place} AS place FROM {source}"
        )
        return Source(list(header), self.connection.table(name))

    def see_lists(self, cut: int | None) -> frozenset[Contents]:
        """In one pass, and user by user what that does not tell; pairs again by their
        hashes."""
        for query in (AS_THEY_COME, USER_BY_USER, BOTH):
            self.connection.con.execute(query)
        return frozenset(
            kind for kind in JUDGED if self.rows_of(STANDS_AGAIN.format(kind=kind))
        )

    def rows_of(self, query: str) -> list[Any]:
        """As it is written."""
        found: list[Any] = self.connection.con.execute(query).fetchall()
        return found

    def rank(self, lists: IbisTable, order: SortKeys, cut: int | None) -> IbisTable:
        """By a window, all of each list."""
        by = [lists[name].desc() if falls else lists[name] for name, falls in order]
        window = ibis.window(group_by="user", order_by=by)
        return lists.mutate(n=ibis.row_number().over(window) + 1)

    def pairs_above(self, rows: IbisTable, below: IbisTable) -> int:
        """So many rows at a time are sorted, and looked up for each of the others."""
        lower = np.sort(self.fetch(below)["score"].to_numpy())
        return sum(
            len(lower) * len(upper) - int(np.searchsorted(upper, lower, "right").sum())
            for upper in map(np.sort, self.parts_of(rows))
        )

    def parts_of(self, column: IbisTable) -> Iterator[Any]:
        """A column's values, so many at a time."""
        name = gen_name("homonym")
        self.connection.create_view(name, column)
        try:
            found = self.connection.con.sql(f"SELECT * FROM {name}")
            newest = hasattr(found, "to_arrow_reader")
            read = found.to_arrow_reader if newest else found.fetch_arrow_reader
            for part in read(AT_ONCE):
                yield part.column(0).to_numpy(zero_copy_only=False)
        finally:
            self.connection.drop_view(name)

    @staticmethod
    @contextmanager
    def told() -> Iterator[None]:
        """What DuckDB cannot do, in a sentence."""
        import duckdb

        try:
            yield
        except duckdb.OutOfMemoryException as error:
            raise UserError(
                f"the tables are too large for the memory: {format_error_line(error)}",
                "allow more with --memory-limit SIZE, or name a folder with more room "
                "in TMPDIR",
            ) from None
        except duckdb.Error as error:
            raise UserError(
                f"the tables cannot be evaluated: {format_error_line(error)}"
            ) from None

    @property
    def unreadable(self) -> tuple[type[Exception], ...]:
        """What is raised of a file."""
        import duckdb

        return (duckdb.Error,)

    @property
    def exhausted(self) -> tuple[type[Exception], ...]:
        """Where a file does not fit: see `told`."""
        import duckdb

        return (duckdb.OutOfMemoryException,)
