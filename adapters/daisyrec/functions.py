"""DaisyRec 1: functions of hits in rank order, called as its main program calls them.

Its interface wants a dictionary of every user's hits, 1 or 0 by rank, which the main
program cuts at k, and the truth as sets of items. Three functions take one user:
`precision_at_k` and `ndcg_at_k`, of which the main program takes the mean, `ap` and
`dcg_at_k`, of which it does not. `map_at_k` documents that it takes the dictionary; the
main program gives it the dictionary's values: both are here. So is `ndcg_at_k` of whole
rankings, since its ideal is the list that it is given.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from homonym.adapters._shared.cut_lists import cut_list
from homonym.adapters.contract import Refuse, Value
from homonym.adapters.daisyrec.ranking import adapter
from homonym.reference.case import AnyCase, Id

__all__ = ["adapter"]

HitLists = dict[Id, list[int]]


def truth(case: AnyCase) -> dict[Id, set[Id]]:
    """Items by user; a user that is not in the truth has none."""
    found: dict[Id, set[Id]] = defaultdict(set)
    for user, judged in case.truth.items():
        found[user] = {item for item, _ in judged}
        if len(found[user]) < len(judged):
            raise Refuse("its truth is a set of items: a pair cannot stand in it twice")
    return found


def hits(case: AnyCase) -> HitLists:
    """1 or 0 by rank, of the whole list of every user with one."""
    relevant = truth(case)
    return {
        user: [int(item in relevant[user]) for item, _ in listed]
        for user, listed in case.recommendations.items()
    }


def first_hits(case: AnyCase) -> HitLists:
    """The same of the first k."""
    return {user: [*cut_list(case, row)] for user, row in hits(case).items()}


def metric(
    name: str, arguments: Callable[[AnyCase], tuple[Any, ...]]
) -> Callable[[AnyCase], float]:
    """A call of the function of that name on these arguments."""

    def call(case: AnyCase) -> float:
        from daisy.utils import metrics

        return float(getattr(metrics, name)(*arguments(case)))

    return call


def mean(name: str, whole: bool = False) -> Callable[[AnyCase], float]:
    """The mean of the function of one user, as the main program takes it."""

    def call(case: AnyCase) -> float:
        import numpy as np
        from daisy.utils import metrics

        one, lists = getattr(metrics, name), (hits if whole else first_hits)(case)
        return float(np.mean([one(row, case.k) for row in lists.values()]))

    return call


for name, claims, arguments in (
    ("recall_at_k", "recall", lambda c: (first_hits(c), truth(c), c.k)),
    ("hr_at_k", "hit_rate", lambda c: (first_hits(c), truth(c))),
    ("mrr_at_k", "reciprocal_rank", lambda c: (first_hits(c), c.k)),
    ("map_at_k", "average_precision", lambda c: (first_hits(c).values(),)),
    ("auc_at_k", "auc", lambda c: (first_hits(c),)),
    ("f1_at_k", "f_score", lambda c: (first_hits(c), truth(c))),
):
    adapter.metric(name, claims)(metric(name, arguments))

adapter.metric("precision_at_k", "precision")(mean("precision_at_k"))
adapter.metric("ndcg_at_k", "ndcg")(mean("ndcg_at_k"))
adapter.metric("ndcg_at_k(r=whole ranking)", "ndcg", full=True)(
    mean("ndcg_at_k", whole=True)
)
adapter.metric("map_at_k(rs=dictionary)", "average_precision")(
    metric("map_at_k", lambda case: (first_hits(case),))
)


@adapter.metric("ap", "average_precision")
def ap(case: AnyCase) -> Value:
    from daisy.utils.metrics import ap

    return Value(None, tuple(float(ap(row)) for row in first_hits(case).values()))


@adapter.metric("dcg_at_k", "ndcg")
def dcg(case: AnyCase) -> Value:
    from daisy.utils.metrics import dcg_at_k

    rows = first_hits(case).values()
    return Value(None, tuple(float(dcg_at_k(row, case.k)) for row in rows))
