"""DL RS Evaluation: an evaluator that asks a recommender, mean over the test's users.

Its interface wants matrices of users and items, here numbered in the case's order (a
pair cannot stand twice in one), and a recommender: ours hands out the case's lists, cut
as asked. Their order is the ranking, scores are never read. Every item of the truth is
relevant, whatever its grade; only NDCG reads the grade. The functions behind the
evaluator take one user each and give no mean.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, NamedTuple

from homonym.adapters._shared.cut_lists import cut_list
from homonym.adapters._shared.users import of_truth
from homonym.adapters.contract import (
    FLOAT32,
    FLOAT64,
    Adapter,
    Documented,
    Refuse,
    Value,
    answer,
)
from homonym.reference.case import AnyCase, Id


def names() -> list[str]:
    """The evaluator's metrics, and the public functions and classes behind them."""
    import inspect
    import unittest

    from Base.Evaluation import metrics
    from Base.Evaluation.Evaluator import EvaluatorMetrics

    own = [
        name
        for name, found in vars(metrics).items()
        if (inspect.isfunction(found) or inspect.isclass(found))
        and found.__module__ == metrics.__name__
        and not name.startswith("_")
        and not (inspect.isclass(found) and issubclass(found, unittest.TestCase))
    ]
    return [*own, *(metric.value for metric in EvaluatorMetrics)]


adapter = Adapter(
    library="dl-rs-evaluation",
    module="Base",
    title="DL RS Evaluation",
    homepage="https://github.com/MaurizioFD/RecSys2019_DeepLearning_Evaluation",
    names=names,
    files=("Base/Evaluation/metrics.py",),
    elsewhere={
        "Base/Evaluation/metrics_Test.py": "tests of the metrics",
        "Utils/plot_popularity.py": "its Gini index is of a data set, not of lists",
        "Data_manager/Dataset.py": "its Gini index is of a data set, not of lists",
        "Conferences/*": "programs of the papers that it evaluates, and their copies",
    },
    checkout=True,
    sources=("Evaluation/metrics.py", "Evaluation/Evaluator.py"),
    out_of_scope={"pp_metrics": "not a metric: prints values"},
)


def numbered(case: AnyCase) -> tuple[dict[Id, int], dict[Id, int]]:
    """Row by user and column by item."""
    users = dict.fromkeys([*case.truth, *case.recommendations])
    rows = {user: row for row, user in enumerate(users)}
    return rows, {item: column for column, item in enumerate(case.catalogue)}


def matrix(case: AnyCase, cells: list[tuple[Id, Id, float]]) -> Any:
    """A sparse matrix of users and items from rows (user, item, number)."""
    from scipy import sparse

    rows, columns = numbered(case)
    if len({(user, item) for user, item, _ in cells}) < len(cells):
        raise Refuse("its truth is a matrix: a pair cannot stand in it twice")
    places = [rows[u] for u, _, _ in cells], [columns[i] for _, i, _ in cells]
    numbers = [float(number) for _, _, number in cells]
    return sparse.csr_matrix((numbers, places), (len(rows), len(columns)))


def trained(case: AnyCase) -> list[tuple[Id, Id, float]]:
    """The rows of the training data."""
    users, _ = numbered(case)
    return [(u, i, 1.0) for u in users for i in case.train.get(u, ())]


def recommender(case: AnyCase) -> SimpleNamespace:
    """What the evaluator asks of a recommender: its train matrix, lists and scores."""
    rows, columns = numbered(case)
    lists = {rows[user]: pairs for user, pairs in case.recommendations.items()}

    def recommend(users: Any, cutoff: int, **_: bool) -> tuple[list[list[int]], Any]:
        import numpy as np

        scores = np.full((len(users), len(columns)), -np.inf)
        for place, user in enumerate(users):
            for item, score in lists.get(user, ()):
                scores[place, columns[item]] = score
        cut = [lists.get(user, ())[:cutoff] for user in users]
        return [[columns[item] for item, _ in pairs] for pairs in cut], scores

    return SimpleNamespace(
        get_URM_train=lambda: matrix(case, trained(case)), recommend=recommend
    )


def evaluated(
    name: str, diversity: Callable[[AnyCase], Any] | None = None
) -> Callable[[AnyCase], float]:
    """The evaluator's metric of that name at k; diversity: makes the object that tells
    how diverse a list is, for the metric that needs one."""

    def call(case: AnyCase) -> float:
        from Base.Evaluation.Evaluator import EvaluatorHoldout

        test = [(u, i, g) for u, pairs in case.truth.items() for i, g in pairs]
        cut_offs = [*case.also, case.k]
        evaluator = EvaluatorHoldout(
            matrix(case, test),
            cut_offs,
            diversity_object=diversity(case) if diversity else None,
            verbose=False,
        )
        asked = recommender(case)
        results, _ = answer(case, lambda: evaluator.evaluateRecommender(asked))
        return float(results[case.k][name])

    return call


class EvaluatedUser(NamedTuple):
    """What the functions take of one user."""

    ranked: Any
    """The items of the whole list."""
    hits: Any
    """Whether each of them is relevant."""
    pos_items: Any
    grades: Any
    case: AnyCase

    @property
    def is_relevant(self) -> Any:
        """By rank, up to k."""
        return cut_list(self.case, self.hits)


def users(case: AnyCase) -> list[EvaluatedUser]:
    """Every user of the truth; hits are found as the evaluator finds them."""
    import numpy as np

    found = []
    for user in of_truth(case):
        pairs = case.truth[user]
        positives = np.array([item for item, _ in pairs])
        ranked = np.array([item for item, _ in case.recommendations.get(user, ())])
        hits = np.isin(ranked, positives, assume_unique=True)
        grades = np.array([float(grade) for _, grade in pairs])
        found.append(EvaluatedUser(ranked, hits, positives, grades, case))
    return found


def function(
    name: str, arguments: Callable[[EvaluatedUser], tuple[Any, ...]]
) -> Callable[[AnyCase], Value]:
    """A call of the function of that name for every user."""

    def call(case: AnyCase) -> Value:
        from Base.Evaluation import metrics

        one = getattr(metrics, name)
        return Value(None, tuple(float(one(*arguments(user))) for user in users(case)))

    return call


def gains(user: EvaluatedUser) -> tuple[Any]:
    """What `dcg` takes: the grades of the first k."""
    import numpy as np

    grades = dict(zip(user.pos_items, user.grades, strict=True))
    first = cut_list(user.case, user.ranked)
    return (np.array([grades.get(item, 0.0) for item in first]),)


FIRST = Documented(
    "reciprocal_rank(counts=first)",
    "reciprocal rank of the FIRST relevant item in the ranked list (0 if none)",
)
ALL = Documented(
    "reciprocal_rank(counts=sum)",
    "As opposed to MRR, ARHR takes into account all relevant items and not just the "
    "first",
    more=("average reciprocal hit-rank (ARHR) of all relevant items",),
    also=(
        "reciprocal_rank(counts=sum_over_r)",
        "reciprocal_rank(counts=sum_over_hits)",
    ),
)
MICRO = Documented("f_score(combines=per_user, users=pooled)", "F1 micro averaged")
ONES = Documented(
    "ndcg(gain=binary, ideal=truth_all)",
    "IDCG has all relevances to 1, up to the number of items in the test set",
)
COVERED = Documented(
    "hit_rate(counts=any)",
    "If there is at least one correct recommendation the user is considered as covered",
    more=(
        "User coverage represents the percentage of the overall users for which we can "
        "make at least one correct recommendations.",
    ),
)

for name, claims, documented in (
    ("HIT_RATE", "hit_rate", None),
    ("PRECISION", "precision", None),
    ("RECALL", "recall", None),
    ("PRECISION_RECALL_MIN_DEN", "recall", None),
    ("F1", "f_score", MICRO),
    ("MRR", "reciprocal_rank", FIRST),
    ("ARHR", "reciprocal_rank", ALL),
    ("MAP", "average_precision", None),
    ("NDCG", "ndcg", None),
    ("ROC_AUC", "auc", None),
):
    precision = FLOAT32 if claims == "ndcg" else FLOAT64
    adapter.metric(
        name,
        claims,
        documented,
        precision,
        "pipeline",
        cut_offs=True,
        same_object=True,
    )(evaluated(name))

for name, claims, documented, arguments in (
    ("precision", "precision", None, lambda u: (u.is_relevant,)),
    ("recall", "recall", None, lambda u: (u.is_relevant, u.pos_items)),
    (
        "precision_recall_min_denominator",
        "recall",
        None,
        lambda u: (u.is_relevant, len(u.pos_items)),
    ),
    ("rr", "reciprocal_rank", FIRST, lambda u: (u.is_relevant,)),
    ("arhr", "reciprocal_rank", ALL, lambda u: (u.is_relevant,)),
    (
        "average_precision",
        "average_precision",
        None,
        lambda u: (u.is_relevant, u.pos_items),
    ),
    ("roc_auc", "auc", None, lambda u: (u.is_relevant,)),
):
    adapter.metric(name, claims, documented)(function(name, arguments))

adapter.metric("ndcg", "ndcg", ONES, FLOAT32)(
    function("ndcg", lambda u: (u.ranked, u.pos_items, None, u.case.k))
)
adapter.metric("ndcg(relevance=ratings)", "ndcg", None, FLOAT32)(
    function("ndcg", lambda u: (u.ranked, u.pos_items, u.grades, u.case.k))
)
adapter.metric("dcg", "ndcg", None, FLOAT32)(function("dcg", gains))


@adapter.metric("Coverage_User_Correct", "hit_rate", COVERED, same_object=True)
def coverage_user_correct(case: AnyCase) -> float:
    """`Coverage_User_Correct`, fed user by user."""
    from Base.Evaluation.metrics import Coverage_User_Correct

    found = users(case)
    covered = Coverage_User_Correct(len(found), [])
    for row, user in enumerate(found):
        covered.add_recommendations(user.is_relevant, row)
    return float(answer(case, covered.get_metric_value))


@adapter.metric("RMSE", "rmse", same_object=True)
def rmse(case: AnyCase) -> float:
    """The class takes a user's prediction of every item: what has none is minus
    infinity, as its recommenders give it. The range of all ratings is the truth's."""
    import numpy as np
    from Base.Evaluation.metrics import RMSE

    rows, columns = numbered(case)
    ratings = [(u, i, r) for u, pairs in case.truth.items() for i, r in pairs]
    found = RMSE(matrix(case, ratings))
    for user in rows:
        predicted = np.full(len(columns), -np.inf)
        pairs = case.recommendations.get(user, ())
        if len({item for item, _ in pairs}) < len(pairs):
            raise Refuse("an array holds one prediction of each item")
        for item, prediction in pairs:
            predicted[columns[item]] = prediction
        rated = case.truth.get(user, ())
        places = np.array([columns[item] for item, _ in rated], dtype=int)
        found.add_recommendations(predicted, places, np.array([r for _, r in rated]))
    return float(answer(case, found.get_metric_value))
