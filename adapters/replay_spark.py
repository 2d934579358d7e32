"""RePlay on Spark: its metric objects called with Spark's data frames.

It is apart from `replay` because it needs an environment with Spark and Java. It is for
the versions that take other input too; before 0.13 RePlay itself computed on Spark.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from homonym.adapters import replay, replay_beyond
from homonym.adapters._shared import spark
from homonym.adapters.contract import Adapter
from homonym.reference.case import AnyCase

adapter = Adapter(
    library="replay-rec-spark",
    distribution="replay-rec",
    module="replay",
    title="RePlay on Spark",
    homepage=replay.adapter.homepage,
    names=replay.names,
    files=replay.adapter.files,
    elsewhere=replay.adapter.elsewhere,
    load=spark.load,
    missing=spark.missing,
    sources=replay.adapter.sources,
    out_of_scope=replay.adapter.out_of_scope,
)


def with_spark(case: AnyCase) -> tuple[Any, Any]:
    """(lists, truth) as Spark's data frames."""
    user, item, score = replay.COLUMNS
    truth, lists = spark.frames(case, (user, item), score, score)
    return lists, truth


for (name, claims), documented in replay.PROMISED.items():
    adapter.metric(name, claims, documented)(replay.metric(name, with_spark))


def with_rows(rows: replay_beyond.Rows, columns: Sequence[str]) -> Any:
    """A data frame of Spark."""
    types = [
        "double"
        if column == replay_beyond.SCORE
        else spark.kind(row[at] for row in rows)
        for at, column in enumerate(columns)
    ]
    schema = ", ".join(map(" ".join, zip(columns, types, strict=True)))
    return spark.session().createDataFrame(rows, schema)


for name, claims, tables in replay_beyond.BEYOND:
    documented = replay_beyond.PROMISED[name]
    call = replay_beyond.metric(name, tables, with_rows)
    adapter.metric(name, claims, documented)(call)
