"""RePlay on Spark: its metric objects called with Spark's data frames.

It is apart from `replay` because it needs an environment with Spark and Java. It is for
the versions that take other input too; before 0.13 RePlay itself computed on Spark.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from homonym.adapters._shared import spark
from homonym.adapters.contract import Adapter
from homonym.adapters.replay import beyond, ranking
from homonym.reference.case import AnyCase

adapter = Adapter(
    library="replay-rec-spark",
    distribution="replay-rec",
    module="replay",
    title="RePlay on Spark",
    homepage=ranking.adapter.homepage,
    names=ranking.names,
    files=ranking.adapter.files,
    elsewhere=ranking.adapter.elsewhere,
    load=spark.load,
    missing=spark.missing,
    sources=ranking.adapter.sources,
    out_of_scope=ranking.adapter.out_of_scope,
)


def with_spark(case: AnyCase) -> tuple[Any, Any]:
    """(lists, truth) as Spark's data frames."""
    user, item, score = ranking.COLUMNS
    truth, lists = spark.frames(case, (user, item), score, score)
    return lists, truth


for (name, claims), documented in ranking.PROMISED.items():
    adapter.metric(name, claims, documented)(ranking.metric(name, with_spark))


def with_rows(rows: beyond.FrameRows, columns: Sequence[str]) -> Any:
    """A data frame of Spark."""
    types = [
        "double" if column == beyond.SCORE else spark.kind(row[at] for row in rows)
        for at, column in enumerate(columns)
    ]
    schema = ", ".join(map(" ".join, zip(columns, types, strict=True)))
    return spark.session().createDataFrame(rows, schema)


for name, claims, tables in beyond.BEYOND:
    documented = beyond.PROMISED[name]
    call = beyond.metric(name, tables, with_rows)
    adapter.metric(name, claims, documented)(call)
