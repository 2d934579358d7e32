"""evidently: reports on a table of labelled and scored pairs.

It knows no lists: a row (user, item, label, score) stands for each of some pairs, and a
user without a row does not exist. What divides by the relevant items is asked of all
candidates, the items that a user was not trained on, so of full rankings alone, and
`[listed]`, of those that a list has; the others of a list's. Labels are 0 and 1. A
metric of a cut-off comes as a table of ranks, of which the row k is read; users without
a hit in their rows are left out, unless `no_feedback_users` is true. The ranks of MRR
and NDCG are told from 2 on: what stands at rank k is that of k - 1. Beyond accuracy the
table has the lists, and that of training goes beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from homonym.adapters._shared.frames import label
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.label_rows import rows
from homonym.adapters._shared.users import with_lists
from homonym.adapters.contract import Adapter, Documented, Refuse
from homonym.reference.case import AnyCase

GIVEN = "the features of an item are whatever its users give"
DRAWN = "draws how columns are spread: no metric"
IDS = ("user_id", "item_id")


def names() -> list[str]:
    """The metrics of its module for recommenders."""
    from inspect import isclass

    from evidently.core.metric_types import Metric
    from evidently.metrics import recsys

    found = functions(recsys, classes=True).items()
    return [name for name, one in found if isclass(one) and issubclass(one, Metric)]


adapter = Adapter(
    library="evidently",
    module="evidently",
    title="Evidently",
    homepage="https://github.com/evidentlyai/evidently",
    names=names,
    files=("metrics/recsys.py", "legacy/metrics/recsys/*"),
    sources=("metrics/recsys.py",),
    elsewhere={
        "legacy/*": "of classes, of regression, or a view of what is measured here",
        "metrics/*": "of classes or of regression",
        "*": "not a metric: a report, a page or a test",
    },
    out_of_scope={
        **dict.fromkeys(["Diversity", "Serendipity"], GIVEN),
        **dict.fromkeys(["ItemBias", "UserBias", "ScoreDistribution"], DRAWN),
        "RecCasesTable": "shows some users' lists: no metric",
        "TopKBase": "not a metric: what metrics are made of",
    },
)


def told(metric: Any, pairs: Any, trained: Any = None) -> Any:
    """What a report with one metric says of a table of pairs."""
    from evidently import DataDefinition, Dataset, Recsys, Report

    columns = Recsys(
        user_id="user_id",
        item_id="item_id",
        target="target",
        prediction="prediction",
        recommendations_type="score",
    )
    kind = DataDefinition(ranking=[columns])
    table = Dataset.from_pandas(pairs, data_definition=kind)
    beside = {}
    if trained is not None:
        known = Dataset.from_pandas(trained, data_definition=kind)
        beside = {"additional_data": {"current_train_data": known}}
    (found,) = Report([metric]).run(table, **beside).dict()["metrics"]
    return found["value"]


def table_of(case: AnyCase, listed: bool) -> Any:
    """A row for each pair, as it stands in the lists."""
    import pandas as pd

    found = rows(case, label, listed)
    pairs = [
        (user, item, labels[place], score)
        for user, (labels, _) in zip(with_lists(case), found, strict=True)
        for place, (item, score) in enumerate(case.recommendations[user])
    ]
    return pd.DataFrame(pairs, columns=[*IDS, "target", "prediction"])


def at_k(name: str, listed: bool, **options: bool) -> Callable[[AnyCase], float]:
    """The row k of the table that a metric of that name gives."""

    def call(case: AnyCase) -> float:
        from evidently.metrics import recsys

        metric = getattr(recsys, name)(k=case.k, **options)
        found = told(metric, table_of(case, listed))
        ranks = {rank: place for place, rank in found["rank"].items()}
        if case.k not in ranks:
            raise Refuse(f"its table of ranks has no row {case.k}")
        return float(found["value"][ranks[case.k]])

    return call


def beyond(name: str, **options: str) -> Callable[[AnyCase], float]:
    """The number that a metric of that name gives."""

    def call(case: AnyCase) -> float:
        import pandas as pd
        from evidently.metrics import recsys

        metric = getattr(recsys, name)(k=case.k, **options)
        seen = [
            (user, item, 1.0, 1.0) for user in case.train for item in case.train[user]
        ]
        trained = pd.DataFrame(seen, columns=[*IDS, "target", "prediction"])
        return float(told(metric, table_of(case, listed=True), trained))

    return call


OF_LISTS = {
    "PrecisionTopK": "precision",
    "HitRate": "hit_rate",
    "MRR": "reciprocal_rank",
}
"""What needs no relevant item outside the list, and the families they claim."""
OF_CANDIDATES = {
    "RecallTopK": "recall",
    "FBetaTopK": "f_score",
    "MAP": "average_precision",
    "NDCG": "ndcg",
}
BEYOND: tuple[tuple[str, dict[str, str], str], ...] = (
    ("Personalization", {}, "inter_list_diversity"),
    ("Novelty", {}, "self_information"),
    ("PopularityBiasMetric", {"metric": "arp"}, "average_popularity"),
    ("PopularityBiasMetric", {"metric": "coverage"}, "coverage"),
    ("PopularityBiasMetric", {"metric": "gini"}, "gini"),
)

LEFT_OUT = "over the users with a relevant item anywhere in their list"
FORMULAS = {
    "PrecisionTopK": f"the mean precision(divisor=k) {LEFT_OUT}",
    "HitRate": f"the mean hit_rate(counts=any) {LEFT_OUT}",
    "MRR": f"the mean reciprocal_rank(counts=first, depth=below_k) {LEFT_OUT}",
    "RecallTopK[listed]": "the hits in the first k over those in the whole list, the "
    f"mean {LEFT_OUT}",
    "FBetaTopK": "2·P·R / (P + R), of the users' mean precision P and mean recall R: "
    "NaN where both are 0",
    "FBetaTopK[listed]": "2·P·R / (P + R), of the mean precision P and the mean share "
    f"R of a list's hits that are in its first k, {LEFT_OUT}: NaN where both are 0",
    "MAP[listed]": "Σ_{n≤k} h_n P(n) over the hits in the whole list, the mean "
    f"{LEFT_OUT}",
    "NDCG": "ndcg(gain=grade) of labels 0 and 1 in the first k - 1, where k is above 1",
    "NDCG[listed]": "the DCG of the hits in the first k - 1 over that of the whole "
    "list with its hits on top, in as many ranks, where k is above 1, the mean "
    f"{LEFT_OUT}",
    "Novelty": "-log2 of the share of training users who have an item, the mean over "
    "those of the first k that anybody has in training, then over the users",
    "PopularityBiasMetric(metric=arp)": "how many training users have an item, the "
    "mean over those of the first k that anybody has in training, then over the users",
}
"""What is computed where no variant is that."""

PROMISED = {
    "HitRate": Documented(
        "hit_rate(counts=any)",
        "Hit Rate measures the proportion of users who have at least one relevant item "
        "in their top-k recommendations.",
        file="metrics/recsys.py",
        more=(
            "`no_feedback_users`: Whether to exclude users with no feedback "
            "(default: False).",
        ),
    ),
}
"""Of the default: users without a hit are left out all the same."""

for metrics, listed, behind in (
    (OF_LISTS, True, ""),
    (OF_CANDIDATES, False, ""),
    (OF_CANDIDATES, True, "[listed]"),
):
    for name, claims in metrics.items():
        written = f"{name}{behind}"
        promise, formula = PROMISED.get(written), FORMULAS.get(written, "")
        adapter.metric(written, claims, promise, formula=formula)(at_k(name, listed))

for name, claims in OF_LISTS.items():
    adapter.metric(f"{name}(no_feedback_users=True)", claims)(
        at_k(name, listed=True, no_feedback_users=True)
    )

for name, options, claims in BEYOND:
    chosen = ", ".join(f"{key}={value}" for key, value in options.items())
    written = f"{name}({chosen})" if chosen else name
    adapter.metric(written, claims, formula=FORMULAS.get(written, ""))(
        beyond(name, **options)
    )
