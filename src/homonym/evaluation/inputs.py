"""People's tables, made ready for every variant: start at `survey_inputs`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ibis import _

from homonym.datasets.column_names import NAMED_GRADE, Contents
from homonym.errors import UserError, in_brief, render_option
from homonym.evaluation.backends.backend import Backend, IbisTable
from homonym.evaluation.backends.in_duckdb import DuckDb
from homonym.evaluation.catalogue import count_catalogue_items
from homonym.evaluation.conventions import Conventions, check_order
from homonym.evaluation.faults import (
    USABLE,
    Fault,
    check_strictly,
    count_faults,
    list_found_faults,
)
from homonym.evaluation.given_ranks import order_lists_by_rank
from homonym.evaluation.group_tables import MEMBERS, read_groups
from homonym.evaluation.id_types import (
    ROLES,
    ReadTable,
    count_id_types,
    read_ids_as_texts,
)
from homonym.evaluation.known_columns import find_number_kinds
from homonym.evaluation.ranked_lists import OrderBy, rank_lists
from homonym.evaluation.reading import (
    Given,
    check_there,
    name_frame,
    quote_first_number,
    read_input_table,
)
from homonym.evaluation.tables import (
    Lists,
    Tables,
    count_table_contents,
    prepare_tables,
)
from homonym.evaluation.usable_rows import (
    drop_repeated_pairs,
    grade_judged_pairs,
    keep_counted_users,
    keep_usable_rows,
)
from homonym.reference.case import RELEVANT, Scale

if TYPE_CHECKING:
    from homonym.evaluation.backends.on_spark import Spark

ENGINES = ("duckdb", "spark")
LONGEST = "SELECT max(rows - unusable) FROM homonym_lists"
"""How many items the longest list has that can be ranked, each pair once."""
LONGEST_OF_DISTINCT = f"""
SELECT max(items) FROM (SELECT count(DISTINCT item) AS items FROM given_predictions
WHERE {USABLE} GROUP BY user)"""
"""The same where pairs stand again."""


@dataclass(frozen=True)
class Inputs:
    """What is evaluated: predictions (user, item, score), truth (user, item, grade),
    and what some definitions need beside them.

    columns: names other than the usual, as `homonym.datasets.column_names` has them;
    threshold: the grade from which on an item is relevant; grades are then 0 or 1;
    strict: whether a fault of the tables is an error; memory: what DuckDB may hold, as
    `4GB`; beyond it, it writes to a temporary folder; engine: `duckdb`, or
    `spark` at that master; scale: the lowest and the highest rating;
    aspects: item, aspect; item_groups: item, group; user_groups: user, group; logged:
    alone, trajectory, reward and what `homonym.evaluation.logged.rows` reads; bias: of
    its ranks.
    """

    predictions: Given = None
    truth: Given = None
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
    aspects: Given = None
    item_groups: Given = None
    user_groups: Given = None
    logged: Given = None
    bias: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        check_order(self.order)
        if self.aspects is not None:
            check_there(self.aspects, "aspects")
        if self.engine not in ENGINES:
            raise UserError(
                f"{render_option('engine', in_brief(self.engine))} is unknown: write "
                f"{' or '.join(ENGINES)}"
            )

    def order_of(self, kind: Contents) -> str:
        """What puts a table's lists in order; of others than the predictions no number
        may be missing for that."""
        return self.order if kind == "predictions" else "score"

    @property
    def every(self) -> dict[str, Given]:
        """The tables that are given, the catalogue and the aspects."""
        more = {"catalogue": self.catalogue, "aspects": self.aspects}
        known = [(kind, one) for kind, one in more.items() if one is not None]
        return dict([*self.given.items(), *known])

    @property
    def given(self) -> dict[Contents, Given]:
        """The tables that are given."""
        every: dict[Contents, Given] = {
            "predictions": self.predictions,
            "truth": self.truth,
            "train": self.train,
            "item_groups": self.item_groups,
            "user_groups": self.user_groups,
        }
        return {kind: one for kind, one in every.items() if one is not None}


@dataclass(frozen=True)
class Opened:
    """The tables by some conventions, what was found wrong with them, and how much
    there is; kept: what was made for them in the engine, by name."""

    tables: Tables
    faults: list[Fault]
    counts: Mapping[str, int]
    kinds: tuple[Contents, ...]
    kept: tuple[str, ...]

    def close(self) -> None:
        """Drop what was made for them."""
        self.tables.backend.drop(self.kept)


@dataclass(frozen=True)
class SurveyedTables:
    """The tables as they were read and looked over: once for all conventions, and for
    all thresholds.

    again: the tables whose pairs may stand again; met: how often each fault that is met
    as they are read stands there; items: how many the catalogue has;
    counted: how often each fault stands there, by the grade from which on an item is
    relevant.
    """

    inputs: Inputs
    backend: Backend
    again: frozenset[Contents]
    met: Mapping[str, int]
    items: int | None
    counted: dict[float, Mapping[str, int]] = field(default_factory=dict)

    def opened(
        self,
        conventions: Conventions,
        threshold: float | None = None,
        cut: int | None = None,
    ) -> Opened:
        """The tables by these conventions, ranked and counted; cut: how many ranks will
        be looked at, None for all. UserError with `strict` for any fault."""
        faults = self.faults(conventions, threshold)
        if self.inputs.strict:
            lists = name_input_table(self.inputs, "predictions")
            check_strictly(faults, f"with {lists} the tables")
        before = len(self.backend.kept)
        tables = prepare_tables(self.backend, self.lists(conventions, threshold, cut))
        counts = count_table_contents(tables)
        kept = tuple(self.backend.kept[before:])
        return Opened(tables, faults, counts, (*self.inputs.given,), kept)

    def check_cut_offs(self, cut_offs: Iterable[int]) -> None:
        """UserError where no list has as many items as a cut-off asks for, where none
        has one that can be ranked, and where no row of the truth can be counted."""
        ((most,),) = self.backend.rows_of(
            LONGEST_OF_DISTINCT if "predictions" in self.again else LONGEST
        )
        name = name_input_table(self.inputs, "predictions")
        if not most:
            raise UserError(
                f"{name} has no row that can be ranked: none has a user, an item and a "
                f"score that is a finite number{self.quote_number('predictions')}"
            )
        if not self.has_usable_truth():
            raise UserError(
                f"{name_input_table(self.inputs, 'truth')} has no row that can be "
                "counted: none has a user, an item and a grade that is a finite number"
                f"{self.quote_number('truth')}"
            )
        for k in cut_offs:
            if k > most:
                raise UserError(
                    f"the cut-off k is {k}, and the longest list in {name} has {most} "
                    f"item{'s' * (most > 1)}: give k up to {most}"
                )

    def quote_number(self, kind: Contents) -> str:
        """How the column of scores or grades begins, where it has no number at all."""
        given, order = self.inputs.given[kind], self.inputs.order_of(kind)
        columns = dict(self.inputs.columns)
        return quote_first_number(self.backend, kind, given, columns, order)

    def has_usable_truth(self) -> bool:
        """Whether a row of the truth can be counted."""
        usable = keep_usable_rows(self.given("truth")).limit(1)
        return bool(self.backend.fetch(usable.select("user")).num_rows)

    def faults(self, conventions: Conventions, threshold: float | None) -> list[Fault]:
        """What is wrong with the tables, and what these conventions make of it."""
        relevant = RELEVANT if threshold is None else threshold
        if relevant not in self.counted:
            asked = self.again, {*self.inputs.given}, self.met
            self.counted[relevant] = count_faults(self.backend, relevant, *asked)
        decided = conventions.decided(self.inputs.order)
        return list_found_faults(self.counted[relevant], decided)

    def lists(
        self, conventions: Conventions, threshold: float | None, cut: int | None
    ) -> Lists:
        """What evaluation takes of the tables, users as the conventions have them."""
        rows, truth, seen = self.usable(conventions.ties)
        judged = keep_counted_users(
            grade_judged_pairs(truth, threshold), seen, conventions
        )
        named = rows.select("user", "item", "place", score=_.number)
        by = OrderBy(conventions.ties, self.inputs.order)
        ranked = rank_lists(self.backend, named, seen, judged, by, cut)
        lengths = seen.select("user", "length")
        trained = "train" in self.inputs.given
        train = None
        if trained:
            train = keep_usable_rows(self.given("train")).select("user", "item")
        return Lists(named, ranked, lengths, judged, train, self.items)

    def usable(self, ties: str) -> tuple[IbisTable, IbisTable, IbisTable]:
        """Predictions and truth without what cannot be used, and how each list stands;
        of a pair that stands again the row that these ties put first."""
        rows, truth = (
            keep_usable_rows(self.given("predictions")),
            keep_usable_rows(self.given("truth")),
        )
        seen = self.backend.connection.table("homonym_lists")
        seen = seen.mutate(length=_.rows - _.unusable)
        if "predictions" in self.again:
            best = [_.number.desc()] if self.inputs.order == "score" else []
            last = self.inputs.order == "score" and ties == "input-desc"
            place = _.place.desc() if last else _.place.asc()
            rows = drop_repeated_pairs(rows, [*best, place])
            lengths = rows.group_by("user").aggregate(length=_.count())
            seen = seen.drop("length").inner_join(lengths, "user")
            seen = seen.mutate(together=False)
        if "truth" in self.again:
            truth = drop_repeated_pairs(truth, [_.number.desc()])
        return rows, truth, seen.filter(_.length > 0)

    def given(self, kind: Contents) -> IbisTable:
        """A table as it was read."""
        return self.backend.connection.table(f"given_{kind}")


def survey_inputs(inputs: Inputs, cut: int | None = None) -> SurveyedTables:
    """Read, check and look over the tables; cut: how many ranks will be looked at, None
    for all.

    Raises UserError for a table that is missing or cannot be read, and for tables
    without a user or an item in common.
    """
    for option, given in (("predictions", inputs.predictions), ("truth", inputs.truth)):
        if given is None:
            raise UserError(
                f"{option} is None: lists need predictions and truth",
                f"give {render_option(option, 'FILE')}",
            )
    backend = open_backend(inputs)
    read = {kind: read_given(backend, inputs, kind) for kind in inputs.given}
    if inputs.order == "rank":
        name, lists = name_input_table(inputs, "predictions"), read["predictions"]
        rows = order_lists_by_rank(backend, lists.rows, name)
        read["predictions"] = replace(lists, rows=rows)
    met = count_id_types(read)
    if possible := read["truth"].possible_grades:
        met["grades_unnamed"] = len(possible)
    if not read["truth"].graded:
        check_reached_threshold(inputs)
    for kind, table in read_ids_as_texts(read, met).items():
        backend.connection.create_view(f"given_{kind}", table, overwrite=True)
    check_tables_overlap(backend, inputs)
    tables = [kind for kind in inputs.given if kind != "user_groups"]
    items = count_catalogue_items(backend, inputs.catalogue, tables, inputs.columns)
    return SurveyedTables(inputs, backend, backend.see_lists(cut), met, items)


def check_reached_threshold(inputs: Inputs) -> None:
    """UserError for a threshold that no row of a truth without grades reaches."""
    if inputs.threshold is not None and inputs.threshold > RELEVANT:
        raise UserError(
            f"{render_option('threshold', f'{inputs.threshold:g}')} is above the grade "
            f"of every row: {name_input_table(inputs, 'truth')} has no column that is "
            "known as the grade, and each row counts as 1",
            f"name it with {NAMED_GRADE}",
        )


def read_given(backend: Backend, inputs: Inputs, kind: Contents) -> ReadTable:
    """A table as it is given."""
    given, columns = inputs.given[kind], dict(inputs.columns)
    if kind in MEMBERS:
        return read_groups(backend, kind, given, columns)
    return read_input_table(backend, kind, given, columns, inputs.order_of(kind))


def open_backend(inputs: Inputs) -> Backend:
    """What is asked for, opened."""
    if inputs.engine == "spark":
        return load_spark_backend().opened(inputs.master)
    return DuckDb.opened(inputs.memory)


def explain_engine_errors(inputs: Inputs) -> AbstractContextManager[None]:
    """UserError in one sentence where the engine cannot do what is asked of the
    tables."""
    return load_spark_backend().told() if inputs.engine == "spark" else DuckDb.told()


def load_spark_backend() -> type[Spark]:
    """Spark, where PySpark is there."""
    from homonym.evaluation.backends.on_spark import Spark

    return Spark


def check_tables_overlap(backend: Backend, inputs: Inputs) -> None:
    """UserError where a table is empty, or no user or item stands in both of two."""
    for kind in inputs.given:
        if not backend.rows_of(f"SELECT 1 FROM given_{kind} LIMIT 1"):
            raise UserError(
                f"{name_input_table(inputs, kind)} has no rows: nothing to evaluate"
            )
    others: list[tuple[Contents, str]] = [("truth", role) for role in ROLES]
    others += [(kind, role) for kind, role in MEMBERS.items() if kind in inputs.given]
    for other, role in others:
        both = f"given_predictions SEMI JOIN given_{other} USING ({role})"
        if backend.rows_of(f"SELECT 1 FROM {both} LIMIT 1"):
            continue
        mine, its = (
            find_first_id(backend, inputs, kind, role)
            for kind in ("predictions", other)
        )
        raise UserError(
            f"{name_input_table(inputs, 'predictions')} and "
            f"{name_input_table(inputs, other)} have no "
            f"{role} in common: {role}s are written {mine} in the first and {its} in "
            "the second",
            f"write the {role}s alike in both",
        )


def find_first_id(backend: Backend, inputs: Inputs, kind: Contents, role: str) -> Any:
    """An id of a table; UserError where it has none."""
    there = f"SELECT {role} FROM given_{kind} WHERE {role} IS NOT NULL LIMIT 1"
    for (found,) in backend.rows_of(there):
        return found
    what = "an item" if role == "item" else f"a {role}"
    raise UserError(f"{name_input_table(inputs, kind)} has no row with {what}")


def name_input_table(inputs: Inputs, kind: Contents) -> str:
    """What a table is called where something is said of it."""
    given = inputs.every[kind]
    return str(given) if isinstance(given, str | Path) else name_frame(kind)


def list_known_inputs(inputs: Inputs) -> tuple[str, ...]:
    """What is known beside lists and truth."""
    known = {
        "catalogue": inputs.catalogue is not None or inputs.train is not None,
        "train": inputs.train is not None,
        "scale": inputs.scale is not None,
        "aspects": inputs.aspects is not None,
        "groups of items": inputs.item_groups is not None,
        "groups of users": inputs.user_groups is not None,
        "log": inputs.logged is not None,
        "position bias": bool(inputs.bias),
    }
    given = tuple(what for what, there in known.items() if there)
    return given + find_number_kinds(inputs.predictions, inputs.columns)
