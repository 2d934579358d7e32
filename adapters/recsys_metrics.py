"""recsys_metrics: functions of torch's tensors of labels and scores, a row a user.

They know no lists: a row (label, score) stands for each of some items, and a user
without a row does not exist. Rows are made as its users make them, of the items of a
list. What divides by the relevant items is asked in two ways: of all candidates, the
items that a user has not trained on, so that full rankings alone are asked, and
`[listed]`, where a relevant item outside the list is unknown. Rows differ in length, so
that a call takes one user; beyond accuracy it takes everybody's lists in one matrix,
which are equally long then. Labels are 0 and 1.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.adapters._shared.frames import label
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.label_rows import rows
from homonym.adapters._shared.users import with_lists
from homonym.adapters.contract import FLOAT32, Adapter, Refuse, Value
from homonym.reference.case import AnyCase, Id

GIVEN = "what its users give it for each item, it averages: no family takes that"
REPORT = "not a metric: prints others"


def names() -> list[str]:
    """The functions that the package brings."""
    import recsys_metrics

    return [*functions(recsys_metrics, "recsys_metrics")]


adapter = Adapter(
    library="recsys-metrics",
    module="recsys_metrics",
    title="recsys_metrics",
    homepage="https://github.com/zuoxingdong/recsys_metrics",
    names=names,
    files=("*.py",),
    out_of_scope={
        "expected_popularity_complement": GIVEN,
        "serendipity": GIVEN,
        "category_unexpectedness": "not a metric: what serendipity is asked with",
        **dict.fromkeys(["rank_report", "beyond_accuracy_report"], REPORT),
    },
)


def by_user(name: str, listed: bool) -> Callable[[AnyCase], Value]:
    """A call a user."""

    def call(case: AnyCase) -> Value:
        import recsys_metrics
        import torch

        def ask(labels: list[float], scores: list[float]) -> float:
            given = torch.tensor(scores), torch.tensor(labels)
            return float(getattr(recsys_metrics, name)(*given, k=case.k))

        return Value(None, tuple(ask(*row) for row in rows(case, label, listed)))

    return call


def of_topics(case: AnyCase) -> Value:
    """A call a user, of a row of labels for each item, one a topic."""
    import recsys_metrics
    import torch

    topics = sorted({topic for shown in case.aspects.values() for topic in shown})
    asked = zip(with_lists(case), rows(case, label, listed=True), strict=True)

    def ask(user: Id, labels: list[float], scores: list[float]) -> float:
        listed = [case.aspects[item] for item, _ in case.recommendations[user]]
        showing = [[float(one in shown) for one in topics] for shown in listed]
        target = torch.tensor(labels)[:, None] * torch.tensor(showing)
        given = torch.tensor([scores]), target[None]
        return float(recsys_metrics.alpha_normalized_dcg(*given, alpha=ALPHA, k=case.k))

    return Value(None, tuple(ask(user, *row) for user, row in asked))


def beyond(name: str) -> Callable[[AnyCase], float]:
    """A call with everybody's lists: the scores, and the numbers of the items."""

    def call(case: AnyCase) -> float:
        import recsys_metrics
        import torch

        lists = [*case.recommendations.values()]
        if len({len(pairs) for pairs in lists}) > 1:
            raise Refuse("the rows of a matrix are as long as each other")
        column = {item: number for number, item in enumerate(case.catalogue)}
        scores = torch.tensor([[score for _, score in pairs] for pairs in lists])
        items = torch.tensor([[column[item] for item, _ in pairs] for pairs in lists])
        return float(getattr(recsys_metrics, name)(scores, items, k=case.k))

    return call


ALPHA = 0.5
"""As everywhere; it has no default."""
OF_LISTS = {
    "precision": "precision",
    "mean_average_precision": "average_precision",
    "mean_reciprocal_rank": "reciprocal_rank",
    "hit_rate": "hit_rate",
}
"""What needs no relevant item outside the list, and the families they claim."""
OF_CANDIDATES = {"recall": "recall", "normalized_dcg": "ndcg"}
BEYOND = {
    "catalog_coverage": "coverage",
    "distributional_coverage": "shannon_entropy",
    "mean_interlist_diversity": "inter_list_diversity",
}

for metrics, listed, behind in (
    (OF_LISTS, True, ""),
    (OF_CANDIDATES, False, ""),
    (OF_CANDIDATES, True, "[listed]"),
):
    for name, claims in metrics.items():
        adapter.metric(f"{name}{behind}", claims, precision=FLOAT32)(
            by_user(name, listed)
        )

adapter.metric("alpha_normalized_dcg[listed]", "alpha_ndcg", precision=FLOAT32)(
    of_topics
)

for name, claims in BEYOND.items():
    adapter.metric(name, claims, precision=FLOAT32)(beyond(name))
