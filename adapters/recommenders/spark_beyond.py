"""MS Recommenders on Spark beyond accuracy: methods of an evaluator of other tables.

It takes training items and lists already cut, as the functions in `beyond`
do, and is the same for all its methods. Items that have features are numbers here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from homonym.adapters._shared import spark
from homonym.adapters._shared.frames import trained
from homonym.adapters.contract import Documented, Value
from homonym.adapters.recommenders.beyond import (
    BEYOND,
    GIVEN,
    ITEM,
    PROMISED,
    RELEVANCE,
    USER,
    each_user,
    first_k,
    vectors,
)
from homonym.adapters.recommenders.spark import MakeEvaluator, adapter, evaluator
from homonym.reference.case import AnyCase

__all__ = ["adapter"]


def listed(case: AnyCase, **given: Any) -> Any:
    """An evaluator of training items and lists."""
    from recommenders.evaluation.spark_evaluation import SparkDiversityEvaluation

    known, shown = trained(case), first_k(case)
    pairs = [*known, *(row[:2] for row in shown)]
    user = spark.kind(user for user, _ in pairs)
    item = spark.kind(item for _, item in pairs)
    columns = f"{USER} {user}, {ITEM} {item}"
    session = spark.session()
    return SparkDiversityEvaluation(
        session.createDataFrame(known, columns),
        session.createDataFrame(shown, f"{columns}, {RELEVANCE} double"),
        **given,
    )


def with_relevance(case: AnyCase) -> Any:
    """The same, told what is relevant."""
    return listed(case, col_relevance=RELEVANCE)


def with_features(case: AnyCase) -> Any:
    """The same, told the features of the items."""
    from pyspark.ml.linalg import Vectors, VectorUDT
    from pyspark.sql.types import IntegerType, StructField, StructType

    # the types that it asks for, to the word
    schema = StructType(
        [StructField(ITEM, IntegerType()), StructField("features", VectorUDT())]
    )
    rows = [(item, Vectors.dense(vector)) for item, vector in vectors(case).items()]
    table = spark.session().createDataFrame(rows, schema)
    measure = "item_feature_vector"
    return listed(case, item_sim_measure=measure, item_feature_df=table)


def number(name: str, make: MakeEvaluator) -> Callable[[AnyCase], float]:
    """A call of the evaluator's method of that name."""

    def call(case: AnyCase) -> float:
        return float(getattr(evaluator(case, make), name)())

    return call


def users(name: str, make: MakeEvaluator) -> Callable[[AnyCase], Value]:
    """The same, of a method that returns a table of the users."""

    def call(case: AnyCase) -> Value:
        rows = getattr(evaluator(case, make), name)().collect()
        values = {row[USER]: float(row[name]) for row in rows}
        return Value(None, tuple(values.get(user) for user in case.recommendations))

    return call


MAKE: dict[str, MakeEvaluator] = {
    "": listed,
    "item_sim_measure": with_features,
    "col_relevance": with_relevance,
}

# which items are the catalogue is not said
COVERAGE = Documented(
    "coverage(of=items)",
    "catalog_coverage, which measures the proportion of items that get recommended "
    "from the item catalog;",
    also=("coverage(of=items, catalogue=trained)",),
)

for name, claims, option, returns in BEYOND:
    written, _ = GIVEN[option]
    documented = COVERAGE if claims == "coverage" else PROMISED.get(name)
    call = users if returns is each_user else number
    adapter.metric(name + written, claims, documented)(call(name, MAKE[option]))
