"""Jurity: metric objects, asked with two tables: what happened, what was recommended.

A table has a row a pair, and one column that both call alike: in what happened it says
whether the item was clicked, here whether it is relevant; in the recommendations it is
the score, by which it sorts. `AUC` compares the pairs that both tables have: there what
happened has a row for every listed pair. Users are averaged by the library.

It keeps the five lists that it sorted last, found again by their scores alone: asked
about other lists with the same scores, ranks for example, it takes those from before,
whosoever and of whatever items they were. So it is made to forget before every call.

All users' rows are sorted at once, by a sort that keeps no order of ties: which of a
user's tied items comes first depends on all rows and on the processor. Rows of one user
that are sorted already stay as they are, and the probes of ties have no others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from homonym.adapters._shared.frames import (
    label,
    labelled_tables,
    of_one_type,
    table,
)
from homonym.adapters._shared.functions import functions
from homonym.adapters.contract import Adapter, Documented, Refuse, answer
from homonym.reference.case import AnyCase

HOLDS = "not a metric: holds several"


def names() -> list[str]:
    """The classes of its package of recommenders."""
    from jurity import recommenders

    return [*functions(recommenders, "jurity", classes=True)]


adapter = Adapter(
    library="jurity",
    module="jurity",
    title="Jurity",
    homepage="https://github.com/fidelity/jurity",
    names=names,
    files=("recommenders/*.py",),
    sources=("recommenders/*.py",),
    elsewhere={
        "classification/*": "compares classes that are already chosen",
        "fairness/*": "compares what a classifier does to two groups of people",
        "mitigation/*": "not a metric: makes a classifier fairer",
        "utils*.py": "not a metric: what metrics are computed with",
    },
    asked_in="a process that forgets the lists it sorted, where its users' keeps five; "
    "about ties, of one user's rows that are sorted, where its users' are of many",
    out_of_scope={
        **dict.fromkeys(["BinaryRecoMetrics", "RankingRecoMetrics"], HOLDS),
        **dict.fromkeys(["DiversityRecoMetrics", "CombinedMetrics"], HOLDS),
        "CTR": "of a log: the clicks where what was shown was recommended, as a share, "
        "weighted by propensities, or with a model beside: no family",
        "IntraListDiversity": "the features of an item are whatever its users give",
    },
)

IDS = ("user_id", "item_id")
CLICKS = "clicks"


def clicked(case: AnyCase) -> tuple[Any, Any]:
    """(the truth, whose items are clicked where they are relevant; the lists)."""
    labels = {
        user: tuple((item, label(grade)) for item, grade in pairs)
        for user, pairs in case.truth.items()
    }
    truth = table(labels, IDS, CLICKS)
    return of_one_type(truth, table(case.recommendations, IDS, CLICKS), IDS)


def scored(
    name: str, tables: Callable[[AnyCase], tuple[Any, Any]], **options: Any
) -> Callable[[AnyCase], float]:
    """The score that a metric of that name gives."""

    def call(case: AnyCase) -> float:
        from jurity import recommenders
        from jurity.utils import get_sorted_clicks

        if case.k < 1 and "k" in options:
            raise Refuse("it is asked without a cut-off here")
        get_sorted_clicks.cache_clear()
        at_k = {} if "k" in options else {"k": case.k}
        metric = getattr(recommenders, name)(CLICKS, **options, **at_k)
        given = tables(case)
        found: float = answer(case, lambda: metric.get_score(*given))
        return found  # None where there is nobody to average

    return call


PRECISION = Documented(
    "precision(divisor=k)",
    "it measures the ratio of recommendations among the top k items that are relevant.",
    more=(r"{\left | P_i[1:k] \\right |}",),
)
RECALL = Documented(
    "recall(divisor=r)",
    "it measures the ratio of relevant items that were among the top k "
    "recommendations.",
    more=(r"\\frac{\left | A_i \cap P_i[1:k] \\right |}{\left | A_i \\right |}",),
)
MAP = Documented(
    "average_precision(divisor=min_k_r)",
    r"\\frac{1}{min(k,\left | A_i \\right |))}\sum_{n=1}^k Precision_i(n) \\times "
    r"rel(P_{i,n})",
)
# where P_i is the whole list: of the other metrics it is cut, as P_i[1:k]
NDCG = Documented(
    "ndcg(gain=binary, ideal=truth_all)",
    r"{\sum_{r=1}^{\left | A_i \\right |} \\frac{1}{log_2(r+1)}}",
    more=(r"{\sum_{r=1}^{\left | P_i \\right |} \\frac{rel(P_{i,r})}{log_2(r+1)}}",),
    also=("ndcg(gain=binary, depth=all, ideal=truth_all)",),
)
COSINE = Documented(
    "inter_list_diversity(overlap=cosine)",
    r"(cosine\_distance(R_{u_i}, R_{u_j}))",
    more=(":math:`I` is the set of all unique user pairs",),
)

for name, claims, words in (
    ("Precision", "precision", PRECISION),
    ("Recall", "recall", RECALL),
    ("MAP", "average_precision", MAP),
    ("NDCG", "ndcg", NDCG),
):
    adapter.metric(name, claims, words, same_object=True)(scored(name, clicked))

adapter.metric("AUC", "auc", full=True, same_object=True)(
    scored("AUC", lambda case: labelled_tables(case, IDS, CLICKS, CLICKS), k=None)
)
adapter.metric(
    "InterListDiversity(user_sample_size=None)",
    "inter_list_diversity",
    COSINE,
    same_object=True,
)(scored("InterListDiversity", clicked, user_sample_size=None))
