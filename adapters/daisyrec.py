"""DaisyRec: functions of a truth and an array of ranked items, mean over its rows.

Its interface wants the truth as sets of items and one array, a row for every user of
the truth and a column for every rank, cut at k before: every user has a list, and all
are equally long. The order is the ranking, scores and grades are never asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from homonym.adapters.contract import Adapter, Refuse
from homonym.reference.case import AnyCase, Id


def names() -> list[str]:
    """The public functions of the metrics module."""
    import inspect

    from daisy.utils import metrics

    found = inspect.getmembers(metrics, inspect.isfunction)
    return [name for name, one in found if one.__module__ == metrics.__name__]


BEYOND = "beyond accuracy: a later family"

adapter = Adapter(
    library="daisyRec",
    module="daisy",
    title="DaisyRec",
    homepage="https://github.com/AmazingDD/daisyRec",
    names=names,
    sources=("utils/metrics.py",),
    out_of_scope={
        **dict.fromkeys(["Coverage", "Popularity"], BEYOND),
        "Diversity": "diversity: a later family",
        "calc_ranking_results": "not a metric: tabulates the metrics at several k",
    },
)


def arguments(case: AnyCase) -> tuple[dict[Id, set[Id]], Any, list[Id]]:
    """(items of the truth by user, array of ranked items, users in the rows' order)."""
    import numpy as np

    truth = {user: {item for item, _ in pairs} for user, pairs in case.truth.items()}
    if any(len(truth[user]) < len(pairs) for user, pairs in case.truth.items()):
        raise Refuse("its truth is a set of items: a pair cannot stand in it twice")
    lists = [case.recommendations.get(user, ())[: case.k] for user in truth]
    if len({len(pairs) for pairs in lists}) > 1:
        raise Refuse("its lists are one array: every user has one, of one length")
    rows = np.array([[item for item, _ in pairs] for pairs in lists], ndmin=2)
    return truth, rows, list(truth)


def metric(name: str) -> Callable[[AnyCase], float]:
    """A call of the function of that name."""

    def call(case: AnyCase) -> float:
        from daisy.utils import metrics

        return float(getattr(metrics, name)(*arguments(case)))

    return call


for name, claims in (
    ("HR", "hit_rate"),
    ("Precision", "precision"),
    ("Recall", "recall"),
    ("F1", "f_score"),
    ("MRR", "reciprocal_rank"),
    ("MAP", "average_precision"),
    ("NDCG", "ndcg"),
    ("AUC", "auc"),
):
    adapter.metric(name, claims)(metric(name))
