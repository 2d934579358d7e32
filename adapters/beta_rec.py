"""Beta-RecSys: functions of two tables, mean over the users of both.

Its interface is MS Recommenders' of 2020 with other column names: ids of one type in
both tables (an empty table gets the other's types, so that it is not refused for them
alone), lists re-sorted by prediction, and a rating of 1 or more makes an item relevant.

auc joins truth and predictions on user and item: its truth is a 0/1 label for every
listed pair; grades below 1 are no labels. The functions of seq_evaluation take one
user's truth and list, cut at k; precision and recall want every item as a list of its
own. The metrics of predicted ratings join as auc does.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.adapters._shared.cut_lists import cut_list
from homonym.adapters._shared.frames import labelled_tables, tables
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.users import of_truth
from homonym.adapters.contract import Adapter, Documented, Value
from homonym.reference.case import AnyCase, Id

IDS = ("col_user", "col_item")
GRADE, SCORE = "col_rating", "col_prediction"


def names() -> list[str]:
    """The public functions of both evaluation modules, the helpers included."""
    from beta_rec.utils import evaluation, seq_evaluation

    return [*functions(evaluation), *functions(seq_evaluation)]


HELPER = "not a metric: a helper of the metrics"

adapter = Adapter(
    library="beta-rec",
    module="beta_rec",
    title="Beta RecSys",
    homepage="https://github.com/beta-team/beta-recsys",
    names=names,
    files=("utils/evaluation.py", "utils/seq_evaluation.py"),
    sources=("utils/evaluation.py", "utils/seq_evaluation.py"),
    out_of_scope={
        **dict.fromkeys(["merge_rating_true_pred", "merge_ranking_true_pred"], HELPER),
        **dict.fromkeys(["has_columns", "has_same_base_dtype", "lru_cache_df"], HELPER),
        **dict.fromkeys(["check_column_dtypes", "get_top_k_items"], HELPER),
        **dict.fromkeys(["count_a_in_b_unique", "remove_duplicates"], HELPER),
    },
)


def ranking(name: str) -> Callable[[AnyCase], float]:
    """A call of one of the functions that take k."""

    def call(case: AnyCase) -> float:
        from beta_rec.utils import evaluation

        return float(
            getattr(evaluation, name)(*tables(case, IDS, GRADE, SCORE), k=case.k)
        )

    return call


def sequence(
    name: str, present: Callable[[Id], Id | list[Id]]
) -> Callable[[AnyCase], Value]:
    """A call of one of the functions of one user, for every user of the truth."""

    def call(case: AnyCase) -> Value:
        from beta_rec.utils import seq_evaluation

        found = []
        for user in of_truth(case):
            listed = cut_list(case, case.recommendations.get(user, ()))
            pairs = case.truth[user], listed
            truth, items = ([present(i) for i, _ in some] for some in pairs)
            found.append(float(getattr(seq_evaluation, name)(truth, items)))
        return Value(None, tuple(found))

    return call


PROMISED = {
    "precision_at_k": Documented(
        "precision(divisor=k)",
        "the maximum achievable precision may be < 1, if the number of items for a "
        "user in rating_pred is less than k.",
    ),
    "map_at_k": Documented(
        "average_precision(divisor=r)",
        "it is normalized by the number of relevant items in the ground truth data, "
        "instead of k.",
    ),
    # of a user with fewer than k relevant items both are 1 at most
    "recall_at_k": Documented(
        "recall(divisor=r)",
        "recall at k (min=0, max=1). The maximum value is 1 even when fewer than k "
        "items exist for a user in rating_true.",
        also=("recall(divisor=min_k_r)",),
    ),
    "auc": Documented(
        "auc(positives=recommended, users=stacked)",
        "Instead, it calculates the scores on the entire prediction results regardless "
        "the users.",
        more=(
            "This metric does not calculate group-based AUC which considers the AUC "
            "scores averaged across users. It is also not limited to k.",
        ),
    ),
}

for name, claims in (
    ("precision_at_k", "precision"),
    ("recall_at_k", "recall"),
    ("map_at_k", "average_precision"),
    ("ndcg_at_k", "ndcg"),
):
    adapter.metric(name, claims, PROMISED.get(name))(ranking(name))

for name, claims, present in (
    ("precision", "precision", lambda item: [item]),
    ("recall", "recall", lambda item: [item]),
    ("mrr", "reciprocal_rank", lambda item: item),
    ("ndcg", "ndcg", lambda item: item),
):
    adapter.metric(name, claims)(sequence(name, present))


@adapter.metric("auc", claims="auc", documented=PROMISED["auc"], full=True)
def auc(case: AnyCase) -> float:
    """`evaluation.auc` on labelled pairs."""
    from beta_rec.utils import evaluation

    return float(evaluation.auc(*labelled_tables(case, IDS, GRADE, SCORE)))


def error(name: str) -> Callable[[AnyCase], float]:
    """A call of one of the functions of ratings and predictions."""

    def call(case: AnyCase) -> float:
        from beta_rec.utils import evaluation

        return float(getattr(evaluation, name)(*tables(case, IDS, GRADE, SCORE)))

    return call


for name, claims in (
    ("rmse", "rmse"),
    ("mae", "mae"),
    ("rsquared", "r2"),
    ("exp_var", "r2"),
    ("logloss", "log_loss"),
):
    adapter.metric(name, claims)(error(name))
