"""MS Recommenders' DeepRec: what its neural models are evaluated with, code of its own.

The functions take the labels and the scores of one user's candidates and return that
user's number. They sort by score. Labels are 1 or 0, as its users give them: a grade of
1 or more is a 1, and a lower one that is not 0 is refused, where the function would
weigh it or raise. hit_score looks for a 1 and takes all else for a 0; dcg_score and
ndcg_score read grades too. What reads labels behind the first k (mrr_score, ndcg_score,
group_auc) gets full rankings only: an item without a score has no place in the arrays.

`cal_metric` takes the arrays of all users, means what the functions return, and rounds
to four decimals (rmse before the root is taken). Its auc, rmse and logloss take all
pairs of all users in one array.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from homonym.adapters._shared.frames import label
from homonym.adapters._shared.users import with_lists
from homonym.adapters.contract import Refuse, Value
from homonym.adapters.recommenders.ranking import adapter
from homonym.reference.case import AnyCase, is_relevant

__all__ = ["adapter"]

FOUR_DECIMALS = 1e-4
"""A number below 1 rounded to four decimals is less than that away."""

UserRows = list[list[float]]
"""A row of numbers for every user who has a list."""
Labels = Callable[[AnyCase], UserRows]
"""How a case is labelled."""


def grades(case: AnyCase) -> UserRows:
    """The grades of the listed items, 0 where the truth has none."""
    found = []
    for user in with_lists(case):
        judged = case.truth.get(user, ())
        by_item = dict(judged)
        if len(by_item) < len(judged):
            raise Refuse("an item has one label: it cannot be judged twice")
        listed = case.recommendations[user]
        found.append([float(by_item.get(item, 0)) for item, _ in listed])
    return found


def labels(case: AnyCase) -> UserRows:
    """Whether the listed items are relevant, as 1 or 0."""
    return [[*map(label, row)] for row in grades(case)]


def ones(case: AnyCase) -> UserRows:
    """The same for what looks for a 1 and takes any other label for a 0."""
    return [[float(is_relevant(grade)) for grade in row] for row in grades(case)]


def ratings(case: AnyCase) -> UserRows:
    """The rating, or the label, of every predicted pair."""
    for user in {**case.truth, **case.recommendations}:
        predicted = [item for item, _ in case.recommendations.get(user, ())]
        if {*predicted} != {item for item, _ in case.truth.get(user, ())}:
            raise Refuse("its arrays hold pairs that have a label and a prediction")
    return grades(case)


def full(given: Labels) -> Labels:
    """The same, of full rankings alone."""

    def call(case: AnyCase) -> UserRows:
        for user, pairs in case.recommendations.items():
            candidates = {*case.catalogue} - {*case.train.get(user, ())}
            if candidates - {item for item, _ in pairs}:
                raise Refuse("its arrays hold every candidate: none is without a score")
        return given(case)

    return call


def scores(case: AnyCase) -> UserRows:
    """The scores of the listed items."""
    return [[score for _, score in pairs] for pairs in case.recommendations.values()]


def each_user(name: str, labelled: Labels, at_k: bool) -> Any:
    """A call of the function of that name for every user."""

    def call(case: AnyCase) -> Value:
        import numpy as np
        from recommenders.models.deeprec import deeprec_utils

        function = getattr(deeprec_utils, name)
        given = [case.k] if at_k else []
        rows = zip(labelled(case), scores(case), strict=True)
        found = [function(np.array(told), np.array(row), *given) for told, row in rows]
        return Value(None, tuple(map(float, found)))

    return call


GROUPED = ("mean_mrr", "ndcg", "hit", "group_auc")
"""What cal_metric means over the users."""
GRADED = {"ndcg", "group_auc"}
"""These are not asked for together: where ndcg gets grades, group_auc raises."""
STACKED = ("auc", "rmse", "logloss")
"""What it takes all pairs at once for."""


def asked(name: str, case: AnyCase) -> str:
    """The metric as cal_metric is asked for it, with all cut-offs."""
    cut_offs = ";".join(map(str, [*case.also, case.k]))
    return f"{name}@{cut_offs}" if name in ("ndcg", "hit") else name


def calculated(name: str, labelled: Labels) -> Any:
    """What cal_metric returns for the metric of that name."""

    def call(case: AnyCase) -> float:
        import numpy as np
        from recommenders.models.deeprec.deeprec_utils import cal_metric

        told, rows = labelled(case), scores(case)
        given: tuple[Any, Any] = list(map(np.array, told)), list(map(np.array, rows))
        if name in STACKED:
            given = [*chain(*told)], [*chain(*rows)]
        kind = STACKED if name in STACKED else GROUPED
        beside = [n for n in kind if case.together and {n, name} != GRADED]
        others = [asked(n, case) for n in beside if n != name]
        found = cal_metric(*given, [*others, asked(name, case)])
        return float([*found.values()][-1])

    return call


for name, claims, labelled, at_k in (
    ("mrr_score", "reciprocal_rank", full(labels), False),
    ("ndcg_score", "ndcg", full(grades), True),
    ("dcg_score", "ndcg", grades, True),
    ("hit_score", "hit_rate", ones, True),
):
    adapter.metric(name, claims, full=True)(each_user(name, labelled, at_k))

for name, claims, labelled in (
    ("mean_mrr", "reciprocal_rank", full(labels)),
    ("ndcg", "ndcg", full(grades)),
    ("hit", "hit_rate", ones),
    ("group_auc", "auc", full(labels)),
    ("auc", "auc", labels),
    ("rmse", "rmse", ratings),
    ("logloss", "log_loss", ratings),
):
    adapter.metric(
        f"cal_metric({name})",
        claims,
        precision=FOUR_DECIMALS,
        full=True,
        cut_offs=name in ("ndcg", "hit"),
        together=True,
    )(calculated(name, labelled))
