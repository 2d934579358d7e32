"""rexmex: functions of lists of items, of one user or of everybody.

Those of everybody take the relevant items and the listed ones, whether of the truth or
of the lists: an empty list where there is none. What takes one user's lists is asked
for each user with a list. DCG and NDCG take a row of grades and one of scores: of all
candidates, so that full rankings alone are asked; `[listed]`, of the items that a list
has. What is asked beyond accuracy gets the first k of each list, as its users cut them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from homonym.adapters._shared.cut_lists import cut_list
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.item_lists import item_lists, shown
from homonym.adapters._shared.label_rows import rows
from homonym.adapters._shared.rated_pairs import rated_pairs
from homonym.adapters.contract import Adapter, Documented, Value
from homonym.reference.case import AnyCase

ONE_USER = "of one user: its mean over users is measured"
RANKS = "compares ranks or orders, in a way that no family here does"
OTHER = "compares numbers in a way that no family here does"
THREE_DECIMALS = 5e-3
"""Relative precision of a library that rounds shares to three decimals."""


def names() -> list[str]:
    """The functions of its modules on rankings, ratings and coverage."""
    from rexmex.metrics import coverage, ranking, rating

    return [*functions(ranking), *functions(rating), *functions(coverage)]


adapter = Adapter(
    library="rexmex",
    module="rexmex",
    title="rexmex",
    homepage="https://github.com/AstraZeneca/rexmex",
    names=names,
    files=("metrics/ranking.py", "metrics/rating.py", "metrics/coverage.py"),
    sources=("metrics/ranking.py", "metrics/coverage.py"),
    elsewhere={
        "metrics/classification.py": "of classes that are chosen already: no ranking",
        **dict.fromkeys(
            ["metricset.py", "scorecard.py"], "not a metric: prints others"
        ),
    },
    out_of_scope={
        **dict.fromkeys(["reciprocal_rank", "average_precision_at_k"], ONE_USER),
        "average_recall_at_k": ONE_USER,
        **dict.fromkeys(["rank", "mean_rank", "gmean_rank", "kendall_tau"], RANKS),
        **dict.fromkeys(["spearmans_rho"], RANKS),
        "normalized_distance_based_performance_measure": RANKS,
        **dict.fromkeys(["mean_absolute_percentage_error"], OTHER),
        **dict.fromkeys(["symmetric_mean_absolute_percentage_error"], OTHER),
        "pearson_correlation_coefficient": OTHER,
        "intra_list_similarity": "the features of an item are whatever its users give",
    },
)


def of_everybody(name: str) -> Callable[[AnyCase], float]:
    """A call with the lists of all users."""

    def call(case: AnyCase) -> float:
        from rexmex.metrics import ranking

        return float(getattr(ranking, name)(*item_lists(case), case.k))

    return call


def of_a_user(name: str, at_k: bool) -> Callable[[AnyCase], Value]:
    """A call a user."""

    def call(case: AnyCase) -> Value:
        from rexmex.metrics import ranking

        function, cut = getattr(ranking, name), [case.k] * at_k
        found = zip(*item_lists(case), strict=True)
        return Value(None, tuple(float(function(*lists, *cut)) for lists in found))

    return call


def of_a_row(name: str, listed: bool) -> Callable[[AnyCase], Value]:
    """A call a user, of a row of grades and a row of scores."""

    def call(case: AnyCase) -> Value:
        from rexmex.metrics import ranking

        function, found = getattr(ranking, name), rows(case, float, listed)
        return Value(None, tuple(float(function([a], [b])) for a, b in found))

    return call


def personalization(case: AnyCase) -> float:
    """`personalization`, of the lists."""
    from rexmex.metrics import ranking

    return float(ranking.personalization(shown(case)))


def novelty(case: AnyCase) -> float:
    """`novelty`, of the counts of the training items."""
    from rexmex.metrics import ranking

    counts = Counter(item for items in case.train.values() for item in items)
    known = {item: counts[item] for item in case.catalogue}
    return float(ranking.novelty(shown(case), known, len(case.train), case.k))


def coverage_of(name: str) -> Callable[[AnyCase], float]:
    """A function of everybody, of the catalogue, and of the pairs that are listed."""

    def call(case: AnyCase) -> float:
        from rexmex.metrics import coverage

        possible = [*{**case.truth, **case.recommendations}], [*case.catalogue]
        pairs = [
            (user, item)
            for user, found in case.recommendations.items()
            for item, _ in cut_list(case, found)
        ]
        return float(getattr(coverage, name)(possible, pairs))

    return call


def error(name: str) -> Callable[[AnyCase], float]:
    """A function of ratings and predictions."""

    def call(case: AnyCase) -> float:
        from rexmex.metrics import rating

        return float(getattr(rating, name)(*rated_pairs(case)))

    return call


adapter.metric("mean_average_precision_at_k", "average_precision")(
    of_everybody("mean_average_precision_at_k")
)
adapter.metric("mean_average_recall_at_k", "mean_average_recall")(
    of_everybody("mean_average_recall_at_k")
)
adapter.metric("mean_reciprocal_rank", "reciprocal_rank")(
    of_a_user("mean_reciprocal_rank", at_k=False)
)
adapter.metric(
    "hits_at_k",
    "hit_rate",
    Documented(
        "hit_rate(counts=hits)",
        "The number of relevant items in the first k items of a prediction.",
    ),
)(of_a_user("hits_at_k", at_k=True))

for name, words in (
    (
        "discounted_cumulative_gain",
        Documented(
            "ndcg(gain=grade, ideal=none, depth=all)",
            "a sum of the true scores ordered by the predicted scores, and then "
            "penalized by a logarithmic discount based on ordering.",
        ),
    ),
    ("normalized_discounted_cumulative_gain", None),
):
    adapter.metric(name, "ndcg", words)(of_a_row(name, listed=False))
    adapter.metric(f"{name}[listed]", "ndcg", words)(of_a_row(name, listed=True))

adapter.metric("personalization", "inter_list_diversity")(personalization)
adapter.metric(
    "novelty",
    "self_information",
    formula="-log2((n_i + 1e-10) / |U|) of the first k items of a list, summed and "
    "divided by k, the mean over the lists: n_i users of |U| have the item in training",
)(novelty)

for name, words in (
    (
        "user_coverage",
        Documented(
            "coverage(of=users)",
            "the fraction of users who got at least one recommendation out of all "
            "possible users.",
        ),
    ),
    (
        "item_coverage",
        Documented(
            "coverage(of=items)",
            "the fraction of items which got recommended at least once.",
        ),
    ),
):
    register = adapter.metric(name, "coverage", words, precision=THREE_DECIMALS)
    register(coverage_of(name))

for name, claims in (
    ("mean_squared_error", "mse"),
    ("root_mean_squared_error", "rmse"),
    ("mean_absolute_error", "mae"),
    ("r2_score", "r2"),
):
    adapter.metric(name, claims)(error(name))
