"""ml_metrics: functions of Kaggle's early contests, of lists of items, a list a user.

`mapk` and `kdd_mapk` take the relevant items and the listed ones, for everybody,
whether of the truth or of the lists: an empty list where there is none. Scores are not
read. `auc` takes labels and scores of one user: of all candidates, so that full
rankings alone are asked; `[listed]`, of the items that a list has, where a relevant
item outside it is unknown. The errors take ratings and predictions.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.adapters._shared.frames import label
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.item_lists import item_lists
from homonym.adapters._shared.label_rows import rows
from homonym.adapters._shared.rated_pairs import rated_pairs
from homonym.adapters.contract import Adapter, Documented, Value
from homonym.reference.case import AnyCase

ELEMENT = "of single numbers: its mean is the metric"
OTHER = "compares numbers in a way that no family here does"
AGREEMENT = "of classes that two people name: no ranking"
PART = "not a metric: what metrics are computed of"


def names() -> list[str]:
    """The functions that the package brings."""
    import ml_metrics

    return [*functions(ml_metrics, "ml_metrics")]


adapter = Adapter(
    library="ml-metrics",
    module="ml_metrics",
    title="ml_metrics",
    homepage="https://github.com/benhamner/Metrics",
    names=names,
    files=("*average_precision.py", "auc.py", "elementwise.py"),
    sources=("average_precision.py", "custom/kdd_average_precision.py"),
    elsewhere={
        "*test/*": "tests of the library itself",
        "quadratic_weighted_kappa.py": AGREEMENT,
    },
    out_of_scope={
        **dict.fromkeys(["ae", "se", "sle", "ll"], ELEMENT),
        **dict.fromkeys(["msle", "rmsle", "levenshtein"], OTHER),
        **dict.fromkeys(["capped_binomial_deviance", "capped_log10_likelihood"], OTHER),
        "log_loss": "infinite where a chance is 0 or 1: no family takes them unclipped",
        **dict.fromkeys(["kappa", "linear_weighted_kappa"], AGREEMENT),
        **dict.fromkeys(["quadratic_weighted_kappa"], AGREEMENT),
        **dict.fromkeys(["mean_quadratic_weighted_kappa"], AGREEMENT),
        **dict.fromkeys(["weighted_mean_quadratic_weighted_kappa"], AGREEMENT),
        "ce": "the share of classes that are wrong: no ranking",
        **dict.fromkeys(["confusion_matrix", "histogram"], PART),
    },
)


def of_everybody(name: str) -> Callable[[AnyCase], float]:
    """A call with the lists of all users."""

    def call(case: AnyCase) -> float:
        import ml_metrics

        return float(getattr(ml_metrics, name)(*item_lists(case), case.k))

    return call


def of_a_user(name: str) -> Callable[[AnyCase], Value]:
    """A call a user."""

    def call(case: AnyCase) -> Value:
        import ml_metrics

        function = getattr(ml_metrics, name)
        asked = zip(*item_lists(case), strict=True)
        return Value(None, tuple(float(function(a, p, case.k)) for a, p in asked))

    return call


def auc(listed: bool) -> Callable[[AnyCase], Value]:
    """A call a user, of a row for each item."""

    def call(case: AnyCase) -> Value:
        import ml_metrics

        found = rows(case, label, listed)
        return Value(None, tuple(float(ml_metrics.auc(*row)) for row in found))

    return call


def error(name: str) -> Callable[[AnyCase], float]:
    """A function of ratings and predictions."""

    def call(case: AnyCase) -> float:
        import ml_metrics

        return float(getattr(ml_metrics, name)(*rated_pairs(case)))

    return call


CLICKS = Documented(
    "average_precision(divisor=r)",
    "This modified version uses the number of actual clicks as the denominator, "
    "regardless of k.",
    file="kdd_average_precision.py",
)

for name, claims, words in (
    ("mapk", "average_precision", None),
    ("kdd_mapk", "average_precision", CLICKS),
):
    adapter.metric(name, claims, words)(of_everybody(name))
    one = name.replace("mapk", "apk")
    adapter.metric(one, claims, words)(of_a_user(one))

adapter.metric("auc", "auc", full=True)(auc(listed=False))
adapter.metric("auc[listed]", "auc", full=True)(auc(listed=True))

for name in ("mae", "mse", "rmse"):
    adapter.metric(name, name)(error(name))
