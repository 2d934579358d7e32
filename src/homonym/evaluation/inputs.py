"""People's tables, made ready for every variant: start at `open_inputs`."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import ibis
from ibis import _

from homonym.datasets.column_names import Contents
from homonym.datasets.large_tables import fetched
from homonym.errors import UserError
from homonym.evaluation.conventions import COUNTS, SKIPPED, Conventions
from homonym.evaluation.faults import Fault, check_strictly, count_faults
from homonym.evaluation.ordered import rank_lists
from homonym.evaluation.reading import Given, read_table
from homonym.evaluation.standing import LISTS, stand_again, survey_lists
from homonym.evaluation.tables import Lists, Tables, prepare
from homonym.reference.case import RELEVANT

ROLES = ("user", "item")
JUDGED: tuple[Contents, ...] = ("predictions", "truth")


@dataclass(frozen=True)
class Inputs:
    """What is evaluated: predictions (user, item, score), truth (user, item, grade),
    and what some definitions need beside them.

    columns: names other than the usual, as `homonym.datasets.column_names` has them;
    threshold: the grade from which on an item is relevant; grades are then 0 or 1;
    strict: whether a fault of the tables is an error; memory: what DuckDB may hold, as
    `4GB`; beyond it, it writes to a temporary folder.
    """

    predictions: Given
    truth: Given
    train: Given = None
    catalogue: Given = None
    columns: Mapping[str, str] = field(default_factory=dict)
    order: str = "score"
    threshold: float | None = None
    strict: bool = False
    memory: str = ""

    @property
    def given(self) -> dict[Contents, Given]:
        """The tables that are given."""
        every: dict[Contents, Given] = {
            "predictions": self.predictions,
            "truth": self.truth,
            "train": self.train,
        }
        return {kind: one for kind, one in every.items() if one is not None}


@dataclass(frozen=True)
class Opened:
    """The tables in DuckDB, what was found wrong with them, and how much there is."""

    tables: Tables
    faults: list[Fault]
    counts: Mapping[str, int]
    beside: tuple[str, ...]


def open_inputs(inputs: Inputs, conventions: Conventions) -> Opened:
    """Read, check, rank and count.

    Raises UserError for a table that cannot be read, tables without a user or an item
    in common, and with `strict` for any fault.
    """
    backend = connect(inputs.memory)
    whole = {
        kind: read_table(backend, kind, one, dict(inputs.columns))
        for kind, one in inputs.given.items()
    }
    mixed = [role for role in ROLES if len({its[role] for its in whole.values()}) > 1]
    for kind in whole:
        make_given(backend.con, kind, mixed)
    check_common(backend.con, inputs)
    survey_lists(backend.con)
    again = {kind for kind in JUDGED if stand_again(backend.con, kind)}
    faults = count_faults(
        backend.con,
        conventions.decided(inputs.order),
        RELEVANT if inputs.threshold is None else inputs.threshold,
        again,
    )
    if inputs.strict:
        check_strictly(faults)
    lists = usable_lists(backend, inputs, conventions, again)
    tables = prepare(backend, lists)
    return Opened(tables, faults, counted(tables), beside(inputs))


@contextmanager
def told() -> Iterator[None]:
    """UserError in one sentence where DuckDB cannot do what is asked of the tables."""
    import duckdb

    try:
        yield
    except duckdb.OutOfMemoryException as error:
        raise UserError(
            f"the tables are too large for the memory: {first_line(error)}",
            "allow more with --memory-limit SIZE, or name a folder with more room in "
            "TMPDIR",
        ) from None
    except duckdb.Error as error:
        raise UserError(
            f"the tables cannot be evaluated: {first_line(error)}"
        ) from None


def first_line(error: Exception) -> str:
    """What an error says, in a line."""
    return str(error).strip().splitlines()[0]


def connect(memory: str) -> Any:
    """DuckDB, in this process."""
    backend = ibis.duckdb.connect()
    if memory:
        try:
            backend.raw_sql(f"SET memory_limit = '{memory}'")
        except Exception:
            raise UserError(
                f"--memory-limit {memory!r} is no size: write one as 4GB"
            ) from None
    return backend


def make_given(opened: Any, kind: Contents, texts: list[str]) -> None:
    """Make the view `given_KIND` of what was read; texts: the roles whose ids are read
    as texts, since another table's are."""
    cast = ", ".join(f"CAST({role} AS VARCHAR) AS {role}" for role in texts)
    columns = f"* REPLACE ({cast})" if texts else "*"
    opened.execute(f"CREATE VIEW given_{kind} AS SELECT {columns} FROM read_{kind}")


def check_common(opened: Any, inputs: Inputs) -> None:
    """UserError where a table is empty, or no user or item stands in both."""
    for kind in inputs.given:
        if fetched(opened, f"SELECT 1 FROM given_{kind} LIMIT 1") == []:
            raise UserError(f"{called(inputs, kind)} has no rows: nothing to evaluate")
    for role in ROLES:
        both = f"given_predictions SEMI JOIN given_truth USING ({role})"
        if fetched(opened, f"SELECT 1 FROM {both} LIMIT 1"):
            continue
        mine, its = (
            fetched(opened, f"SELECT {role} FROM given_{kind} LIMIT 1")[0][0]
            for kind in ("predictions", "truth")
        )
        raise UserError(
            f"{called(inputs, 'predictions')} and {called(inputs, 'truth')} have no "
            f"{role} in common: {role}s are written {mine} in the first and {its} in "
            "the second",
            f"write the {role}s alike in both",
        )


def called(inputs: Inputs, kind: Contents) -> str:
    """What a table is called where something is said of it."""
    given = inputs.given[kind]
    return str(given) if isinstance(given, str | Path) else f"the table of {kind}"


def usable_lists(
    backend: Any, inputs: Inputs, conventions: Conventions, again: Container[str]
) -> Lists:
    """The tables without what cannot be used, users as the conventions have them;
    again: the tables whose pairs may stand again."""
    given = {kind: backend.table(f"given_{kind}") for kind in inputs.given}
    lists, truth = usable(given["predictions"]), usable(given["truth"])
    seen = backend.table(LISTS).mutate(length=_.rows - _.unusable)
    if "predictions" in again:
        lists = once(lists, [_.number.desc(), _.place.asc()])
        lengths = lists.group_by("user").aggregate(length=_.count())
        seen = seen.drop("length").inner_join(lengths, "user").mutate(together=False)
    if "truth" in again:
        truth = once(truth, [_.number.desc()])
    grade = ibis.greatest(_.number, ibis.literal(0.0, "float64"))
    if inputs.threshold is not None:
        grade = (_.number >= inputs.threshold).cast("float64")
    seen = seen.filter(_.length > 0)
    judged = counted_users(truth.select("user", "item", g=grade), seen, conventions)
    named = lists.select("user", "item", "place", score=_.number)
    ranked = rank_lists(named, seen, judged, conventions.ties, inputs.order)
    train = given["train"].select("user", "item") if "train" in given else None
    items = items_of(backend, inputs, given)
    return Lists(named, ranked, seen.select("user", "length"), judged, train, items)


def usable(table: Any) -> Any:
    """The rows with ids and a number."""
    return table.filter(_.user.notnull() & _.item.notnull() & _.number.notnull())


def once(table: Any, best: list[Any]) -> Any:
    """Of pairs that stand again the best."""
    window = ibis.window(group_by=[_.user, _.item], order_by=best)
    return table.mutate(again=ibis.row_number().over(window)).filter(_.again == 0)


def counted_users(judged: Any, lists: Any, conventions: Conventions) -> Any:
    """The truth, so that those users count whom the conventions count."""
    if conventions.of_users("without_list") == SKIPPED:
        judged = judged.semi_join(lists, "user")
    if conventions.of_users("without_relevant") == SKIPPED:
        relevant = judged.filter(_.g >= RELEVANT)
        judged = judged.semi_join(relevant, "user")
    if conventions.of_users("absent") == COUNTS:
        others = lists.anti_join(judged, "user").select("user").distinct()
        nothing = others.select(
            "user",
            item=ibis.null(judged.item.type()),
            g=ibis.literal(RELEVANT, "float64"),
        )
        judged = judged.union(nothing)
    return judged


def items_of(backend: Any, inputs: Inputs, given: Mapping[Contents, Any]) -> int | None:
    """How many items the catalogue has: those of its file, or of all tables where the
    training items are given; None where nothing says so."""
    if inputs.catalogue is not None:
        return catalogue_size(inputs.catalogue)
    if inputs.train is None:
        return None
    first, *others = (table.select("item") for table in given.values())
    every = first.union(*others).distinct() if others else first.distinct()
    return int(backend.to_pyarrow(every.count()).as_py())


def catalogue_size(given: Given) -> int:
    """A number, or the distinct lines of a file below its header."""
    if isinstance(given, int):
        return given
    try:
        lines = Path(given).read_text(encoding="utf-8-sig").split("\n")[1:]
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{given} cannot be read: {error}") from None
    return len({line.strip() for line in lines if line.strip()})


def beside(inputs: Inputs) -> tuple[str, ...]:
    """What is known beside lists and truth."""
    known = inputs.catalogue is not None or inputs.train is not None
    return ("catalogue",) if known else ()


def counted(tables: Tables) -> dict[str, int]:
    """How much there is."""
    users = tables.users.aggregate(
        users=_.count(), judged=_.judged.sum(), listed=_.length.sum()
    )
    row = tables.backend.to_pyarrow(users).to_pylist()[0]
    return {name: int(number or 0) for name, number in row.items()}
