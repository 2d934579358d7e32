"""Case Recommender: an evaluation of dictionaries, for several cut-offs.

Predictions are user -> item -> score, best first. It gives the mean over the test set's
users, to six decimals.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.neurec_evaluators import items
from homonym.adapters.contract import Adapter, Refuse
from homonym.reference.case import AnyCase

SIX_DECIMALS = 1e-6
"""A number below 1 rounded to six decimals is less than that away."""

adapter = Adapter(
    library="caserecommender",
    module="caserec.evaluation.item_recommendation",
    title="Case Recommender",
    homepage="https://github.com/caserec/CaseRecommender",
    names=lambda: [
        "evaluate",
        *functions(import_module("caserec.evaluation.item_recomendation_functions")),
    ],
    files=(
        "caserec/evaluation/item_recommendation.py",
        "caserec/evaluation/item_recomendation_functions.py",
    ),
    elsewhere={
        "caserec/evaluation/rating_prediction.py": "of predicted ratings",
        "caserec/recommenders/*": "of a model's training",
    },
    checkout=True,
    out_of_scope=dict.fromkeys(
        ["precision_at_k", "average_precision", "mean_average_precision", "ndcg_at_k"],
        "of one user's row of hits: what evaluate calls",
    ),
)


def evaluated(name: str) -> Callable[[AnyCase], float]:
    """The number of that name, for the case's cut-off."""

    def call(case: AnyCase) -> float:
        items(case)  # refuses what no dictionary holds
        lists = {user: dict(pairs) for user, pairs in case.recommendations.items()}
        if any(len(lists[u]) < len(p) for u, p in case.recommendations.items()):
            raise Refuse("it takes dictionaries: an item cannot stand in one twice")
        truth = {
            user: [item for item, _ in pairs] for user, pairs in case.truth.items()
        }
        module = import_module("caserec.evaluation.item_recommendation")
        evaluation = module.ItemRecommendationEvaluation(
            n_ranks=[*case.also, case.k], verbose=False
        )
        test = {"users": [*truth], "items_seen_by_user": truth}
        return float(evaluation.evaluate(lists, test)[f"{name}@{case.k}"])

    return call


for name, claims in (
    ("PREC", "precision"),
    ("RECALL", "recall"),
    ("MAP", "average_precision"),
    ("NDCG", "ndcg"),
):
    adapter.metric(f"evaluate[{name}]", claims, precision=SIX_DECIMALS, cut_offs=True)(
        evaluated(name)
    )
