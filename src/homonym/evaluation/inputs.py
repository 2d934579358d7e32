"""People's tables, made ready for every variant: start at `open_inputs`."""

from __future__ import annotations

from collections.abc import Container, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ibis
from ibis import _

from homonym.datasets.column_names import Contents
from homonym.errors import UserError
from homonym.evaluation.backends.backend import Backend, Table
from homonym.evaluation.backends.in_duckdb import DuckDb
from homonym.evaluation.contents import known_numbers
from homonym.evaluation.conventions import (
    COUNTS,
    SKIPPED,
    Conventions,
    check_order,
)
from homonym.evaluation.faults import Fault, check_strictly, count_faults
from homonym.evaluation.given_ranks import placed_by_rank
from homonym.evaluation.ordered import OrderBy, rank_lists
from homonym.evaluation.reading import Given, read_table
from homonym.evaluation.tables import Lists, Tables, prepare
from homonym.reference.case import RELEVANT, Scale

if TYPE_CHECKING:
    from homonym.evaluation.backends.on_spark import Spark

ROLES = ("user", "item")
ENGINES = ("duckdb", "spark")
JUDGED: tuple[Contents, ...] = ("predictions", "truth")


@dataclass(frozen=True)
class Inputs:
    """What is evaluated: predictions (user, item, score), truth (user, item, grade),
    and what some definitions need beside them.

    columns: names other than the usual, as `homonym.datasets.column_names` has them;
    threshold: the grade from which on an item is relevant; grades are then 0 or 1;
    strict: whether a fault of the tables is an error; memory: what DuckDB may hold, as
    `4GB`; beyond it, it writes to a temporary folder; engine: `duckdb`, or `spark` at
    that master; scale: the lowest and the highest rating.
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
    engine: str = "duckdb"
    master: str = "local[*]"
    scale: Scale | None = None

    def __post_init__(self) -> None:
        check_order(self.order)
        if self.engine not in ENGINES:
            raise UserError(
                f"--engine {self.engine!r} is unknown: write {' or '.join(ENGINES)}"
            )

    def ranked(self, kind: Contents) -> bool:
        """Whether a table's rows are put in order by a column of ranks."""
        return kind == "predictions" and self.order == "rank"

    @property
    def every(self) -> dict[str, Given]:
        """The tables and the catalogue that are given."""
        items = [("catalogue", self.catalogue)] if self.catalogue is not None else []
        return dict([*self.given.items(), *items])

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
    kinds: tuple[Contents, ...]


def open_inputs(
    inputs: Inputs, conventions: Conventions, cut: int | None = None
) -> Opened:
    """Read, check, rank and count; cut: how many ranks will be looked at, None for all.

    Raises UserError for a table that cannot be read, tables without a user or an item
    in common, and with `strict` for any fault.
    """
    backend = open_backend(inputs)
    read = {
        kind: read_table(backend, kind, one, dict(inputs.columns), inputs.ranked(kind))
        for kind, one in inputs.given.items()
    }
    if inputs.order == "rank":
        name, lists = called(inputs, "predictions"), read["predictions"]
        read["predictions"] = placed_by_rank(backend, lists, name)
    for kind, table in with_like_ids(read).items():
        backend.connection.create_view(f"given_{kind}", table, overwrite=True)
    check_common(backend, inputs)
    backend.see_lists(cut)
    again = {kind for kind in JUDGED if backend.stand_again(kind, cut)}
    faults = count_faults(
        backend,
        conventions.decided(inputs.order),
        RELEVANT if inputs.threshold is None else inputs.threshold,
        again,
    )
    if inputs.strict:
        check_strictly(faults)
    lists = usable_lists(backend, inputs, conventions, again, cut)
    tables = prepare(backend, lists)
    return Opened(tables, faults, counted(tables), beside(inputs), (*inputs.given,))


def open_backend(inputs: Inputs) -> Backend:
    """What is asked for, opened."""
    if inputs.engine == "spark":
        return spark().opened(inputs.master)
    return DuckDb.opened(inputs.memory)


def told(inputs: Inputs) -> AbstractContextManager[None]:
    """UserError in one sentence where the engine cannot do what is asked of the
    tables."""
    return spark().told() if inputs.engine == "spark" else DuckDb.told()


def spark() -> type[Spark]:
    """Spark, where PySpark is there."""
    from homonym.evaluation.backends.on_spark import Spark

    return Spark


def with_like_ids(read: Mapping[Contents, Table]) -> dict[Contents, Table]:
    """The tables, ids as texts in all where they are texts in one."""
    mixed = [
        role
        for role in ROLES
        if len({table[role].type().is_integer() for table in read.values()}) > 1
    ]
    as_texts = {role: _[role].cast("string") for role in mixed}
    return {kind: table.mutate(**as_texts) for kind, table in read.items()}


def check_common(backend: Backend, inputs: Inputs) -> None:
    """UserError where a table is empty, or no user or item stands in both."""
    for kind in inputs.given:
        if not backend.rows_of(f"SELECT 1 FROM given_{kind} LIMIT 1"):
            raise UserError(f"{called(inputs, kind)} has no rows: nothing to evaluate")
    for role in ROLES:
        both = f"given_predictions SEMI JOIN given_truth USING ({role})"
        if backend.rows_of(f"SELECT 1 FROM {both} LIMIT 1"):
            continue
        mine, its = (
            backend.rows_of(f"SELECT {role} FROM given_{kind} LIMIT 1")[0][0]
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
    backend: Backend,
    inputs: Inputs,
    conventions: Conventions,
    again: Container[str],
    cut: int | None,
) -> Lists:
    """The tables without what cannot be used, users as the conventions have them;
    again: the tables whose pairs may stand again."""
    table = backend.connection.table
    given = {kind: table(f"given_{kind}") for kind in inputs.given}
    lists, truth = usable(given["predictions"]), usable(given["truth"])
    seen = table("homonym_lists").mutate(length=_.rows - _.unusable)
    if "predictions" in again:
        best = [_.number.desc()] if inputs.order == "score" else []
        lists = once(lists, [*best, _.place.asc()])
        lengths = lists.group_by("user").aggregate(length=_.count())
        seen = seen.drop("length").inner_join(lengths, "user").mutate(together=False)
    if "truth" in again:
        truth = once(truth, [_.number.desc()])
    grade = ibis.greatest(_.number, ibis.literal(0).cast("float64"))
    if inputs.threshold is not None:
        grade = (_.number >= inputs.threshold).cast("float64")
    seen = seen.filter(_.length > 0)
    judged = counted_users(truth.select("user", "item", g=grade), seen, conventions)
    named = lists.select("user", "item", "place", score=_.number)
    by = OrderBy(conventions.ties, inputs.order)
    ranked = rank_lists(backend, named, seen, judged, by, cut)
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
    absent = lists.anti_join(judged, "user").select("user").distinct()
    if conventions.of_users("without_list") == SKIPPED:
        judged = judged.semi_join(lists, "user")
    if conventions.of_users("without_relevant") == SKIPPED:
        relevant = judged.filter(_.g >= RELEVANT)
        judged = judged.semi_join(relevant, "user")
    if conventions.of_users("absent") == COUNTS:
        nothing = absent.select(
            "user",
            item=ibis.null(judged.item.type()),
            g=ibis.literal(int(RELEVANT)).cast("float64"),
        )
        judged = judged.union(nothing)
    return judged


def items_of(
    backend: Backend, inputs: Inputs, given: Mapping[Contents, Any]
) -> int | None:
    """How many items the catalogue has: those of its file, or of all tables where the
    training items are given; None where nothing says so."""
    if inputs.catalogue is not None:
        return catalogue_size(inputs.catalogue)
    if inputs.train is None:
        return None
    first, *others = (table.select("item") for table in given.values())
    every = first.union(*others).distinct() if others else first.distinct()
    return int(backend.fetch(every.aggregate(items=_.count())).to_pylist()[0]["items"])


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
    known = {
        "catalogue": inputs.catalogue is not None or inputs.train is not None,
        "train": inputs.train is not None,
        "scale": inputs.scale is not None,
        "duckdb": inputs.engine == "duckdb",
    }
    given = tuple(what for what, there in known.items() if there)
    return given + known_numbers(inputs.predictions, inputs.columns)


def counted(tables: Tables) -> dict[str, int]:
    """How much there is."""
    users = tables.users.aggregate(
        users=_.count(), judged=_.judged.sum(), listed=_.length.sum()
    )
    row = tables.backend.fetch(users).to_pylist()[0]
    return {name: int(number or 0) for name, number in row.items()}
