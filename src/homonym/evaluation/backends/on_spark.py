"""Apache Spark, in this process or at a master's address: `Spark`.

Nothing but the cut lists and the truth is moved between its workers: what would take
more (lists whose rows do not stand in the order of scores) is not looked for here, and
ties and pairs that stand again are looked for among the ranks that count.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import ibis
import sqlglot
from ibis import _
from ibis.util import gen_name

from homonym.datasets.column_names import Contents
from homonym.datasets.file_rows import is_parquet
from homonym.errors import UserError, format_error_line, render_option
from homonym.evaluation.backends.backend import (
    JUDGED,
    IbisTable,
    SortKeys,
    Source,
    read_csv_header,
)
from homonym.evaluation.trec_files import WIDTH, check_trec_lines, is_trec

SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    # nobody looks at what is done
    **{f"spark.ui.retained{what}": "1" for what in ("Jobs", "Stages", "Tasks")},
    "spark.sql.ui.retainedExecutions": "1",
    "spark.sql.ansi.enabled": "false",  # a user without a relevant item is divided by 0
    "spark.sql.execution.arrow.pyspark.enabled": "true",
    "spark.driver.extraJavaOptions": "-Dlog4j2.level=ERROR",
}
LOCAL = {
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.sql.shuffle.partitions": "8",
    "spark.buffer.pageSize": "4m",  # each small table of a join takes a page
}
ENGINE = "engine='spark'"
INSTALL = 'pip install "homonym[spark]"'


@dataclass(frozen=True)
class Spark:
    """A connection of Ibis to a session of Spark."""

    connection: Any
    kept: list[str] = field(default_factory=list)
    sees_all: bool = False

    @classmethod
    def opened(cls, master: str = "local[*]") -> Spark:
        """A session of its own at that address; UserError where Spark or its Java is
        not there."""
        try:
            from pyspark.sql import SparkSession
        except ImportError:
            raise UserError(
                f"{render_option('engine', 'spark', ENGINE)} needs PySpark", INSTALL
            ) from None
        here = LOCAL if master.startswith("local") else {}
        settings: dict[str, Any] = {**SETTINGS, **here}
        builder = SparkSession.builder.master(master).appName("homonym")
        try:
            session = builder.config(map=settings).getOrCreate().newSession()
            session.sparkContext.setLogLevel("ERROR")
            for name in filter(session.conf.isModifiable, settings):
                session.conf.set(name, settings[name])
            return cls(ibis.pyspark.connect(session))
        except list_spark_errors() as error:
            raise UserError(
                f"Spark does not start at {master}: {format_error_line(error)}",
                "it needs Java 17 or 21; JAVA_HOME names it",
            ) from None

    @property
    def session(self) -> Any:
        """Spark's own."""
        return self.connection._session

    def keep(self, table: IbisTable) -> IbisTable:
        """A view that is computed once and kept."""
        self.kept.append(gen_name("homonym"))
        return self.store(self.kept[-1], table)

    def store(self, name: str, table: IbisTable) -> IbisTable:
        """A view whose rows are stored: what comes of it is planned without what it was
        made of."""
        self.connection.create_view(name, table, overwrite=True)
        self.session.table(name).localCheckpoint().createOrReplaceTempView(name)
        return self.connection.table(name)

    def drop(self, names: Iterable[str]) -> None:
        """The views, and their rows: Java frees these once Python has forgotten them,
        and Python by itself looks for garbage seldom."""
        for name in [*names]:
            self.session.catalog.dropTempView(name)
            self.kept.remove(name)
        gc.collect()

    def fetch(self, table: IbisTable) -> Any:
        """Its rows."""
        name = gen_name("homonym")
        self.connection.create_view(name, table)
        found = self.session.table(name).toArrow()
        self.session.catalog.dropTempView(name)
        return found

    def read_file(self, path: Path, kind: Contents) -> Source:
        """Read by the workers: a path that all of them have."""
        read = self.session.read.option("escape", '"')
        if is_trec(path, kind):
            check_trec_lines(path, kind)
            return self.source([], self.split_lines(path, WIDTH[kind]), WIDTH[kind])
        if is_parquet(path, path):
            frame = read.parquet(str(path))
            return self.source(frame.columns, frame, len(frame.columns))
        header, mark = read_csv_header(path)
        frame = read.csv(str(path), sep=mark, header=True)
        return self.source(header, frame, len(header))

    def split_lines(self, path: Path, width: int) -> Any:
        """The words of each line that has any, in columns."""
        words = r"filter(split(value, '\\s+'), word -> word <> '') AS words"
        lines = self.session.read.text(str(path)).selectExpr(words)
        cells = (f"words[{place}] AS c{place}" for place in range(width))
        return lines.where("size(words) > 0").selectExpr(*cells)

    def read_frame(self, frame: Any, kind: Contents) -> Source:
        """Sent to the workers."""
        sent = self.session.createDataFrame(frame)
        return self.source(frame.column_names, sent, frame.num_columns)

    def source(self, header: list[str], frame: Any, width: int) -> Source:
        """The frame's columns, and places that rise with its rows."""
        from pyspark.sql.functions import monotonically_increasing_id

        named = frame.toDF(*(f"c{place}" for place in range(width)))
        name = gen_name("homonym")
        named.withColumn("place", monotonically_increasing_id()).createTempView(name)
        return Source(header, self.connection.table(name))

    def see_lists(self, cut: int | None) -> frozenset[Contents]:
        """In one pass; ties and pairs again among the first ranks."""
        given = self.connection.table("given_predictions")
        without = _.user.isnull() | _.item.isnull()
        seen = given.group_by("user").aggregate(
            rows=_.count(),
            first=_.place.min(),
            together=ibis.literal(False),
            unsorted=ibis.literal(False),
            without_id=without.sum(),
            without_number=_.number.isnull().sum(),
            unusable=(without | _.number.isnull()).sum(),
        )
        first = self.keep(self.first_ranks(cut))
        tied = first.group_by("user").aggregate(tied=_.number.nunique() < _.count())
        both = seen.left_join(tied, "user").drop("user_right")
        lists = both.mutate(tied=_.tied.fill_null(False))
        self.store("homonym_lists", lists)
        pairs = {"predictions": first, "truth": self.connection.table("given_truth")}
        return frozenset(kind for kind in JUDGED if self.any_again(pairs[kind]))

    def any_again(self, rows: IbisTable) -> bool:
        """Whether a pair stands in more than one of the rows."""
        pairs = rows.group_by("user", "item").aggregate(rows=_.count())
        return bool(self.fetch(pairs.filter(_.rows > 1).limit(1)).num_rows)

    def first_ranks(self, cut: int | None) -> IbisTable:
        """What stands in the first ranks, and one rank more."""
        given = self.connection.table("given_predictions")
        usable = given.filter(_.number.notnull() & _.item.notnull() & _.user.notnull())
        deep = None if cut is None else cut + 1
        return self.rank(usable, [("number", True), ("item", False)], deep)

    def rows_of(self, query: str) -> list[Any]:
        """In Spark's words."""
        text = sqlglot.transpile(query, read="duckdb", write="spark")[0]
        return [tuple(row) for row in self.session.sql(text).collect()]

    def rank(self, lists: IbisTable, order: SortKeys, cut: int | None) -> IbisTable:
        """By a window that each worker cuts before rows are moved: Spark does so where
        ROW_NUMBER stands alone, which Ibis writes with a -1."""
        by = ", ".join(f"{name} {'DESC' if falls else 'ASC'}" for name, falls in order)
        name = gen_name("homonym")
        self.connection.create_view(name, lists)
        n = f"ROW_NUMBER() OVER (PARTITION BY user ORDER BY {by})"
        ranked = f"SELECT *, {n} AS n FROM {name}"
        cut_at = "" if cut is None else f" WHERE n <= {cut}"
        made = f"SELECT * FROM ({ranked}){cut_at}"
        self.session.sql(made).createTempView(f"{name}_ranked")
        return self.connection.table(f"{name}_ranked")

    def pairs_above(self, rows: IbisTable, below: IbisTable) -> int:
        """By the ranks of all scores, less the ranks among the others."""
        others = below.mutate(below=ibis.literal(True))
        every = rows.mutate(below=ibis.literal(False)).union(others)
        return self.greater_than(every) - self.greater_than(others)

    def greater_than(self, scores: IbisTable) -> int:
        """How many scores are greater than one of `below`, summed over these."""
        greater = ibis.rank().over(ibis.window(order_by=_.score.desc()))
        ranked = scores.mutate(greater=greater).filter(_.below)
        (row,) = self.fetch(ranked.aggregate(sum=_.greater.sum())).to_pylist()
        return int(row["sum"] or 0)

    @staticmethod
    @contextmanager
    def told() -> Iterator[None]:
        """What Spark cannot do, in a sentence."""
        try:
            yield
        except list_spark_errors() as error:
            raise UserError(
                f"the tables cannot be evaluated: {format_error_line(error)}"
            ) from None

    @property
    def unreadable(self) -> tuple[type[Exception], ...]:
        """What is raised of a file."""
        return list_spark_errors()

    @property
    def exhausted(self) -> tuple[type[Exception], ...]:
        """Nothing of its own: Java says it among its other errors."""
        return ()


def list_spark_errors() -> tuple[type[Exception], ...]:
    """What Spark raises, and Java through Python; nothing without PySpark."""
    try:
        from py4j.protocol import Py4JError
        from pyspark.errors import PySparkException
    except ImportError:
        return ()
    return PySparkException, Py4JError
