"""DaisyRec 2: functions of a truth and an array of ranked items, mean over its rows.

Its interface wants the truth as sets of items and one array, a row for every user of
the truth and a column for every rank, cut at k before: every user has a list, and all
are equally long. The order is the ranking, scores and grades are never asked for.
`calc_ranking_results`, which its users call, tabulates the same functions under the
titles of `metrics_name_config`; it cuts at k once more what its models rank to k.
Beyond accuracy it wants items by their places in the catalogue, the popularity of each
as its loader takes it (the share of users), and the categories of each as 0 and 1: here
the groups of the case. Version 1.1.2 is in `functions`.
"""

from __future__ import annotations

from collections.abc import Callable
from logging import getLogger
from tempfile import TemporaryDirectory
from typing import Any

from homonym.adapters._shared.cut_lists import cut_list
from homonym.adapters._shared.users import of_truth
from homonym.adapters.contract import Adapter, Documented, Refuse
from homonym.reference.case import AnyCase, Id


def names() -> list[str]:
    """The public functions and classes of the metrics module."""
    from daisy.utils import metrics

    own = vars(metrics).items()
    return [
        name for name, one in own if getattr(one, "__module__", "") == metrics.__name__
    ]


KEYS = ("recall", "mrr", "ndcg", "precision")
"""The metrics that are tabulated beside another: those that every version can."""

adapter = Adapter(
    library="daisyRec",
    module="daisy",
    title="DaisyRec",
    homepage="https://github.com/AmazingDD/daisyRec",
    names=names,
    files=("utils/metrics.py",),
    sources=("utils/metrics.py",),
    out_of_scope={
        "Metric": "not a metric: what calc_ranking_results calls the functions through",
    },
)


def arguments(case: AnyCase) -> tuple[dict[Id, set[Id]], Any, list[Id]]:
    """(items of the truth by user, array of ranked items, users in the rows' order)."""
    import numpy as np

    users = of_truth(case)
    truth = {user: {item for item, _ in case.truth[user]} for user in users}
    if any(len(truth[user]) < len(pairs) for user, pairs in case.truth.items()):
        raise Refuse("its truth is a set of items: a pair cannot stand in it twice")
    lists = [cut_list(case, case.recommendations.get(user, ())) for user in users]
    if len({len(pairs) for pairs in lists}) > 1:
        raise Refuse("its lists are one array: every user has one, of one length")
    rows = np.array([[item for item, _ in pairs] for pairs in lists], ndmin=2)
    return truth, rows, users


def places(case: AnyCase) -> tuple[dict[Id, set[int]], Any, list[Id]]:
    """The same with items by their places in the catalogue."""
    import numpy as np

    truth, rows, users = arguments(case)
    place = {item: number for number, item in enumerate(case.catalogue)}
    placed = {user: {place[i] for i in known} for user, known in truth.items()}
    return placed, np.vectorize(place.__getitem__, otypes=[int])(rows), users


def items(case: AnyCase) -> dict[str, Any]:
    """Popularity and categories of every item, by the names of the configuration."""
    import numpy as np

    users = [{*known} for known in case.train.values()]
    counts = [sum(item in known for known in users) for item in case.catalogue]
    groups = sorted({*case.groups.values()})
    categories = [[case.groups.get(i) == g for g in groups] for i in case.catalogue]
    return {
        "item_pop": np.array(counts) / max(1, len(users)),
        "i_categories": np.array(categories, dtype=float),
    }


def metric(name: str) -> Callable[[AnyCase], float]:
    """A call of the function of that name."""

    def call(case: AnyCase) -> float:
        from daisy.utils import metrics

        return float(getattr(metrics, name)(*arguments(case)))

    return call


def tabulated(
    title: str, given: Callable[[AnyCase], tuple[Any, ...]] = arguments
) -> Callable[[AnyCase], float]:
    """A call of `calc_ranking_results` for the metric of that title, at k.

    A configuration names metrics by the keys of the titles; MAP has none in any
    version, so its own name is given.
    """

    def call(case: AnyCase) -> float:
        from daisy.utils import metrics

        titles = metrics.metrics_name_config.items()
        key = next((key for key, known in titles if known == title), title.lower())
        others = [other for other in KEYS if case.together and other != key]
        with TemporaryDirectory() as folder:
            config = {
                "metrics": [*others, key],
                "topk": case.k,
                "item_num": len(case.catalogue),
                "res_path": folder,
                "logger": getLogger("daisy"),
                **items(case),
            }
            table = metrics.calc_ranking_results(*given(case), config)
        return float(table[case.k].iloc[-1])

    return call


for name, title, claims in (
    ("HR", "Hit Ratio", "hit_rate"),
    ("Precision", "Precision", "precision"),
    ("Recall", "Recall", "recall"),
    ("F1", "F1-score", "f_score"),
    ("MRR", "MRR", "reciprocal_rank"),
    ("MAP", "MAP", "average_precision"),
    ("NDCG", "NDCG", "ndcg"),
    ("AUC", "AUC", "auc"),
):
    adapter.metric(name, claims)(metric(name))
    adapter.metric(
        f"calc_ranking_results({title})", claims, entry="pipeline", together=True
    )(tabulated(title))


@adapter.metric("Coverage", "coverage")
def coverage(case: AnyCase) -> float:
    """`Coverage` of the lists."""
    from daisy.utils.metrics import Coverage

    _, rows, _ = places(case)
    return float(Coverage(rows, len(case.catalogue)))


# its phi is not explained: read as the popularity that it is given
MEAN_POPULARITY = Documented(
    "average_popularity(popularity=share_of_users)",
    r"\frac{1}{|U|} \sum_{u \in U } \frac{\sum_{i \in R_{u}} \phi(i)}{|R_{u}|}",
)


@adapter.metric("Popularity", "average_popularity", MEAN_POPULARITY)
def popularity(case: AnyCase) -> float:
    """`Popularity` of the lists."""
    from daisy.utils.metrics import Popularity

    return float(Popularity(*places(case), items(case)["item_pop"]))


@adapter.metric("Diversity", "intra_list_diversity")
def diversity(case: AnyCase) -> float:
    """`Diversity` of the lists."""
    from daisy.utils.metrics import Diversity

    _, rows, _ = places(case)
    return float(Diversity(rows, items(case)["i_categories"]))


for title, claims in (
    ("Coverage", "coverage"),
    ("Average Popularity", "average_popularity"),
    ("Diversity", "intra_list_diversity"),
):
    adapter.metric(f"calc_ranking_results({title})", claims, entry="pipeline")(
        tabulated(title, places)
    )
