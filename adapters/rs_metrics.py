"""rs-metrics: functions of two tables, mean over the users of the truth.

Its interface forces nothing on us: rows (user, item) in, a number out. Scores are never
read, the order of the rows is the ranking; grades are never read, every row of the
truth is relevant. Beyond accuracy it takes the training rows (`popularity`,
`surprisal`), a list of all items (`coverage`), or for every user the items of each
aspect (`a_ndcg`), here of all aspects that there are.
"""

from __future__ import annotations

from typing import Any

from homonym.adapters._shared.frames import in_columns
from homonym.adapters.contract import Adapter, Documented
from homonym.reference.case import AnyCase, Id


def names() -> list[str]:
    """The public functions of the package that take k."""
    import inspect

    import rs_metrics

    found = inspect.getmembers(rs_metrics, inspect.isfunction)
    return [name for name, _ in found if name != "pandas_to_dict"]


adapter = Adapter(
    library="rs-metrics",
    module="rs_metrics",
    title="rs_metrics",
    homepage="https://github.com/Darel13712/rs_metrics",
    names=names,
    files=("metrics.py",),
    sources=("metrics.py",),
)


NAMES = {"user": "user_id", "item": "item_id"}
"""What the library calls the columns."""


def tables(case: AnyCase) -> tuple[Any, Any]:
    """(truth, lists): one row a pair, the lists in the order given."""
    if case.columns:
        read = case.columns
        return in_columns(read, "truth", NAMES), in_columns(read, "predictions", NAMES)
    import pandas as pd

    columns = [*NAMES.values()]
    truth = [(u, i) for u, pairs in case.truth.items() for i, _ in pairs]
    lists = [(u, i) for u, pairs in case.recommendations.items() for i, _ in pairs]
    return pd.DataFrame(truth, columns=columns), pd.DataFrame(lists, columns=columns)


@adapter.metric(
    "precision",
    claims="precision",
    documented=Documented(
        "precision(divisor=k)",
        "Shows what percentage of items in recommendations are relevant, on average.",
        # it does not say that the recommendations are cut at k
        also=("precision(depth=all, divisor=length)",),
    ),
)
def precision(case: AnyCase) -> float:
    """`rs_metrics.precision`."""
    import rs_metrics

    return float(rs_metrics.precision(*tables(case), k=case.k))


@adapter.metric(
    "recall",
    claims="recall",
    documented=Documented(
        "recall(divisor=r)",
        "Shows what percentage of relevant items appeared in recommendations, on "
        "average.",
    ),
)
def recall(case: AnyCase) -> float:
    """`rs_metrics.recall`."""
    import rs_metrics

    return float(rs_metrics.recall(*tables(case), k=case.k))


@adapter.metric(
    "hitrate",
    claims="hit_rate",
    documented=Documented(
        "hit_rate(counts=any)",
        "Shows what percentage of users has at least one relevant recommendation in "
        "their list.",
    ),
)
def hitrate(case: AnyCase) -> float:
    """`rs_metrics.hitrate`."""
    import rs_metrics

    return float(rs_metrics.hitrate(*tables(case), k=case.k))


@adapter.metric(
    "mrr",
    claims="reciprocal_rank",
    documented=Documented(
        "reciprocal_rank(counts=first)",
        "Shows inverted position of the first relevant item, on average.",
    ),
)
def mrr(case: AnyCase) -> float:
    """`rs_metrics.mrr`."""
    import rs_metrics

    return float(rs_metrics.mrr(*tables(case), k=case.k))


@adapter.metric("mapr", claims="average_precision")
def mapr(case: AnyCase) -> float:
    """`rs_metrics.mapr`."""
    import rs_metrics

    return float(rs_metrics.mapr(*tables(case), k=case.k))


@adapter.metric("ndcg", claims="ndcg")
def ndcg(case: AnyCase) -> float:
    """`rs_metrics.ndcg`."""
    import rs_metrics

    return float(rs_metrics.ndcg(*tables(case), k=case.k))


@adapter.metric(
    "coverage",
    claims="coverage",
    documented=Documented(
        "coverage(of=items)",
        "What percentage of items appears in recommendations?",
    ),
)
def coverage(case: AnyCase) -> float:
    """`rs_metrics.coverage`."""
    import rs_metrics

    _, lists = tables(case)
    return float(rs_metrics.coverage(list(case.catalogue), lists, k=case.k))


def log(case: AnyCase) -> Any:
    """One row a training item."""
    if case.columns and case.columns.has("train"):
        return in_columns(case.columns, "train", NAMES)
    import pandas as pd

    rows = [(user, item) for user, items in case.train.items() for item in items]
    return pd.DataFrame(rows, columns=[*NAMES.values()])


@adapter.metric("popularity", claims="average_popularity")
def popularity(case: AnyCase) -> float:
    """`rs_metrics.popularity`."""
    import rs_metrics

    _, lists = tables(case)
    return float(rs_metrics.popularity(log(case), lists, k=case.k))


@adapter.metric("surprisal", claims="self_information")
def surprisal(case: AnyCase) -> float:
    """`rs_metrics.surprisal`."""
    import rs_metrics

    _, lists = tables(case)
    return float(rs_metrics.surprisal(log(case), lists, k=case.k))


def aspects(case: AnyCase) -> dict[Id, list[list[Id]]]:
    """For every user the items of each aspect."""
    showing: dict[str, list[Id]] = {}
    for item, shown in case.aspects.items():
        for aspect in shown:
            showing.setdefault(aspect, []).append(item)
    return {user: list(showing.values()) for user in case.truth}


@adapter.metric("a_ndcg", claims="alpha_ndcg")
def a_ndcg(case: AnyCase) -> float:
    """`rs_metrics.a_ndcg`."""
    import rs_metrics

    return float(rs_metrics.a_ndcg(*tables(case), aspects(case), k=case.k))
