"""DL RS Evaluation beyond accuracy: classes that are shown one list after another.

The evaluator makes one object of each at every cut-off; here they are also made as it
makes them, and shown the first k items of the users of the test data.
`Diversity_similarity` wants to be given how far apart any two items are: here 1 where
they are in different groups, else 0. The evaluator is given an object of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from homonym.adapters._shared.cut_lists import cut_list
from homonym.adapters._shared.users import of_truth
from homonym.adapters.contract import Documented, Refuse, answer
from homonym.adapters.dl_rs_evaluation.ranking import (
    adapter,
    evaluated,
    matrix,
    numbered,
    trained,
)
from homonym.reference.case import AnyCase

__all__ = ["adapter"]

ConstructorArguments = Callable[[AnyCase], tuple[Any, ...]]
"""What an object is made of."""
Added = Callable[[int, Any, Any], tuple[Any, ...]]
"""What it is shown of a user's row, first items and hits."""


def distances(case: AnyCase) -> tuple[Any, ...]:
    """How far apart any two items are: 1 in different groups, else 0."""
    import numpy as np

    if not case.groups:
        raise Refuse("it wants to know how far apart items are: there are no groups")
    groups = np.array([case.groups[item] for item in case.catalogue])
    return ((groups[:, None] != groups[None, :]).astype(float),)


def similarity_object(case: AnyCase) -> Any:
    """What the evaluator is given to measure the diversity within a list."""
    from Base.Evaluation.metrics import Diversity_similarity

    return Diversity_similarity(*distances(case))


def items(case: AnyCase) -> tuple[Any, ...]:
    """The number of items, of which none is ignored."""
    import numpy as np

    return len(case.catalogue), np.array([])


def items_and_k(case: AnyCase) -> tuple[Any, ...]:
    """The number of items, and the cut-off."""
    return len(case.catalogue), case.k


def users(case: AnyCase) -> tuple[Any, ...]:
    """The number of users, of which none is ignored."""
    import numpy as np

    return len(numbered(case)[0]), np.array([])


def train(case: AnyCase) -> tuple[Any, ...]:
    """The matrix of the training data."""
    return (matrix(case, trained(case)),)


def shown(case: AnyCase) -> Iterator[tuple[int, Any, Any]]:
    """(row, first k items, which are relevant) of the users of the test data."""
    import numpy as np

    rows, columns = numbered(case)
    for user in of_truth(case):
        listed = [
            columns[item]
            for item, _ in cut_list(case, case.recommendations.get(user, ()))
        ]
        relevant = [columns[item] for item, _ in case.truth[user]]
        yield rows[user], listed, np.isin(listed, relevant, assume_unique=True)


def counted(
    name: str, made_of: ConstructorArguments, add: Added
) -> Callable[[AnyCase], float]:
    """A call of the class of that name; add: what it takes of (row, items, hits)."""

    def call(case: AnyCase) -> float:
        from Base.Evaluation import metrics

        found = getattr(metrics, name)(*made_of(case))
        for user in shown(case):
            found.add_recommendations(*add(*user))
        return float(answer(case, found.get_metric_value))

    return call


def lists_only(row: int, listed: Any, hits: Any) -> tuple[Any, ...]:
    """What most classes are shown."""
    return (listed,)


def lists_and_hits(row: int, listed: Any, hits: Any) -> tuple[Any, ...]:
    """What the class is shown that counts relevant items."""
    return listed, hits


def lists_and_users(row: int, listed: Any, hits: Any) -> tuple[Any, ...]:
    """What the class is shown that counts users."""
    return listed, row


PROMISED = {
    "Coverage_Item": Documented(
        "coverage(of=items)",
        "Item coverage represents the percentage of the overall items which were "
        "recommended",
    ),
    "Coverage_Test_Correct": Documented(
        "coverage(of=hits)",
        "Item coverage represents the percentage of the overall test items which were "
        "correctly recommended",
    ),
    "Coverage_User": Documented(
        "coverage(of=users)",
        "User coverage represents the percentage of the overall users for which we can "
        "make recommendations.",
        more=(
            "If there is at least one recommendation the user is considered as covered",
        ),
    ),
    "Gini_Diversity": Documented(
        "gini(reported=equality, catalogue=only_shown)",
        "computed from the Gini Index but with inverted range, such that high values "
        "mean higher diversity This implementation ignores zero-occurrence items",
    ),
    "AveragePopularity": Documented(
        "average_popularity(popularity=share_of_most)",
        "The popularity is normalized by setting as 1 the item with the highest "
        "popularity in the train data",
        more=("Average popularity the recommended items have in the train data.",),
    ),
    "Diversity_MeanInterList": Documented(
        "inter_list_diversity",
        "The formula is diversity_cumulative += 1 - common_recommendations(user1, "
        "user2)/cutoff",
    ),
}

METRICS: tuple[tuple[str, str, ConstructorArguments, Added], ...] = (
    ("Coverage_Item", "coverage", items, lists_only),
    ("Coverage_Test_Correct", "coverage", items, lists_and_hits),
    ("Coverage_User", "coverage", users, lists_and_users),
    ("Gini_Diversity", "gini", items, lists_only),
    ("Diversity_Herfindahl", "herfindahl", items, lists_only),
    ("Shannon_Entropy", "shannon_entropy", items, lists_only),
    ("Novelty", "self_information", train, lists_only),
    ("AveragePopularity", "average_popularity", train, lists_only),
    ("Diversity_MeanInterList", "inter_list_diversity", items_and_k, lists_only),
    ("Diversity_similarity", "intra_list_diversity", distances, lists_only),
)
IN_EVALUATOR = {
    "Coverage_Item": "COVERAGE_ITEM",
    "Coverage_User": "COVERAGE_USER",
    "Gini_Diversity": "DIVERSITY_GINI",
    "Diversity_Herfindahl": "DIVERSITY_HERFINDAHL",
    "Shannon_Entropy": "SHANNON_ENTROPY",
    "Novelty": "NOVELTY",
    "AveragePopularity": "AVERAGE_POPULARITY",
    "Diversity_MeanInterList": "DIVERSITY_MEAN_INTER_LIST",
    "Diversity_similarity": "DIVERSITY_SIMILARITY",
}

for name, claims, made_of, add in METRICS:
    adapter.metric(name, claims, PROMISED.get(name), same_object=True)(
        counted(name, made_of, add)
    )

for name, claims, *_ in METRICS:
    if name in IN_EVALUATOR:
        given = similarity_object if name == "Diversity_similarity" else None
        adapter.metric(
            IN_EVALUATOR[name],
            claims,
            PROMISED.get(name),
            entry="pipeline",
            cut_offs=True,
            same_object=True,
        )(evaluated(IN_EVALUATOR[name], given))
