"""recmetrics: functions of lists of items, a list a user.

They take the relevant items and the listed ones, for everybody, whether of the truth or
of the lists: an empty list where there is none. Scores are not read. Only `mark` has a
cut-off: precision and recall get the whole lists, and round each user's number to four
decimals; what is asked beyond accuracy gets the first k of each list, since `novelty`
takes the length that its users cut them to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.item_lists import item_lists, shown
from homonym.adapters._shared.rated_pairs import rated_pairs
from homonym.adapters.contract import Adapter, Refuse
from homonym.reference.case import AnyCase

FOUR_DECIMALS = 5e-4
"""Relative precision of a library that rounds shares to four decimals."""


def names() -> list[str]:
    """The functions of its module of metrics."""
    from recmetrics import metrics

    return [*functions(metrics)]


adapter = Adapter(
    library="recmetrics",
    module="recmetrics",
    title="recmetrics",
    homepage="https://github.com/statisticianinstilettos/recmetrics",
    names=names,
    files=("metrics.py",),
    sources=("metrics.py",),
    elsewhere={"plots.py": "draws curves, and gives no number"},
    out_of_scope={
        "catalog_coverage": "of lists that it draws by chance: no two calls agree",
        "intra_list_similarity": "the features of an item are whatever its users give",
        "make_confusion_matrix": "draws a table, and gives no number",
    },
)


@adapter.metric("mark", "mean_average_recall")
def mark(case: AnyCase) -> float:
    """`recmetrics.mark`."""
    import recmetrics

    return float(recmetrics.mark(*item_lists(case), k=case.k))


def of_whole_lists(name: str) -> Callable[[AnyCase], float]:
    """A function of the listed items and the relevant ones."""

    def call(case: AnyCase) -> float:
        import recmetrics

        actual, predicted = item_lists(case)
        return float(getattr(recmetrics, name)(predicted, actual))

    return call


adapter.metric("recommender_precision", "precision", precision=FOUR_DECIMALS)(
    of_whole_lists("recommender_precision")
)
adapter.metric("recommender_recall", "recall", precision=FOUR_DECIMALS)(
    of_whole_lists("recommender_recall")
)


@adapter.metric("personalization", "inter_list_diversity")
def personalization(case: AnyCase) -> float:
    """`recmetrics.personalization`, which makes an array of the lists."""
    import recmetrics

    listed = shown(case)
    if len({len(items) for items in listed}) > 1:
        raise Refuse("the rows of an array are as long as each other")
    return float(recmetrics.personalization(listed))


@adapter.metric("prediction_coverage", "coverage", precision=FOUR_DECIMALS)
def prediction_coverage(case: AnyCase) -> float:
    """`recmetrics.prediction_coverage`, in percent."""
    import recmetrics

    return float(recmetrics.prediction_coverage(shown(case), list(case.catalogue)))


@adapter.metric("novelty", "self_information")
def novelty(case: AnyCase) -> float:
    """`recmetrics.novelty`, of the counts of the training items."""
    import recmetrics

    counts = Counter(item for items in case.train.values() for item in items)
    pop = {item: counts[item] for item in case.catalogue}
    mean, _ = recmetrics.novelty(shown(case), pop, len(case.train), case.k)
    return float(mean)


def error(name: str) -> Callable[[AnyCase], float]:
    """A function of ratings and predictions."""

    def call(case: AnyCase) -> float:
        import recmetrics

        return float(getattr(recmetrics, name)(*rated_pairs(case)))

    return call


for name in ("mse", "rmse"):
    adapter.metric(name, name)(error(name))
