"""MS Recommenders: functions of two tables, mean over the users of both.

Its interface wants the columns userID, itemID and rating or prediction, and ids of one
type in both tables: an empty table gets the other's types, so that it is not refused
for them alone. It re-sorts the lists by prediction. Every row of the truth is relevant;
only ndcg_at_k reads the grade.

auc joins truth and predictions on user and item and compares what is left: its truth is
a 0/1 label for every listed pair, as its users give it, twice where it is judged twice;
grades below 1 are no labels, unlisted items do not exist. The metrics of predicted
ratings join the same way. Those beyond accuracy are in `beyond`, those that its neural
models are evaluated with, other code, in `deeprec`.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.adapters._shared.frames import labelled_tables, tables
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.installed import installed
from homonym.adapters.contract import Adapter, Documented
from homonym.reference.case import AnyCase

IDS = ("userID", "itemID")
GRADE, SCORE = "rating", "prediction"
SINCE_1_2 = installed("recommenders") >= (1, 2)
"""Whether what is called map has that name: before, it was called map_at_k."""
NEWER = ("r_precision_at_k", "map")
"""Functions since 1.2, as are the choices that ndcg_at_k gives."""


def names() -> list[str]:
    """The public functions of the modules that have metrics, others of theirs too."""
    from recommenders.evaluation import python_evaluation
    from recommenders.models.deeprec import deeprec_utils

    return [
        *functions(python_evaluation),
        *functions(deeprec_utils),
        *OF_LABELS,
        *BY_CHANCE,
    ]


NO_METRIC = {
    "historical_item_novelty": "no metric of lists: what novelty takes an item to be "
    "worth, a number for each item of the training data",
    "user_item_serendipity": "no metric of a list: what user_serendipity is the mean "
    "of, a number for each recommendation",
}
"""Functions beyond accuracy, here and on Spark, that are not measured, and why."""
SETTINGS = (
    *("flat_config", "check_type", "check_nn_config", "load_yaml", "create_hparams"),
    *("prepare_hparams", "download_deeprec_resources", "load_dict"),
)
"""What stands beside DeepRec's metrics."""
OF_LABELS = ("cal_metric(acc)", "cal_metric(f1)")
"""What cal_metric takes as well."""
BY_CHANCE = ("SASREC.evaluate", "SASREC.evaluate_valid")
"""Methods of a model that needs TensorFlow to be imported."""

adapter = Adapter(
    library="recommenders",
    module="recommenders",
    title="MS Recommenders",
    homepage="https://github.com/recommenders-team/recommenders",
    names=names,
    files=("evaluation/python_evaluation.py", "models/deeprec/deeprec_utils.py"),
    elsewhere={
        "evaluation/spark_evaluation.py": "measured as recommenders-spark",
        "models/vae/*.py": "give back what ndcg_at_k gave after every epoch",
    },
    sources=("evaluation/python_evaluation.py",),
    out_of_scope={
        **NO_METRIC,
        "merge_rating_true_pred": "not a metric: joins truth and predictions",
        "merge_ranking_true_pred": "not a metric: joins truth and predictions",
        "get_top_k_items": "not a metric: cuts the lists",
        **dict.fromkeys(SETTINGS, "not a metric: settings and files of a model"),
        **dict.fromkeys(OF_LABELS, "no metric of lists: of labels predicted at 0.5"),
        **dict.fromkeys(
            BY_CHANCE,
            "NDCG and hit rate at 10 of one item among others "
            "that it draws by chance, some of them twice: no case says which",
        ),
    },
)


def ranking(name: str, **arguments: str) -> Callable[[AnyCase], float]:
    """A call of one of the functions that take k."""

    def call(case: AnyCase) -> float:
        from recommenders.evaluation import python_evaluation

        function = getattr(python_evaluation, name)
        given = tables(case, IDS, GRADE, SCORE)
        return float(function(*given, k=case.k, **arguments))

    return call


PROMISED = {
    "precision": Documented(
        "precision(divisor=k)",
        "the maximum achievable precision may be < 1, if the number of items for a "
        "user in rating_pred is less than k.",
    ),
    # of a user with fewer than k relevant items both are 1 at most
    "recall": Documented(
        "recall(divisor=r)",
        "recall at k (min=0, max=1). The maximum value is 1 even when fewer than k "
        "items exist for a user in rating_true.",
        also=("recall(divisor=min_k_r)",),
    ),
    "r_precision": Documented(
        "r_precision(cut=min_k_r, divisor=min_k_r)",
        "R-precision can be defined as the precision@R for each user, where R is the "
        "numer of relevant items for the query.",
        more=(
            "As R can be high, in this case, the k indicates the maximum possible R.",
            "If every user has more than k true items, then r-precision@k is equal to "
            "precision@k.",
            "Its also equivalent to the recall at the R-th position.",
        ),
        also=("r_precision(cut=min_k_r)",),
    ),
    "map": Documented(
        "average_precision(divisor=r)",
        "it is normalized by the number of relevant items in the ground truth data, "
        "instead of k.",
    ),
    "binary": Documented(
        "ndcg(gain=binary)",
        "With the default option 'binary', the relevance score is reduced to either 1 "
        "(hit) or 0 (miss).",
    ),
    "raw": Documented("ndcg(gain=grade)", "Option 'raw' uses the raw relevance score."),
    "exp": Documented(
        "ndcg(gain=exponential)",
        "Option 'exp' uses (2 ** RAW_RELEVANCE - 1) as the relevance score",
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

for name, claims, promised, arguments in (
    ("precision_at_k", "precision", "precision", {}),
    ("recall_at_k", "recall", "recall", {}),
    ("r_precision_at_k", "r_precision", "r_precision", {}),
    ("map", "average_precision", "map", {}),
    ("map_at_k", "average_precision", "" if SINCE_1_2 else "map", {}),
    ("ndcg_at_k", "ndcg", "binary", {}),
    ("ndcg_at_k(score_type=raw)", "ndcg", "raw", {"score_type": "raw"}),
    ("ndcg_at_k(score_type=exp)", "ndcg", "exp", {"score_type": "exp"}),
    ("ndcg_at_k(discfun_type=log2)", "ndcg", "", {"discfun_type": "log2"}),
):
    function = name.partition("(")[0]
    if SINCE_1_2 or not (arguments or name in NEWER):
        promise = PROMISED.get(promised)
        adapter.metric(name, claims, promise)(ranking(function, **arguments))


@adapter.metric("auc", claims="auc", documented=PROMISED["auc"], full=True)
def auc(case: AnyCase) -> float:
    """`python_evaluation.auc` on labelled pairs."""
    from recommenders.evaluation import python_evaluation

    return float(python_evaluation.auc(*labelled_tables(case, IDS, GRADE, SCORE)))


def error(name: str) -> Callable[[AnyCase], float]:
    """A call of one of the functions of ratings and predictions."""

    def call(case: AnyCase) -> float:
        from recommenders.evaluation import python_evaluation

        function = getattr(python_evaluation, name)
        return float(function(*tables(case, IDS, GRADE, SCORE)))

    return call


ERRORS = (
    ("rmse", "rmse"),
    ("mae", "mae"),
    ("rsquared", "r2"),
    ("exp_var", "r2"),
    ("logloss", "log_loss"),
)
"""The metrics of predicted ratings, and the families they claim."""

for name, claims in ERRORS:
    adapter.metric(name, claims)(error(name))
