"""Apache Spark for the libraries that compute on it: one small session a process.

It needs Java, which pip does not bring: `missing` says so where there is none.
"""

from __future__ import annotations

import gc
import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from functools import lru_cache
from threading import Thread
from types import ModuleType
from typing import Any

from homonym.reference.case import AnyCase, Id, ScoredLists

SETTINGS = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.ui.enabled": "false",
    "spark.default.parallelism": "1",
    "spark.sql.shuffle.partitions": "1",
    # the cases are tiny: to compile a query for them takes longer than to run it
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    # as in the session that RePlay makes where it finds none
    "spark.sql.execution.arrow.pyspark.enabled": "true",
}


def missing() -> str:
    """What Spark needs on this machine and does not find, in words."""
    home = os.environ.get("JAVA_HOME")
    if shutil.which("java", path=f"{home}/bin" if home else None):
        return ""
    return "it computes on Apache Spark, which needs Java, and there is no java here"


@lru_cache(maxsize=1)
def session() -> Any:
    """The session, made when first asked for."""
    if told := missing():
        raise RuntimeError(told)
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    made = SparkSession.builder.master("local[1]")
    for name, value in SETTINGS.items():
        made = made.config(name, value)
    found = made.getOrCreate()
    gateway: Any = found.sparkContext._gateway  # pyspark names it nowhere else
    end_with(gateway.proc)
    return found


def end_with(java: subprocess.Popen[bytes]) -> None:
    """End this process when Java ends: what Spark says without it is no measurement.

    A call during which that happens is told as one that ended its process, and the next
    is made in a new one.
    """

    def wait() -> None:
        java.wait()
        os._exit(1)

    Thread(target=wait, daemon=True).start()


def load(module: str) -> ModuleType:
    """Import a library that computes on Spark, here and in Spark's worker.

    A query goes before: the first takes Spark long, and no call should wait for it.
    """
    rows = session().createDataFrame([(0, module)], "one long, module string")
    rows.join(rows.groupBy("one").count(), "one").rdd.foreach(ready)
    return importlib.import_module(module)


def ready(row: Any) -> None:
    """Import a library in the worker, once for all its tasks.

    Spark collects garbage after every task: what was imported (torch) is none of it.
    """
    importlib.import_module(row.module)
    gc.freeze()


def frames(
    case: AnyCase, ids: Sequence[str], grade: str, score: str
) -> tuple[Any, Any]:
    """(truth, lists) as Spark's data frames: one row a pair, in the order given."""
    rows = [*case.truth.items(), *case.recommendations.items()]
    user = kind(user for user, _ in rows)
    item = kind(item for _, pairs in rows for item, _ in pairs)
    types = f"{ids[0]} {user}, {ids[1]} {item}"
    return (
        frame(case.truth, f"{types}, {grade} double"),
        frame(case.recommendations, f"{types}, {score} double"),
    )


def kind(ids: Iterable[Id]) -> str:
    """The type of the column that holds the ids."""
    return "string" if any(isinstance(one, str) for one in ids) else "long"


def frame(rows: ScoredLists, schema: str) -> Any:
    """One row a pair, in the order given."""
    found = [(u, i, float(n)) for u, pairs in rows.items() for i, n in pairs]
    return session().createDataFrame(found, schema)
