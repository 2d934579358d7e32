"""The runs of several models as one table, so that all are evaluated in one pass.

Start at `read_together`. A user of a run stands there as a user of their own, beside a
truth of their own: what is asked of the engine is asked of all runs at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from homonym.datasets.column_names import Contents
from homonym.errors import UserError
from homonym.evaluation.backends.in_duckdb import DuckDb
from homonym.evaluation.inputs import Inputs, explain_engine_errors, name_input_table
from homonym.evaluation.reading import Given, read_input_table

Array = Any
MOST = 4_000_000
"""So many rows are evaluated at once, where a run has no more."""


@dataclass(frozen=True)
class Together:
    """Some of the runs: their names in order, and their tables as one."""

    runs: tuple[str, ...]
    inputs: Inputs

    def places(self, users: Array) -> tuple[Array, Array]:
        """Whose run a user of the tables is, and their place among all users."""
        return users % len(self.runs), users // len(self.runs)


@dataclass
class Users:
    """The ids of all users, as texts, each at its place: those of the truth first."""

    ids: Any = field(default_factory=lambda: pa.array([], pa.string()))

    def meet(self, table: Any) -> None:
        """Add those of a table."""
        every = pa.concat_arrays([self.ids, combine_column_chunks(table["user"])])
        self.ids = pc.unique(every).drop_null()

    def numbered(self, table: Any, run: int, runs: int) -> Any:
        """The table with numbers for users, which say the run too."""
        places = pc.index_in(combine_column_chunks(table["user"]), value_set=self.ids)
        number = pc.add(pc.multiply(places.cast(pa.int64()), runs), run)
        return table.set_column(0, "user", number)


def read_together(
    inputs: Inputs, runs: Mapping[str, Given], users: Users
) -> Iterator[Together]:
    """The runs, as many at a time as have `MOST` rows; users: filled as they come.

    Raises UserError for a file that cannot be read, or that has no user or no item in
    common with the truth.
    """
    truth = read_one(inputs, "truth", inputs.truth)
    if not truth.num_rows:
        raise UserError(
            f"{name_input_table(inputs, 'truth')} has no rows: nothing to evaluate"
        )
    users.meet(truth)
    some: dict[str, Any] = {}
    for run, path in runs.items():
        lists = read_one(inputs, "predictions", path)
        check_run_overlap(inputs, run_called(run, path), lists, truth)
        users.meet(lists)
        if some and sum(one.num_rows for one in some.values()) + len(lists) > MOST:
            yield as_one(inputs, some, truth, users)
            some = {}
        some[run] = lists
    yield as_one(inputs, some, truth, users)


def read_one(inputs: Inputs, kind: Contents, given: Given) -> Any:
    """A table of pyarrow: user as a text, item, number and, where it is asked for,
    rank; in the order of the rows."""
    backend, order = DuckDb.opened(inputs.memory), inputs.order_of(kind)
    with explain_engine_errors(inputs):
        read = read_input_table(backend, kind, given, dict(inputs.columns), order)
        table = read.rows
        columns = ["item", "number", *(["rank"] if order == "rank" else [])]
        texts = table.select(*columns, user=table.user.cast("string"))
        return backend.fetch(texts).select(["user", *columns])


def run_called(run: str, given: Given) -> str:
    """What a run is called where something is said of it."""
    return str(given) if isinstance(given, str | Path) else f"the run {run}"


def check_run_overlap(inputs: Inputs, run: str, lists: Any, truth: Any) -> None:
    """UserError for a run without rows, or without a user or an item of the truth;
    run: what it is called."""
    if not lists.num_rows:
        raise UserError(f"{run} has no rows: nothing to evaluate")
    for role in ("user", "item"):
        mine, its = (
            combine_column_chunks(one[role]).cast(pa.string()) for one in (lists, truth)
        )
        if not pc.any(pc.is_in(mine.drop_null(), value_set=its)).as_py():
            told = f"written {mine[0]} in the first and {its[0]} in the second"
            raise UserError(
                f"{run} and {name_input_table(inputs, 'truth')} have no {role} in "
                "common: "
                f"{role}s are {told}",
                f"write the {role}s alike in both",
            )


def as_one(
    inputs: Inputs, lists: Mapping[str, Any], truth: Any, users: Users
) -> Together:
    """The tables of some runs as one; items as texts in all where they are in one."""
    every = [*lists.values(), truth]
    texts = any(not pa.types.is_integer(one["item"].type) for one in every)
    *tables, judged = (cast_items_to_text(one) for one in every) if texts else every
    count = len(lists)
    numbered = [users.numbered(one, run, count) for run, one in enumerate(tables)]
    truths = [users.numbered(judged, run, count) for run in range(count)]
    ranks = ["rank"] if inputs.order == "rank" else []
    given = {
        "predictions": concatenate_tables(numbered, "user", "item", "score", *ranks),
        "truth": concatenate_tables(truths, "user", "item", "relevance"),
    }
    return Together((*lists,), replace(inputs, columns={}, **given))


def concatenate_tables(tables: list[Any], *columns: str) -> Any:
    """The tables one below the other, with these names."""
    return pa.concat_tables(tables).rename_columns(list(columns))


def cast_items_to_text(table: Any) -> Any:
    """The table with texts for items."""
    return table.set_column(1, "item", table["item"].cast(pa.string()))


def combine_column_chunks(column: Any) -> Any:
    """A column in one piece."""
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
